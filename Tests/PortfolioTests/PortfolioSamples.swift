import Foundation
import Models
import Portfolio
import TestSupport

/// A portfolio and an instrument with transactions, put together by hand.
struct BookSample {
    var portfolio: InvestmentPortfolio
    var other: InvestmentPortfolio
    var instrument: Instrument
    var next: Instrument
    var transactions: [PortfolioTransaction] = []

    var key: PositionKey { PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id) }
    var otherKey: PositionKey { PositionKey(portfolioID: other.id, instrumentID: instrument.id) }
    var nextKey: PositionKey { PositionKey(portfolioID: portfolio.id, instrumentID: next.id) }

    init(_ quote: Currency = .eur, base: Currency = .eur, otherBase: Currency? = nil, next: Currency? = nil) {
        portfolio = InvestmentPortfolio(id: UUID(), name: "Broker", currency: base)
        other = InvestmentPortfolio(id: UUID(), name: "Wallet", currency: otherBase ?? base)
        instrument = Instrument(id: UUID(), name: "ACME", type: .stock, currency: quote)
        self.next = Instrument(id: UUID(), name: "Spun", type: .stock, currency: next ?? quote)
    }

    /// Adds a transaction and returns its id.
    @discardableResult mutating func add(
        _ kind: PortfolioTransaction.Kind, _ units: String? = nil, _ gross: String? = nil, on text: String,
        fees: String? = nil, taxes: String? = nil, settled: String? = nil, rate: String? = nil,
        lots: [NamedLot] = [], share: String? = nil, received: String? = nil, acquired: String? = nil
    ) throws -> UUID {
        let id = UUID()
        let isAction = kind.isCorporateAction
        transactions.append(
            PortfolioTransaction(
                id: id, kind: kind, portfolioID: isAction ? nil : portfolio.id, instrumentID: instrument.id,
                toPortfolioID: kind == .transfer ? other.id : nil,
                toInstrumentID: [.merger, .spinOff].contains(kind) ? next.id : nil, day: try day(text),
                entered: Date(timeIntervalSince1970: Double(transactions.count)),
                units: try units.map { try UnitsText.read($0) },
                received: try received.map { try UnitsText.read($0) }, gross: try gross.map(money),
                fees: try fees.map(money), taxes: try taxes.map(money), settled: try settled.map(money),
                rate: try rate.map { KeptRate(rate: try ratio($0)) }, lots: lots, share: try share.map(ratio),
                acquired: try acquired.map(day)))
        return id
    }

    func book(
        _ method: CostMethod = .fifo, currency: Currency? = nil, rates: DayRates = .none, lotsAlone: Bool = false
    ) throws -> LotBook {
        try LotBook(
            transactions, portfolios: [portfolio, other], instruments: [instrument, next], method: method,
            currency: currency, rates: rates, lotsAlone: lotsAlone)
    }
}
