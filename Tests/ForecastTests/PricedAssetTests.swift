import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Forecast

/// A depot worth the same on all days, with prices that go up and down by a percentage every other day; none without one.
private struct DepotSource: PricedFundingSource {
    let name = "depot"
    let value: Money
    var percent: Int?

    func conversions(
        of assets: [Asset], in reader: any EntityReader
    ) throws -> [UUID: Set<ExchangeRateService.WantedRate>] { [:] }

    func balances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], at rates: FrozenRates,
        in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]] {
        days.map { _ in Dictionary(uniqueKeysWithValues: assets.map { ($0.id, SourceBalance(value)) }) }
    }

    func contributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, at rates: FrozenRates, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions] { [:] }

    func prices(
        of assets: [Asset], on days: [(day: CalendarDay, rates: FrozenRates)], in reader: any EntityReader
    ) throws -> [UUID: [AssetPrice]] {
        guard let percent else { return [:] }
        let prices = days.map { AssetPrice(Ratio(Int128(100 + ($0.day.dayNumber % 2) * percent)), on: $0.day) }
        return Dictionary(uniqueKeysWithValues: assets.map { ($0.id, prices) })
    }
}

/// Tells a value that moves, without a word on how.
private struct TellerSource: FundingSource {
    let name = "teller"
    let knowsThePast = false
    let valueMoves = true
    let movesWithoutPayments = true

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        Dictionary(uniqueKeysWithValues: try assets.map { ($0.id, SourceBalance(try money("6000 USD"))) })
    }
}

@Suite("Odds of an asset follow the prices that its source has") struct PricedAssetTests {
    private let today = CalendarDay(dayNumber: 20_593)  // 20 May 2026
    private let store = MemoryStore()

    private func begin(source: String) async throws {
        let car = Goal(
            id: UUID(), name: "Car", target: try money("12000 USD"), start: today.adding(months: -8),
            deadline: today.adding(months: 10))
        let depot = Asset(id: UUID(), name: "My depot", currency: .usd, source: source, reference: "d")
        try await store.add(
            Record(car), Record(depot), Record(AssetAllocation(assetID: depot.id, goalID: car.id, size: .rest)))
    }

    private func forecasts(_ source: any FundingSource) -> ForecastService {
        let rates = ExchangeRateService(providers: [])
        return ForecastService(store: store, rates: rates, funding: FundingSources([source], rates: rates))
    }

    @Test func `the volatility is that of its prices`() async throws {
        try await begin(source: "depot")
        for percent in [2, 8] {
            let service = forecasts(DepotSource(value: try money("6000 USD"), percent: percent))
            let odds = try #require(try await service.odds("Car", .init(), morning(today)).value.goals.first)
            let risk = try #require(odds.model.risks.first)
            let move = log(1 + Double(percent) / 100)
            #expect(abs(risk.volatility - move * 365.0.squareRoot()) < 1e-9)
            #expect(risk.factor.asset == "My depot" && risk.prices == 366)
            #expect(odds.paths == 10_000 && odds.probability < .one)
            let forecast = try await service.forecast("Car", .init(), morning(today)).value
            #expect(forecast.model == odds.model && forecast.gap == nil)
        }
    }

    @Test func `without prices it is named and not taken for cash`() async throws {
        try await begin(source: "depot")
        let depot = DepotSource(value: try money("6000 USD"))
        for (source, name) in [(depot as any FundingSource, "depot"), (TellerSource(), "teller")] {
            try await store.rename(source: name)
            let service = forecasts(source)
            let expected = ForecastError.self
            let error = await #expect(throws: expected) { try await service.odds("Car", .init(), morning(today)) }
            #expect(error?.code == "forecast.fewPrices" && error?.description.contains("'My depot'") == true)
            #expect(error?.remedy?.arguments == ["name": "My depot"])
            let outcome = try await service.forecast("Car", .init(), morning(today))
            #expect(!outcome.isComplete && outcome.value.gap?.code == "forecast.fewPrices")
            // A person may say how volatile it is, by its name.
            let fields = ForecastService.OddsFields(volatilities: ["My depot=20%"], correlations: [])
            let odds = try #require(try await service.odds("Car", fields, morning(today)).value.goals.first)
            #expect(odds.model.risks.map(\.volatility) == [0.2])
        }
    }

    @Test func `correlations name assets too`() async throws {
        try await begin(source: "depot")
        let wallet = Asset(id: UUID(), name: "Wallet", currency: .btc)
        let car = try #require(try await store.read { try $0.all(Goal.self) }.first)
        try await store.add(
            Record(wallet), Record(AssetAllocation(assetID: wallet.id, goalID: car.id, size: .rest)))
        try await store.pay(try money("0.01 BTC"), into: wallet, on: today.adding(days: -200))
        let rates = ExchangeRateService(providers: [DailyPrices(prices: [.btc: { _ in "60000" }])])
        let service = ForecastService(
            store: store, rates: rates,
            funding: FundingSources([DepotSource(value: try money("6000 USD"))], rates: rates))
        let fields = ForecastService.OddsFields(
            volatilities: ["My depot=20%", "BTC=60%"], correlations: ["BTC,My depot=0.5"])
        let model = try #require(try await service.odds("Car", fields, morning(today)).value.goals.first).model
        #expect(model.risks.map(\.factor.label) == ["BTC", "My depot"])
        #expect(model.risks.map(\.volatility) == [0.6, 0.2] && model.correlations.rows[0][1] == 0.5)
    }

    @Test func `an asset without prices of its own cannot be given a volatility`() async throws {
        try await begin(source: "depot")
        try await store.add(Record(Asset(id: UUID(), name: "Bank", currency: .usd)))
        let fields = ForecastService.OddsFields(volatilities: ["Bank=20%"], correlations: [])
        let service = forecasts(DepotSource(value: try money("6000 USD"), percent: 2))
        await #expect(throws: ForecastError.badVolatility("Bank=20%")) {
            try await service.odds("Car", fields, morning(today))
        }
    }
}

extension Store {
    fileprivate func rename(source: String) async throws {
        try await write(call(CalendarDay(dayNumber: 0))) { writer in
            for asset in try writer.all(Asset.self) {
                var renamed = asset
                renamed.source = source
                try writer.update(asset, to: renamed)
            }
        }
    }
}
