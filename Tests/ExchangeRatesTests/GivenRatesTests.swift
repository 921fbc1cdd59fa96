import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import ExchangeRates

@Suite("rates that were entered by hand") struct GivenRatesTests {
    /// A store with rates as "BTC EUR 99 2026-03-01".
    private func store(_ rates: String...) async throws -> any Store {
        let store = MemoryStore()
        for text in rates {
            let parts = text.split(separator: " ").map(String.init)
            let request = GivenRateService.Request(from: parts[0], to: parts[1], rate: parts[2], date: parts[3])
            _ = try await GivenRateService(store: store).give(request, try callNow("2026-03-02"))
        }
        return store
    }

    private func rates(
        _ providers: [any ExchangeRateProvider], _ store: any Store, _ pairs: String...,
        patience: Duration = .seconds(60)
    ) async throws -> FrozenRates {
        let wanted = try pairs.map { pair in
            let parts = pair.split(separator: " ").map(String.init)
            return ExchangeRateService.WantedRate(from: try currency(parts[0]), to: try currency(parts[1]))
        }
        return try await ExchangeRateService(providers: providers + [GivenRates(store: store)], patience: patience)
            .rates(for: Set(wanted), try callNow("2026-03-02"))
    }

    private func today() throws -> Int { Int(try callNow("2026-03-02").now.timeIntervalSince1970) }

    @Test func `an entered rate is no shortcut beside the rates of providers`() async throws {
        let now = try today()
        let provider = ScriptedProvider(
            "p", quotes: [try quote("BTC USD 60000", at: now), try quote("USD EUR 0.9", at: now)])
        let store = try await store("BTC EUR 99 2026-03-01", "ISK EUR 0.007 2026-03-01")
        let found = try await rates([provider], store, "BTC EUR", "ISK EUR")
        let bitcoin = try #require(try found.conversion(from: currency("BTC"), to: .eur).rate)
        #expect(bitcoin.rate == Ratio(54000) && bitcoin.sources == ["test", "test"])
        let crown = try #require(try found.conversion(from: currency("ISK"), to: .eur).rate)
        #expect(try crown.rate == ratio("0.007") && crown.sources == ["entered"] && crown.state == .fixed)
    }

    @Test(arguments: [(RateState.stale, "0.9"), (.cached, "0.9"), (.fallback, "99")])
    func `an entered rate comes after a stale one and before a substitute`(state: RateState, rate: String) async throws
    {
        let provider = ScriptedProvider("p", quotes: [try quote("USD EUR 0.9", state: state, at: try today())])
        let found = try await rates([provider], try await store("USD EUR 99 2026-03-01"), "USD EUR")
        #expect(try found.conversion(from: .usd, to: .eur).rate?.rate == ratio(rate))
    }

    @Test func `an entered rate does not spare the others that are slow`() async throws {
        let now = try today()
        let slow = ScriptedProvider("slow") { _ in
            // Longer than the patience, so that the entered rates are asked for beside it.
            for _ in 0..<50 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(30))
            return RateAnswer(quotes: [try quote("USD EUR 0.9", at: now)])
        }
        let store = try await store("USD EUR 99 2026-03-01")
        let found = try await rates([slow], store, "USD EUR", patience: .milliseconds(1))
        #expect(try found.conversion(from: .usd, to: .eur).rate?.rate == ratio("0.9"))
    }
}
