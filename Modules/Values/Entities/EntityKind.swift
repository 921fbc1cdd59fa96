public import struct Foundation.UUID

/// A kind of thing as a store is handed it: its description, and what only a program that links the type can do.
///
/// It never changes. Every record has it, so it is one reference instead of a dozen values that are copied with each.
public final class EntityKind: Sendable {
    /// From the cells of one version of a kind to those of the next.
    public typealias Upgrade = @Sendable ([Cell]) throws -> [Cell]

    /// What stores know of it.
    public let description: EntityDescription
    /// The description as files keep it.
    package let text: String
    /// From the cells of the version to those of the next one.
    package let upgrades: [Int: Upgrade]
    /// Whether the program links the type.
    package let isLinked: Bool
    /// The columns by which a part of the things is read.
    package let indexes: [EntityDescription.Index]
    /// Whether the first thing of this kind that is entered decides the currency for totals.
    package let decidesDisplayCurrency: Bool
    /// How many cells the key has.
    let keyWidth: Int
    /// The cells that name other things, and of what kind.
    let references: [(position: Int, kind: String)]
    /// The cells that name what a thing is a part of, and of what kind.
    let owners: [(position: Int, kind: String)]
    private let checkWhole: (@Sendable (any CellRow, any EntityReader) throws -> [ValidationIssue])?
    private let summarize: (@Sendable (any CellRow) throws -> String)?
    private let validate: (@Sendable (any CellRow, any EntityReader) throws -> [ValidationIssue])?

    /// The kind of a type.
    ///
    /// - Parameter upgrades: from the cells of each older version to those of the one after it.
    public convenience init<E: Entity>(_ type: E.Type, upgrades: [Int: Upgrade] = [:]) {
        let kind = E.declaration.kind
        self.init(
            kind.description, text: kind.text, upgrades: upgrades, indexes: kind.indexes,
            decidesDisplayCurrency: kind.decidesDisplayCurrency, checkWhole: kind.checkWhole, summarize: kind.summarize,
            validate: kind.validate)
    }

    /// A description cannot be used.
    package struct Unusable: Error {
        /// Why.
        package let detail: String
    }

    /// A kind of which only the description is known.
    package convenience init(described text: String) throws(Unusable) {
        let description: EntityDescription
        do { description = try EntityDescription(text: text) } catch { throw Unusable(detail: "it cannot be read") }
        if let defect = description.defect { throw Unusable(detail: defect) }
        self.init(description, text: text, summarize: nil, validate: nil)
    }

    init(
        _ description: EntityDescription, text: String, upgrades: [Int: Upgrade] = [:],
        indexes: [EntityDescription.Index] = [], decidesDisplayCurrency: Bool = false,
        checkWhole: (@Sendable (any CellRow, any EntityReader) throws -> [ValidationIssue])? = nil,
        summarize: (@Sendable (any CellRow) throws -> String)?,
        validate: (@Sendable (any CellRow, any EntityReader) throws -> [ValidationIssue])?
    ) {
        self.description = description
        self.text = text
        self.upgrades = upgrades
        self.indexes = indexes
        self.decidesDisplayCurrency = decidesDisplayCurrency
        self.checkWhole = checkWhole
        self.summarize = summarize
        self.validate = validate
        isLinked = summarize != nil
        keyWidth = description.keyWidth
        var position = 0
        var references: [(Int, String)] = []
        var owners: [(Int, String)] = []
        for column in description.columns {
            if let other = column.reference {
                references.append((position, other))
                if column.isPart { owners.append((position, other)) }
            }
            position += column.type.width
        }
        self.references = references
        self.owners = owners
    }

    /// Whether something has to hold of a thing of this kind together with its parts.
    package var hasCheckOfWhole: Bool { checkWhole != nil }

    /// Everything that is wrong with a thing together with its parts; nothing where nothing has to hold.
    package func wholeIssues(of cells: [Cell], in reader: any EntityReader) throws -> [ValidationIssue] {
        try checkWhole?(CellArray(cells), reader) ?? []
    }

    /// A thing in a few words: its summary where the type is linked, else the names of its columns and what they hold.
    package func summary(of cells: [Cell]) -> String {
        if let text = try? summarize?(CellArray(cells)) { return text }
        let fields = fields(of: cells).filter { $0.text != Cell.null.shown }.map { "\($0.name) \($0.text)" }
        return "\(description.kind) with \(fields.joined(separator: ", "))"
    }

