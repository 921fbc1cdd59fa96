import Persistence
import Values

/// Rows that are written to one table together, by one statement.
struct RowBatch {
    /// The operation on the rows.
    enum Action { case insert, put, delete }

    private static let limit = 100

    /// The table with its schema, quoted.
    let table: String
    let household: Int
    /// The quoted names of the columns that are written; the key first.
    let columns: [String]
    let keyWidth: Int
    private(set) var action = Action.insert
    private var cells: [Cell] = []
    private var count = 0
    /// The keys of rows that are put: one statement does not write the same row twice.
    private var keys: Set<[Cell]> = []

    init(table: String, household: Int, columns: [String], keyWidth: Int) {
        self.table = "cst.\(table.quoted)"
        self.household = household
        self.columns = columns
        self.keyWidth = keyWidth
    }

    /// Adds a row, all its cells or those of its key; what does not go along with it is sent first.
    mutating func add(_ row: [Cell], _ action: Action, to link: PostgresLink) throws {
        let key = Array(row.prefix(keyWidth))
        if action != self.action || count == RowBatch.limit || action == .put && keys.contains(key) {
            try flush(to: link)
        }
        self.action = action
        if action == .put { keys.insert(key) }
        cells += row
        count += 1
    }

    /// Queues the statement.
    mutating func flush(to link: PostgresLink) throws {
        guard count > 0 else { return }
        try link.queue(statement, cells)
        cells.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        count = 0
    }

    private var statement: String {
        let key = columns.prefix(keyWidth).joined(separator: ", ")
        func rows(_ first: String, _ width: Int) -> String {
            let row = "(\(first)\(Array(repeating: "?", count: width).joined(separator: ", ")))"
            return Array(repeating: row, count: count).joined(separator: ", ")
        }
        guard action != .delete else {
            return "DELETE FROM \(table) WHERE _household = \(household) AND (\(key)) IN (\(rows("", keyWidth)))"
        }
        let insertion = """
            INSERT INTO \(table) (_household, \(columns.joined(separator: ", "))) VALUES \(rows("\(household), ", columns.count))
            """
        guard action == .put else { return insertion }
        let updates = columns.dropFirst(keyWidth).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return "\(insertion) ON CONFLICT (_household, \(key)) DO UPDATE SET \(updates)"
    }
}
