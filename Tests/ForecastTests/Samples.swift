import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport

@testable import Forecast

/// Prices in USD that follow from the day.
struct DailyPrices: ExchangeRateProvider {
    let name = "daily"
    let prices: [Currency: @Sendable (CalendarDay) -> String?]

    func rates(_ request: RateRequest) -> RateAnswer {
        let day = request.day ?? request.today
        return RateAnswer(
            quotes: prices.compactMap { currency, price in
                guard request.currencies.contains(currency), let text = price(day) else { return nil }
                return try? RateQuote(
                    from: currency, to: .usd, rate: Ratio(decimal: text), time: day.startInUTC, source: name,
                    state: .fixed)
            })
    }
}

let origin = ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "tests", command: "test")

extension Store {
    func add(at day: CalendarDay = CalendarDay(dayNumber: 0), _ records: Record...) async throws {
        try await write(ChangeOrigin(instant: day.startInUTC, program: "tests", command: "test")) { writer in
            for record in records { try writer.apply(.insert(record)) }
        }
    }

    /// A payment, or what an asset held before with `kind`.
    func pay(_ amount: Money, into asset: Asset, on day: CalendarDay, _ kind: Transaction.Kind = .manual) async throws {
        try await add(
            Record(
                Transaction(
                    id: UUID(), assetID: asset.id, amount: amount, day: day, kind: kind, entered: day.startInUTC)))
    }

    func forecasts(_ prices: [Currency: @Sendable (CalendarDay) -> String?] = [:]) -> ForecastService {
        ForecastService(store: self, rates: ExchangeRateService(providers: [DailyPrices(prices: prices)]))
    }
}

/// A call in the morning of a day, at which the newest rates are those of the day.
func morning(_ day: CalendarDay) -> Call {
    Call(now: day.startInUTC.addingTimeInterval(9 * 3600), today: day, program: "tests", command: "test")
}
