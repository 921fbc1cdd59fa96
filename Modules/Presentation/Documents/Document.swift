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
    private let body: @Sendable () -> JSONValue.Object
    private let rows: @Sendable ((JSONValue) throws -> Void) throws -> Void
    /// The members that are no lists, and the lists, whose elements are written one by one.
    private let parts: @Sendable () -> (members: JSONValue.Object, lists: [String: JSONValue.ListWriter])

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
        body = { shape.body.object(value) }
        parts = {
            var lists: [String: JSONValue.ListWriter] = [:]
            for list in shape.body.lists where list.exists(value) {
                lists[list.key] = { try list.write(value, &$0, $1) }
            }
            return (shape.body.objectWithoutLists(value), lists)
        }
        rows = { body in
            if shape.table == nil, let long = shape.body.elements(of: shape.main) {
                return try long.forEach(value, body)
            }
            try (shape.table?.rows(value) ?? shape.body.object(value)[shape.main]?.rows ?? []).forEach(body)
        }
    }

    /// A document of what a use case gave, with its warnings.
    ///
    /// - Parameters:
    ///   - shape: What it says of the value.
    ///   - outcome: The value, with what the reader should know.
    ///   - asOf: The day the answer is for.
    public init<Value: Sendable>(_ shape: DocumentShape<Value>, _ outcome: Outcome<Value>, asOf: CalendarDay) {
        self.init(
            shape, outcome.value, asOf: asOf, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }

    /// Everything the document says, its frame included.
    public var json: JSONValue {
        .object(JSONValue.Object(body().members + frame + [JSONValue.Member(key: "warnings", value: warnings.json)]))
    }

    /// The members of every document, but for the warnings.
    private var frame: [JSONValue.Member] {
        [("schema", .string("cst.\(name)/1")), ("asOf", asOf.json), ("complete", .bool(isComplete))].map {
            JSONValue.Member(key: $0, value: $1)
        }
    }

    /// The document with more for the reader to know.
    public func adding(_ more: [Warning]) -> Document { with(warnings + more) }

    /// The document with what to do about its warnings in the words of a front.
    public func worded(by words: RemedyWords) -> Document { with(warnings.map { $0.worded(by: words) }) }

    private func with(_ warnings: [Warning]) -> Document {
        var document = self
        document.warnings = warnings
        return document
    }

    /// The document as JSON text.
    public var jsonText: String { json.text + "\n" }

    /// Hands on the document as JSON text, piece by piece: the elements of its lists are made one after the other.
    ///
    /// - Throws: Errors of `body`.
    public func forEachPieceOfJSON(_ body: ([UInt8]) throws -> Void) throws {
        let (others, lists) = parts()
        let members = JSONValue.Object(others.members + frame)
        let warnings: JSONValue.ListWriter = { writer, body in
            for warning in self.warnings {
                writer.beginElement()
                warning.write(to: &writer)
                try body(&writer)
            }
        }
        try JSONValue.write(members, lists: lists.merging(["warnings": warnings]) { $1 }, to: body)
    }

    /// The main array as CSV text.
    public var csvText: String {
        var text: [UInt8] = []
        try? forEachPieceOfCSV { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }

    /// Hands on the main array as CSV text, piece by piece.
    ///
    /// - Throws: Errors of `body`.
    public func forEachPieceOfCSV(_ body: ([UInt8]) throws -> Void) throws {
        guard !columns.isEmpty else { return }
        var text = CSV.header(columns)
        try rows { row in
            text += CSV.line(row, columns)
            guard text.utf8.count > JSONValue.pieceSize else { return }
            try body(Array(text.utf8))
            text = ""
        }
        try body(Array(text.utf8))
    }
}

extension JSONValue {
    fileprivate var rows: [JSONValue] { if case .array(let rows) = self { rows } else { [self] } }
}
