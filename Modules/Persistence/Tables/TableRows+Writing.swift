package import Values

/// The changes of rows and of the journal in a write.
extension TableRows {
    package func prepare(_ kind: EntityKind) throws {
        guard try table(kind) == nil else { return }
        if let other = try kindTables().first(where: { $0.name.lowercased() == kind.description.table.lowercased() }) {
            throw StoreError.differentKind(other.kind.description.kind)
        }
        try add(kind)
    }

    package func insertRow(_ record: Record) throws -> Bool {
        forget(record.kind)
        return try tableToWrite(record.kind).insert(record.cells, in: self)
    }

    package func putRow(_ record: Record, over old: Record) throws {
        forget(record.kind)
        try tableToWrite(record.kind).put(record.cells, over: old.cells, in: self)
    }

    package func deleteRow(_ record: Record) throws {
        forget(record.kind)
        try tableToWrite(record.kind).delete(record.cells, in: self)
    }

    private func tableToWrite(_ kind: EntityKind) throws -> KindTable {
        try table(kind.description.kind) ?? catalog.table(of: kind)
    }

    package func referring(
        to key: EntityKey, limit: Int, where isWanted: (EntityDescription, EntityDescription.Column) -> Bool
    ) throws -> [Record] {
        guard key.cells.count == 1 else { return [] }
        let referrers = try referrers(to: key.kind)
        guard !referrers.isEmpty else { return [] }
        var found: [EntityKey: Record] = [:]
        var order: [EntityKey] = []
        for (table, column) in referrers {
            let description = table.kind.description
            guard isWanted(description, column) else { continue }
            try table.forEachRow(where: "\(catalog.dialect.quoted(column.name)) = ?", key.cells, limit: limit, in: self)
            {
                let record = Record(table.kind, try $0.cells(of: description))
                if found.updateValue(record, forKey: record.key) == nil { order.append(record.key) }
            }
            if limit > 0, !order.isEmpty { break }
        }
        return order.compactMap { found[$0] }
    }

    package func nextEntry() throws -> Int { try JournalTable.count(in: self) + 1 }

    package func appendToJournal(
        _ change: Change, at position: Int, of entry: Int, naming references: [EntityKey]
    ) throws {
        journalSum &+= try JournalTable.append(change, at: position, to: entry, in: self)
        try JournalTable.refer(from: change, naming: references, at: position, of: entry, &named, in: self)
    }

    package func endEntry(_ number: Int, _ origin: ChangeOrigin, undoes: Int?) throws {
        try JournalTable.append(number, origin: origin, undoes: undoes, changes: journalSum, in: self)
    }

    /// Counts one more write, whatever it wrote.
    package func countWrite() throws { try totals.change("revision", in: connection, removing: nil, adding: 0) }

    package func endWrite() throws {
        try countWrite()
        try totals.save(in: connection)
    }
}
