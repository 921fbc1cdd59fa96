import ExchangeRates
import Foundation
import PluginKit
import Values

extension HealthStatus {
    /// How a provider is, judged by a request for a few rates.
    static func judged(_ provider: some ExchangeRateProvider, by codes: [String], _ call: Call) async -> HealthStatus {
        let currencies = Set(codes.compactMap { try? Currency(code: $0) })
        do {
            let quotes = try await provider.rates(
                RateRequest(currencies: currencies, day: nil, call)
            ).quotes
            guard let oldest = quotes.map(\.time).min() else {
                return .failed(detail: "It knows no rate between \(codes.joined(separator: " and ")).", since: call.now)
            }
            guard quotes.contains(where: { $0.state == .stale }) else { return .healthy }
            return .degraded(detail: "Only rates that were fetched earlier are there.", since: oldest)
        } catch {
            return .failed(detail: "\(error)", since: call.now)
        }
    }
}
