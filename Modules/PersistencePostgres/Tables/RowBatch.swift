import Persistence
import Values

/// Rows that are written to one table together, by one statement.
///
/// Each column is one array, so that the statement is the same for any number of rows: reading a statement with a value for each
/// cell took the server longer than writing the rows.
struct RowBatch {
    /// The operation on the rows.
    enum Action { case insert, put, delete }

    /// A column that is written.
    struct Column {
        /// The quoted name.
        let name: String
        /// The type in PostgreSQL, without an order for texts.
        let type: String
    }

    private static let mostRows = 1_000, mostBytes = 1 << 20

    /// The table with its schema, quoted.
    let table: String
    let household: Int
    /// The columns; the key first.
    let columns: [Column]
    let keyWidth: Int
    private(set) var action = Action.insert
    private var arrays: [ArrayText]
    private var count = 0
    private var size = 0
    /// The keys of rows that are put: one statement does not write the same row twice.
    private var keys: Set<[Cell]> = []

    init(table: String, household: Int, columns: [Column], keyWidth: Int) {
        self.table = "cst.\(table.quoted)"
        self.household = household
        self.columns = columns
        self.keyWidth = keyWidth
        arrays = columns.map { _ in ArrayText() }
    }

    /// Adds a row, all its cells or those of its key; what does not go along with it is sent first.
    mutating func add(_ row: [Cell], _ action: Action, to link: PostgresLink) throws {
        if action != self.action || count == RowBatch.mostRows || size > RowBatch.mostBytes { try flush(to: link) }
        if action == .put {
            let key = Array(row.prefix(keyWidth))
            if keys.contains(key) { try flush(to: link) }
            keys.insert(key)
        }
        self.action = action
        for (index, cell) in row.enumerated() { size += arrays[index].append(cell) }
        count += 1
    }

    /// Queues the statement.
    mutating func flush(to link: PostgresLink) throws {
        guard count > 0 else { return }
        let width = action == .delete ? keyWidth : columns.count
        try link.queue(statement(action), arrays[..<width].map { $0.closed() }, isKept: action != .delete)
        for index in 0..<width { arrays[index].removeAll() }
        keys.removeAll(keepingCapacity: true)
        (count, size) = (0, 0)
    }

    /// The statement of an action, with a question mark for the array of each column.
    func statement(_ action: Action) -> String {
        func names(_ columns: some Collection<Column>) -> String { columns.map(\.name).joined(separator: ", ") }
        func rows(_ columns: some Collection<Column>) -> String {
            "unnest(\(columns.map { "?::\($0.type)[]" }.joined(separator: ", "))) AS new (\(names(columns)))"
        }
        let key = columns.prefix(keyWidth)
        guard action != .delete else {
            // Row by row, each found by its whole key. For a list of keys the server would rather read all rows of the household,
            // of which it supposes few, and again for every list: an undo of 100,000 rows took six times as long.
            let isKey = key.map { "old.\($0.name) = new.\($0.name)" }.joined(separator: " AND ")
            return """
                DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                SELECT (SELECT old.ctid FROM \(table) AS old WHERE old._household = \(household) AND \(isKey)) FROM \(rows(key))))
                """
        }
        let insertion =
            "INSERT INTO \(table) (_household, \(names(columns))) SELECT \(household), new.* FROM \(rows(columns))"
        guard action == .put else { return insertion }
        let updates = columns.dropFirst(keyWidth).map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
        return "\(insertion) ON CONFLICT (_household, \(names(key))) DO UPDATE SET \(updates)"
    }
}
