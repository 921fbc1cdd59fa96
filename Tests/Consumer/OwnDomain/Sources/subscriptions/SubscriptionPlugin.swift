import Models
import PluginKit

/// Brings the kind of thing to programs.
struct SubscriptionPlugin: Plugin {
    let manifest = PluginManifest(
        id: "subscriptions", summary: "What is paid for every month.", provides: [],
        kinds: [EntityKind(Subscription.self), EntityKind(SubscriptionPayment.self)])

    func register(in builder: inout ContainerBuilder) {}
}
