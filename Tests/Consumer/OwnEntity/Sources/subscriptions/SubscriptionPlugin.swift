import ExchangeRates
import Models
import PluginKit

/// Brings the kind of thing to programs, and the rates that this one needs: none.
struct SubscriptionPlugin: Plugin {
    private struct NoRates: ExchangeRateProvider {
        let name = "none"

        func rates(_ request: RateRequest) async throws -> RateAnswer { RateAnswer(quotes: []) }
    }

    let manifest = PluginManifest(
        id: "subscriptions", summary: "What is paid for every month.",
        provides: [.init(.exchangeRates, providers: ["none"], defaults: ["none"])],
        kinds: [EntityKind(Subscription.self)])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.exchangeRates, name: "none") { _ in NoRates() }
    }
}
