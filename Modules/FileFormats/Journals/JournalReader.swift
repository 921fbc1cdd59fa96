import Values

/// Reads a journal: each thing in it, and whether the balances that it states are right.
package struct JournalReader {
    package let file: TextFile
    package let dialect: JournalDialect

    package init(file: TextFile, dialect: JournalDialect) {
        self.file = file
        self.dialect = dialect
    }

    /// Hands on what the journal says, then the stated balances that are wrong, as refused lines.
    ///
    /// - Parameter isChecked: whether the balances were checked before.
    /// - Returns: the lines whose stated balances are wrong, all of which were handed on.
    /// - Throws: ``ImportError`` when the file cannot be read, and what `body` throws.
    @discardableResult
    package func read(isChecked: Bool = false, _ body: (JournalItem) throws -> Void) throws -> [UnreadableRow] {
        guard !isChecked else {
            try readOnce(body)
            return []
        }
        var stated: Set<String> = []
        var order = JournalOrder(dialect)
        try readOnce { item in
            order.note(item)
            switch item {
            case .balance(let balance): stated.insert(balance.account)
            case .transaction(let transaction):
                for posting in transaction.postings where posting.assertion != nil { stated.insert(posting.account) }
            default: break
            }
            try body(item)
        }
        guard !stated.isEmpty else { return [] }
        // The accounts whose balances are stated are known only at the end.
        var balances = JournalBalances(dialect, stated, isOrdered: order.isKept)
        try readOnce { balances.note($0) }
        let wrong = balances.wrong()
        for row in wrong { try body(.refused(row)) }
        return wrong
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

/// Whether a journal stands in the order in which its balances are checked.
private struct JournalOrder {
    private let dialect: JournalDialect
    private var last = CalendarDay(dayNumber: .min)
    private var hasPosting = false
    private(set) var isKept = true

    init(_ dialect: JournalDialect) { self.dialect = dialect }

    mutating func note(_ item: JournalItem) {
        // ledger checks in the order of the lines.
        guard isKept, dialect != .ledger else { return }
        switch item {
        case .transaction(let transaction):
            for posting in transaction.postings { note(posting.day ?? transaction.day, isPosting: true) }
        case .balance(let balance): note(balance.day, isPosting: false)
        default: break
        }
    }

    private mutating func note(_ day: CalendarDay, isPosting: Bool) {
        if day < last || (day == last && hasPosting && !isPosting) { isKept = false }
        if day > last { hasPosting = false }
        hasPosting = hasPosting || isPosting
        last = day
    }
}
