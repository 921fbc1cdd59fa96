import ExchangeRates
import Foundation
import Portfolio
import Values

/// Prices of coins and currencies by exchange rates: one unit in the instrument's currency. Each has the day of its rate, and the
/// providers of the rate as its source.
struct RatePrices: PriceProvider {
    static let providerName = "rates"
    /// The most days of a request: the newest.
    static let mostDays = 366

    let name = RatePrices.providerName
    let rates: PortfolioRates

    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool {
        guard instrument.source.map({ $0 == name }) ?? (instrument.type == .crypto) else { return false }
        return Self.coin(instrument) != nil
    }

    /// The coin or currency that a symbol names; nil where it names none, or the currency of the prices itself.
    private static func coin(_ wanted: PriceRequest.Wanted) -> Currency? {
        guard let code = wanted.symbol, let coin = try? Currency(code: code), coin != wanted.currency else {
            return nil
        }
        return coin
    }

    func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer {
        var answer = PriceAnswer()
        guard let first = request.from, first <= request.to else { return answer }
        let start = max(first, request.to.adding(days: 1 - Self.mostDays))
        let days = (start.dayNumber...request.to.dayNumber).map { CalendarDay(dayNumber: $0) }
        let coins = request.instruments.compactMap { wanted in Self.coin(wanted).map { (wanted: wanted, coin: $0) } }
        let pairs = Set(coins.map { ExchangeRateService.WantedRate(from: $0.coin, to: $0.wanted.currency) })
        // A rate of today is the newest.
        let asked = days.map { $0 == call.day ? nil : $0 }
        let found = try await rates.rates(for: pairs, on: asked, call)
        for (wanted, coin) in coins {
            var reason: String?
            var seen: Set<CalendarDay> = []
            for (day, known) in zip(days, found) where day >= wanted.from {
                do {
                    guard let rate = try known.conversion(from: coin, to: wanted.currency).rate else { continue }
                    let own = Self.day(of: rate, asked: day, call)
                    // The rate of a weekend is that of the Friday before, and counts once.
                    guard own >= wanted.from, seen.insert(own).inserted else { continue }
                    answer.prices.append(
                        ProvidedPrice(
                            instrumentID: wanted.id, day: own, price: try Self.price(rate, wanted.currency),
                            source: "\(name): \(rate.sources.joined(separator: ", "))",
                            isFallback: rate.state == .fallback))
                } catch let gap as RateGap {
                    reason = gap.reason
                }
            }
            if seen.isEmpty {
                let why = reason ?? "none was found"
                answer.gaps.append(PriceGap(wanted.id, "\(name): no rate from \(coin) to \(wanted.currency): \(why)"))
            }
        }
        return answer
    }

    /// The day that the rate is of: past days begin in UTC, a rate of now is of the user's day.
    private static func day(of rate: ConversionRate, asked day: CalendarDay, _ call: Call) -> CalendarDay {
        let zone = day == call.day ? call.zone.secondsFromGMT(for: rate.time) : 0
        return min(day, CalendarDay(utc: rate.time, secondsFromUTC: zone))
    }

    /// The rate as an amount: all of its digits, or 18 significant ones where they do not end.
    private static func price(_ rate: ConversionRate, _ currency: Currency) throws -> Money {
        let all = rate.rate.decimalString(places: Money.maximumPlaces, rounding: .halfEven)
        if let exact = try? Money(all, currency), exact.ratio == rate.rate { return exact }
        return try Money(rate.rate.significantString(digits: 18), currency)
    }
}
