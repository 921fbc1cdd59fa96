import PluginKit
import Synchronization
import Values

import struct Foundation.Date

/// The provider that `exchangeRates.fallback` names. Its rates are marked, so that none is taken for a real one (V1), and
/// its health says for which currencies it is needed.
final class FallbackRates: ExchangeRateProvider, HealthCheckable {
    private struct Need {
        var currencies: Set<Currency> = []
        var since: Date?
    }

    private let provider: any ExchangeRateProvider
    private let need = Mutex(Need())

    init(_ provider: any ExchangeRateProvider) {
        self.provider = provider
    }

    var name: String { provider.name }

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        Self.marked(try await provider.rates(request))
    }

    func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>] {
        try await provider.answers(to: requests).map { $0.map(Self.marked) }
    }

    private static func marked(_ answer: RateAnswer) -> RateAnswer {
        RateAnswer(quotes: answer.quotes.map { $0.with(.fallback) }, gaps: answer.gaps)
    }

    /// Notes for which of the wanted currencies no other provider gave a rate.
    func note(needed: Set<Currency>, of wanted: Set<Currency>, at now: Date) {
        need.withLock { need in
            need.currencies.subtract(wanted)
            need.currencies.formUnion(needed)
            need.since = need.currencies.isEmpty ? nil : need.since ?? now
        }
    }

    func health(_ call: Call) async -> HealthStatus {
        let need = need.withLock { $0 }
        if let since = need.since {
            let codes = need.currencies.map(\.description).sorted().joined(separator: ", ")
            return .degraded(detail: "It stands in for missing rates of \(codes).", since: since)
        }
        return await (provider as? any HealthCheckable)?.health(call) ?? .healthy
    }
}
