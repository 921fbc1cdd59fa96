package import Persistence
package import Values

import struct Foundation.UUID

/// The tree of categories and what becomes of it (G8).
package struct CategoryService: Sendable {
    let store: any Store

    /// A service over a store.
    package init(store: any Store) {
        self.store = store
    }

    /// A category with its place and its use.
    package struct Listed: Sendable {
        /// The category.
        package let category: Category
        /// The names from the top joined by colons.
        package let path: String
        /// How many levels it is from the top, from 1.
        package let depth: Int
        /// How many splits are in it.
        package let splits: Int
    }

    /// All categories in the order of the tree.
    ///
    /// - Throws: ``StoreError``.
    package func list() async throws -> [Listed] {
        try await store.read { reader in
            let tree = CategoryTree(try reader.all(Category.self))
            var counts: [UUID: Int] = [:]
            for split in try reader.all(CategorySplit.self) {
                if let id = split.categoryID { counts[id, default: 0] += 1 }
            }
            return tree.inOrder.map { listed($0, tree, counts[$0.id] ?? 0) }
        }
    }

    private func listed(_ category: Category, _ tree: CategoryTree, _ splits: Int) -> Listed {
        Listed(
            category: category, path: tree.path(of: category.id), depth: tree.ancestors(of: category.id).count + 1,
            splits: splits)
    }

    /// Adds a category by its path; the levels above it that are missing are added too.
    ///
    /// - Parameter kind: that of a new category at the top; expense if nil.
    /// - Throws: ``RequestError``, ``LedgerError``, ``StoreError``.
    package func add(
        _ path: String, kind: String?, icon: String?, color: String?, _ call: Call
    ) async throws -> Outcome<Listed> {
        let known = Category.Kind.allCases
        let wanted = try kind.map { word in
            guard let found = known.first(where: { $0.rawValue == word }) else {
                throw LedgerError.unknownWord(field: "kind", word: word, known: known.map(\.rawValue))
            }
            return found
        }
        return Outcome(
            try await store.write(call) { writer in
                let names = path.split(separator: ":", omittingEmptySubsequences: false).map { String($0).trimmedName }
                var tree = CategoryTree(try writer.all(Category.self))
                var parent: Category?
                for (index, name) in names.enumerated() {
                    let isLast = index == names.count - 1
                    let folded = LedgerText.folded(name)
                    let there = tree.children(of: parent?.id).first { LedgerText.folded($0.name) == folded }
                    if let there, !isLast {
                        parent = there
                        continue
                    }
                    if let parent, let wanted, parent.kind != wanted {
                        throw LedgerError.otherKind(parent.name, name)
                    }
                    let category = Category(
                        id: UUID(), name: name, parentID: parent?.id, kind: parent?.kind ?? wanted ?? .expense,
                        icon: isLast ? icon?.orNothing : nil, color: isLast ? color?.orNothing : nil)
                    try writer.insert(category)
                    tree = CategoryTree(Array(tree.byID.values) + [category])
                    parent = category
                }
                guard let parent else { throw LedgerError.notASplit(path) }
                return listed(parent, tree, 0)
            })
    }

    /// Gives a category another name.
    ///
    /// - Throws: ``LookupError``, ``ValidationError``, ``StoreError``.
    package func rename(_ name: String, to new: String, _ call: Call) async throws -> Outcome<Listed> {
        try await change(name, call) { category, _ in category.name = new.trimmedName }
    }

    /// Puts a category below another one, or to the top for an empty text.
    ///
    /// - Throws: ``LookupError``, ``ValidationError``, ``StoreError``.
    package func move(_ name: String, below parent: String, _ call: Call) async throws -> Outcome<Listed> {
        try await change(name, call) { category, tree in
            guard let target = try parent.orNothing.map({ try tree.find(named: $0) }) else {
                category.parentID = nil
                return
            }
            guard !tree.subtree(of: category.id).contains(target.id) else {
                throw LedgerError.intoItself(category.name)
            }
            guard target.kind == category.kind else { throw LedgerError.otherKind(category.name, target.name) }
            category.parentID = target.id
        }
    }

    private func change(
        _ name: String, _ call: Call, _ body: @Sendable (inout Category, CategoryTree) throws -> Void
    ) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let tree = CategoryTree(try writer.all(Category.self))
                let old = try tree.find(named: name)
                var new = old
                try body(&new, tree)
                if new != old { try writer.update(old, to: new) }
                return listed(
                    new, CategoryTree(tree.byID.values.map { $0.id == new.id ? new : $0 }),
                    try writer.all(CategorySplit.self, where: "categoryID", is: new.id).count)
            })
    }

    /// Merges a category into another one: its splits and rules go there, and children of equal names are merged likewise.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func merge(_ name: String, into other: String, _ call: Call) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let tree = CategoryTree(try writer.all(Category.self))
                let (source, target) = (try tree.find(named: name), try tree.find(named: other))
                guard source.kind == target.kind else { throw LedgerError.otherKind(source.name, target.name) }
                guard !tree.subtree(of: source.id).contains(target.id) else {
                    throw LedgerError.intoItself(source.name)
                }
                try writer.merge(source, into: target, tree)
                return listed(
                    target, tree, try writer.all(CategorySplit.self, where: "categoryID", is: target.id).count)
            })
    }

    /// Deletes a category with all below it. What is in them goes into another one.
    ///
    /// - Throws: ``LookupError``, ``LedgerError``, ``StoreError``.
    package func delete(_ name: String, into other: String?, _ call: Call) async throws -> Outcome<Listed> {
        Outcome(
            try await store.write(call) { writer in
                let tree = CategoryTree(try writer.all(Category.self))
                let category = try tree.find(named: name)
                let target = try other.map { try tree.find(named: $0) }
                let gone = tree.inOrder.filter { tree.subtree(of: category.id).contains($0.id) }
                if let target {
                    guard !gone.contains(target) else { throw LedgerError.intoItself(category.name) }
                    guard target.kind == category.kind else { throw LedgerError.otherKind(category.name, target.name) }
                }
                var uses: [String] = []
                for one in gone.reversed() {
                    let (splits, rules) = try writer.uses(of: one)
                    if target == nil {
                        if splits > 0 {
                            uses.append("\(splits) split\(splits == 1 ? "" : "s") in \(tree.path(of: one.id))")
                        }
                        if rules > 0 { uses.append("\(rules) rule\(rules == 1 ? "" : "s")") }
                        continue
                    }
                    try writer.moveUses(of: one, to: target)
                }
                guard uses.isEmpty else {
                    throw LedgerError.inUse(kind: "category", name: tree.path(of: category.id), uses: uses)
                }
                for one in gone.reversed() { try writer.delete(one) }
                return listed(category, tree, 0)
            })
    }

    /// Adds the starting tree, without what is there already.
    ///
    /// - Throws: ``StoreError``.
    package func addStartingTree(_ call: Call) async throws -> Outcome<Int> {
        Outcome(try await store.write(call) { try StartingCategories.add(to: $0) })
    }
}

