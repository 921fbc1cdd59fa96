public import ExchangeRates
public import Models
import Persistence

import struct Foundation.UUID

/// A lot that is open, with its value.
public struct OpenLot: Sendable {
    /// The lot.
    public let lot: Lot
    /// The position.
    public let position: PositionKey
    /// Units of the report's currency for one of the instrument's, on the whole cost; nil where it is not known.
    public let rate: Ratio?
    /// How the transaction's rate was had: `settled`, `given`, or the state of an exchange rate; nil within one currency.
    public let rateState: String?
    /// Days from the acquisition to the day of the report; nil for a pool.
    public let daysHeld: Int?
    /// Short or long if it were sold on that day.
    public let term: HoldingTerm?
    /// The price of one unit; nil where there is none.
    public let price: FoundPrice?
    /// Units × price × rate; nil where one of them is not known.
    public let value: Money?
    /// Value − cost; nil where one of them is not known.
    public let unrealised: Money?
}

/// The open lots of portfolios.
public struct LotsReport: Sendable {
    /// The currency, the method and the portfolios.
    public let frame: PortfolioReportService.Frame
    /// The lots by instrument and portfolio, oldest first.
    public let lots: [OpenLot]
    /// Lots whose cost or value is not known.
    public let unavailable: [Unavailable]
    /// The exchange rates of days that were used.
    public let rates: [ConversionRate]
}

extension PortfolioReportService {
    /// The open lots of portfolios, each with costs in its own base currency where no other one is chosen.
    ///
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError``.
    public func lotsByPortfolio(
        in portfolio: String? = nil, method: CostMethod? = nil, _ call: Call
    ) async throws -> [LotsReport] {
        guard portfolio == nil, display.currency == nil else {
            return [try await lots(of: nil, in: portfolio, method: method, call).value]
        }
        let all = try await store.read { try $0.all(InvestmentPortfolio.self).filter { !$0.isArchived } }
        var reports: [LotsReport] = []
        for portfolio in all {
            reports.append(try await lots(of: nil, in: portfolio.id.uuidString, method: method, call).value)
        }
        return reports
    }

    /// The open lots of an instrument, or of all, on the call's day.
    ///
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError``.
    public func lots(
        of instrument: String?, in portfolio: String? = nil, method: CostMethod? = nil, _ call: Call
    ) async throws -> Outcome<LotsReport> {
        let state = try await state(of: portfolio, method, call)
        let wanted = try await store.read { reader in try instrument.map { try reader.instrument(named: $0).id } }
        var table = DayRateTable(rates, call)
        let (book, lots) = try await table.answering { rates in
            let book = try state.book(rates, upTo: call.today, lotsAlone: true)
            return (book, try openLots(of: wanted, in: book, state, rates, call.today))
        }
        let report = LotsReport(lots, state, rates: table.used)
        return Outcome(
            report, warnings: misfitWarnings(book, state) + Warning.rateWarnings(table.used),
            isComplete: report.unavailable.isEmpty && !table.isDoubtful && !report.isDoubtful)
    }

    /// The open lots of an instrument, or of all, in a book.
    func openLots(
        of wanted: Instrument.ID?, in book: LotBook, _ state: State, _ rates: DayRates, _ today: CalendarDay
    ) throws -> [OpenLot] {
        let frame = state.frame
        let keys = book.positions.keys.filter {
            state.isIncluded($0.portfolioID) && (wanted == nil || $0.instrumentID == wanted)
        }.sorted {
            let left = frame.names.instrument($0.instrumentID) + "\u{0}" + frame.names.portfolio($0.portfolioID)
            let right = frame.names.instrument($1.instrumentID) + "\u{0}" + frame.names.portfolio($1.portfolioID)
            return NameOrder.precedes((left, $0.portfolioID), (right, $1.portfolioID))
        }
        // The transactions of lots whose rates are shown.
        let ids = Set(
            frame.isReplayed
                ? []
                : keys.flatMap { key -> [UUID] in
                    guard let position = book.positions[key], position.quote != frame.currency else { return [] }
                    return position.lots.map(\.id)
                })
        var transactions: [UUID: PortfolioTransaction] = [:]
        for transaction in ids.isEmpty ? [] : state.transactions where ids.contains(transaction.id) {
            transactions[transaction.id] = transaction
        }
        var lots: [OpenLot] = []
        for key in keys {
            guard let position = book.positions[key] else { continue }
            let price = state.prices[key.instrumentID]?.price(on: today)
            let rate = rates(position.quote, frame.currency, today)
            for lot in position.lots {
                var value: Money?
                if let price, price.value.isZero {
                    value = .zero(frame.currency)
                } else if let price, let rate {
                    value = try Money(
                        rounding: lot.units * price.value * rate, places: frame.currency.minorUnit, frame.currency)
                }
                var unrealised: Money?
                if let value, let cost = lot.cost.base { unrealised = try value.subtracting(cost) }
                let transaction = transactions[lot.id]
                let isOne = position.quote == frame.currency
                let settled = transaction?.settled?.currency == frame.currency
                lots.append(
                    OpenLot(
                        lot: lot, position: key,
                        rate: isOne ? .one : lot.acquisitionRate,
                        rateState: isOne || frame.isReplayed || lot.acquired == nil
                            ? nil : settled ? "settled" : transaction?.rate?.state,
                        daysHeld: lot.acquired.map { $0.days(until: today) },
                        term: HoldingTerm(acquired: lot.acquired, sold: today, months: settings.longMonths),
                        price: price, value: value, unrealised: unrealised))
            }
        }
        return lots
    }
}

extension LotsReport {
    init(_ lots: [OpenLot], _ state: PortfolioReportService.State, rates: [ConversionRate]) {
        var unavailable: [Unavailable] = []
        for lot in lots {
            let reasons = [
                state.reason(lot.lot.cost, lot.lot.acquired, lot.position),
                lot.value == nil ? "The price or rate is not known." : nil,
            ].compactMap(\.self)
            guard !reasons.isEmpty else { continue }
            let name = state.frame.names.instrument(lot.position.instrumentID)
            let item = "\(name) (\(lot.lot.id.uuidString.lowercased().prefix(8)))"
            unavailable += reasons.map { Unavailable(item: item, reason: $0) }
        }
        self.init(frame: state.frame, lots: lots, unavailable: unavailable, rates: rates)
    }

    /// Whether a price of a substitute took part.
    var isDoubtful: Bool { lots.contains { $0.price?.state == .fallback } }
}

extension Lot {
    /// Cost in the report's currency ÷ cost in the instrument's; nil where either is not known or 0.
    fileprivate var acquisitionRate: Ratio? {
        // The rest is rounded: the rate is that of the whole cost.
        guard let base = whole.cost.base, let quoted = whole.cost.instrument, !base.isZero else { return nil }
        return base.ratio.divided(by: quoted.ratio)
    }
}
