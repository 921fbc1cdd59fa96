/// The statements that write new rows in one transaction, each looked up once.
final class PreparedInsertions {
    private var tables: [String: PreparedStatement] = [:]
    private var change: PreparedStatement?
    private var reference: PreparedStatement?

    /// The statement of a kind's table.
    func statement(for table: String, _ prepare: () throws -> PreparedStatement) rethrows -> PreparedStatement {
        if let known = tables[table] { return known }
        let statement = try prepare()
        tables[table] = statement
        return statement
    }

    /// The statement of the changes in the journal.
    func change(_ prepare: () throws -> PreparedStatement) rethrows -> PreparedStatement {
        let statement = try change ?? prepare()
        change = statement
        return statement
    }

    /// The statement of what entries of the journal refer to.
    func reference(_ prepare: () throws -> PreparedStatement) rethrows -> PreparedStatement {
        let statement = try reference ?? prepare()
        reference = statement
        return statement
    }
}
