public import ExchangeRates
public import Models

import struct Foundation.Date

/// An answer for programs: JSON by its schema, CSV of its main array.
public struct Document: Sendable {
    /// The document's name without version: "required" is published as `cst.required/1`.
    public let name: String
    /// Whether nothing is missing.
    public let isComplete: Bool
    /// What the reader should know.
    public let warnings: [Warning]
    /// Everything the document says, its frame included.
    public let json: JSONValue
    private let main: String
    /// What CSV shows instead of the main array, where that leaves something out.
    var table: (columns: [String], rows: [JSONValue])?

    /// A document.
    ///
    /// - Parameters:
    ///   - name: The name in its schema.
    ///   - asOf: The day the answer is for.
    ///   - main: The key of the array that CSV shows; an object under it is one row.
    ///   - isComplete: Whether nothing is missing.
    ///   - warnings: What the reader should know.
    ///   - rates: The rates that were used; nil when the answer has no conversions by nature.
    ///   - body: The keys of the document itself.
    public init(
        _ name: String, asOf: CalendarDay, main: String, isComplete: Bool = true, warnings: [Warning] = [],
        rates: [ConversionRate]? = nil, body: [String: JSONValue]
    ) {
        var members = body
        members["schema"] = .string("cst.\(name)/1")
        members["asOf"] = JSONValue(asOf)
        members["complete"] = .bool(isComplete)
        members["warnings"] = Document.json(warnings)
        if let rates { members["rates"] = .array(rates.map(JSONValue.init)) }
        self.name = name
        self.isComplete = isComplete
        self.main = main
        self.warnings = warnings
        json = .object(members)
    }

    private init(_ other: Document, warnings: [Warning]) {
        name = other.name
        isComplete = other.isComplete
        main = other.main
        table = other.table
        self.warnings = warnings
        guard case .object(var members) = other.json else {
            json = other.json
            return
        }
        members["warnings"] = Document.json(warnings)
        json = .object(members)
    }

    private static func json(_ warnings: [Warning]) -> JSONValue {
        .array(warnings.map { ["code": .string($0.code), "message": .string($0.message)] })
    }

    /// The document with more for the reader to know.
    public func adding(_ more: [Warning]) -> Document {
        more.isEmpty ? self : Document(self, warnings: warnings + more)
    }

    /// The document with what to do about its warnings told in the words of a front.
    public func worded(by words: RemedyWords) -> Document {
        warnings.contains { $0.remedy != nil } ? Document(self, warnings: warnings.map { $0.worded(by: words) }) : self
    }

    /// The document as JSON text.
    public var jsonText: String { json.text + "\n" }

    /// The main array as CSV text.
    public var csvText: String {
        if let table { return CSV.text(table.rows, columns: table.columns) }
        guard case .object(let members) = json else { return "" }
        switch members[main] {
        case .array(let rows): return CSV.text(rows)
        case .some(let row): return CSV.text([row])
        case nil: return ""
        }
    }
}

extension JSONValue {
    /// A rate as the contract describes it.
    public init(_ rate: ConversionRate) {
        var members: [String: JSONValue] = [
            "from": .string(rate.from.identity), "to": .string(rate.to.identity),
            "rate": .string(rate.rate.significantString(digits: 30)),
            "path": .array(rate.path.map { .string($0.identity) }),
            "sources": .array(rate.sources.map(JSONValue.string)),
            "time": .string(rate.time.formatted(.iso8601)), "state": .string(rate.state.rawValue),
        ]
        if let month = rate.month { members["frozenFor"] = .string(month.description) }
        self = .object(members)
    }

    /// What could not be counted, and why.
    public init(_ unavailable: [Unavailable]) {
        self = .array(unavailable.map { ["item": .string($0.item), "reason": .string($0.reason)] })
    }
}
