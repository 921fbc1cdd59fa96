public import ExchangeRates
public import Models
public import Persistence

import struct Foundation.UUID

/// Positions, lots and gains, worked out anew for each answer.
public struct PortfolioReportService: Sendable {
    let store: any Store
    let rates: PortfolioRates
    let display: DisplayCurrency
    let settings: PortfolioSettings

    /// A service over a store and rates.
    public init(
        store: any Store, rates: PortfolioRates, display: DisplayCurrency,
        settings: PortfolioSettings = PortfolioSettings()
    ) {
        (self.store, self.rates, self.display, self.settings) = (store, rates, display, settings)
    }

    /// The currency and the method of a report, and the portfolios that it is about.
    public struct Frame: Sendable {
        /// The portfolios of the report.
        public let portfolios: [InvestmentPortfolio]
        /// The currency of the report.
        public let currency: Currency
        /// The order in which sales take lots.
        public let method: CostMethod
        /// The names of portfolios and instruments.
        public let names: PortfolioNames
        /// Whether costs are worked out anew in the currency of the report.
        let isReplayed: Bool
    }

    /// A read state of the store, from which reports are made.
    struct State: Sendable {
        let frame: Frame
        let transactions: [PortfolioTransaction]
        let prices: [UUID: InstrumentPrices]
        let incomePrices: [PositionDay: Money]

        struct PositionDay: Hashable {
            let instrument: UUID
            let day: CalendarDay
        }

        func isIncluded(_ portfolio: UUID) -> Bool { frame.portfolios.contains { $0.id == portfolio } }

        func book(_ rates: DayRates, upTo day: CalendarDay, lotsAlone: Bool = false) throws -> LotBook {
            let incomePrices = incomePrices
            return try LotBook(
                transactions, portfolios: Array(frame.names.portfolios.values),
                instruments: Array(frame.names.instruments.values), method: frame.method,
                currency: frame.isReplayed ? frame.currency : nil, rates: rates,
                prices: { incomePrices[PositionDay(instrument: $0, day: $1)] }, upTo: day,
                lotsAlone: lotsAlone)
        }
    }

    /// A read state of the store.
    ///
    /// - Parameter priced: whether the prices of the call's day are wanted.
    func state(
        of portfolio: String?, _ method: CostMethod?, priced isPriced: Bool = true, _ call: Call
    ) async throws -> State {
        let method = method ?? settings.method
        let chosen = display.currency
        return try await store.read { reader in
            let names = try PortfolioNames(in: reader)
            let scope: [InvestmentPortfolio]
            if let portfolio {
                scope = [try reader.find(InvestmentPortfolio.self, named: portfolio)]
            } else {
                scope = try reader.all(InvestmentPortfolio.self).filter { !$0.isArchived }
            }
            let bases = Set(scope.map(\.currency))
            let currency = try chosen ?? (bases.count == 1 ? bases.first : nil) ?? reader.displayCurrency(nil)
            let transactions = try reader.all(PortfolioTransaction.self).inOrder
            let pricing = isPriced ? transactions.pricing(on: call.today) : [:]
            let stored = StoredPrices(reader)
            var prices: [UUID: InstrumentPrices] = [:]
            for (id, instrument) in names.instruments where isPriced {
                prices[id] = try stored.prices(of: instrument, on: call.today, among: pricing[id] ?? [])
            }
            var income: [State.PositionDay: Money] = [:]
            var priced: [UUID: InstrumentPrices] = [:]
            for transaction in transactions where transaction.gross == nil && transaction.units != nil {
                guard [.dividend, .interest].contains(transaction.kind),
                    let instrument = transaction.instrumentID.flatMap({ names.instruments[$0] })
                else { continue }
                let key = State.PositionDay(instrument: instrument.id, day: transaction.day)
                if priced[instrument.id] == nil {
                    priced[instrument.id] = try stored.allPrices(
                        of: instrument, among: transactions.filter { $0.instrumentID == instrument.id })
                }
                income[key] = priced[instrument.id]?.price(on: transaction.day)?.money
            }
            return State(
                frame: Frame(
                    portfolios: scope, currency: currency, method: method, names: names,
                    isReplayed: bases != [currency]), transactions: transactions, prices: prices,
                incomePrices: income)
        }
    }

    /// Warns of transactions whose named lots the method had to fill up.
    func misfitWarnings(_ book: LotBook, _ state: State) -> [Warning] {
        guard !book.misfits.isEmpty else { return [] }
        let misfits = Set(book.misfits)
        let found = state.transactions.filter { misfits.contains($0.id) }
        guard let first = found.first else { return [] }
        let rest = "with the method \(book.method.rawValue): others were taken for the rest."
        return [
            Warning(
                code: "lotsFilledUp",
                message: found.count == 1
                    ? "The lots that the \(first.kind.rawValue) of \(first.day) names do not hold its units \(rest)"
                    : "The lots that \(found.count) transactions name, the \(first.kind.rawValue) of \(first.day) first, do "
                        + "not hold their units \(rest)")
        ]
    }
}

extension [PortfolioTransaction] {
    /// The transactions that decide the price of a day, by instrument and in order: splits, and the newest trade on or before it.
    fileprivate func pricing(on day: CalendarDay) -> [UUID: [PortfolioTransaction]] {
        var newest: [UUID: Int] = [:]
        var found: [UUID: [PortfolioTransaction]] = [:]
        for index in indices {
            guard let instrument = self[index].instrumentID else { continue }
            switch self[index].kind {
            case .split: found[instrument, default: []].append(self[index])
            case .buy, .sell: if self[index].day <= day { newest[instrument] = index }
            default: break
            }
        }
        for (instrument, index) in newest { found[instrument, default: []].append(self[index]) }
        return found
    }
}
