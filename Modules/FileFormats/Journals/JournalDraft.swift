import Values

/// A transaction of a journal while its lines are read: what is known of it, or why it is refused.
struct JournalDraft {
    var head: (line: Int, day: CalendarDay, texts: [String], isCleared: Bool)?
    let dialect: JournalDialect
    var tags: [JournalTag] = []
    var balancing: JournalBalancing
    private var refusal: UnreadableRow?

    init(_ dialect: JournalDialect) {
        self.dialect = dialect
        balancing = JournalBalancing(dialect)
    }

    /// Begins the next transaction.
    mutating func begin() {
        (head, refusal) = (nil, nil)
        balancing.removeAll()
        tags.removeAll(keepingCapacity: true)
    }

    /// Refuses all of it for a line. The first reason is the one that is shown.
    mutating func refuse(_ row: UnreadableRow) { refusal = refusal ?? row }

    /// Hands on the transaction with every amount, or why it is refused.
    ///
    /// - Throws: What `body` throws.
    func end(_ commodities: JournalCommodities, _ body: (JournalItem) throws -> Void) throws {
        if let refusal { return try body(.refused(refusal)) }
        guard let head else { return }
        do {
            let postings = try balancing.postings(commodities, isCleared: head.isCleared)
            try body(
                .transaction(
                    JournalTransaction(
                        line: head.line, day: head.day,
                        description: head.texts.joined(separator: ", "),
                        texts: dialect == .beancount ? head.texts : JournalTransaction.texts(head.texts.joined()),
                        tags: tags, postings: postings)))
        } catch let refused as JournalScanner.Refusal {
            try body(.refused(UnreadableRow(line: head.line, reason: refused.reason)))
        }
    }
}
