public import PluginKit

/// A provider that could not be made, for which another stands in until it works. The substitute's rates are marked
/// as `fallback`, so that none is taken for the real one's (V1).
public struct RecoveringRates: ExchangeRateProvider, HealthCheckable {
    /// The name of the provider that is meant to answer.
    public let name: String
    private let rates: Recoverable<any ExchangeRateProvider>

    /// Rates from the handle's current provider. `name` is that of the provider that could not be made.
    public init(_ rates: Recoverable<any ExchangeRateProvider>, name: String) {
        self.rates = rates
        self.name = name
    }

    /// The rates of the real provider once it works, else those of its substitute.
    ///
    /// - Throws: What the provider that was asked throws.
    public func rates(_ request: RateRequest) async throws -> RateAnswer {
        let current = await rates.current()
        let answer = try await current.service.rates(request)
        guard current.degradation != nil else { return answer }
        return RateAnswer(quotes: answer.quotes.map(\.asFallback), gaps: answer.gaps)
    }

    /// Degraded while a substitute stands in, else as the real provider is.
    public func health() async -> HealthStatus { await rates.health() }
}
