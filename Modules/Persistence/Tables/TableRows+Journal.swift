package import Values

/// The journal, as the store's callers read it.
extension TableRows {
    package func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry] {
        try mapping { try JournalTable.entries(of: key, limit: limit, in: self) }
    }

    package func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool {
        try mapping { try JournalTable.forEachChange(ofEntry: number, in: self, body) }
    }

    package func journal(changing kind: String) throws -> [JournalEntry] {
        try mapping { try JournalTable.entries(changing: kind, in: self) }
    }

    package func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head] {
        try mapping { try JournalTable.heads(of: key, from: number, limit: limit, in: self).map(\.head) }
    }

    package func journalHeads(
        of key: EntityKey, changing kind: String, from number: Int?, limit: Int
    ) throws -> [JournalEntry.Head] {
        try mapping {
            try JournalTable.heads(of: key, changing: kind, from: number, limit: limit, in: self).map(\.head)
        }
    }

    package func change(of key: EntityKey, inEntry number: Int) throws -> Change? {
        try mapping { try JournalTable.change(of: key, inEntry: number, in: self) }
    }

    package func journalEntry(_ number: Int) throws -> JournalEntry? {
        try mapping { try JournalTable.entry(number, in: self) }
    }

    package func newestNumber() throws -> Int { try mapping { try JournalTable.count(in: self) } }

    package func revision() throws -> Int { try mapping { try totals.total(of: "revision", in: connection).rows } }

    package func journalChecksum() throws -> UInt64 {
        try mapping { try totals.total(of: "journal", in: connection).sum }
    }
}
