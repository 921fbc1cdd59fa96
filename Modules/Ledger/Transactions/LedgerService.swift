package import Persistence
package import Values

import struct Foundation.UUID

/// Transactions of a ledger: what is spent, earned, refunded and moved.
package struct LedgerService: Sendable {
    let store: any Store

    /// A service over a store.
    package init(store: any Store) {
        self.store = store
    }

    /// The sort of an entry.
    package enum Word: String, Sendable, CaseIterable {
        /// Spent.
        case expense
        /// Earned.
        case income
        /// Spent before, and received again.
        case refund

        /// Whether amounts go out.
        var goesOut: Bool { self == .expense }
        /// The kind of categories that fit it, besides neutral ones.
        var kind: Category.Kind { self == .income ? .income : .expense }
    }

    /// A transaction of one account that a person enters, as text.
    package struct Entry: Sendable {
        /// The sort of entry.
        package var word: Word
        /// The account, by name or id.
        package var account: String
        /// The amount in the account's currency, in digits, without a sign.
        package var amount: String
        /// The category of all of it, or of what the splits leave; nil for none.
        package var category: String?
        /// The payee.
        package var payee: String?
        /// The day; the call's if nil.
        package var date: String?
        /// A note.
        package var note: String?
        /// Tags.
        package var tags: [String] = []
        /// Parts, each a category, an equals sign, and an amount or `rest`.
        package var splits: [String] = []
        /// The transaction whose money came back; nil for none.
        package var refundOf: String?
        /// Whether the account's opening day may move to the day.
        package var movesOpening = false
        /// Whether the bank has it.
        package var isCleared = false

        /// An entry.
        package init(_ word: Word, account: String, amount: String, category: String? = nil) {
            self.word = word
            self.account = account
            self.amount = amount
            self.category = category
        }
    }

    /// A transaction that was entered or changed, with what is needed to show it.
    package struct Entered: Sendable {
        /// The transaction with its balances.
        package let listed: ListedTransaction
        /// The balance of each of its accounts on the call's day.
        package let balances: [(account: Account, balance: Money)]
    }

    /// Enters money that was spent, earned or refunded.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``LedgerError``, ``StoreError``.
    package func enter(_ entry: Entry, _ call: Call) async throws -> Outcome<Entered> {
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let ledger = try LedgerNames(writer)
            var reader = RequestReader()
            let account = try reader.read("account") { try ledger.openAccount(entry.account) }
            let currency = account?.currency ?? .eur
            let day = try reader.readDay(entry.date, "date", call) ?? call.today
            let size = try reader.readAmount("amount", entry.amount, currency) ?? Money("1", currency)
            var transaction = LedgerTransaction(id: UUID(), day: day, entered: call.now)
            try transaction.describe(
                payee: entry.payee, note: entry.note, tags: entry.tags, setBy: LedgerTransaction.hand)
            if let name = entry.refundOf {
                transaction.refundOf = try reader.read("of") { try writer.ledgerTransaction(name).id }
            }
            let total = entry.word.goesOut ? size.negated : size
            let splits = try reader.read("split") {
                try SplitReading(ledger, entry.word, of: transaction.id, on: day).splits(
                    entry.splits, category: entry.category, total: total)
            }
            if splits?.contains(where: { $0.categoryID != nil }) ?? false {
                transaction.set("category", by: LedgerTransaction.hand)
            }
            if size.isZero {
                reader.add([ValidationIssue(code: "zero", field: "amount", message: "The amount is 0.")])
            }
            reader.add(try transaction.issues(in: writer))
            if let account, !entry.movesOpening { _ = try reader.read("date") { try account.check(day) } }
            try reader.check()
            guard let account, let splits else { throw LedgerError.accountNeeded }
            let posting = Posting(
                transactionID: transaction.id, position: 0, accountID: account.id, day: day, entered: call.now,
                amount: total, status: entry.isCleared ? .cleared : .uncleared)
            var booked = BookedTransaction(transaction, postings: [posting], splits: splits)
            if entry.movesOpening { try writer.moveOpenings(for: &booked) }
            try writer.insert(booked)
            return try writer.outcome(of: booked, ledger.tree, call)
        }
    }

    /// A transfer between two accounts that a person enters, as text.
    package struct Transfer: Sendable {
        /// The account that the money leaves.
        package var from: String
        /// The account that it reaches.
        package var to: String
        /// The amount that leaves, the fee included, in the currency of the first account.
        package var amount: String
        /// The amount that arrives, in the currency of the second account; nil for the amount that leaves without the fee.
        package var arrives: String?
        /// The part of the amount that the transfer costs; nil for nothing.
        package var fee: String?
        /// The category of the fee; nil for none.
        package var feeCategory: String?
        /// The payee.
        package var payee: String?
        /// The day; the call's if nil.
        package var date: String?
        /// A note.
        package var note: String?
        /// Tags.
        package var tags: [String] = []
        /// Whether opening days may move to the day.
        package var movesOpening = false
        /// Whether both banks have it.
        package var isCleared = false

        /// A transfer.
        package init(from: String, to: String, amount: String) {
            self.from = from
            self.to = to
            self.amount = amount
        }
    }

    /// Enters a transfer (G4).
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``LedgerError``, ``StoreError``.
    package func transfer(_ transfer: Transfer, _ call: Call) async throws -> Outcome<Entered> {
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let ledger = try LedgerNames(writer)
            var reader = RequestReader()
            let from = try reader.read("from") { try ledger.openAccount(transfer.from) }
            let to = try reader.read("to") { try ledger.openAccount(transfer.to) }
            let day = try reader.readDay(transfer.date, "date", call) ?? call.today
            if let from, let to, from.id == to.id {
                _ = try reader.read("to") { throw LedgerError.sameAccount(to.name) }
            }
            let unit = from?.currency ?? .eur
            let amount = try reader.readAmount("amount", transfer.amount, unit) ?? Money("1", unit)
            let fee = try transfer.fee.flatMap { try reader.readAmount("fee", $0, unit) } ?? .zero(unit)
            let sent = try amount.subtracting(fee)
            var arriving = sent
            if let to {
                if let text = transfer.arrives {
                    arriving = try reader.readAmount("arrives", text, to.currency) ?? .zero(to.currency)
                    if from?.currency == to.currency, arriving != sent {
                        _ = try reader.read("arrives") {
                            throw LedgerError.arrivesDiffers(arrives: arriving, expected: sent)
                        }
                    }
                } else if let from, from.currency != to.currency {
                    _ = try reader.read("arrives") {
                        throw LedgerError.arrivesNeeded(from: from.currency, to: to.currency)
                    }
                }
            }
            if amount.isZero {
                reader.add([ValidationIssue(code: "zero", field: "amount", message: "The amount is 0.")])
            } else if !sent.isPositive {
                reader.add([
                    ValidationIssue(
                        code: "ledger.feeTooLarge", field: "fee",
                        message: "The fee leaves nothing of the \(amount) to arrive.")
                ])
            } else if arriving.isZero, transfer.arrives != nil {
                reader.add([ValidationIssue(code: "zero", field: "arrives", message: "The amount is 0.")])
            }
            var transaction = LedgerTransaction(id: UUID(), day: day, entered: call.now)
            try transaction.describe(
                payee: transfer.payee, note: transfer.note, tags: transfer.tags, setBy: LedgerTransaction.hand)
            let category = try transfer.feeCategory.flatMap { name in
                try reader.read("feeCategory") { try ledger.category(name, for: .expense) }
            }
            if transfer.feeCategory != nil { transaction.set("category", by: LedgerTransaction.hand) }
            reader.add(try transaction.issues(in: writer))
            for account in [from, to] where !transfer.movesOpening {
                _ = try reader.read("date") { try account?.check(day) }
            }
            try reader.check()
            guard let from, let to else { throw LedgerError.accountNeeded }
            let sides = [(from, amount.negated), (to, arriving)]
            var booked = BookedTransaction(
                transaction,
                postings: sides.enumerated().map { index, side in
                    Posting(
                        transactionID: transaction.id, position: index, accountID: side.0.id, day: day,
                        entered: call.now, amount: side.1, status: transfer.isCleared ? .cleared : .uncleared)
                },
                splits: fee.isZero
                    ? []
                    : [
                        CategorySplit(
                            transactionID: transaction.id, position: 0, categoryID: category?.id, day: day,
                            amount: fee.negated)
                    ])
            if transfer.movesOpening { try writer.moveOpenings(for: &booked) }
            try writer.insert(booked)
            return try writer.outcome(of: booked, ledger.tree, call)
        }
    }
}

extension Account {
    /// Refuses a day before the account was opened.
    func check(_ day: CalendarDay) throws(LedgerError) {
        guard day < openingDay else { return }
        throw .beforeOpening(day, account: name, opened: openingDay)
    }
}

extension LedgerTransaction {
    /// Gives it texts and tags; those that are given are decided by whoever gives them.
    mutating func describe(payee: String?, note: String?, tags: [String], setBy origin: String) throws {
        if let payee = payee?.trimmedName, !payee.isEmpty {
            self.payee = payee
            set("payee", by: origin)
        }
        self.note = note?.orNothing
        self.tags = Self.normalized(tags)
        if !self.tags.isEmpty { set("tags", by: origin) }
    }

    /// Tags, each once, in order.
    static func normalized(_ tags: [String]) -> [String] {
        Set(tags.map(\.trimmedName).filter { !$0.isEmpty }).sorted()
    }
}
