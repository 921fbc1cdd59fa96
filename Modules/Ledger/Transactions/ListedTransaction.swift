import Persistence
package import Values

import struct Foundation.UUID

/// A transaction with the names of what it is about.
package struct ListedTransaction: Sendable {
    /// One of its postings.
    package struct Line: Sendable {
        /// The posting.
        package let posting: Posting
        /// The account's name.
        package let account: String
        /// The balance of the account after it; nil where it is not asked for.
        package let balance: Money?
    }

    /// One of its splits.
    package struct Part: Sendable {
        /// The category's name; nil for none.
        package let category: String?
        /// The names from the top joined by colons; nil for none.
        package let path: String?
        /// The kind by category, else by sign.
        package let kind: Category.Kind
        /// The amount.
        package let amount: Money
    }

    /// The transaction.
    package let booked: BookedTransaction
    /// The sort of transaction.
    package let kind: BookedTransaction.Kind
    /// The postings.
    package let lines: [Line]
    /// The splits.
    package let parts: [Part]

    /// The transaction itself.
    package var transaction: LedgerTransaction { booked.transaction }

    init(_ booked: BookedTransaction, _ names: [UUID: String], _ tree: CategoryTree, balances: [Money?] = []) {
        self.booked = booked
        kind = booked.kind(in: tree)
        lines = booked.postings.enumerated().map { index, posting in
            Line(
                posting: posting, account: names[posting.accountID] ?? "",
                balance: balances.indices.contains(index) ? balances[index] : nil)
        }
        parts = booked.splits.map { split in
            Part(
                category: split.categoryID.flatMap { tree.byID[$0]?.name },
                path: split.categoryID.map { tree.path(of: $0) }, kind: split.kind(in: tree), amount: split.amount)
        }
    }
}

extension StoreReader {
    /// A transaction that was entered or changed, with the balances after it and what a person should know.
    func outcome(
        of booked: BookedTransaction, _ tree: CategoryTree, _ call: Call, before: BookedTransaction? = nil,
        isGone: Bool = false
    ) throws -> Outcome<LedgerService.Entered> {
        var warnings: [Warning] = []
        if booked.transaction.day > call.day, !isGone {
            warnings.append(
                Warning(
                    code: "future",
                    message: "\(booked.transaction.day) is in the future: the amount counts from that day on."))
        }
        if !isGone, let refunded = try refundWarning(booked) { warnings.append(refunded) }
        var balances: [(account: Account, balance: Money)] = []
        var names: [UUID: String] = [:]
        for posting in booked.postings {
            guard let account = try find(Account.self, posting.accountID) else { continue }
            names[account.id] = account.name
            let balance = try balance(of: account, on: call.today)
            balances.append((account, balance))
            // A card and a loan are below 0 by nature.
            let isSame = before?.postings.contains {
                ($0.accountID, $0.amount, $0.day) == (posting.accountID, posting.amount, posting.day)
            }
            let isOverdrawn = balance.isNegative && posting.amount.isNegative && !isGone && isSame != true
            if isOverdrawn, [.checking, .savings, .cash, .investment].contains(account.kind) {
                warnings.append(
                    Warning(
                        code: "overdrawn", message: "'\(account.name.printable)' now has a balance of \(balance)."))
            }
        }
        return Outcome(
            LedgerService.Entered(listed: ListedTransaction(booked, names, tree), balances: balances),
            warnings: warnings)
    }

    /// The warning that more came back than was spent; nil where that is not so, or amounts are of several currencies.
    private func refundWarning(_ booked: BookedTransaction) throws -> Warning? {
        guard let id = booked.transaction.refundOf, let spent = try find(LedgerTransaction.self, id) else { return nil }
        func amount(_ transaction: LedgerTransaction) throws -> Money? {
            let postings = try all(Posting.self, where: "transactionID", is: transaction.id)
            return postings.count == 1 ? postings.first?.amount : nil
        }
        let refunds = try all(LedgerTransaction.self, where: "refundOf", is: id).compactMap(amount)
        guard let paid = try amount(spent)?.negated, refunds.allSatisfy({ $0.currency == paid.currency }) else {
            return nil
        }
        let back = try Money.sum(refunds, in: paid.currency)
        guard try back.subtracting(paid).isPositive else { return nil }
        return Warning(
            code: "refundExceeds",
            message: "\(back) came back in all of the \(spent.summary), of which \(paid) was spent.")
    }
}

extension StoreWriter {
    /// Lets the opening days of the accounts of a transaction move to its day; their opening balances fall by its amounts, so that no
    /// later balance changes (G3). What a first statement has stays as it is: the posting belongs to it (G7).
    func moveOpenings(for booked: inout BookedTransaction) throws {
        for index in booked.postings.indices {
            let posting = booked.postings[index]
            guard let account = try find(Account.self, posting.accountID), posting.day < account.openingDay else {
                continue
            }
            var moved = account
            moved.openingDay = posting.day
            moved.opening = try account.opening.subtracting(posting.amount)
            try update(account, to: moved)
            let first = try all(
                KeptStatement.self, Selection(where: "accountID", is: .text(account.id.uuidString), by: "day", limit: 1)
            )
            if let statement = first.first {
                booked.postings[index].status = .reconciled
                booked.postings[index].statementID = statement.id
            }
        }
    }
}

extension ListedTransaction {
    /// Its amount in an account; nil where it has none there.
    package func amount(in account: Account) -> Money? {
        lines.first { $0.posting.accountID == account.id }?.posting.amount
    }
}

extension EntityReader {
    /// Transactions with the names of what they refer to, in the order of their ids; those that are gone are left out.
    func listed(_ ids: [UUID]) throws -> [ListedTransaction] {
        let ledger = try LedgerNames(self)
        let names = ledger.accounts.names
        return try ids.compactMap { id in
            try find(LedgerTransaction.self, id).map {
                ListedTransaction(try BookedTransaction($0, in: self), names, ledger.tree)
            }
        }
    }
}
