package import Ledger
package import Presentation
package import Values

extension Document {
    private typealias Written = (journal: LedgerExportService.Journal, path: String)
    private static let journalShape = DocumentShape<Written>(
        "ledgerJournal", "A journal that was written.", main: "journal",
        Shape(
            .object(
                "journal",
                Shape<Written>(
                    .value("path", \.path), .value("accounts", \.journal.accounts),
                    .value("transactions", \.journal.transactions), .value("prices", \.journal.prices)), { $0 })))

    static let ofLedgerJournal = [journalShape.description]

    /// A journal that was written.
    package init(ledgerJournal journal: LedgerExportService.Journal, path: String, asOf day: CalendarDay) {
        self.init(Self.journalShape, (journal, path), asOf: day)
    }
}
