import Values

/// What the plugins registered and the settings chose, before anything is made.
struct CompositionPlan: Sendable {
    let settings: any SettingsReader
    let time: TimeSource
    let registrations: [ProviderID: Registration]
    /// The chosen providers by service name, in the configured order; the fallback last.
    let chosen: [String: [ProviderID]]
    /// The provider that the settings name as the fallback, by service name.
    let fallbacks: [String: ProviderID]
    /// The fallbacks that are not chosen anyway: their values are those of a substitute.
    let substitutes: Set<ProviderID>
    /// Services that have providers, of which none could be chosen; the reason is reported already.
    let undecided: Set<String>
    /// What is wrong with the choice of each service's providers.
    let choiceIssues: [String: [CompositionIssue]]
    /// All chosen providers, services in order of registration.
    let order: [ProviderID]
    /// The kinds of things that the plugins keep, after those that every program has.
    let kinds: [EntityKind]

    func gap(_ service: String, neededBy: String?) -> CompositionIssue {
        .gap(service: service, neededBy: neededBy)
    }
}
