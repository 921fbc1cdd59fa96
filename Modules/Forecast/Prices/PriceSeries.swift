import Allocation
import ExchangeRates
import Foundation
import Models

/// The prices of a thing on the days that have one of their own.
struct PriceSeries: Sendable {
    let factor: RiskFactor
    /// The logarithm of each price with its day, in order.
    let points: [(day: CalendarDay, logarithm: Double)]

    /// Takes a price for one of its own when its own time is another than before: on a weekend, most rates are those of
    /// Friday, and a move that never was must not count as a day without one.
    init(of currency: Currency, in target: Currency, _ rates: [(day: CalendarDay, rates: FrozenRates)]) {
        factor = RiskFactor(currency)
        var last: Date?
        points = rates.compactMap { day, rates in
            guard let rate = try? rates.conversion(from: currency, to: target).rate, rate.state != .fallback,
                rate.time != last
            else { return nil }
            last = rate.time
            return (day, log(rate.rate.double))
        }
    }

    /// The prices of an asset in a currency, each at the rate of its day.
    init(
        of factor: RiskFactor, _ prices: [AssetPrice], in target: Currency,
        _ rates: [(day: CalendarDay, rates: FrozenRates)]
    ) {
        self.factor = factor
        let byDay = Dictionary(prices.map { ($0.day, $0.price) }) { _, last in last }
        points = rates.compactMap { day, rates in
            guard let price = byDay[day], price > .zero,
                let conversion = try? rates.conversion(from: factor.currency, to: target),
                conversion.rate?.state != .fallback
            else { return nil }
            return (day, log((price * conversion.factor).double))
        }
    }

    init(_ factor: RiskFactor, _ points: [(day: CalendarDay, logarithm: Double)]) {
        self.factor = factor
        self.points = points
    }

    /// The changes between neighbouring points.
    var changes: [Double] { zip(points, points.dropFirst()).map { $1.logarithm - $0.logarithm } }

    /// The square root of realised variance, for a year of 365 days.
    var volatility: Double {
        guard let first = points.first, let last = points.last, first.day < last.day else { return 0 }
        let sum = changes.reduce(0) { $0 + $1 * $1 }
        return (sum / Double(first.day.days(until: last.day)) * 365).squareRoot()
    }

    /// The same series on the days that all have.
    static func common(_ series: [PriceSeries]) -> [PriceSeries] {
        guard let first = series.first else { return [] }
        let days = series.dropFirst().reduce(Set(first.points.map(\.day))) { $0.intersection($1.points.map(\.day)) }
        return series.map { PriceSeries($0.factor, $0.points.filter { days.contains($0.day) }) }
    }

    /// How two series on the same days move together; nil with too few days, or when one does not move.
    static func correlation(_ a: PriceSeries, _ b: PriceSeries) -> Double? {
        guard a.points.count >= PriceModel.fewestPrices else { return nil }
        let (first, second) = (a.changes, b.changes)
        let product = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
        let squares = first.reduce(0) { $0 + $1 * $1 } * second.reduce(0) { $0 + $1 * $1 }
        guard squares > 0 else { return nil }
        return min(max(product / squares.squareRoot(), -1), 1)
    }
}
