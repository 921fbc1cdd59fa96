package import Persistence
package import Values

package import struct Foundation.UUID

/// Statements of banks, and whether the ledger agrees with them.
package struct ReconciliationService: Sendable {
    let store: any Store

    /// A service over a store.
    package init(store: any Store) {
        self.store = store
    }

    /// A statement that an account is to agree with, as text.
    package struct Request: Sendable {
        /// The account.
        package var account: String
        /// The balance that the bank states, with its sign.
        package var statement: String
        /// The day at whose end it holds; the call's if nil.
        package var day: String?
        /// Whether all uncleared postings up to the day are cleared first.
        package var clearsAll = false
        /// The transactions that are cleared first.
        package var cleared: [String] = []
        /// Whether a difference is booked.
        package var adjusts = false
        /// The category of the difference; Adjustments if nil.
        package var category: String?

        /// A statement.
        package init(account: String, statement: String, day: String? = nil) {
            self.account = account
            self.statement = statement
            self.day = day
        }
    }

    /// An account that agrees with a statement.
    package struct Result: Sendable {
        /// The account.
        package let account: Account
        /// The statement.
        package let statement: KeptStatement
        /// The cleared balance before a difference was booked.
        package let cleared: Money
        /// The difference that was booked; 0 for none.
        package let difference: Money
        /// How many postings the statement has.
        package let count: Int
        /// Uncleared transactions that explain the difference.
        package let explains: [[UUID]]
    }

    /// Compares an account with a statement. Where they agree, the statement is kept with its postings.
    ///
    /// - Throws: ``LedgerError/difference(account:statement:cleared:difference:explains:cause:)`` where they do not, other ``LedgerError``,
    ///   ``LookupError``, ``RequestError``, ``StoreError``.
    package func reconcile(_ request: Request, _ call: Call) async throws -> Outcome<Result> {
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            var warnings: [Warning] = []
            let ledger = try LedgerNames(writer)
            let account = try ledger.account(request.account)
            var reader = RequestReader()
            let balance = try reader.read("statement") { try Money(entered: request.statement, account.currency) }
            let day = try reader.readDay(request.day, "on", call) ?? call.today
            try reader.check()
            guard let balance, day <= max(call.day, call.today) else { throw LedgerError.statementInFuture(day) }
            let last = try writer.all(
                KeptStatement.self,
                Selection(
                    where: "accountID", is: .text(account.id.uuidString), by: "day", isDescending: true, limit: 1)
            ).first
            if day < account.openingDay {
                throw LedgerError.beforeOpening(day, account: account.name, opened: account.openingDay)
            }
            if let last, day <= last.day { throw LedgerError.statementTooOld(day, last: last.day) }
            let wanted = Set(try request.cleared.map { try writer.ledgerTransaction($0).id })
            for name in request.cleared {
                let id = try writer.ledgerTransaction(name).id
                let own = try writer.all(Posting.self, where: "transactionID", is: id)
                guard own.contains(where: { $0.accountID == account.id && $0.day <= day }) else {
                    throw LedgerError.nothingToClear(name, account: account.name, day)
                }
            }
            for posting in try writer.postings(of: account)
            where posting.status == .uncleared
                && (wanted.contains(posting.transactionID) || request.clearsAll && posting.day <= day)
            {
                var cleared = posting
                cleared.status = .cleared
                try writer.update(posting, to: cleared)
            }
            let found = try Reconciliation(
                opening: account.opening, postings: try writer.postings(of: account), statement: balance, on: day)
            var reconciles = found.reconciles
            if !found.difference.isZero {
                guard request.adjusts else {
                    throw LedgerError.difference(
                        account: account.name, statement: balance, cleared: found.cleared,
                        difference: found.difference, explains: try writer.texts(of: found.explains),
                        cause: try writer.cause(of: found, in: account, on: day))
                }
                if found.unclearedCount > 0 {
                    let count = found.unclearedCount
                    warnings.append(
                        Warning(
                            code: "unclearedLeft",
                            message: "\(count) uncleared transaction\(count == 1 ? "" : "s") up to \(day), "
                                + "\(found.uncleared) together, \(count == 1 ? "is" : "are") counted beside the "
                                + "booked difference of \(found.difference)."))
                }
                let booked = try writer.adjustment(
                    of: found.difference, in: account, on: day, category: request.category, ledger.tree, call)
                try writer.insert(booked)
                reconciles += booked.postings
            }
            let statement = KeptStatement(
                id: UUID(), accountID: account.id, day: day, balance: balance, entered: call.now)
            try writer.insert(statement)
            for posting in reconciles {
                var kept = posting
                (kept.status, kept.statementID) = (.reconciled, statement.id)
                try writer.update(posting, to: kept)
            }
            let result = Result(
                account: account, statement: statement, cleared: found.cleared, difference: found.difference,
                count: reconciles.count, explains: found.explains)
            return Outcome(result, warnings: warnings)
        }
    }

    /// Withdraws the last statement of an account: its postings are cleared as before.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func withdraw(_ name: String, _ call: Call) async throws -> Outcome<Result> {
        Outcome(
            try await store.write(call) { writer in
                let account = try writer.find(Account.self, named: name)
                guard
                    let last = try writer.all(
                        KeptStatement.self,
                        Selection(
                            where: "accountID", is: .text(account.id.uuidString), by: "day", isDescending: true,
                            limit: 1)
                    ).first
                else { throw LedgerError.noStatement(account: account.name) }
                let postings = try writer.postings(of: account).filter { $0.statementID == last.id }
                for posting in postings {
                    var open = posting
                    (open.status, open.statementID) = (.cleared, nil)
                    try writer.update(posting, to: open)
                }
                try writer.delete(last)
                return Result(
                    account: account, statement: last, cleared: last.balance, difference: .zero(account.currency),
                    count: postings.count, explains: [])
            })
    }
}

