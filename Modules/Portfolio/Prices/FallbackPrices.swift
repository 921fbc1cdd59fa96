import Models
import PluginKit
import Synchronization

import struct Foundation.Date

/// A provider that could not be made. It fails with the reason until it can be, and then it is that provider.
struct RecoveringPrices: PriceProvider {
    let name: String
    let provider: Recoverable<any PriceProvider>

    // Nobody knows before it is made.
    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool { true }

    func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer {
        let provider = try await provider.current()
        let known = request.instruments.filter(provider.mayKnow)
        guard !known.isEmpty else { return PriceAnswer() }
        return try await provider.prices(PriceRequest(known, to: request.to), call)
    }
}

/// The provider that `prices.fallback` names. Its prices are marked, so that none is taken for a real one, and its health says for
/// which instruments it is needed.
final class FallbackPrices: PriceProvider, HealthCheckable {
    private struct Need {
        var names: Set<String> = []
        var since: Date?
    }

    private let provider: any PriceProvider
    private let need = Mutex(Need())

    init(_ provider: any PriceProvider) {
        self.provider = provider
    }

    var name: String { provider.name }

    // It stands in for the source that an instrument names.
    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool { true }

    func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer {
        var answer = try await provider.prices(request, call)
        answer.prices = answer.prices.map(\.marked)
        return answer
    }

    /// Notes which of the wanted instruments have a price of no other provider.
    func note(needed: Set<String>, of wanted: Set<String>, at now: Date) {
        need.withLock { need in
            need.names.subtract(wanted)
            need.names.formUnion(needed)
            need.since = need.names.isEmpty ? nil : need.since ?? now
        }
    }

    func health(_ call: Call) async -> HealthStatus {
        let need = need.withLock { $0 }
        if let since = need.since {
            return .degraded(
                detail: "It stands in for missing prices of \(need.names.sorted().joined(separator: ", ")).",
                since: since)
        }
        return await (provider as? any HealthCheckable)?.health(call) ?? .healthy
    }
}
