public import Allocation
public import Foundation
public import Models
public import Presentation

extension Transaction.Kind: DocumentChoice {}
extension ListedTransaction.Kind: DocumentChoice {}

extension Document {
    private typealias Entry = (transaction: Transaction, asset: Asset?)
    private static let entry = Shape<Entry>(
        .value("date", \.transaction.day), .value("asset", \.asset?.name), .value("amount", \.transaction.amount),
        .value("note", \.transaction.note),
        .value(
            "kind", \.transaction.kind,
            note: "Opening balances and spending of ended goals are never contributions."),
        .value("goalId", \.transaction.goalID, note: "The ended goal whose money was spent."),
        .value("id", \.transaction.id), .value("assetId", \.transaction.assetID),
        .value("hash", \.transaction.hash))

    private typealias Row = (listed: ListedTransaction, asset: Asset?, isLater: Bool)
    private static let row = Shape<Row>(
        .value("date", \.listed.day), .value("asset", \.asset?.name), .value("amount", \.listed.amount),
        .value("note", \.listed.transaction?.note),
        .value(
            "kind", \.listed.kind,
            note: "Opening balances and spending of ended goals are never contributions; chain: read from a blockchain."
        ),
        .value("goalId", \.listed.transaction?.goalID, note: "The ended goal whose money was spent."),
        .value("id", \.listed.transaction?.id, note: "Null for one of a blockchain, which has a hash."),
        .value("assetId", \.listed.assetID), .value("hash", \.listed.hash),
        .value("later", \.isLater, note: "Whether it is dated after the day of the document, and in no balance yet."))

    private static let transactionsShape = DocumentShape<[Row]>(
        "transactions", "A list of transactions.", main: "transactions",
        Shape(.list("transactions", row, { $0 })))
    private static let transactionShape = DocumentShape<Entry>(
        "transaction", "A transaction that was added, changed or deleted.", main: "transaction",
        Shape(.object("transaction", entry, { $0 })))

    private static let adjustmentShape = DocumentShape<AssetService.Adjusted>(
        "adjustment", "The balance of an asset that was set.", main: "adjustment",
        Shape(
            .object(
                "adjustment",
                Shape(
                    .value("date", \.day), .value("asset", \.asset.name), .value("assetId", \.asset.id),
                    .value("balance", \.balance, note: "The balance at the end of the day."),
                    .value("before", \.before, note: "The balance at the end of the day before it was set."),
                    .nullable("transaction", entry) { set in set.transaction.map { ($0, set.asset) } }), { $0 },
                note: "The transaction is null where there was no difference.")))

    static let transactionShapes = [
        transactionShape.description, transactionsShape.description, adjustmentShape.description,
    ]

    /// A list of transactions.
    public init(
        transactions: [ListedTransaction], assets: [UUID: Asset], warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(
            Self.transactionsShape, transactions.map { ($0, assets[$0.assetID], $0.day > day) }, asOf: day,
            warnings: warnings)
    }

    /// A list of transactions that were entered.
    public init(
        transactions: [Transaction], assets: [UUID: Asset], warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(
            transactions: transactions.map(ListedTransaction.entered), assets: assets, warnings: warnings, asOf: day)
    }

    /// A transaction that was just added, changed or deleted.
    public init(changed transaction: Transaction, of asset: Asset, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.transactionShape, (transaction, asset), asOf: day, warnings: warnings)
    }

    /// The balance of an asset that was just set.
    public init(_ adjusted: Outcome<AssetService.Adjusted>, asOf day: CalendarDay) {
        self.init(Self.adjustmentShape, adjusted.value, asOf: day, warnings: adjusted.warnings)
    }
}