extension EntityReader {
    /// The postings of an account by day and order of entry.
    func postings(of account: Account) throws -> [Posting] {
        try all(Posting.self, Selection(where: "accountID", is: .text(account.id.uuidString), by: "day"))
    }

    /// The cause of a difference that no one or two uncleared transactions explain; nil where none is found.
    fileprivate func cause(
        of found: Reconciliation, in account: Account, on day: CalendarDay
    ) throws -> LedgerError.DifferenceCause? {
        guard found.explains.isEmpty else { return nil }
        if !found.laterAtBank.isEmpty {
            let texts = try texts(of: found.laterAtBank.map { [$0] }).joined()
            return .laterAtBank(Array(texts), ids: found.laterAtBank.map { $0.uuidString.lowercased() })
        }
        guard found.isExplainedByAll else { return nil }
        return .allUncleared(found.unclearedCount, day)
    }

    /// Transactions in a few words each: the beginning of the id, the day, the payee.
    fileprivate func texts(of explanations: [[UUID]]) throws -> [[String]] {
        try explanations.map { ids in
            try ids.compactMap { id in
                try find(LedgerTransaction.self, id).map { transaction in
                    "\(id.uuidString.lowercased().prefix(8)) of \(transaction.day)"
                        + (transaction.payee.map { " (\($0.printable))" } ?? "")
                }
            }
        }
    }
}

extension StoreWriter {
    /// A transaction that books a difference.
    fileprivate func adjustment(
        of difference: Money, in account: Account, on day: CalendarDay, category name: String?, _ tree: CategoryTree,
        _ call: Call
    ) throws -> BookedTransaction {
        let category = try name.map { try tree.find(named: $0) } ?? adjustments(tree)
        let transaction = LedgerTransaction(
            id: UUID(), day: day, entered: call.now, note: "Difference from the statement",
            settings: [.init(field: "category", origin: LedgerTransaction.hand)])
        return BookedTransaction(
            transaction,
            postings: [
                Posting(
                    transactionID: transaction.id, position: 0, accountID: account.id, day: day, entered: call.now,
                    amount: difference, status: .cleared)
            ],
            splits: [
                CategorySplit(
                    transactionID: transaction.id, position: 0, categoryID: category.id, day: day, amount: difference)
            ])
    }

    /// The neutral category at the top for differences, which is made where it is missing.
    private func adjustments(_ tree: CategoryTree) throws -> Category {
        let name = LedgerText.folded(Category.adjustments)
        if let known = tree.children(of: nil).first(where: { LedgerText.folded($0.name) == name }) { return known }
        let category = Category(id: UUID(), name: Category.adjustments, kind: .neutral)
        try insert(category)
        return category
    }
}
