/// A pass over everything a store holds, row by row: each row against its checksum, each table against its total.
///
/// A changed, lost or added row is found wherever it is read. Rows of the journal that no
/// entry names, and indexes that only serve to find rows faster, are left to the database's own check.
package enum ContentCheck {
    /// The totals of all tables: equal for two stores that hold the same.
    package static func totals(in unit: TableRows<some TableConnection>) throws -> [TableTotal] {
        // It belongs to no table, and is read by those who guard against changes in between.
        _ = try unit.revision()
        return try [unit.connection.verifyKinds(in: unit)] + unit.kindTables().flatMap { try $0.verify(in: unit) }
            + JournalTable.verify(in: unit)
    }
}
