import ExchangeRates
import Foundation
import HTTPNetworking
import Models
import PluginKit
import RateProviders
import Testing

@Suite("`exchangeRates.fallback`") struct FallbackRatesTests {
    private let time = RunningTime()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A container as a program that keeps running has it.
    private func container(_ settings: [String: RawSetting]) async throws -> DIContainer {
        var builder = ContainerBuilder(
            settings: InMemorySettings(settings.merging(["exchangeRates.fallback": "mock"]) { own, _ in own }),
            time: TimeSource(now: time.read, clock: time))
        builder.add([NetworkPlugin(), RatesPlugin()])
        return try await builder.build()
    }

    private func state(_ container: DIContainer, _ from: String, _ to: String) async throws -> RateState? {
        let pair = ExchangeRateService.WantedRate(from: try Currency(code: from), to: try Currency(code: to))
        let call = Call(
            now: time.read(), deadline: Deadline(in: .seconds(4), on: time), program: "test", command: "test")
        let rates = try await ExchangeRateService(providers: container.resolveAll(.exchangeRates))
            .rates(for: [pair], call)
        return try? rates.conversion(from: pair.from, to: pair.to).rate?.state
    }

    @Test func `a table that cannot be read at the start is replaced, and is back without a restart`() async throws {
        let path = folder.url.appending(path: "rates.csv").path
        let settings: [String: RawSetting] = [
            "exchangeRates.providers": ["fixed"], "exchangeRates.fixed.file": .text(path),
        ]
        await #expect(throws: ContainerError.self) {
            try await container(settings.merging(["exchangeRates.fallback": "fixed"]) { $1 })
        }
        let running = try await container(settings)
        #expect(running.degradations.map(\.provider) == ["fixed"])
        #expect(try await state(running, "BTC", "EUR") == .fallback)
        let health = await running.health(limit: .seconds(60)).rows
        let details = Dictionary(health.map { ($0.provider, $0.detail ?? "") }) { first, _ in first }
        #expect(details["fixed"]?.contains("there is no such file") == true)
        #expect(details["mock"] == "It stands in for missing rates of BTC, EUR.")

        _ = try folder.write("from,to,rate,date\nBTC,EUR,60000,\n", to: "rates.csv")
        #expect(try await state(running, "BTC", "EUR") == .fallback, "the next attempt is due in five seconds")
        time.advance(by: 5)
        #expect(try await state(running, "BTC", "EUR") == .fixed)
        #expect(await running.health(limit: .seconds(60)).rows.allSatisfy { $0.status == .healthy })
        #expect(try await state(running, "BTC", "JPY") == .fallback, "what the table lacks is still made up")
    }

    @Test func `what no provider gives is made up, and only that`() async throws {
        let path = try folder.write("from,to,rate,date\nBTC,EUR,60000,\n", to: "rates.csv")
        let container = try await container([
            "exchangeRates.providers": ["fixed"], "exchangeRates.fixed.file": .text(path),
        ])
        #expect(container.degradations.isEmpty)
        #expect(try await state(container, "BTC", "EUR") == .fixed)
        #expect(try await state(container, "SOL", "KRW") == .fallback)
    }

    @Test func `any provider can be the fallback, and its rates are marked`() async throws {
        let path = try folder.write("from,to,rate,date\nBTC,EUR,60000,\n", to: "rates.csv")
        let container = try await container([
            "exchangeRates.providers": ["exec"], "exchangeRates.fallback": "fixed",
            "exchangeRates.fixed.file": .text(path),
        ])
        #expect(container.degradations.map(\.provider) == ["exec"])
        #expect(try await state(container, "BTC", "EUR") == .fallback)
    }

    @Test func `without the setting a provider that cannot be made stops the start, and gaps stay gaps`() async throws {
        await #expect(throws: ContainerError.self) {
            try await provider(["exchangeRates.providers": ["fixed"], "exchangeRates.fixed.file": "/nowhere.csv"])
        }
        #expect(try await provider(["exchangeRates.providers": ["fixed"]]).rates(try request("BTC")).quotes.isEmpty)
    }

    @Test func `made-up rates are the same each time, plausible, of every currency, and never taken for real`()
        async throws
    {
        let token = try Currency(token: "ABC", chain: "ethereum", contract: "0x1", decimals: 18)
        let all = Set(Currency.all + [token])
        let asked = RateRequest(currencies: all, day: nil, anyCall)
        let answer = MockRates().rates(asked)
        #expect(answer == MockRates().rates(asked))
        #expect(Set(answer.quotes.map(\.from)).union([try Currency(code: "USD")]).isSuperset(of: all))
        #expect(answer.quotes.allSatisfy { $0.state == .fallback && $0.rate <= Ratio(100_000) })
        let provider = try await provider(["exchangeRates.providers": ["mock"]])
        #expect(
            try await provider.rates(try request("BTC", day: "2020-02-29")).texts.contains("BTC/USD=65000 fallback"))
    }
}
