package import CommandSupport
import Ledger
import LedgerViews
import Presentation

extension Feature {
    /// Accounts, transactions and categories.
    package static let ledger = Feature(
        plugins: { _ in [LedgerPlugin()] }, remedies: RemedyWords.ledger, documents: Document.ofLedger,
        problems: LedgerError.examples)
}
