/// Settings that a program or a test gives as values.
public struct InMemorySettings: SettingsReader {
    private let values: [String: RawSetting]

    /// Settings by key, written as in a settings file: `["exchangeRates.providers": ["fixed"]]`.
    public init(_ values: [String: RawSetting] = [:]) {
        self.values = values
    }

    /// The given value, or else the default.
    public func setting(_ definition: SettingDefinition) throws(SettingsError) -> ResolvedSetting? {
        if let raw = values[definition.key] {
            return ResolvedSetting(value: try definition.parse(raw, origin: .program), origin: .program)
        }
        guard let value = try definition.defaultValue() else { return nil }
        return ResolvedSetting(value: value, origin: .default)
    }
}
