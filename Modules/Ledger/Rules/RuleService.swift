package import Persistence
package import Values

import struct Foundation.UUID

/// Rules that set payees, categories and tags.
package struct RuleService: Sendable {
    let store: any Store

    /// A service over a store.
    package init(store: any Store) {
        self.store = store
    }

    /// The fields of a rule as text; a nil field stays.
    package struct Fields: Sendable {
        /// The name.
        package var name: String?
        /// The conditions: `payee contains spar`.
        package var conditions: [String] = []
        /// Whether one condition is enough.
        package var isAny: Bool?
        /// The fields that it sets: `payee=…`, `category=…`, `tag=…`.
        package var settings: [String] = []
        /// Whether later rules are not looked at.
        package var stops: Bool?
        /// The rule before which it stands; at the end if nil.
        package var before: String?

        /// Nothing is said.
        package init() {}
    }

    /// A rule with the path of its category.
    package struct Listed: Sendable {
        /// The rule.
        package let rule: CategoryRule
        /// The names of its category from the top joined by colons; nil for none.
        package let path: String?
    }

    /// All rules in their order.
    ///
    /// - Throws: ``StoreError``.
    package func list() async throws -> [Listed] {
        try await store.read { reader in
            let tree = CategoryTree(try reader.all(Category.self))
            return try reader.all(CategoryRule.self).map { listed($0, tree) }
        }
    }

    private func listed(_ rule: CategoryRule, _ tree: CategoryTree) -> Listed {
        Listed(rule: rule, path: rule.categoryID.map { tree.path(of: $0) })
    }

    /// Adds a rule.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``StoreError``.
    package func add(_ fields: Fields, _ call: Call) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let tree = CategoryTree(try writer.all(Category.self))
                let last = try writer.all(CategoryRule.self).last?.position ?? -1
                var rule = CategoryRule(id: UUID(), name: "", position: last + 1, conditions: [])
                try fields.apply(to: &rule, tree, in: writer)
                try writer.insert(rule)
                if let before = fields.before { try writer.order(rule, before: before) }
                return listed(try writer.find(CategoryRule.self, rule.id) ?? rule, tree)
            })
    }

    /// Changes a rule.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``StoreError``.
    package func edit(_ name: String, _ fields: Fields, _ call: Call) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let tree = CategoryTree(try writer.all(Category.self))
                let old = try writer.find(CategoryRule.self, named: name)
                var rule = old
                try fields.apply(to: &rule, tree, in: writer)
                if rule != old { try writer.update(old, to: rule) }
                if let before = fields.before { try writer.order(rule, before: before) }
                return listed(try writer.find(CategoryRule.self, rule.id) ?? rule, tree)
            })
    }

    /// Puts a rule before another one, or to the end.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    package func move(_ name: String, before other: String?, _ call: Call) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let rule = try writer.find(CategoryRule.self, named: name)
                try writer.order(rule, before: other)
                let tree = CategoryTree(try writer.all(Category.self))
                return listed(try writer.find(CategoryRule.self, rule.id) ?? rule, tree)
            })
    }

    /// Deletes a rule. What it set stays until rules are applied again.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    package func delete(_ name: String, _ call: Call) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let rule = try writer.find(CategoryRule.self, named: name)
                try writer.delete(rule)
                return listed(rule, CategoryTree(try writer.all(Category.self)))
            })
    }

    /// A change that the rules make to a transaction.
    package struct Change: Sendable {
        /// The transaction before.
        package let transaction: BookedTransaction
        /// The field: `payee`, `category`, `tags`.
        package let field: String
        /// The value before; nil for none.
        package let before: String?
        /// The value after; nil for none.
        package let after: String?
        /// The name of the rule; nil where no rule sets the field any more.
        package let rule: String?
    }

    /// Applies the rules to the transactions of a period, as one change: what a person or a file decided stays. A dry run shows what would
    /// change.
    ///
    /// - Parameter names: the rules whose changes are wanted; all if empty.
    /// - Throws: ``LookupError``, ``StoreError``.
    package func apply(_ names: [String], in period: LedgerPeriod?, _ call: Call) async throws -> Outcome<[Change]> {
        Outcome(
            try await store.write(call) { writer in
                let rules = try writer.all(CategoryRule.self)
                let wanted = Set(try names.map { try rules.find(named: $0).id })
                let application = RuleApplication(rules, try LedgerNames(writer))
                var changes: [Change] = []
                for old in try writer.booked(from: period?.first, through: period?.last) {
                    let (new, changed) = application.applied(to: old)
                    guard !changed.isEmpty else { continue }
                    if !wanted.isEmpty, !changed.contains(where: { $0.ruleID.map(wanted.contains) ?? false }) {
                        continue
                    }
                    changes += changed.map {
                        Change(
                            transaction: old, field: $0.field, before: $0.before, after: $0.after,
                            rule: $0.ruleID.flatMap { id in rules.first { $0.id == id }?.name })
                    }
                    try writer.update(old, to: new)
                }
                return changes
            })
    }
}

extension RuleService.Fields {
    /// Changes what is said of a rule, or tells everything that is wrong with it.
    func apply(to rule: inout CategoryRule, _ tree: CategoryTree, in store: any EntityReader) throws {
        var reader = RequestReader()
        if let name { rule.name = name.trimmedName }
        if let isAny { rule.isAny = isAny }
        if let stops { rule.stops = stops }
        if !conditions.isEmpty {
            // A stand-in replaces a part that cannot be read, so that the rest is checked too.
            rule.conditions = try conditions.map { text in
                try reader.read("if") { try CategoryRule.Condition(text: text) } ?? .init(.payee, .is, "-")
            }
        }
        if !settings.isEmpty {
            (rule.payee, rule.categoryID, rule.tags) = (nil, nil, [])
            for setting in settings {
                let parts = setting.split(separator: "=", maxSplits: 1).map { String($0).trimmedName }
                _ = try reader.read("set") {
                    guard parts.count == 2, !parts[1].isEmpty else { throw LedgerError.notASetting(setting) }
                    switch parts[0].lowercased() {
                    case "payee": rule.payee = parts[1]
                    case "category": rule.categoryID = try tree.find(named: parts[1]).id
                    case "tag", "tags": rule.tags = LedgerTransaction.normalized(rule.tags + [parts[1]])
                    default: throw LedgerError.notASetting(setting)
                    }
                }
            }
        }
        reader.add(try rule.issues(in: store))
        try reader.check()
    }
}

extension StoreWriter {
    /// Puts a rule before another one, or to the end, and numbers all anew.
    fileprivate func order(_ rule: CategoryRule, before other: String?) throws {
        var rules = try all(CategoryRule.self)
        let target = try other.map { try rules.find(named: $0).id }
        rules.removeAll { $0.id == rule.id }
        let place = target.flatMap { id in rules.firstIndex { $0.id == id } } ?? rules.count
        rules.insert(rule, at: place)
        for (position, old) in rules.enumerated() where old.position != position {
            var moved = old
            moved.position = position
            try update(old, to: moved)
        }
    }
}
