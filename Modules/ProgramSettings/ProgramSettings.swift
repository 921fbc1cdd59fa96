public import PluginKit

/// The settings of a program: read from its options, the environment, a file and the defaults, and checked.
public struct ProgramSettings: SettingsReader {
    /// Environment variables whose names look mistyped.
    public let warnings: [SettingsIssue]
    /// Settings of other programs and plugins, those of the environment first.
    public let ignored: [IgnoredSetting]
    private let catalogue: SettingsCatalogue
    private let values: [String: ResolvedSetting]
    /// Where each entry of a map was written.
    private let entryOrigins: [String: [String: SettingOrigin]]

    /// Reads and checks everything that is written, also what a stronger origin overrides.
    ///
    /// The order of precedence is option, environment, file, default. A map is merged entry by entry, so that one token
    /// can be added in the environment to those in the file. An empty environment variable counts as not set.
    ///
    /// - Parameters:
    ///   - definitions: all known settings. Programs share a file: what is not among them is ignored, unless it is two
    ///     letters from one that is.
    ///   - options: values by key, from the command line.
    ///   - environment: the process's variables; those beginning with `CST_` are looked at.
    ///   - ignoring: variables that the program uses itself; a name ending in `*` stands for all with that beginning.
    ///   - file: the settings file, if there is one.
    ///
    /// Throws all issues at once.
    public static func load(
        definitions: [SettingDefinition], options: [String: String] = [:], environment: [String: String] = [:],
        ignoring: [String] = [], file: SettingsFile? = nil
    ) throws(SettingsIssues) -> ProgramSettings {
        let catalogue = SettingsCatalogue(definitions)
        var fromOptions = SettingsLayer(catalogue)
        var fromEnvironment = SettingsLayer(catalogue)
        var fromFile = SettingsLayer(catalogue)
        fromOptions.addOptions(options)
        let warnings = fromEnvironment.addEnvironment(environment, ignoring: ignoring)
        if let file { fromFile.addFile(file) }

        var merger = SettingsMerger(catalogue)
        let defaults = merger.defaults()
        let parsed = [fromOptions, fromEnvironment, fromFile].map { merger.parse($0) }
        guard merger.issues.isEmpty else { throw SettingsIssues(issues: merger.issues) }
        var values = defaults
        var origins = defaults.mapValues { setting -> [String: SettingOrigin] in
            guard case .map(let map) = setting.value else { return [:] }
            return map.mapValues { _ in .default }
        }
        for layer in parsed.reversed() {
            values.merge(layer.values) { _, stronger in stronger }
            for (key, entries) in layer.entries {
                var map: [String: String] = if case .map(let weaker)? = values[key]?.value { weaker } else { [:] }
                for (entry, setting) in entries {
                    map[entry] = setting.value.text
                    origins[key, default: [:]][entry] = setting.origin
                }
                values[key] = ResolvedSetting(value: .map(map), origin: entries.values.first?.origin ?? .default)
            }
        }
        return ProgramSettings(
            warnings: warnings, ignored: fromEnvironment.ignored + fromFile.ignored, catalogue: catalogue,
            values: values, entryOrigins: origins)
    }

    /// The value in force. Throws `undeclared` for a definition that was not given to `load`.
    public func setting(_ definition: SettingDefinition) throws(SettingsError) -> ResolvedSetting? {
        guard catalogue[definition.key] != nil else { throw .undeclared(key: definition.key) }
        return values[definition.key]
    }

    /// The variables of secret settings, also those that name a file with the secret.
    public var secretVariables: Set<String> {
        Set(
            catalogue.definitions.filter(\.isSecret).flatMap { [$0.environmentName, "\($0.environmentName)_FILE"] })
    }

    /// All settings that there are, in order of their keys.
    public var definitions: [SettingDefinition] { catalogue.definitions }

    /// The keys of settings whose values are others here.
    public func differences(from other: ProgramSettings) -> [String] {
        definitions.map(\.key).filter { values[$0]?.value != other.values[$0]?.value }
    }

