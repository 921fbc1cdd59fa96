package import Presentation

extension Document {
    /// The descriptions of the documents about the ledger.
    package static let ofLedger =
        ofAccounts + ofLedgerTransactions + ofStatistics + ofOverview + ofCategories + ofReconciliation
        + ofStatementImport + ofReview + ofLedgerJournal
}
