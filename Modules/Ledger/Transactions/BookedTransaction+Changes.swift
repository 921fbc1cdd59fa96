import Persistence
import Values

import struct Foundation.UUID

extension BookedTransaction {
    /// Moves it with all its parts to another day.
    mutating func move(to day: CalendarDay) {
        transaction.day = day
        for index in postings.indices { postings[index].day = day }
        for index in splits.indices { splits[index].day = day }
    }

    /// Puts the only split, or those of several that have no category yet, into a category.
    ///
    /// - Throws: ``LedgerError/splitsReplaced(_:)`` when each of several has one.
    mutating func put(in category: UUID) throws(LedgerError) {
        let open = splits.indices.filter { splits.count == 1 || splits[$0].categoryID == nil }
        guard !open.isEmpty else { throw .splitsReplaced(splits.count) }
        for index in open { splits[index].categoryID = category }
    }

    /// The part of a transfer in its other account; nil for a transaction of one account.
    func without(_ account: UUID) throws -> BookedTransaction? {
        guard let other = postings.first(where: { $0.accountID != account }) else { return nil }
        // Fees are money of the account that they leave.
        let fees = other.position == 0 ? splits : []
        let rest = try other.amount.subtracting(Money.sum(fees.map(\.amount), in: other.amount.currency))
        let parts = [(UUID?.none, rest)] + fees.map { ($0.categoryID, $0.amount) }
        return BookedTransaction(
            transaction,
            postings: [
                Posting(
                    transactionID: transaction.id, position: 0, accountID: other.accountID, day: other.day,
                    entered: other.entered, amount: other.amount, status: other.status, statementID: other.statementID,
                    importedText: other.importedText, importedNote: other.importedNote, importedID: other.importedID,
                    importedDay: other.importedDay, importedAmount: other.importedAmount)
            ],
            splits: parts.enumerated().map { index, part in
                CategorySplit(
                    transactionID: transaction.id, position: index, categoryID: part.0, day: transaction.day,
                    amount: part.1)
            })
    }

    /// The same as a new transaction of another day, which no bank has yet.
    func again(on day: CalendarDay, _ call: Call) throws -> BookedTransaction {
        let id = UUID()
        var copy = LedgerTransaction(
            id: id, day: day, entered: call.now, payee: transaction.payee, note: transaction.note,
            tags: transaction.tags)
        let filled = [
            "payee": transaction.payee != nil, "category": splits.contains { $0.categoryID != nil },
            "tags": !transaction.tags.isEmpty,
        ]
        for field in ["payee", "category", "tags"]
        where filled[field] == true || transaction.origin(of: field) == LedgerTransaction.hand {
            copy.set(field, by: LedgerTransaction.hand)
        }
        return BookedTransaction(
            copy,
            postings: postings.map {
                Posting(
                    transactionID: id, position: $0.position, accountID: $0.accountID, day: day, entered: call.now,
                    amount: $0.amount)
            },
            splits: splits.map {
                CategorySplit(
                    transactionID: id, position: $0.position, categoryID: $0.categoryID, day: day, amount: $0.amount)
            })
    }
}

extension LedgerService.Correction {
    /// Changes texts, tags and what it is a refund of.
    func describe(
        _ booked: inout BookedTransaction, _ store: any EntityReader, _ reader: inout RequestReader
    ) throws {
        if let payee {
            booked.transaction.payee = payee.trimmedName.orNothing
            booked.transaction.set("payee", by: payee.isEmpty ? nil : LedgerTransaction.hand)
        }
        if let note { booked.transaction.note = note.orNothing }
        if let tags {
            booked.transaction.tags = LedgerTransaction.normalized(tags)
            booked.transaction.set("tags", by: LedgerTransaction.hand)
        }
        if let refundOf {
            booked.transaction.refundOf =
                refundOf.isEmpty ? nil : try reader.read("of") { try store.ledgerTransaction(refundOf).id }
        }
    }

