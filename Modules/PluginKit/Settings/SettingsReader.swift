/// Reads settings by their definitions.
///
/// Each typed read throws `SettingsError` when the setting has neither value nor default, or its value is of another
/// kind than the definition or the caller says.
public protocol SettingsReader: Sendable {
    /// The value in force and where it was written, or nil when it is not set and has no default.
    func setting(_ definition: SettingDefinition) throws(SettingsError) -> ResolvedSetting?

    /// The environment variables that may hold secrets: programs that are started do not inherit them.
    var secretVariables: Set<String> { get }
}

/// A setting's value in force and where it was written.
public struct ResolvedSetting: Sendable {
    /// The value.
    public let value: SettingValue
    /// Where it was written.
    public let origin: SettingOrigin

    /// Pairs a value with its origin.
    public init(value: SettingValue, origin: SettingOrigin) {
        self.value = value
        self.origin = origin
    }
}

extension SettingsReader {
    /// None: settings that come from elsewhere.
    public var secretVariables: Set<String> { [] }

    /// Whether the setting has a value, set or by default.
    public func hasValue(_ definition: SettingDefinition) throws(SettingsError) -> Bool {
        try setting(definition) != nil
    }

    /// The text of a string, amount, URL, path or choice.
    public func string(_ definition: SettingDefinition) throws(SettingsError) -> String {
        try read(definition, as: "a single text") { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The text of a setting that may stay unset, such as an API key.
    public func optionalString(_ definition: SettingDefinition) throws(SettingsError) -> String? {
        try hasValue(definition) ? try string(definition) : nil
    }

    /// The whole number.
    public func integer(_ definition: SettingDefinition) throws(SettingsError) -> Int {
        try read(definition, as: "a whole number") { if case .integer(let number) = $0 { number } else { nil } }
    }

    /// The boolean.
    public func boolean(_ definition: SettingDefinition) throws(SettingsError) -> Bool {
        try read(definition, as: "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
    }

    /// The length of time.
    public func duration(_ definition: SettingDefinition) throws(SettingsError) -> Duration {
        try read(definition, as: "a length of time") { if case .duration(let time) = $0 { time } else { nil } }
    }

    /// The list of texts or choices, in order.
    public func strings(_ definition: SettingDefinition) throws(SettingsError) -> [String] {
        try read(definition, as: "a list") { if case .list(let list) = $0 { list } else { nil } }
    }

    /// The entries of a map; empty when nothing is set.
    public func map(_ definition: SettingDefinition) throws(SettingsError) -> [String: String] {
        guard try hasValue(definition) else { return [:] }
        return try read(definition, as: "a map") { if case .map(let map) = $0 { map } else { nil } }
    }

    private func read<Value>(
        _ definition: SettingDefinition, as expected: String, _ unwrap: (SettingValue) -> Value?
    ) throws(SettingsError) -> Value {
        guard let found = try setting(definition) else { throw .missing(key: definition.key) }
        guard let value = unwrap(found.value) else {
            throw .wrongKind(
                key: definition.key, value: definition.shown(found.value.text), origin: found.origin, expected: expected
            )
        }
        return value
    }
}
