package import Persistence
package import Values

import struct Foundation.UUID

/// Transactions that a person has to look at: those without a category, and those that may be there twice.
package struct ReviewService: Sendable {
    let store: any Store

    /// A service over a store.
    package init(store: any Store) {
        self.store = store
    }

    /// A transaction to look at, with a proposal.
    package struct Item: Sendable {
        /// The transaction.
        package let listed: ListedTransaction
        /// The path of the category that the newest transaction of the same payee has; nil for none.
        package let proposal: String?
        /// A condition by which a rule would find the payee; nil where it has none.
        package let condition: String?
    }

    /// The transactions to review, the newest first.
    ///
    /// - Throws: ``StoreError``.
    package func items(_ call: Call) async throws -> [Item] {
        try await store.read { try $0.reviewItems() }
    }

    /// Puts every transaction into the category that is proposed for it, as one change.
    ///
    /// - Throws: ``StoreError``.
    package func accept(_ call: Call) async throws -> Outcome<[Item]> {
        Outcome(
            try await store.write(call) { writer in
                let items = try writer.reviewItems().filter { $0.proposal != nil && $0.listed.isUncategorised }
                let tree = CategoryTree(try writer.all(Category.self))
                for item in items {
                    guard let proposal = item.proposal else { continue }
                    let old = item.listed.booked
                    var new = old
                    let category = try tree.find(named: proposal)
                    for index in new.splits.indices where new.splits[index].categoryID == nil {
                        new.splits[index].categoryID = category.id
                    }
                    new.transaction.set("category", by: LedgerTransaction.hand)
                    try writer.update(old, to: new)
                }
                return items
            })
    }

    /// Says that a transaction is not there twice.
    ///
    /// - Throws: ``LedgerError``, ``StoreError``.
    package func keep(_ ids: [String], _ call: Call) async throws -> Outcome<Int> {
        Outcome(
            try await store.write(call) { writer in
                for id in ids {
                    let old = try writer.ledgerTransaction(id)
                    var kept = old
                    kept.isPossible = false
                    if kept != old { try writer.update(old, to: kept) }
                }
                return ids.count
            })
    }
}

extension ListedTransaction {
    /// Whether a split has no category yet; a transfer needs none.
    package var isUncategorised: Bool { kind != .transfer && parts.contains { $0.path == nil } }
}

extension EntityReader {
    fileprivate func reviewItems() throws -> [ReviewService.Item] {
        let ledger = try LedgerNames(self)
        let all = try booked(from: nil, through: nil)
        // Later ones replace earlier ones.
        var newest: [String: UUID] = [:]
        for booked in all where !booked.isTransfer && booked.splits.count == 1 {
            guard let payee = booked.transaction.payee, let category = booked.splits[0].categoryID else { continue }
            newest[LedgerText.payeeKey(payee)] = category
        }
        let names = ledger.accounts.names
        return all.reversed().compactMap { booked in
            let listed = ListedTransaction(booked, names, ledger.tree)
            guard listed.isUncategorised || booked.transaction.isPossible else { return nil }
            let payee = booked.transaction.payee
            let proposed = payee.flatMap { newest[LedgerText.payeeKey($0)] }
            return ReviewService.Item(
                listed: listed, proposal: listed.isUncategorised ? proposed.map { ledger.tree.path(of: $0) } : nil,
                condition: payee.map { CategoryRule.Condition.text(ofPayee: $0) })
        }
    }
}

extension CategoryRule.Condition {
    /// A condition that a payee and others of its key fulfil: the longest run of words of the key that stands in the payee.
    static func text(ofPayee payee: String) -> String {
        let folded = LedgerText.folded(payee)
        let words = LedgerText.payeeKey(payee).split(separator: " ")
        var longest = ""
        for first in words.indices {
            for last in words[first...].indices {
                let run = words[first...last].joined(separator: " ")
                if run.count > longest.count, folded.contains(run) { longest = run }
            }
        }
        return longest.count < 3 ? "payee is \(folded)" : "payee contains \(longest)"
    }
}
