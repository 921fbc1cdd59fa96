import Synchronization
package import Values

/// The kinds of things that a program links, and what was read of the descriptions in the store: kept as long as the store is
/// open, since a description is long and never changes.
package final class KindCatalog: Sendable {
    /// The linked kinds by name.
    package let linked: [String: EntityKind]
    /// The linked kinds as plugins listed them, each after those that it refers to.
    package let all: [EntityKind]
    /// How statements are worded.
    let dialect: TableDialect
    private let read = Mutex<[String: EntityKind]>([:])
    private let tables = Mutex<[String: KindTable]>([:])

    /// - Throws: ``StoreError/differentKind(_:)`` when one name is declared in two ways.
    package init(_ kinds: [EntityKind], dialect: TableDialect) throws(StoreError) {
        self.dialect = dialect
        var linked: [String: EntityKind] = [:]
        for kind in kinds {
            let name = kind.description.kind
            let clash = linked.values.contains {
                $0.description.table.lowercased() == kind.description.table.lowercased() && $0.text != kind.text
            }
            guard linked[name].map({ $0.text == kind.text }) ?? !clash else { throw .differentKind(name) }
            linked[name] = kind
        }
        self.linked = linked
        all = Self.ordered(kinds, linked)
    }

    /// Each kind once, after those that it refers to, whose tables its own names.
    private static func ordered(_ kinds: [EntityKind], _ linked: [String: EntityKind]) -> [EntityKind] {
        var seen: Set<String> = []
        var ordered: [EntityKind] = []
        func add(_ kind: EntityKind) {
            guard seen.insert(kind.description.kind).inserted else { return }
            for case let name? in kind.description.columns.map(\.reference) { linked[name].map(add) }
            ordered.append(kind)
        }
        kinds.forEach(add)
        return ordered
    }

    /// The kind that a description in the store tells of.
    package func kind(described text: String) throws(CorruptRow) -> EntityKind {
        if let known = read.withLock({ $0[text] }) { return known }
        let kind: EntityKind
        do { kind = try EntityKind(described: text) } catch {
            throw CorruptRow(detail: "the description of a kind of thing cannot be used: \(error.detail)")
        }
        let known = linked[kind.description.kind].flatMap { $0.text == text ? $0 : nil } ?? kind
        read.withLock { $0[text] = known }
        return known
    }

    /// Whether the text is that of the linked kind: then it need not be read.
    package func linkedKind(_ name: String, text: String) -> EntityKind? {
        linked[name].flatMap { $0.text == text ? $0 : nil }
    }

    /// The table of a kind, put together once.
    package func table(of kind: EntityKind) throws -> KindTable {
        if let known = tables.withLock({ $0[kind.text] }) { return known }
        let table = try KindTable(kind, dialect: dialect)
        tables.withLock { $0[kind.text] = table }
        return table
    }
}