extension StoreWriter {
    /// How many splits and rules name a category.
    fileprivate func uses(of category: Category) throws -> (splits: Int, rules: Int) {
        (
            try all(CategorySplit.self, where: "categoryID", is: category.id).count,
            try all(CategoryRule.self, where: "categoryID", is: category.id).count
        )
    }

    /// Moves the splits and rules of a category to another one.
    fileprivate func moveUses(of category: Category, to target: Category?) throws {
        for split in try all(CategorySplit.self, where: "categoryID", is: category.id) {
            var moved = split
            moved.categoryID = target?.id
            try update(split, to: moved)
        }
        for rule in try all(CategoryRule.self, where: "categoryID", is: category.id) {
            var moved = rule
            moved.categoryID = target?.id
            try update(rule, to: moved)
        }
    }

    /// Merges a category with all below it into another one.
    fileprivate func merge(_ source: Category, into target: Category, _ tree: CategoryTree) throws {
        try moveUses(of: source, to: target)
        for child in tree.children(of: source.id) where child.id != target.id {
            let folded = LedgerText.folded(child.name)
            let equal = tree.children(of: target.id).first {
                $0.id != source.id && LedgerText.folded($0.name) == folded
            }
            if let equal {
                try merge(child, into: equal, tree)
            } else {
                var moved = child
                moved.parentID = target.id
                try update(child, to: moved)
            }
        }
        try delete(source)
    }
}
