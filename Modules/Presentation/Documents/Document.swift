public import Values

/// An answer for programs: JSON by its schema, CSV of its main array.
public struct Document: Sendable {
    /// The document's name without version: "required" is published as `cst.required/1`.
    public let name: String
    /// Whether nothing is missing.
    public let isComplete: Bool
    /// What the reader should know.
    public private(set) var warnings: [Warning]
    private let asOf: CalendarDay
    private let columns: [CSV.Column]
    // Texts need neither: they are made when they are asked for.
    private let body: @Sendable () -> [String: JSONValue]
    private let rows: @Sendable () -> [JSONValue]

    /// A document.
    ///
    /// - Parameters:
    ///   - shape: What it says of the value.
    ///   - value: The value.
    ///   - asOf: The day the answer is for.
    ///   - isComplete: Whether nothing is missing.
    ///   - warnings: What the reader should know.
    public init<Value: Sendable>(
        _ shape: DocumentShape<Value>, _ value: Value, asOf: CalendarDay, isComplete: Bool = true,
        warnings: [Warning] = []
    ) {
        name = shape.name
        self.isComplete = isComplete
        self.warnings = warnings
        self.asOf = asOf
        columns = shape.columns
        body = { shape.body.members(value) }
        rows = { shape.table?.rows(value) ?? shape.body.members(value)[shape.main]?.rows ?? [] }
    }

    /// Everything the document says, its frame included.
    public var json: JSONValue {
        var members = body()
        members["schema"] = .string("cst.\(name)/1")
        members["asOf"] = asOf.json
        members["complete"] = .bool(isComplete)
        members["warnings"] = warnings.json
        return .object(members)
    }

    /// The document with more for the reader to know.
    public func adding(_ more: [Warning]) -> Document { with(warnings + more) }

    /// The document with what to do about its warnings told in the words of a front.
    public func worded(by words: RemedyWords) -> Document { with(warnings.map { $0.worded(by: words) }) }

    private func with(_ warnings: [Warning]) -> Document {
        var document = self
        document.warnings = warnings
        return document
    }

    /// The document as JSON text.
    public var jsonText: String { json.text + "\n" }

    /// The main array as CSV text.
    public var csvText: String { CSV.text(rows(), columns) }
}

extension JSONValue {
    fileprivate var rows: [JSONValue] { if case .array(let rows) = self { rows } else { [self] } }
}
