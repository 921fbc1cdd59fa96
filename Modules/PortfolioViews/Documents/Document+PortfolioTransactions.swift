public import Models
public import Portfolio
public import Presentation

extension Document {
    private typealias Row = (transaction: PortfolioTransaction, names: PortfolioNames)
    private typealias Position = (key: PositionKey, units: Ratio, names: PortfolioNames)

    private static let row = Shape<Row>(
        .value("id", \.transaction.id), .value("date", \.transaction.day), .value("kind", \.transaction.kind),
        .value("portfolioId", \.transaction.portfolioID),
        .value("portfolio", { row in row.transaction.portfolioID.map(row.names.portfolio) }),
        .value("instrumentId", \.transaction.instrumentID),
        .value("instrument", { row in row.transaction.instrumentID.map(row.names.instrument) }),
        .units("units", { $0.transaction.kind.isCorporateAction ? nil : $0.transaction.units }),
        .optional(
            "proportion", { $0.transaction.proportion },
            note: "New units for each old one of a split, merger or spin-off."),
        .value("amount", \.transaction.gross, note: "Before fees and taxes; the cost of units that were received."),
        .value("fees", \.transaction.fees), .value("taxes", \.transaction.taxes),
        .value("settled", \.transaction.settled, note: "The money that moved, or that comes in with an exchange."),
        .value("rate", { $0.transaction.rate.map { ExactText(value: $0.rate) } }),
        .value("rateState", \.transaction.rate?.state, note: "given, or how the kept rate was had."),
        .value("rateSources", \.transaction.rate?.sources),
        .optional("toPortfolio", { row in row.transaction.toPortfolioID.map(row.names.portfolio) }),
        .optional("toInstrument", { row in row.transaction.toInstrumentID.map(row.names.instrument) }),
        .optional("received", { $0.transaction.received.map(UnitsValue.init) }),
        .optional("acquired", \.transaction.acquired), .optional("swapId", \.transaction.swapID),
        .optionalList(
            "lots", Shape<NamedLot>(.value("id", \.id), .units("units", \.units)),
            { $0.transaction.lots.isEmpty ? nil : $0.transaction.lots }),
        .value("note", \.transaction.note))

    private static let position = Shape<Position>(
        .value("portfolioId", \.key.portfolioID), .value("portfolio", { $0.names.portfolio($0.key.portfolioID) }),
        .value("instrumentId", \.key.instrumentID),
        .value("instrument", { $0.names.instrument($0.key.instrumentID) }), .units("units", \.units))

    private static let transactionShape = DocumentShape<EnteredTransactions>(
        "portfolioTransaction", "A transaction that was entered, changed or deleted, and the position after it.",
        main: "transaction",
        Shape(
            .object(
                "transaction", Self.row, { ($0.first, $0.names) }, named: "portfolioTransaction"),
            .optionalList(
                "others", Self.row,
                { entered in
                    entered.transactions.count < 2
                        ? nil : entered.transactions.dropFirst().map { ($0, entered.names) }
                }),
            .nullable(
                "position", position,
                { entered in
                    guard let key = entered.position, let units = entered.units else { return nil }
                    return (key, units, entered.names)
                })))

    private static let transactionsShape = DocumentShape<[Row]>(
        "portfolioTransactions", "A list of transactions of portfolios.", main: "transactions",
        Shape(.list("transactions", Self.row, { $0 }, named: "portfolioTransaction")))

    private static let filledShape = DocumentShape<(filled: Int, missing: Int)>(
        "filledRates", "How many transactions got a rate, and how many still have none.", main: "filled",
        Shape(.value("filled", \.filled), .value("missing", \.missing)))

    private static let importShape = DocumentShape<PortfolioImport>(
        "portfolioImport", "The rows of a file that were entered into portfolios.", main: "transactions",
        Shape(
            .value("entered", { $0.transactions.count }),
            .value("known", \.known, note: "Rows that were there already."),
            .value("prices", \.prices, note: "Prices of the file that were recorded."),
            .list(
                "columns",
                Shape<(role: String, title: String)>(.value("role", \.role), .value("title", \.title)), \.columns,
                note: "What columns of a table told, with their titles."),
            .value("unread", \.unread, note: "Titles of columns that were not read."),
            .value("opened", { $0.opened.count }, note: "Units of unknown cost that were brought in."),
            .value("instruments", { $0.instruments.map(\.name) }, note: "Instruments that were added."),
            .list(
                "transactions", Self.row, { report in report.transactions.map { ($0, report.names) } },
                named: "portfolioTransaction")))

    static var transactionDescriptions: [DocumentDescription] {
        [
            transactionShape.description, transactionsShape.description, filledShape.description,
            importShape.description,
        ]
    }

    /// A transaction that was just entered, changed or deleted.
    public init(entered: EnteredTransactions, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.transactionShape, entered, asOf: day, warnings: warnings)
    }

    /// A list of transactions.
    public init(
        portfolioTransactions transactions: [PortfolioTransaction], names: PortfolioNames, asOf day: CalendarDay
    ) {
        self.init(Self.transactionsShape, transactions.map { ($0, names) }, asOf: day)
    }

    /// The rows of a file that were entered.
    public init(imported outcome: Outcome<PortfolioImport>, asOf day: CalendarDay) {
        self.init(Self.importShape, outcome.value, asOf: day, warnings: outcome.warnings)
    }

    /// The rates that were filled in.
    public init(filledRates outcome: Outcome<(filled: Int, missing: Int)>, asOf day: CalendarDay) {
        self.init(
            Self.filledShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}

extension PortfolioTransaction {
    /// New units for each old one, as text; nil for what is no corporate action.
    fileprivate var proportion: ExactText? {
        kind.isCorporateAction ? units.map { ExactText(value: $0) } : nil
    }
}
