import Persistence
import Portfolio
import Values

import struct Foundation.Date
import struct Foundation.UUID

/// A portfolio as an example: a fund that is bought monthly, shares of another currency, and bitcoin.
struct SamplePortfolio: Sendable {
    private let portfolio: InvestmentPortfolio
    private var instruments: [Instrument] = []
    private var transactions: [PortfolioTransaction] = []
    private var prices: [InstrumentPrice] = []

    /// A portfolio as it would be on a day.
    ///
    /// - Parameter now: when it is taken to have been entered.
    init(today: CalendarDay, now: Date) throws {
        portfolio = InvestmentPortfolio(id: UUID(), name: "Broker", currency: .eur)
        let world = Instrument(id: UUID(), name: "World fund", type: .etf, currency: .eur, symbol: "WRLD")
        let acme = Instrument(id: UUID(), name: "ACME", type: .stock, currency: .usd, symbol: "ACME")
        let bitcoin = Instrument(id: UUID(), name: "Bitcoin", type: .crypto, currency: .eur, symbol: "BTC")
        instruments = [world, acme, bitcoin]
        var count = 0
        func entry(
            _ kind: PortfolioTransaction.Kind, _ instrument: Instrument, _ units: String?, _ gross: String?,
            _ monthsAgo: Int, fees: String? = nil, taxes: String? = nil, settled: String? = nil
        ) throws -> PortfolioTransaction {
            count += 1
            return PortfolioTransaction(
                id: UUID(), kind: kind, portfolioID: portfolio.id, instrumentID: instrument.id,
                day: today.adding(months: -monthsAgo), entered: now.addingTimeInterval(Double(count) / 1000),
                units: try units.map { try UnitsText.read($0) },
                gross: try gross.map { try Money($0, instrument.currency) },
                fees: try fees.map { try Money($0, instrument.currency) },
                taxes: try taxes.map { try Money($0, instrument.currency) },
                settled: try settled.map { try Money($0, .eur) })
        }
        for month in (1...12).reversed() {
            // A plan of 300 a month, at prices that go up and down.
            let price = 90 + (month * 7) % 11
            let units = Ratio(300) * (Ratio(1, over: Int128(price)) ?? .zero)
            transactions.append(
                try entry(.buy, world, units.decimalString(places: 4, rounding: .down), "300.00", month, fees: "1.50"))
        }
        transactions += [
            try entry(.buy, acme, "20", "2400.00", 14, fees: "5.00", settled: "2212.75"),
            try entry(.sell, acme, "5", "780.00", 2, fees: "5.00", taxes: "18.40", settled: "698.50"),
            try entry(.dividend, acme, nil, "22.50", 1, taxes: "3.38", settled: "17.63"),
            try entry(.buy, bitcoin, "0.05", "1900.00", 9, fees: "4.75"),
        ]
        prices = [
            InstrumentPrice(instrumentID: world.id, day: today, price: try Money("101.30", .eur)),
            InstrumentPrice(instrumentID: acme.id, day: today, price: try Money("161.20", .usd)),
            InstrumentPrice(instrumentID: bitcoin.id, day: today, price: try Money("59250", .eur)),
        ]
    }

    /// Adds it to a store.
    ///
    /// - Throws: ``StoreError``.
    func write(to writer: any StoreWriter) throws {
        try writer.insert(portfolio)
        for instrument in instruments { try writer.insert(instrument) }
        for transaction in transactions { try writer.insert(transaction) }
        for price in prices { try writer.insert(price) }
    }
}
