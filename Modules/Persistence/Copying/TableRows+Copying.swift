import Values

extension TableRows {
    /// Writes everything that another store holds into this empty one, in the caller's transaction.
    ///
    /// - Throws: ``StoreError``; ``CopyDiffers`` when the totals are not equal afterwards.
    package func copy(_ source: any ContentSource) throws {
        try mapping {
            let current = Dictionary(
                uniqueKeysWithValues: try source.currentKinds().map { ($0.description.kind, $0.description.version) })
            for kind in try source.everyKind() {
                if current[kind.description.kind] == kind.description.version {
                    try add(kind)
                } else {
                    try connection.noteKind(kind, in: self)
                }
            }
            for kind in try source.currentKinds() {
                guard let table = try table(kind.description.kind) else { continue }
                try source.forEachRow(of: kind) { try table.put($0, over: nil, in: self) }
            }
            try source.forEachChange { _ = try JournalTable.append($0, in: self) }
            try source.forEachEntry { cells, checksum in
                try connection.insertEntry(cells, checksum: checksum)
                try totals.change("journal", in: connection, removing: nil, adding: checksum)
            }
            try source.forEachReference { cells in
                guard try connection.insertReference(cells) else { return }
                try totals.change("journalReferences", in: connection, removing: nil, adding: Checksum.of(cells))
            }
            for _ in 0..<(try source.revision()) {
                try totals.change("revision", in: connection, removing: nil, adding: 0)
            }
            try totals.save(in: connection)
            guard try contentTotals() == source.contentTotals() else { throw CopyDiffers() }
        }
    }
}

/// A copy does not hold what it was made of.
package struct CopyDiffers: Error {}
