package import Values

/// How the statements of a database are worded where two databases differ.
package struct TableDialect: Sendable {
    /// A checked name inside a statement, also where it is a word of SQL.
    package let quoted: @Sendable (_ name: String) -> String
    /// The name of the table of a kind.
    package let table: @Sendable (_ kind: EntityDescription) -> String
    /// The source of a table's rows, behind FROM.
    package let source: @Sendable (_ table: String) -> String
    /// The source of a total's rows: its own index, where a statement can name it.
    package let totalSource: @Sendable (_ table: String, _ by: String) -> String
    /// How rows are ordered by a quoted column, in which empty cells come first, or last where it is descending.
    package let ordering: @Sendable (_ column: String, _ isOptional: Bool, _ isDescending: Bool) -> String
    /// Whether a connection reads no more rows than it is asked for, so that what an index orders needs no limit.
    package let stopsEarly: Bool

    package init(
        stopsEarly: Bool, quoted: @escaping @Sendable (_ name: String) -> String,
        table: @escaping @Sendable (_ kind: EntityDescription) -> String,
        source: @escaping @Sendable (_ table: String) -> String,
        totalSource: @escaping @Sendable (_ table: String, _ by: String) -> String,
        ordering: @escaping @Sendable (_ column: String, _ isOptional: Bool, _ isDescending: Bool) -> String
    ) {
        self.stopsEarly = stopsEarly
        self.quoted = quoted
        self.table = table
        self.source = source
        self.totalSource = totalSource
        self.ordering = ordering
    }
}
