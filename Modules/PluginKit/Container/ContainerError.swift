public import Values

/// Everything that keeps a container from being built or used.
public struct ContainerError: Problem, Equatable {
    /// The issues, in the order in which they were found.
    public let issues: [CompositionIssue]

    init(_ issues: [CompositionIssue]) {
        self.issues = issues
    }

    /// One line for each of them.
    public var description: String { issues.map(\.description).joined(separator: "\n") }
    /// The code of the only failure, or that services could not be made.
    public var code: String { issues.count == 1 ? issues[0].cause?.code ?? "services.notMade" : "services.notMade" }
    /// What sort of failure it is: the outside or damage when a provider failed for that, else the settings.
    public var kind: ProblemKind {
        issues.lazy.compactMap(\.cause?.kind).first { $0 == .outside || $0 == .damaged } ?? .refused
    }
    /// What would help with the first failure of which that is known.
    public var remedy: Remedy? { issues.lazy.compactMap(\.cause?.remedy).first }

    /// One of the kind.
    public static var examples: [ContainerError] {
        [ContainerError([.providerFailed(service: "persistence", provider: "sqlite", reason: "it is no database")])]
    }
}

/// One thing that keeps a container from being built or used.
public enum CompositionIssue: Equatable, Sendable {
    /// Providers need each other; the path begins and ends with the same one.
    case cycle(path: [String])
    /// No plugin of the program provides the service. `neededBy` is nil when the program itself needs it.
    case gap(service: String, neededBy: String?)
    /// A setting names a provider that nobody registered.
    case unknownProvider(service: String, provider: String, setting: String, known: [String])
    /// Several providers are known, and neither settings nor plugins choose.
    case nothingChosen(service: String, setting: String, known: [String])
    /// A list names a provider twice.
    case chosenTwice(service: String, provider: String, setting: String)
    /// The setting that chooses providers cannot be read.
    case setting(SettingsError)
    /// A provider could not be made or was not valid, and nothing stands in for it.
    case providerFailed(service: String, provider: String, reason: FailureReason)
    /// A service that no setting chooses could not be made.
    case notMade(service: String, reason: FailureReason)
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
    /// A setting names a fallback for a service that has none.
    case fallbackForbidden(service: String, setting: String, wouldLoseData: Bool)
    /// One service name was declared with two types or rules.
    case conflictingKeys(service: String)
    /// A single provider was asked of a service that has a list.
    case severalProviders(service: String)
    /// What had been made could not be closed after another error.
    case notClosed(ShutdownError.Failure)
}

extension CompositionIssue: CustomStringConvertible {
    /// A sentence that names what is wrong and what to do.
    public var description: String {
        switch self {
        case .cycle(let path):
            "These providers need each other: \(path.joined(separator: " → ")). Choose another provider for one of them."
        case .gap(let service, let neededBy):
            "Nothing provides `\(service)`, which \(neededBy ?? "the program") needs. Add a plugin that provides it."
        case .unknownProvider(let service, let provider, let setting, let known):
            "`\(provider)` (setting `\(setting)`) is no provider of \(service). "
                + "Known: \(known.joined(separator: ", "))." + suggestion(for: provider, among: known)
        case .nothingChosen(let service, let setting, let known):
            "No provider of \(service) is chosen: set `\(setting)`. Known: \(known.joined(separator: ", "))."
        case .chosenTwice(let service, let provider, let setting):
            "`\(provider)` is listed twice as a provider of \(service): remove one from the setting `\(setting)`."
        case .setting(let error):
            error.description
        case .notMade(_, let reason): reason.description
        // A problem says by itself what is wrong and what to do.
        case .providerFailed(_, _, let reason) where reason.code != nil: reason.description.asSentence
        case .providerFailed(let service, let provider, let reason):
            "The provider `\(provider)` of \(service) cannot be used: \(reason.description.asSentence)"
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
        case .fallbackForbidden(let service, let setting, let wouldLoseData):
            "The service `\(service)` has no fallback"
                + (wouldLoseData ? ", because what is written to a substitute would be lost" : "")
                + ": remove the setting `\(setting)`."
        case .conflictingKeys(let service):
            "The service `\(service)` is declared by two different keys: declare it once, beside its protocol."
        case .severalProviders(let service):
            "The service `\(service)` has a list of providers: use resolveAll and decide which answers."
        case .notClosed(let failure):
            failure.description
        }
    }
}

extension CompositionIssue {
    /// The service and the provider that cannot be used; a dash where it is not one alone.
    var place: (service: String, provider: String) {
        switch self {
        case .unknownProvider(let service, let provider, _, _), .chosenTwice(let service, let provider, _),
            .providerFailed(let service, let provider, _), .duplicateProvider(let service, let provider, _):
            (service, provider)
        case .gap(let service, _), .nothingChosen(let service, _, _), .conflictingKeys(let service),
            .severalProviders(let service), .fallbackForbidden(let service, _, _):
            (service, "–")
        case .duplicatePlugin(let id), .pluginFailed(let id, _), .notRegistered(let id, _), .notInManifest(let id, _):
            (id, "–")
        case .notMade(let service, _): (service, "–")
        case .cycle, .setting, .notClosed: ("–", "–")
        }
    }

    /// Why, without what ``place`` says already.
    var reason: String { cause?.description ?? description }

    /// What a factory threw; nil when none was to blame.
    fileprivate var cause: FailureReason? {
        switch self {
        case .providerFailed(_, _, let reason), .notMade(_, let reason): reason
        default: nil
        }
    }
}
