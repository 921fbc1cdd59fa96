package import Persistence
package import Values

import struct Foundation.UUID

/// The accounts of a ledger and what becomes of them.
package struct AccountService: Sendable {
    let store: any Store

    /// A service over a store.
    package init(store: any Store) {
        self.store = store
    }

    /// The account that a name means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    package func account(named name: String) async throws -> Account {
        try await store.read { try $0.find(Account.self, named: name) }
    }

    /// Adds an account with its opening balance.
    ///
    /// - Throws: ``RequestError``, ``StoreError``.
    package func add(_ fields: AccountFields, _ call: Call) async throws -> Outcome<Account> {
        Outcome(
            try await store.write(call) { writer in
                let account = try fields.newAccount(call, in: writer)
                try writer.insert(account)
                return account
            })
    }

    /// An account before and after a change.
    package struct Edit: Sendable {
        /// The account as it was.
        package let before: Account
        /// The account as it is.
        package let after: Account
    }

    /// Changes what is said of an account; nothing is written when that is nothing.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``LedgerError``, ``StoreError``.
    package func edit(_ name: String, _ fields: AccountFields, _ call: Call) async throws -> Outcome<Edit> {
        Outcome(
            try await store.write(call) { writer in
                let before = try writer.find(Account.self, named: name)
                let after = try fields.edited(before, call, in: writer)
                if after.opening != before.opening,
                    !(try writer.all(KeptStatement.self, where: "accountID", is: before.id)).isEmpty
                {
                    throw LedgerError.openingReconciled(before.name)
                }
                if after != before { try writer.update(before, to: after) }
                if after.name != before.name { try writer.renameInRules(before.name, to: after.name) }
                return Edit(before: before, after: after)
            })
    }

    /// Closes an account, whose balance is 0, or is moved to another account of its currency today.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func close(_ name: String, transferTo other: String?, _ call: Call) async throws -> Outcome<Account> {
        let call = try await store.stamped(call)
        return Outcome(
            try await store.write(call) { writer in
                let account = try writer.find(Account.self, named: name)
                var balance = try writer.balance(of: account, on: nil)
                if let other, !balance.isZero {
                    let target = try writer.find(Account.self, named: other)
                    guard target.isActive else { throw LedgerError.accountClosed(target.name) }
                    guard target.id != account.id else { throw LedgerError.sameAccount(target.name) }
                    guard target.currency == account.currency else {
                        throw LedgerError.arrivesNeeded(from: account.currency, to: target.currency)
                    }
                    try writer.insert(
                        BookedTransaction(moving: balance, from: account, to: target, call))
                    balance = .zero(account.currency)
                }
                guard balance.isZero else { throw LedgerError.balanceLeft(account: account.name, balance) }
                var closed = account
                closed.isActive = false
                if closed != account { try writer.update(account, to: closed) }
                return closed
            })
    }

    /// Lets a closed account take transactions again.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    package func reactivate(_ name: String, _ call: Call) async throws -> Outcome<Account> {
        Outcome(
            try await store.write(call) { writer in
                let account = try writer.find(Account.self, named: name)
                var active = account
                active.isActive = true
                if active != account { try writer.update(account, to: active) }
                return active
            })
    }

    /// Deletes an account; with its transactions where it has some. A transfer stays in its other account, without a category, so that
    /// no other balance changes.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func delete(_ name: String, withTransactions: Bool, _ call: Call) async throws -> Outcome<(Account, Int)> {
        Outcome(
            try await store.write(call) { writer in
                let account = try writer.find(Account.self, named: name)
                let ids = Set(try writer.all(Posting.self, where: "accountID", is: account.id).map(\.transactionID))
                guard ids.isEmpty || withTransactions else {
                    throw LedgerError.inUse(
                        kind: "account", name: account.name,
                        uses: ["\(ids.count) transaction\(ids.count == 1 ? "" : "s")"])
                }
                for id in ids.sorted(by: { $0.uuidString < $1.uuidString }) {
                    guard let transaction = try writer.find(LedgerTransaction.self, id) else { continue }
                    let booked = try BookedTransaction(transaction, in: writer)
                    if let rest = try booked.without(account.id) {
                        try writer.update(booked, to: rest)
                    } else {
                        try writer.remove(booked)
                    }
                }
                for statement in try writer.all(KeptStatement.self, where: "accountID", is: account.id) {
                    try writer.delete(statement)
                }
                try writer.delete(account)
                return (account, ids.count)
            })
    }
}

extension BookedTransaction {
    /// The transfer of a whole balance, in whichever direction empties the account.
    fileprivate init(moving balance: Money, from account: Account, to target: Account, _ call: Call) {
        let (first, second) = balance.isPositive ? (account, target) : (target, account)
        let size = balance.isPositive ? balance : balance.negated
        let transaction = LedgerTransaction(id: UUID(), day: call.today, entered: call.now)
        self.init(
            transaction,
            postings: [(first, size.negated), (second, size)].enumerated().map { index, side in
                Posting(
                    transactionID: transaction.id, position: index, accountID: side.0.id, day: call.today,
                    entered: call.now, amount: side.1)
            }, splits: [])
    }
}

extension EntityReader {
    /// The balance of an account at the end of a day, or with everything that is entered (G3).
    func balance(of account: Account, on day: CalendarDay?) throws -> Money {
        if let day, day < account.openingDay { return .zero(account.currency) }
        let last = day ?? CalendarDay(dayNumber: .max)
        let moved = try sums(Posting.self, of: "amount", for: account.id, among: nil, upTo: [last])[account.id]?.first
        return try account.opening.adding(moved ?? .zero(account.currency))
    }
}

extension StoreWriter {
    /// Lets the conditions of rules that name an account name it as it is called now, so that they hold as before (G9).
    fileprivate func renameInRules(_ old: String, to new: String) throws {
        let folded = LedgerText.folded(old)
        for rule in try all(CategoryRule.self) {
            var renamed = rule
            renamed.conditions = rule.conditions.map { condition in
                let isNamed = condition.subject == .account && condition.test == .is
                guard isNamed, LedgerText.folded(condition.value) == folded else { return condition }
                return .init(.account, .is, new)
            }
            if renamed != rule { try update(rule, to: renamed) }
        }
    }

    /// Takes a transaction away; refunds of it no longer name it.
    func remove(_ booked: BookedTransaction) throws {
        for refund in try all(LedgerTransaction.self, where: "refundOf", is: booked.transaction.id) {
            var alone = refund
            alone.refundOf = nil
            try update(refund, to: alone)
        }
        try delete(booked.transaction)
    }
}
