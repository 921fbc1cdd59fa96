package import CommandSupport
import Ledger
import LedgerViews
import Presentation

extension Feature {
    /// Accounts, transactions and categories.
    package static let ledger = Feature(
        plugins: { _ in [LedgerPlugin()] }, remedies: RemedyWords.ledger, documents: Document.ofLedger,
        problems: LedgerError.examples,
        sample: Sample(write: { writer, today, now in try SampleLedger(today: today, now: now).write(to: writer) }))
}
