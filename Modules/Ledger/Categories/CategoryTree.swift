public import Persistence
import PluginKit
import Values

public import struct Foundation.UUID

/// All categories with their places.
public struct CategoryTree: Sendable {
    /// The categories by id.
    public let byID: [UUID: Category]
    private let below: [UUID?: [Category]]

    /// A tree. Siblings are in the order of their names.
    public init(_ categories: [Category]) {
        byID = Dictionary(categories.map { ($0.id, $0) }) { first, _ in first }
        below = Dictionary(grouping: categories.sorted { NameOrder.precedes(($0.name, $0.id), ($1.name, $1.id)) }) {
            $0.parentID
        }
    }

    /// The categories below one, or at the top for nil, by name.
    public func children(of id: UUID?) -> [Category] { below[id] ?? [] }

    /// The categories above one, the nearest first. In a tree with a loop it ends where it began.
    public func ancestors(of id: UUID) -> [Category] {
        var found: [Category] = []
        var next = byID[id]?.parentID
        while let parent = next.flatMap({ byID[$0] }), found.count <= byID.count {
            found.append(parent)
            if parent.id == id { break }
            next = parent.parentID
        }
        return found
    }

    /// The names from the top to the category.
    public func names(of id: UUID) -> [String] {
        ancestors(of: id).reversed().map(\.name) + (byID[id].map { [$0.name] } ?? [])
    }

    /// The names from the top joined by colons: `Food:Groceries`.
    public func path(of id: UUID) -> String { names(of: id).joined(separator: ":") }

    /// How many levels there are from the category down, itself included.
    func height(of id: UUID) -> Int { 1 + (children(of: id).map { height(of: $0.id) }.max() ?? 0) }

    /// The category with all below it.
    public func subtree(of id: UUID) -> Set<UUID> {
        children(of: id).reduce(into: [id]) { $0.formUnion(subtree(of: $1.id)) }
    }

    /// All categories, each before those below it, siblings by name.
    public var inOrder: [Category] {
        func listed(_ parent: UUID?) -> [Category] { children(of: parent).flatMap { [$0] + listed($0.id) } }
        return listed(nil)
    }

    /// The category that a person means: by id, by its path, by the last part of one that only one has, or by the beginning of an
    /// id that only one has.
    ///
    /// - Throws: ``Persistence/LookupError`` when none or several match.
    public func find(named text: String) throws(LookupError) -> Category {
        if let id = UUID(uuidString: text), let found = byID[id] { return found }
        let wanted = text.split(separator: ":", omittingEmptySubsequences: false).map { LedgerText.folded(String($0)) }
        let all = inOrder
        func matching(_ isOne: (Category) -> Bool) throws(LookupError) -> Category? {
            let found = all.filter(isOne)
            guard found.count > 1 else { return found.first }
            throw LookupError.ambiguous(
                kind: "category", name: text,
                candidates: found.map { "\($0.id.uuidString.lowercased().prefix(8)) \(path(of: $0.id))" })
        }
        if let found = all.first(where: { names(of: $0.id).map(LedgerText.folded) == wanted }) { return found }
        if let found = try matching({ Array(names(of: $0.id).map(LedgerText.folded).suffix(wanted.count)) == wanted }) {
            return found
        }
        let prefix = text.lowercased()
        if text.utf8.count >= 4, let found = try matching({ $0.id.uuidString.lowercased().hasPrefix(prefix) }) {
            return found
        }
        let known = all.map { path(of: $0.id) } + all.map(\.name)
        throw LookupError.unknown(kind: "category", name: text, nearest: nearestName(to: text, among: known))
    }
}
