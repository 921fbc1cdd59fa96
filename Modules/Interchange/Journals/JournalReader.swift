import Models

/// Reads a journal: each thing in it, and whether the balances that it states are right.
struct JournalReader {
    let file: TextFile
    let dialect: JournalDialect

    /// Hands on what the journal says, then the stated balances that are wrong, as refused lines.
    ///
    /// - Throws: ``ImportError`` when the file cannot be read, and what `body` throws.
    func read(_ body: (JournalItem) throws -> Void) throws {
        var stated: Set<String> = []
        try readOnce { item in
            switch item {
            case .balance(let balance): stated.insert(balance.account)
            case .transaction(let transaction):
                for posting in transaction.postings where posting.assertion != nil { stated.insert(posting.account) }
            default: break
            }
            try body(item)
        }
        guard !stated.isEmpty else { return }
        // The dates of a journal need no order, so that a balance is known only at its end.
        var balances = JournalBalances(dialect, stated)
        try readOnce { balances.note($0) }
        for row in balances.wrong() { try body(.refused(row)) }
    }

    private func readOnce(_ body: (JournalItem) throws -> Void) throws {
        if dialect == .beancount {
            var journal = BeancountJournal()
            try file.forEachLineOfBytes { try journal.read($1, line: $0, body) }
            try journal.finish(body)
        } else {
            var journal = PlainJournal(dialect)
            try file.forEachLineOfBytes { try journal.read($1, line: $0, body) }
            try journal.finish(body)
        }
    }
}
