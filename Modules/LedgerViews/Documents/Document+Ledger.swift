package import Presentation

extension Document {
    /// What is published of the documents about the ledger.
    package static let ofLedger =
        ofAccounts + ofLedgerTransactions + ofStatistics + ofOverview + ofCategories + ofReconciliation
        + ofStatementImport + ofReview + ofLedgerJournal
}
