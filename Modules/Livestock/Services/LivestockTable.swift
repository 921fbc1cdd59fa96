public import FileFormats
import Values

/// A table of herds or prices: a header, and rows by the roles of its columns.
public struct LivestockTable: Sendable {
    /// A row: its line, and the texts of its cells by role; empty cells are left out.
    struct Row: Sendable {
        let line: Int
        let cells: [String: String]
    }

    /// The choices for reading a table.
    public struct Choices: Sendable {
        /// The titles of columns by role.
        public var titles: [String: String] = [:]
        /// The mark between cells; nil for the one that the header shows.
        public var delimiter: String?
        /// The encoding; nil for UTF-8.
        public var encoding: TextEncoding?

        /// Nothing is said.
        public init() {}
    }

    /// The roles of columns of herds, as the options of 'add' are named.
    public static let herdRoles = [
        "name", "species", "category", "holding", "breed", "sex", "head", "weight", "gain", "target-weight", "dressing",
        "mortality", "gestation", "saleyard", "price", "paddock", "offspring-category", "offspring", "born", "date",
        "note",
    ]
    /// The roles of columns of prices.
    public static let priceRoles = [
        "source", "level", "place", "species", "category", "breed", "sex", "from", "to", "basis", "price", "currency",
        "date",
    ]

    let rows: [Row]
    /// The titles of columns that are not read.
    public let unread: [String]

    /// Reads a table whose columns have roles, by their titles or by those that were named for them.
    ///
    /// - Throws: `ImportError`.
    init(path: String, roles: [String], required: [String], _ choices: Choices) throws {
        let file = TextFile(path: path, encoding: choices.encoding ?? .utf8)
        let head = try file.head()
        let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
        let marks: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        let delimiter =
            choices.delimiter?.utf8.first
            ?? marks.max { left, right in line.count { $0 == left } < line.count { $0 == right } } ?? marks[0]
        var titles: [String] = []
        var places: [Int: String] = [:]
        var rows: [Row] = []
        try file.forEachRow(delimiter: delimiter) { row in
            guard !titles.isEmpty else {
                titles = row.cells.map(\.trimmedName)
                places = try Self.places(titles, roles: roles, required: required, choices.titles)
                return
            }
            var cells: [String: String] = [:]
            for (place, role) in places where place < row.cells.count {
                let text = row.cells[place].trimmedName
                if !text.isEmpty { cells[role] = text }
            }
            rows.append(Row(line: row.line, cells: cells))
        }
        guard !rows.isEmpty else { throw ImportError.nothing }
        self.rows = rows
        unread = titles.indices.filter { places[$0] == nil }.map { titles[$0] }
    }

    private static func places(
        _ titles: [String], roles: [String], required: [String], _ named: [String: String]
    ) throws(ImportError) -> [Int: String] {
        var places: [Int: String] = [:]
        let words = titles.map { $0.lowercased().replacing(" ", with: "-").replacing("_", with: "-") }
        for role in roles {
            if let title = named[role] {
                guard let place = titles.firstIndex(of: title) else { throw .noColumn(title, columns: titles) }
                places[place] = role
            } else if let place = words.firstIndex(where: { $0 == role || $0 == role.replacing("-", with: "") }),
                places[place] == nil
            {
                places[place] = role
            }
        }
        for role in required where !places.values.contains(role) {
            throw .columnNeeded(ColumnRole(role, titles: [role]), columns: titles)
        }
        return places
    }
}

extension LivestockTable {
    /// Hands on each row; when one or more cannot be entered, all of them are named.
    ///
    /// - Throws: `ImportError.rows`, and what is no problem of a row.
    func forEachRow(_ body: (Row) throws -> Void) throws {
        var (issues, count) = ([ImportError.RowIssue](), 0)
        for row in rows {
            do {
                try body(row)
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
        guard !unread.isEmpty else { return [] }
        let names = unread.map { "'\($0.printable)'" }.joined(separator: ", ")
        return [Warning(code: "notRead", message: "Columns that are not read: \(names).")]
    }
}
