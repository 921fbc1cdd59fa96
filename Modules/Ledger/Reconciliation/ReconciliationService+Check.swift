import Persistence
package import Values

import struct Foundation.UUID

extension ReconciliationService {
    /// A kept statement, and whether it holds.
    package struct Checked: Sendable {
        /// The account.
        package let account: Account
        /// The statement.
        package let statement: KeptStatement
        /// Whether the opening balance with what it and those before it reconciled is its balance.
        package let holds: Bool
        /// The sum of the opening balance and of what it and those before it reconciled.
        package let found: Money
        /// The sum of what was entered up to its day after it was kept, is cleared, and stands on no statement yet: by it the
        /// balance of the ledger on that day differs from the bank's.
        package let difference: Money
        /// The balance of the ledger: ``found`` with ``difference``.
        package let balance: Money
        /// The transactions of ``difference`` that no earlier statement names.
        package let later: [ListedTransaction]
    }

    /// All kept statements against what the ledger has.
    ///
    /// - Throws: ``StoreError``.
    package func check() async throws -> [Checked] {
        try await store.read { reader in
            let statements = Dictionary(grouping: try reader.all(KeptStatement.self), by: \.accountID)
            let accounts = try reader.all(Account.self)
            return try accounts.filter { statements[$0.id] != nil }.flatMap { account in
                let postings = try reader.postings(of: account)
                let amounts = Dictionary(grouping: postings.filter { $0.statementID != nil }, by: \.statementID)
                let kept = (statements[account.id] ?? []).sorted { $0.day < $1.day }
                let late = LatePostings(postings, after: kept)
                let zero = Money.zero(account.currency)
                var (sum, difference) = (account.opening, zero)
                return try kept.enumerated().map { index, statement in
                    for posting in amounts[statement.id] ?? [] { sum = try sum.adding(posting.amount) }
                    for posting in late.beginning[index] ?? [] { difference = try difference.adding(posting.amount) }
                    for posting in late.ending[index] ?? [] { difference = try difference.subtracting(posting.amount) }
                    let ids = (late.beginning[index] ?? []).map(\.transactionID)
                    return Checked(
                        account: account, statement: statement, holds: sum == statement.balance, found: sum,
                        difference: difference, balance: try sum.adding(difference),
                        later: ids.isEmpty ? [] : try reader.listed(ids))
                }
            }
        }
    }
}

/// Cleared postings of stated periods that were entered after their statements were kept.
private struct LatePostings {
    /// By the place of the first statement that they came too late for.
    private(set) var beginning: [Int: [Posting]] = [:]
    /// By the place of the first statement after those.
    private(set) var ending: [Int: [Posting]] = [:]

    /// - Parameter statements: by day. Each is kept after those before it.
    init(_ postings: [Posting], after statements: [KeptStatement]) {
        for posting in postings where posting.status == .cleared {
            let day = posting.importedDay ?? posting.day
            let first = statements.partitionIndex { $0.day >= day }
            let end = statements.partitionIndex { statement in
                statement.entered.map { $0 >= posting.entered } ?? false
            }
            guard first < end else { continue }
            beginning[first, default: []].append(posting)
            ending[end, default: []].append(posting)
        }
    }
}

extension Array {
    /// The place of the first element for which a condition holds that holds for all after it, too.
    fileprivate func partitionIndex(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