    /// The keys of settings that a program which goes on has read at its start, and whose values are others here.
    public func waitingForStart(of running: ProgramSettings) -> [String] {
        let read = Set(definitions.filter(\.isReadAtStart).map(\.key))
        return differences(from: running).filter(read.contains)
    }

    /// The same settings, but with those that a program reads at its start as they were then.
    public func keeping(_ start: ProgramSettings) -> ProgramSettings {
        var (values, entryOrigins) = (values, entryOrigins)
        for definition in definitions where definition.isReadAtStart {
            values[definition.key] = start.values[definition.key]
            entryOrigins[definition.key] = start.entryOrigins[definition.key]
        }
        return ProgramSettings(
            warnings: warnings, ignored: ignored, catalogue: catalogue, values: values, entryOrigins: entryOrigins)
    }

    /// Why a setting's value is not changed by changing the file, or must not be changed from afar; nil where it may be.
    ///
    /// - Parameter allowed: what may be decided, as somebody has shown once more who it is.
    public func refusal(
        of definition: SettingDefinition, allowing allowed: Set<SettingReach> = []
    ) -> SettingsEditError.Reason? {
        if let reach = definition.reach, !allowed.contains(reach) { return .reach(reach) }
        switch values[definition.key]?.origin {
        // A map is merged entry by entry, so the file has its say all the same.
        case let origin? where definition.kind != .map && (origin == .option || origin.isEnvironment):
            return .overridden(origin)
        default: return nil
        }
    }

    /// Why settings must not be changed; nil where they may be.
    ///
    /// - Parameter allowed: what may be decided, as somebody has shown once more who it is.
    public func refusal(
        of keys: some Sequence<String>, allowing allowed: Set<SettingReach> = []
    ) -> SettingsEditError? {
        let refusals = keys.sorted().compactMap { key -> SettingsEditError.Refusal? in
            guard let definition = catalogue[key] else { return .init(key, .unknown) }
            return refusal(of: definition, allowing: allowed).map { .init(key, $0) }
        }
        return refusals.isEmpty ? nil : .notHere(refusals)
    }

    /// A setting as it is shown to people.
    public struct Row: Equatable, Sendable {
        /// The key; entries of a map have a row each, with their name appended.
        public let key: String
        /// The value as text, `••••` for a secret; nil when it is not set and has no default.
        public let text: String?
        /// Where it was written; nil when it is not set.
        public let origin: SettingOrigin?
    }

    /// All settings in order of their keys, with secrets masked.
    public func resolved() -> [Row] {
        let secrets = secrets
        return catalogue.definitions.flatMap { rows(of: $0, hiding: secrets) }
    }

    /// One setting as it is shown; a map has a row for each entry.
    public func rows(of definition: SettingDefinition) -> [Row] { rows(of: definition, hiding: secrets) }

    private var secrets: Set<String> {
        Set(catalogue.definitions.filter(\.isSecret).compactMap { values[$0.key]?.value.text })
    }

    private func rows(of definition: SettingDefinition, hiding secrets: Set<String>) -> [Row] {
        let key = definition.key
        guard let setting = values[key] else { return [Row(key: key, text: nil, origin: nil)] }
        if case .map(let map) = setting.value, !map.isEmpty {
            return map.sorted { $0.key < $1.key }.map { entry, text in
                Row(
                    key: "\(key).\(entry)", text: definition.isSecret ? SettingValue.mask : text,
                    origin: entryOrigins[key]?[entry])
            }
        }
        return [Row(key: key, text: definition.shown(setting.value.text, hiding: secrets), origin: setting.origin)]
    }
}

extension SettingOrigin {
    fileprivate var isEnvironment: Bool { if case .environment = self { true } else { false } }
}

extension SettingDefinition {
    /// What people typed, as it is written in a file: a list and a map as such, where it can be read as one.
    public func raw(_ text: String) -> RawSetting {
        switch kind.value(of: text) {
        case .list(let list): .list(list)
        case .map(let map): .map(map)
        default: .text(text)
        }
    }
}
