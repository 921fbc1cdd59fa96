package import Persistence
package import Values

package import struct Foundation.UUID

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

    /// A decision of a person on some transactions.
    package struct Choice: Sendable, Hashable {
        /// A rule for later transactions.
        package struct Rule: Sendable, Hashable {
            /// Its name; another one is found where it is taken.
            package let name: String
            /// Its condition.
            package let condition: String

            /// A rule.
            package init(name: String, condition: String) {
                self.name = name
                self.condition = condition
            }
        }

        /// The transactions.
        package let ids: [UUID]
        /// The path of their category; nil for those that are kept as they are.
        package var category: String?
        /// The rule that gives others the category; nil for none.
        package var rule: Rule?

        /// Transactions that are there once.
        package init(ids: [UUID]) { self.ids = ids }
    }

    /// Carries out decisions as one change: the transactions have their categories, and rules are added behind the others.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``RequestError``, ``StoreError``.
    package func decide(_ choices: [Choice], _ call: Call) async throws -> Outcome<Int> {
        Outcome(
            try await store.write(call) { writer in
                let tree = CategoryTree(try writer.all(Category.self))
                for choice in choices {
                    let category = try choice.category.map { try tree.find(named: $0) }
                    for id in choice.ids {
                        guard let transaction = try writer.find(LedgerTransaction.self, id) else { continue }
                        let old = try BookedTransaction(transaction, in: writer)
                        var new = old
                        new.transaction.isPossible = false
                        if let category {
                            for index in new.splits.indices where new.splits[index].categoryID == nil {
                                new.splits[index].categoryID = category.id
                            }
                            new.transaction.set("category", by: LedgerTransaction.hand)
                        }
                        if new != old { try writer.update(old, to: new) }
                    }
                    if let rule = choice.rule, let path = choice.category { try writer.add(rule, path, tree) }
                }
                return choices.reduce(0) { $0 + $1.ids.count }
            })
    }

    /// The paths of all categories, in the order of the tree.
    ///
    /// - Throws: ``StoreError``.
    package func paths() async throws -> [String] {
        try await store.read { reader in
            let tree = CategoryTree(try reader.all(Category.self))
            return tree.inOrder.map { tree.path(of: $0.id) }
        }
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

extension StoreWriter {
    /// Adds a rule behind all others, with a free name.
    fileprivate func add(_ rule: ReviewService.Choice.Rule, _ path: String, _ tree: CategoryTree) throws {
        let all = try all(CategoryRule.self)
        let taken = Set(all.map { LedgerText.folded($0.name) })
        let names = [rule.name] + (2...1000).map { "\(rule.name) \($0)" }
        var fields = RuleService.Fields()
        fields.name = names.first { !taken.contains(LedgerText.folded($0)) }
        (fields.conditions, fields.settings) = ([rule.condition], ["category=\(path)"])
        var new = CategoryRule(id: UUID(), name: "", position: (all.last?.position ?? -1) + 1, conditions: [])
        try fields.apply(to: &new, tree, in: self)
        try insert(new)
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
