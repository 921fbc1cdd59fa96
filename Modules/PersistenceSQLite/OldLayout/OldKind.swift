import Foundation
import Persistence
import Values

/// How one of the kinds of the old layouts becomes cells. This table is frozen: it tells how files of released versions
/// were written, and no kind is ever added to it.
struct OldKind {
    /// The word for the kind, in the old journal and in the new one.
    let name: String
    /// The old columns of its table, as paths into the JSON that the journal kept of the same record. A column whose path
    /// ends in "{}" holds JSON itself.
    let columns: [String]
    /// Where a column's value is found in the JSON, where it is not under the column's own name.
    let paths: [String: String]
    /// The description of the kind's first version.
    let description: String

    static let all = [
        OldKind(
            name: "goal",
            columns: [
                "id", "name", "emoji", "details", "link", "target.amount", "target.currency", "start", "deadline",
                "reminder", "lifecycle", "snapshot{}",
            ], paths: ["description": "details"], description: OldDescriptions.goal),
        OldKind(
            name: "asset", columns: ["id", "name", "currency", "chain", "address"], paths: [:],
            description: OldDescriptions.asset),
        OldKind(
            name: "allocation",
            columns: ["assetID", "goalID", "claim.share", "claim.earmark.amount", "claim.earmark.currency"],
            paths: ["share": "claim.share", "amount": "claim.earmark"], description: OldDescriptions.allocation),
        OldKind(
            name: "transaction",
            columns: ["id", "assetID", "day", "amount.amount", "amount.currency", "note", "hash"], paths: [:],
            description: OldDescriptions.transaction),
        OldKind(
            name: "plan",
            columns: [
                "goalID", "month", "scope", "state", "custom.amount", "custom.currency", "adjusted.amount",
                "adjusted.currency",
            ], paths: [:], description: OldDescriptions.plan),
        OldKind(name: "month", columns: ["month", "{}"], paths: [:], description: OldDescriptions.month),
    ]

    /// The cells of a record.
    ///
    /// - Parameter entered: when a transaction was entered, which old files tell by their journal alone.
    func cells(of record: OldJSON, as kind: EntityDescription, entered: Date?) throws -> [Cell] {
        try kind.columns.flatMap { column -> [Cell] in
            switch (name, column.name) {
            case ("transaction", "kind"): [.text("manual")]
            case ("transaction", "entered"): [OldKind.instant(try known(entered))]
            case ("allocation", "share"): [try share(record["claim.share"])]
            default: try OldKind.cells(record[paths[column.name] ?? column.name], of: column)
            }
        }
    }

    private func known(_ entered: Date?) throws -> Date {
        guard let entered else { throw CorruptRow(detail: "a transaction is missing in the journal") }
        return entered
    }

    private func share(_ value: OldJSON) throws -> Cell {
        guard case .text(let text) = value else { return .null }
        return .integer(try Share(text).units)
    }

    private static func cells(_ value: OldJSON, of column: EntityDescription.Column) throws -> [Cell] {
        switch (column.type, value) {
        case (.amount, .object):
            return try [("amount", "digits"), ("currency", "currency")].map { member, name in
                guard case .text(let text) = value[member] else { throw issue(column, name) }
                return .text(text)
            }
        case (.list, .list(let elements)): return [.list(try elements.map { try row($0, column.elements) })]
        // A nested value.
        case (.list, .object): return [.list([try row(value, column.elements)])]
        // Nested values were left out, and amendments there were none.
        case (.list, .null) where !column.isOptional: return [.list([])]
        case (_, .null) where column.isOptional: return Array(repeating: .null, count: column.type.width)
        case (.boolean, .boolean(let flag)): return [.integer(flag ? 1 : 0)]
        // Instants were seconds since the beginning of 2001.
        case (.instant, .number(let seconds)):
            return [instant(Date(timeIntervalSinceReferenceDate: seconds))]
        case (.text, .text(let text)), (.choice, .text(let text)), (.currency, .text(let text)),
            (.ratio, .text(let text)), (.day, .text(let text)), (.month, .text(let text)), (.id, .text(let text)):
            return [.text(text)]
        default: throw issue(column, column.type.rawValue)
        }
    }

    private static func instant(_ instant: Date) -> Cell {
        .integer(instant.milliseconds)
    }

    /// A list's element: an object, or a plain value in the one column that there is.
    private static func row(_ value: OldJSON, _ columns: [EntityDescription.Column]) throws -> [Cell] {
        try columns.flatMap { column -> [Cell] in
            if case .object = value { return try cells(value[column.name], of: column) }
            return try cells(value, of: column)
        }
    }

    private static func issue(_ column: EntityDescription.Column, _ wanted: String) -> CorruptRow {
        CorruptRow(detail: "\(column.name) of an old record holds no \(wanted)")
    }
}
