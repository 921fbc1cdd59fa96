public import Models
public import Portfolio
public import Presentation

extension InstrumentType: DocumentChoice {}
extension CostMethod: DocumentChoice {}
extension PriceState: DocumentChoice {}
extension HoldingTerm: DocumentChoice {}
extension PortfolioTransaction.Kind: DocumentChoice {}

extension InvestmentPortfolio {
    fileprivate static let shape = Shape<InvestmentPortfolio>(
        .value("id", \.id), .value("name", \.name), .value("currency", \.currency),
        .value("cash", \.keepsCash, note: "Whether it keeps cash."), .value("description", \.details),
        .value("archived", \.isArchived))
}

extension Instrument {
    fileprivate static let shape = Shape<Instrument>(
        .value("id", \.id), .value("name", \.name), .value("type", \.type), .value("currency", \.currency),
        .value("symbol", \.symbol), .value("isin", \.isin), .value("market", \.market),
        .value("prices", \.prices, note: "The source of its prices, with the symbol there."))
}

extension Document {
    private static let portfolioShape = DocumentShape<InvestmentPortfolio>(
        "portfolio", "A portfolio: shown, or as it was added, changed or deleted.", main: "portfolio",
        Shape(.object("portfolio", InvestmentPortfolio.shape, { $0 }, named: "portfolio")))
    private static let portfoliosShape = DocumentShape<[InvestmentPortfolio]>(
        "portfolios", "A list of portfolios.", main: "portfolios",
        Shape(.list("portfolios", InvestmentPortfolio.shape, { $0 }, named: "portfolio")))
    private static let instrumentShape = DocumentShape<Instrument>(
        "instrument", "An instrument: shown, or as it was added, changed or deleted.", main: "instrument",
        Shape(.object("instrument", Instrument.shape, { $0 }, named: "instrument")))
    private static let instrumentsShape = DocumentShape<[Instrument]>(
        "instruments", "A list of instruments.", main: "instruments",
        Shape(.list("instruments", Instrument.shape, { $0 }, named: "instrument")))

    /// The descriptions of the documents about portfolios.
    public static var ofPortfolios: [DocumentDescription] {
        [
            portfolioShape.description, portfoliosShape.description, instrumentShape.description,
            instrumentsShape.description,
        ] + transactionDescriptions + priceDescriptions + [positionsDescription, lotsDescription, gainsDescription]
    }

    /// A portfolio.
    public init(portfolio: InvestmentPortfolio, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.portfolioShape, portfolio, asOf: day, warnings: warnings)
    }

    /// A list of portfolios.
    public init(portfolios: [InvestmentPortfolio], asOf day: CalendarDay) {
        self.init(Self.portfoliosShape, portfolios, asOf: day)
    }

    /// An instrument.
    public init(instrument: Instrument, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.instrumentShape, instrument, asOf: day, warnings: warnings)
    }

    /// A list of instruments.
    public init(instruments: [Instrument], asOf day: CalendarDay) {
        self.init(Self.instrumentsShape, instruments, asOf: day)
    }
}
