public import Models

/// Everything that keeps a container from being built or used.
public struct ContainerError: Problem, Equatable {
    /// The faults, in the order in which they were found.
    public let faults: [ContainerFault]

    init(_ faults: [ContainerFault]) {
        self.faults = faults
    }

    /// One line for each fault.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
    /// Always the same: the message says what it is about.
    public var code: String { "services.notMade" }
    /// The outside when a store cannot be opened; everything else is a matter of the settings.
    public var kind: ProblemKind {
        faults.contains { if case .providerFailed(let service, _, _) = $0 { service == "persistence" } else { false } }
            ? .outside : .refused
    }

    /// One of the kind.
    public static var examples: [ContainerError] {
        [ContainerError([.providerFailed(service: "persistence", provider: "sqlite", reason: "it is no database")])]
    }
}

/// One thing that keeps a container from being built or used.
public enum ContainerFault: Equatable, Sendable {
    /// Providers need each other; the path begins and ends with the same one.
    case cycle(path: [String])
    /// No plugin of the program provides the service; `plugins` could. `neededBy` is nil when the program itself needs it.
    case gap(service: String, neededBy: String?, plugins: [String])
    /// A name that nobody registered; `setting` is nil when a plugin's fallback names it.
    case unknownProvider(service: String, provider: String, setting: String?, known: [String], plugins: [String])
    /// Several providers are known, and neither settings nor plugins choose.
    case nothingChosen(service: String, setting: String, known: [String])
    /// A list names a provider twice.
    case chosenTwice(service: String, provider: String, setting: String)
    /// The setting that chooses providers cannot be read.
    case setting(SettingsError)
    /// A provider could not be made or was not valid, and nothing stands in for it.
    case providerFailed(service: String, provider: String, reason: String)
    /// Two plugins registered one name, or one plugin did so twice.
    case duplicateProvider(service: String, provider: String, plugins: [String])
    /// A plugin was added twice.
    case duplicatePlugin(id: String)
    /// A plugin's registration threw.
    case pluginFailed(id: String, reason: String)
    /// A manifest promises a provider that the plugin did not register.
    case notRegistered(plugin: String, provider: String)
    /// A plugin registered a provider that its manifest does not name.
    case notInManifest(plugin: String, provider: String)
    /// A key that never falls back was registered with a fallback.
    case fallbackForbidden(service: String, provider: String, fallback: String)
    /// One service name was declared with two types or rules.
    case conflictingKeys(service: String)
    /// A single provider was asked of a service that has a list.
    case severalProviders(service: String)
    /// What had been made could not be closed after another fault.
    case notClosed(ShutdownError.Failure)
}

extension ContainerFault: CustomStringConvertible {
    /// A sentence that names what is wrong and what to do.
    public var description: String {
        switch self {
        case .cycle(let path):
            "These providers need each other: \(path.joined(separator: " → ")). Choose another provider for one of them."
        case .gap(let service, let neededBy, let plugins):
            "Nothing provides `\(service)`, which \(neededBy ?? "the program") needs. "
                + (plugins.isEmpty
                    ? "Add a plugin that provides it."
                    : "Add one of the plugins that do: \(plugins.joined(separator: ", ")).")
        case .unknownProvider(let service, let provider, let setting, let known, let plugins):
            "`\(provider)` (\(setting.map { "setting `\($0)`" } ?? "named as a fallback")) is no provider of "
                + "\(service). Known: \(known.joined(separator: ", "))."
                + (plugins.isEmpty
                    ? suggestion(for: provider, among: known)
                    : " This program does not load the plugin that has it: \(plugins.joined(separator: ", ")).")
        case .nothingChosen(let service, let setting, let known):
            "No provider of \(service) is chosen: set `\(setting)`. Known: \(known.joined(separator: ", "))."
        case .chosenTwice(let service, let provider, let setting):
            "`\(provider)` is listed twice as a provider of \(service): remove one from the setting `\(setting)`."
        case .setting(let error):
            error.description
        case .providerFailed(let service, let provider, let reason):
            "The provider `\(provider)` of \(service) could not be started: \(reason.asSentence)"
        case .duplicateProvider(let service, let provider, let plugins):
            "The provider `\(provider)` of \(service) is registered twice"
                + (plugins.isEmpty ? "" : " (by \(plugins.joined(separator: " and ")))") + ": rename one of them."
        case .duplicatePlugin(let id):
            "The plugin `\(id)` is added twice: list it once."
        case .pluginFailed(let id, let reason):
            "The plugin `\(id)` could not register its providers: \(reason.asSentence)"
        case .notRegistered(let plugin, let provider):
            "The plugin `\(plugin)` promises \(provider) in its manifest and does not register it."
        case .notInManifest(let plugin, let provider):
            "The plugin `\(plugin)` registers \(provider), which its manifest does not name: add it there."
        case .fallbackForbidden(let service, let provider, let fallback):
            "The provider `\(provider)` of \(service) must not fall back to `\(fallback)`: what is written to a "
                + "substitute would be lost. Register it without a fallback."
        case .conflictingKeys(let service):
            "The service `\(service)` is declared by two different keys: declare it once, beside its protocol."
        case .severalProviders(let service):
            "The service `\(service)` has a list of providers: use resolveAll and decide which answers."
        case .notClosed(let failure):
            failure.description
        }
    }
}

extension ContainerFault {
    /// The service and the provider that cannot be used; a dash where it is not one alone.
    var place: (service: String, provider: String) {
        switch self {
        case .unknownProvider(let service, let provider, _, _, _), .chosenTwice(let service, let provider, _),
            .providerFailed(let service, let provider, _), .duplicateProvider(let service, let provider, _),
            .fallbackForbidden(let service, let provider, _):
            (service, provider)
        case .gap(let service, _, _), .nothingChosen(let service, _, _), .conflictingKeys(let service),
            .severalProviders(let service):
            (service, "–")
        case .duplicatePlugin(let id), .pluginFailed(let id, _), .notRegistered(let id, _), .notInManifest(let id, _):
            (id, "–")
        case .cycle, .setting, .notClosed: ("–", "–")
        }
    }

    /// Why, without what ``place`` says already.
    var reason: String { if case .providerFailed(_, _, let reason) = self { reason } else { description } }
}
