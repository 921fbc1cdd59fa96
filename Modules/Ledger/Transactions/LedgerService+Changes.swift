import Persistence
package import Values

// Corrections of transactions.

extension LedgerService {
    /// An edit of a transaction; its fields are text. A nil field stays; an empty text removes a payee, a note or a category.
    package struct Correction: Sendable {
        /// The amount without a sign: it still goes the same way.
        package var amount: String?
        /// The amount that arrives, of a transfer.
        package var arrives: String?
        /// The fee of a transfer.
        package var fee: String?
        /// The account, of a transaction with one.
        package var account: String?
        /// The category of all of it.
        package var category: String?
        /// The splits anew; empty for none.
        package var splits: [String] = []
        /// The day.
        package var date: String?
        /// The payee.
        package var payee: String?
        /// A note.
        package var note: String?
        /// The tags anew; nil to keep them.
        package var tags: [String]?
        /// The transaction whose money came back.
        package var refundOf: String?
        /// Whether a posting that a statement has may change.
        package var unlocks = false

        /// Nothing is changed.
        package init() {}
    }

    /// Corrects a transaction. It keeps its id and its place in the order of entry.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``RequestError``, ``LedgerError``, ``StoreError``.
    package func correct(_ id: String, _ correction: Correction, _ call: Call) async throws -> Outcome<Entered> {
        try await store.write(call) { writer in
            let ledger = try LedgerNames(writer)
            let old = try BookedTransaction(writer.ledgerTransaction(id), in: writer)
            var new = old
            var reader = RequestReader()
            try correction.describe(&new, writer, &reader)
            if let date = correction.date, let day = try reader.readDay(date, "date", call) { new.move(to: day) }
            if old.isTransfer {
                try correction.changeTransfer(&new, ledger, &reader)
            } else {
                try correction.changeAmounts(&new, ledger, &reader)
            }
            reader.add(try new.transaction.issues(in: writer))
            for posting in new.postings { reader.add(try posting.issues(in: writer)) }
            try reader.check()
            try writer.change(old, to: new, unlocks: correction.unlocks)
            return try writer.outcome(of: new, ledger.tree, call, before: old)
        }
    }

    /// Deletes a transaction.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func delete(_ id: String, unlocks: Bool, _ call: Call) async throws -> Outcome<Entered> {
        try await store.write(call) { writer in
            let old = try BookedTransaction(writer.ledgerTransaction(id), in: writer)
            try writer.checkUnlocked(old.postings, unlocks: unlocks)
            try writer.checkOpen(old.postings)
            try writer.remove(old)
            let tree = CategoryTree(try writer.all(Category.self))
            return try writer.outcome(of: old, tree, call, isGone: true)
        }
    }

    /// Deletes transactions, as one change.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func delete(_ ids: [String], unlocks: Bool, _ call: Call) async throws -> Outcome<[ListedTransaction]> {
        Outcome(
            try await store.write(call) { writer in
                let ledger = try LedgerNames(writer)
                return try ids.map { id in
                    let old = try BookedTransaction(writer.ledgerTransaction(id), in: writer)
                    try writer.checkUnlocked(old.postings, unlocks: unlocks)
                    try writer.checkOpen(old.postings)
                    try writer.remove(old)
                    return ListedTransaction(old, ledger.accounts.names, ledger.tree)
                }
            })
    }

    /// Puts transactions of one account each into a category, as one change.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func categorise(_ ids: [String], as name: String, _ call: Call) async throws -> Outcome<[ListedTransaction]>
    {
        Outcome(
            try await store.write(call) { writer in
                let ledger = try LedgerNames(writer)
                let category = try ledger.tree.find(named: name)
                let accounts = ledger.accounts.names
                return try ids.map { id in
                    let old = try BookedTransaction(writer.ledgerTransaction(id), in: writer)
                    guard !old.isTransfer else { throw LedgerError.notForThis(field: "category", isTransfer: true) }
                    var new = old
                    try new.put(in: category.id)
                    new.transaction.isPossible = false
                    new.transaction.set("category", by: LedgerTransaction.hand)
                    if new != old { try writer.update(old, to: new) }
                    return ListedTransaction(new, accounts, ledger.tree)
                }
            })
    }

    /// Notes whether the bank has transactions, as one change.
    ///
    /// - Parameter account: the account whose postings are meant; nil for all of a transaction.
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func mark(
        _ ids: [String], as status: String, in account: String?, _ call: Call
    ) async throws -> Outcome<[ListedTransaction]> {
        let known = [Posting.Status.uncleared, .cleared]
        guard let status = known.first(where: { $0.rawValue == status }) else {
            throw LedgerError.unknownWord(field: "status", word: status, known: known.map(\.rawValue))
        }
        return Outcome(
            try await store.write(call) { writer in
                let ledger = try LedgerNames(writer)
                let wanted = try account.map { try ledger.account($0).id }
                return try ids.map { id in
                    let old = try BookedTransaction(writer.ledgerTransaction(id), in: writer)
                    var new = old
                    for index in new.postings.indices
                    where wanted.map({ $0 == new.postings[index].accountID }) ?? true {
                        if new.postings[index].status == .reconciled {
                            try writer.checkUnlocked([new.postings[index]], unlocks: false)
                        }
                        new.postings[index].status = status
                    }
                    if new != old { try writer.update(old, to: new) }
                    return ListedTransaction(new, ledger.accounts.names, ledger.tree)
                }
            })
    }

    /// Enters the same again with the call's day, or another one.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``LedgerError``, ``StoreError``.
    package func `repeat`(
        _ id: String, amount: String?, date: String?, _ call: Call
    ) async throws -> Outcome<Entered> {
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let ledger = try LedgerNames(writer)
            let old = try BookedTransaction(writer.ledgerTransaction(id), in: writer)
            var reader = RequestReader()
            let day = try reader.readDay(date, "date", call) ?? call.today
            var new = try old.again(on: day, call)
            for posting in new.postings {
                guard let account = try writer.find(Account.self, posting.accountID) else { continue }
                guard account.isActive else { throw LedgerError.accountClosed(account.name) }
                _ = try reader.read("date") { try account.check(day) }
            }
            var correction = Correction()
            correction.amount = amount
            if old.isTransfer {
                try correction.changeTransfer(&new, ledger, &reader)
            } else {
                try correction.changeAmounts(&new, ledger, &reader)
            }
            try reader.check()
            try writer.insert(new)
            return try writer.outcome(of: new, ledger.tree, call)
        }
    }
}

extension [Account] {
    /// The names by id.
    var names: [Account.ID: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }
}
