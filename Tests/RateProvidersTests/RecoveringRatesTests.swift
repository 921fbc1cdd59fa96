import ExchangeRates
import Foundation
import Models
import PluginKit
import Testing

@Suite struct RecoveringRatesTests {
    private struct Failure: Error {}

    private func quote(_ rate: Int128, source: String) throws -> RateQuote {
        try RateQuote(
            from: try Currency(code: "BTC"), to: try Currency(code: "USD"), rate: Ratio(rate), time: noon,
            source: source,
            state: .live)
    }

    private struct One: ExchangeRateProvider {
        let name: String
        let quote: RateQuote
        func rates(_ request: RateRequest) -> RateAnswer { RateAnswer(quotes: [quote]) }
    }

    @Test func `rates of the substitute are marked until the real provider works`() async throws {
        let real = One(name: "real", quote: try quote(2, source: "real"))
        let substitute = One(name: "mock", quote: try quote(1, source: "mock"))
        let degradation = Degradation(
            service: "exchangeRates", provider: "real", substitute: "mock", reason: "no key", since: noon)
        let time = TimeSource(now: { noon }, clock: ContinuousClock())
        let waiting = RecoveringRates(
            Recoverable(
                substitute: substitute as any ExchangeRateProvider, degradation: degradation,
                backoff: Backoff(first: .seconds(1000)), time: time, attempt: { throw Failure() }), name: "real")
        #expect(try await waiting.rates(try request("BTC")).texts == ["BTC/USD=1 fallback"])
        #expect(await waiting.health() == .degraded(detail: degradation.description, since: noon))
        let recovered = RecoveringRates(
            Recoverable(
                substitute: substitute as any ExchangeRateProvider, degradation: degradation,
                backoff: Backoff(first: .zero, limit: .zero), time: time, attempt: { real }), name: "real")
        #expect(try await recovered.rates(try request("BTC")).texts == ["BTC/USD=2 live"])
        #expect(recovered.name == "real")
    }
}
