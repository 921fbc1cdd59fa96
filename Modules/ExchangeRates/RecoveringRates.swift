import PluginKit

/// A provider that could not be made. It fails with the reason until it can be, and then it is that provider.
struct RecoveringRates: ExchangeRateProvider {
    let name: String
    let provider: Recoverable<any ExchangeRateProvider>

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        try await provider.current().rates(request)
    }

    func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>] {
        try await provider.current().answers(to: requests)
    }
}
