public import Models

/// Transactions that were entered, corrected or deleted, with the position that they are of.
public struct EnteredTransactions: Sendable {
    /// The transaction that was meant first.
    public let first: PortfolioTransaction
    /// The transactions: two for a swap, else one.
    public let transactions: [PortfolioTransaction]
    /// The portfolio; nil for a corporate action.
    public let portfolio: InvestmentPortfolio?
    /// The portfolios and instruments that the transactions name, for their names.
    public let names: PortfolioNames
    /// The units of the position after the write, today.
    public let units: Ratio?
    /// The position that the units are of; nil for money alone and for corporate actions.
    public let position: PositionKey?

    init(
        _ transactions: [PortfolioTransaction], _ first: PortfolioTransaction, in reader: any EntityReader, _ call: Call
    ) throws {
        (self.first, self.transactions) = (first, transactions)
        names = try PortfolioNames(in: reader)
        portfolio = first.portfolioID.flatMap { [names] in names.portfolios[$0] }
        let key = first.portfolioID.flatMap { portfolio in
            first.instrumentID.map { PositionKey(portfolioID: portfolio, instrumentID: $0) }
        }
        position = key
        units = try key.map { key in
            try UnitBook(reader.transactions(touching: [key.instrumentID])).units(on: call.today)[key] ?? .zero
        }
    }
}

/// Portfolios and instruments by their ids.
public struct PortfolioNames: Sendable {
    /// The portfolios.
    public let portfolios: [InvestmentPortfolio.ID: InvestmentPortfolio]
    /// The instruments.
    public let instruments: [Instrument.ID: Instrument]

    /// The names of everything in a store.
    init(in reader: any EntityReader) throws {
        portfolios = Dictionary(uniqueKeysWithValues: try reader.all(InvestmentPortfolio.self).map { ($0.id, $0) })
        instruments = Dictionary(uniqueKeysWithValues: try reader.all(Instrument.self).map { ($0.id, $0) })
    }

    /// The name of a portfolio.
    public func portfolio(_ id: InvestmentPortfolio.ID?) -> String { id.flatMap { portfolios[$0]?.name } ?? "" }
    /// The name of an instrument.
    public func instrument(_ id: Instrument.ID?) -> String { id.flatMap { instruments[$0]?.name } ?? "" }
}