    /// Makes the linked type of a row, to see whether that is possible; false when none is linked.
    ///
    /// - Throws: What the row throws about a cell that cannot be.
    package func check(_ row: any CellRow) throws -> Bool {
        guard let summarize else { return false }
        _ = try summarize(row)
        return true
    }

    /// What is wrong with a thing of a linked kind; nil when none is linked.
    ///
    /// - Throws: What the cells throw that cannot be, and what the reader throws.
    package func issues(of cells: [Cell], in reader: any EntityReader) throws -> [ValidationIssue]? {
        try validate?(CellArray(cells), reader)
    }

    /// The name of each cell and what it holds, for people.
    package func fields(of cells: [Cell]) -> [(name: String, text: String)] {
        let types = description.columns.flatMap { Array(repeating: $0.type, count: $0.type.width) }
        return zip(description.cellNames, zip(cells, types)).map { ($0, $1.0.shown(as: $1.1)) }
    }
}

/// One thing of whatever kind, as cells.
public struct Record: Sendable {
    /// What kind of thing it is.
    public let kind: EntityKind
    /// Its cells, in the order of the columns.
    public let cells: [Cell]

    /// A thing of a linked kind.
    public init<E: Entity>(_ value: E) {
        let declaration = E.declaration
        kind = declaration.kind
        cells = declaration.cells(of: value)
    }

    package init(_ kind: EntityKind, _ cells: [Cell]) {
        self.kind = kind
        self.cells = cells
    }

    /// What identifies it among all others.
    public var key: EntityKey {
        EntityKey(kind: kind.description.kind, cells: Array(cells.prefix(kind.keyWidth)))
    }

    /// The things that it names.
    public var references: [EntityKey] { keys(in: kind.references) }

    /// The things that it is a part of.
    public var owners: [EntityKey] { keys(in: kind.owners) }

    private func keys(in positions: [(position: Int, kind: String)]) -> [EntityKey] {
        positions.compactMap { position, other in
            guard cells.indices.contains(position), cells[position] != .null else { return nil }
            return EntityKey(kind: other, cells: [cells[position]])
        }
    }

    /// The title by which people name it; nil where its kind has none.
    public var title: String? {
        guard let position = kind.description.titlePosition, case .text(let text) = cells[position] else { return nil }
        return text
    }

    /// The thing in a few words for people.
    public var summary: String { kind.summary(of: cells) }

    /// The value, if it is one of the type.
    ///
    /// - Throws: ``CellArray/Malformed``.
    public func value<E: Entity>(_ type: E.Type) throws -> E? {
        guard kind.description == E.declaration.description else { return nil }
        return try E.declaration.value(of: CellArray(cells))
    }

    /// The name of each cell and what it holds, for people.
    public var fields: [(name: String, text: String)] { kind.fields(of: cells) }
}

extension Record: Hashable {
    /// The same cells of the same version of a kind.
    public static func == (left: Record, right: Record) -> Bool {
        left.cells == right.cells && left.kind.description.kind == right.kind.description.kind
            && left.kind.description.version == right.kind.description.version
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind.description.kind)
        hasher.combine(cells)
    }
}

/// What identifies one thing among all that a store holds.
public struct EntityKey: Sendable, Hashable {
    /// The kind of thing.
    public let kind: String
    /// The cells of its key.
    public let cells: [Cell]

    package init(kind: String, cells: [Cell]) {
        self.kind = kind
        self.cells = cells
    }

    /// The thing with an id.
    public init<E: Entity>(_ type: E.Type, _ id: UUID) {
        self.init(kind: E.declaration.description.kind, cells: [.text(id.uuidString)])
    }
}

extension Record {
    /// The record in a newer version of its kind; nil when the kind does not know the way from the record's version.
    ///
    /// - Throws: What an upgrade throws.
    package func upgraded(to newer: EntityKind) throws -> Record? {
        var cells = cells
        guard kind.description.version <= newer.description.version else { return nil }
        for version in kind.description.version..<newer.description.version {
            guard let upgrade = newer.upgrades[version] else { return nil }
            cells = try upgrade(cells)
        }
        guard cells.count == newer.description.width else { return nil }
        return Record(newer, cells)
    }
}
