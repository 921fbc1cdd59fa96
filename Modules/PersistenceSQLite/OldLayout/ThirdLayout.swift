import Persistence
import Values

/// The layout 3, whose journal said that an entry refers to a record and not how, and the step from it to the next one.
///
/// The references are made anew from the changes, whose checksums hold, and have to add up to the total of those that were
/// written: damage must not become a sound file.
enum ThirdLayout {
    /// Rewrites the references of the journal in the caller's transaction.
    static func upgrade(_ unit: SQLiteRows) throws {
        let (connection, table) = (unit.connection, "journalReferences")
        let before = try unit.totals.total(of: table, in: connection)
        // Its triggers go with it.
        try connection.execute("DROP TABLE \(table)")
        try connection.execute(Layout.referenceCreation)
        try unit.totals.end(table, in: connection)
        try unit.totals.begin(table, in: connection)
        var found = TableTotal()
        for number in 1..<(try JournalTable.count(in: unit)) + 1 {
            for checksum in try refer(fromEntry: number, in: unit) { found.add(checksum) }
        }
        guard found == before else {
            throw CorruptRow(detail: "the rows of \(table) do not add up to their total")
        }
        for statement in Layout.guards(of: table) { try connection.execute(statement) }
        try Layout.noteVersion("references", in: connection)
    }

    /// Writes the references of an entry.
    ///
    /// - Returns: the checksums of the rows that layout 3 had for it.
    private static func refer(fromEntry number: Int, in unit: SQLiteRows) throws -> [UInt64] {
        guard let head = try JournalTable.heads("WHERE number = ?", [.integer(number)], in: unit).first else {
            throw CorruptRow(detail: "entries of the journal are missing")
        }
        var named = JournalTable.Named()
        var keys: Set<EntityKey> = []
        try JournalTable.forEachChange(of: head, in: unit) { row in
            // What newer versions of its kind refer to was not written.
            let change = try JournalTable.change(row, asWritten: true, in: unit)
            let references = (change.before?.references ?? []) + (change.after?.references ?? [])
            try JournalTable.refer(
                from: change, naming: references, at: row.number(1), of: number, &named, in: unit)
            keys.formUnion([change.key] + references)
        }
        return keys.map { key in
            Checksum.of([.text(key.kind), .text(CellText.encode(key.cells)), .integer(number)])
        }
    }
}