    /// Changes account, amount and splits of a transaction of one account.
    func changeAmounts(
        _ booked: inout BookedTransaction, _ ledger: LedgerNames, _ reader: inout RequestReader
    ) throws {
        for (field, text) in [("arrives", arrives), ("fee", fee)] where text != nil {
            _ = try reader.read(field) { throw LedgerError.notForThis(field: field, isTransfer: false) }
        }
        if let account, let found = try reader.read("account", body: { try ledger.openAccount(account) }) {
            booked.postings[0].accountID = found.id
        }
        let goesOut = booked.postings[0].amount.isNegative
        let currency = booked.postings[0].amount.currency
        if let amount, let size = try reader.readAmount("amount", amount, currency) {
            booked.postings[0].amount = goesOut ? size.negated : size
            if splits.isEmpty, category == nil {
                if booked.splits.count == 1 {
                    booked.splits[0].amount = booked.postings[0].amount
                } else {
                    _ = try reader.read("amount") { throw LedgerError.splitsNeeded(booked.splits.count) }
                }
            }
        }
        guard !splits.isEmpty || category != nil else { return }
        // Whatever the transaction was before, its direction alone decides the sign of splits; all kinds of categories are possible.
        let word = LedgerService.Word.allCases.first { $0.goesOut == goesOut } ?? .expense
        let (id, day, total) = (booked.transaction.id, booked.transaction.day, booked.postings[0].amount)
        let changed = try reader.read("split") {
            if splits.isEmpty {
                let found = try category?.orNothing.map { try ledger.tree.find(named: $0).id }
                guard booked.splits.count < 2 || amount != nil else {
                    throw LedgerError.splitsReplaced(booked.splits.count)
                }
                return [
                    CategorySplit(transactionID: id, position: 0, categoryID: found ?? nil, day: day, amount: total)
                ]
            }
            return try SplitReading(ledger, word, of: id, on: day, isLenient: true).splits(
                splits, category: category, total: total)
        }
        if let changed { booked.splits = changed }
        let isEmpty = booked.splits.allSatisfy { $0.categoryID == nil }
        booked.transaction.set("category", by: isEmpty ? nil : LedgerTransaction.hand)
        booked.transaction.isPossible = false
    }

    /// Changes the amounts of a transfer and the category of its fee.
    func changeTransfer(
        _ booked: inout BookedTransaction, _ ledger: LedgerNames, _ reader: inout RequestReader
    ) throws {
        for (field, isGiven) in [("account", account != nil), ("split", !splits.isEmpty)] where isGiven {
            _ = try reader.read(field) { throw LedgerError.notForThis(field: field, isTransfer: true) }
        }
        let unit = booked.postings[0].amount.currency
        let target = booked.postings[1].amount.currency
        let (id, day) = (booked.transaction.id, booked.transaction.day)
        if let amount, let size = try reader.readAmount("amount", amount, unit) {
            booked.postings[0].amount = size.negated
        }
        if let fee, let size = try reader.readAmount("fee", fee, unit) {
            let known = booked.splits.first?.categoryID
            booked.splits =
                size.isZero
                ? []
                : [
                    CategorySplit(
                        transactionID: id, position: 0, categoryID: known, day: day, amount: size.negated)
                ]
        }
        if let category {
            let found = try reader.read("category") {
                try category.orNothing.map { try ledger.category($0, for: .expense).id }
            }
            for index in booked.splits.indices { booked.splits[index].categoryID = found ?? nil }
            booked.transaction.set("category", by: category.isEmpty ? nil : LedgerTransaction.hand)
        }
        if let arrives {
            if let size = try reader.readAmount("arrives", arrives, target) { booked.postings[1].amount = size }
        } else if amount != nil || fee != nil {
            guard unit == target else {
                if amount != nil {
                    _ = try reader.read("arrives") { throw LedgerError.arrivesNeeded(from: unit, to: target) }
                }
                return
            }
            let fees = try Money.sum(booked.splits.map(\.amount), in: unit)
            booked.postings[1].amount = try booked.postings[0].amount.negated.adding(fees)
        }
    }
}

extension StoreWriter {
    /// Gives a transaction new contents, unless a statement has one of the postings that change.
    func change(_ old: BookedTransaction, to new: BookedTransaction, unlocks: Bool) throws {
        let changed = zip(old.postings, new.postings).filter { before, after in
            (before.accountID, before.day) != (after.accountID, after.day) || before.amount != after.amount
        }
        try checkUnlocked(changed.map(\.0), unlocks: unlocks)
        try checkOpen(changed.flatMap { [$0.0, $0.1] })
        var new = new
        for (before, after) in changed where before.importedDay != nil && before.amount != after.amount {
            // The file still says what it said.
            new.postings[after.position].importedAmount = before.importedAmount ?? before.amount
        }
        for (before, after) in changed where before.status == .reconciled && before.accountID != after.accountID {
            // The statement is of the other account.
            new.postings[after.position].status = .uncleared
            new.postings[after.position].statementID = nil
        }
        if new != old { try update(old, to: new) }
    }

    /// Refuses what would change the balance of a closed account.
    func checkOpen(_ postings: [Posting]) throws {
        for posting in postings {
            guard let account = try find(Account.self, posting.accountID), !account.isActive else { continue }
            throw LedgerError.accountClosed(account.name)
        }
    }

    /// Refuses what would change a posting that a statement has.
    func checkUnlocked(_ postings: [Posting], unlocks: Bool) throws {
        guard !unlocks, let posting = postings.first(where: { $0.status == .reconciled }) else { return }
        let account = try find(Account.self, posting.accountID)
        throw LedgerError.reconciled(account: account?.name ?? "", day: posting.day)
    }
}
