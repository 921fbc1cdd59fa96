public import struct Foundation.UUID

/// A kind of thing that stores keep.
public protocol Entity: Sendable, Hashable {
    /// Its declaration, made once: `static let declaration = …`.
    static var declaration: Declaration<Self> { get }

    /// The thing in a few words for people: "goal 'Car', 12000.00 EUR by 2026-12-31, active".
    var summary: String { get }

    /// Everything that is wrong with it; empty when it may be written. `reader` shows what it refers to.
    ///
    /// - Throws: What the reader throws.
    func issues(in reader: any EntityReader) throws -> [ValidationIssue]
}

/// What a store holds, read by type: lists come in the declared order.
public protocol EntityReader {
    /// All things of a kind.
    ///
    /// - Throws: The store's error.
    func all<E: Entity>(_ type: E.Type) throws -> [E]
    /// The things of a kind that have a value in a column.
    ///
    /// - Throws: The store's error.
    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E]
    /// The things of a kind that a selection means.
    ///
    /// - Throws: The store's error.
    func all<E: Entity>(_ type: E.Type, _ selection: Selection) throws -> [E]
    /// The thing with a key, if there is one.
    ///
    /// - Throws: The store's error.
    func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E?
    /// The declared sums of a kind's amounts at the end of each of `days`, by what they are summed for. Who has no row is
    /// absent.
    ///
    /// - Parameters:
    ///   - amount: the column with the amounts, which has to be a declared total.
    ///   - owner: sums for this one alone; nil for all.
    ///   - choices: only rows with these choices in the total's split column; nil for all.
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]]
}

extension Entity {
    /// The title by which people name it; nil where its kind has none.
    public var title: String? {
        guard let position = Self.declaration.description.titlePosition,
            case .text(let text) = Self.declaration.cells(of: self)[position]
        else { return nil }
        return text
    }
}

extension EntityReader {
    /// The thing with an id, if there is one.
    ///
    /// - Throws: The store's error.
    public func find<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
        try find(type, key: [.text(id.canonicalText)])
    }

    /// The things of a kind whose column names the thing with an id.
    ///
    /// - Throws: The store's error.
    public func all<E: Entity>(_ type: E.Type, where column: String, is id: UUID) throws -> [E] {
        try all(type, where: column, is: .text(id.canonicalText))
    }
}
