#if SQLite
    /// The columns of a table and the statements over them, put together once.
    struct TableLayout: Sendable {
        let name: String
        /// The columns without the checksum, which is the last of every row.
        let columnCount: Int
        /// Every row, without order.
        let selection: String
        let order: String
        let byKey: String
        let upsert: String
        let delete: String

        /// A table whose first `keyColumns` columns are its primary key, listed in the order of the columns `order`.
        init(_ name: String, columns: [String], keyColumns: Int, order: String) {
            let all = columns + ["checksum"]
            let list = all.joined(separator: ", ")
            let key = columns.prefix(keyColumns)
            let isKey = "WHERE " + key.map { "\($0) = ?" }.joined(separator: " AND ")
            let updates = all.dropFirst(keyColumns).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
            self.name = name
            columnCount = columns.count
            selection = "SELECT \(list) FROM \(name)"
            self.order = order
            byKey = "\(selection) \(isKey)"
            upsert = """
                INSERT INTO \(name) (\(list)) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
                ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(updates)
                """
            delete = "DELETE FROM \(name) \(isKey)"
        }
    }
#endif
