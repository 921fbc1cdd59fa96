public import FileFormats
import Values

/// A table of herds or prices: a header, and rows by the roles of its columns.
public struct LivestockTable: Sendable {
    /// The choices for reading a table.
    public typealias Choices = TableChoices

    private let table: RoleTable

    /// Reads a table whose columns have roles.
    ///
    /// - Throws: `ImportError`.
    init(path: String, _ target: ImportTarget, _ choices: Choices, saved: ColumnMapping?, _ call: Call) throws {
        table = try RoleTable(
            path: path, for: target, choices.columns, saved: saved, encoding: choices.encoding, call)
    }

    /// The way in which it was read.
    var mapping: ColumnMapping { table.mapping }

    /// Hands on the cells of each row by the names of their roles; when one or more cannot be entered, all of them are named.
    ///
    /// - Throws: `ImportError.rows`, and what is no problem of a row.
    func forEachRow(_ body: ([String: String]) throws -> Void) throws {
        var (issues, count) = ([ImportError.RowIssue](), 0)
        for row in table.rows {
            do {
                try body(Dictionary(row.cells.map { ($0.key.name, $0.value) }) { first, _ in first })
            } catch let problem as any Problem {
                count += 1
                let messages = problem.details.isEmpty ? [problem.description] : problem.details.map(\.message)
                if issues.count < 1000 {
                    issues.append(ImportError.RowIssue(line: row.line, message: messages.joined(separator: " ")))
                }
            }
        }
        if count > 0 { throw ImportError.rows(issues, count: count) }
    }

    /// The columns that were not read.
    var warnings: [Warning] {
        guard !table.unread.isEmpty else { return [] }
        let names = table.unread.map { "'\($0.printable)'" }.joined(separator: ", ")
        return [Warning(code: "notRead", message: "Columns that are not read: \(names).")]
    }
}

extension ImportTarget {
    /// The columns of a table of herds, named as the options by which one is added.
    public static let herds = ImportTarget([
        ColumnRole("name", titles: ["herd", "mob", "flock"], isRequired: true),
        ColumnRole("species", titles: [], isRequired: true),
        ColumnRole("category", titles: ["class"], isRequired: true), ColumnRole("holding", titles: ["property"]),
        ColumnRole("breed", titles: []), ColumnRole("sex", titles: []),
        ColumnRole("head", .number, titles: ["count", "number"]),
        ColumnRole("target-weight", .number, titles: ["targetweight"]),
        ColumnRole("weight", .number, titles: ["kg"]), ColumnRole("gain", .number, titles: []),
        ColumnRole("dressing", .number, titles: []), ColumnRole("mortality", .number, titles: []),
        ColumnRole("gestation", titles: []), ColumnRole("saleyard", titles: []),
        ColumnRole("price", .number, titles: []),
        ColumnRole("paddock", titles: []), ColumnRole("offspring-category", titles: ["offspringcategory"]),
        ColumnRole("offspring", .number, titles: ["at foot"]), ColumnRole("born", .day, titles: []),
        ColumnRole("date", .day, titles: ["day"]), ColumnRole("note", titles: ["notes"]),
    ])
    /// The columns of a table of livestock prices.
    public static let livestockPrices = ImportTarget([
        ColumnRole("source", titles: []), ColumnRole("level", titles: [], isRequired: true),
        ColumnRole("place", titles: ["saleyard"]), ColumnRole("species", titles: [], isRequired: true),
        ColumnRole("category", titles: ["class"], isRequired: true), ColumnRole("breed", titles: []),
        ColumnRole("sex", titles: []), ColumnRole("from", .number, titles: []), ColumnRole("to", .number, titles: []),
        ColumnRole("basis", titles: ["unit"]), ColumnRole("price", .number, titles: [], isRequired: true),
        ColumnRole("currency", titles: []), ColumnRole("date", .day, titles: ["day"]),
    ])
}
