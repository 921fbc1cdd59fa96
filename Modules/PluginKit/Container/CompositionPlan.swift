import Models

/// What the plugins registered and the settings chose, before anything is made.
struct CompositionPlan: Sendable {
    let settings: any SettingsReader
    let time: TimeSource
    let backoff: Backoff
    let registrations: [ProviderID: Registration]
    /// The chosen providers by service name, in the configured order.
    let chosen: [String: [ProviderID]]
    /// Services that have providers, of which none could be chosen; the reason is reported already.
    let undecided: Set<String>
    /// What is wrong with the choice of each service's providers.
    let choiceFaults: [String: [ContainerFault]]
    /// All chosen providers, services in order of registration.
    let order: [ProviderID]
    /// Manifests of plugins that the program could load and does not.
    let available: [PluginManifest]
    /// The kinds of things that the plugins keep, after those that every program has.
    let kinds: [EntityKind]

    func gap(_ service: String, neededBy: String?) -> ContainerFault {
        let fillers = available.filter { $0.provides.contains { $0.service == service } }
        return .gap(service: service, neededBy: neededBy, plugins: fillers.map(\.id))
    }
}
