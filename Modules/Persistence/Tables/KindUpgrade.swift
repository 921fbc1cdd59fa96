package import Values

/// Brings the rows of one kind to its newest version. The journal stays as it was written: its changes are brought up to
/// date when they are read.
package enum KindUpgrade {
    package static func run(_ kind: EntityKind, in unit: TableRows<some TableConnection>) throws {
        guard let old = try unit.table(kind.description.kind) else { return }
        var records: [Record] = []
        _ = try old.forEachRow(old.selection, in: unit) { row in
            let record = Record(old.kind, try row.cells(of: old.kind.description))
            guard let upgraded = try record.upgraded(to: kind) else {
                throw StoreError.olderKind(kind.description.kind)
            }
            records.append(upgraded)
        }
        // Rows that are referred to go for a moment; references are checked when the transaction ends.
        try unit.connection.removeRows(of: old)
        for total in [old.name] + old.totals.map(\.name) {
            try unit.totals.end(total, in: unit.connection)
        }
        try unit.add(kind)
        guard let new = try unit.table(kind.description.kind) else { return }
        for record in records { try new.put(record.cells, over: nil, in: unit) }
    }
}
