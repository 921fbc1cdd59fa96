/// Declares a setting: its key, what may be written there, its default and one line for people.
public struct SettingDefinition: Sendable {
    /// The dotted key, `exchangeRates.coingecko.baseURL`. An open-ended map is named without its entries.
    public let key: String
    /// What may be written.
    public let kind: SettingKind
    /// The default, written as in a settings file; nil when there is none.
    public let defaultText: String?
    /// True for keys and passwords: their value is never shown.
    public let isSecret: Bool
    /// What it decides beyond figures: settings with a reach are not changed from a browser. Nil for all others.
    public let reach: SettingReach?
    /// The role by which options of every command and calls find the setting; nil for none. Of several with one role the first
    /// counts.
    public let role: SettingRole?
    /// Whether programs that go on read it when they start, and keep it until they end.
    public let isReadAtStart: Bool
    /// One line for people, with units.
    public let summary: String
    /// Returns why a value of the right kind is refused ("must be a day from 1 to 28, or `last`"), or nil.
    public let refusal: @Sendable (SettingValue) -> String?

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - reach: what it decides beyond figures; paths and addresses have one by their kind.
    ///   - role: the role by which options of every command and calls find it.
    ///   - isReadAtStart: whether programs that go on keep it as it was at their start.
    public init(
        _ key: String, _ kind: SettingKind, default defaultText: String? = nil, secret: Bool = false,
        reach: SettingReach? = nil, role: SettingRole? = nil,
        isReadAtStart: Bool = false, _ summary: String,
        refusal: @escaping @Sendable (SettingValue) -> String? = { _ in nil }
    ) {
        self.key = key
        self.kind = kind
        self.defaultText = defaultText
        isSecret = secret
        self.reach = reach ?? kind.reach
        self.role = role
        self.isReadAtStart = isReadAtStart
        self.summary = summary
        self.refusal = refusal
    }

    /// The value that a raw one stands for. Throws `SettingsError.wrongKind` or `.refused`, naming key, value and
    /// origin; a secret's value is masked.
    public func parse(_ raw: RawSetting, origin: SettingOrigin) throws(SettingsError) -> SettingValue {
        guard let value = kind.parse(raw) else {
            throw .wrongKind(key: key, value: shown(raw), origin: origin, expected: kind.expectation(raw))
        }
        if let reason = refusal(value) {
            throw .refused(key: key, value: shown(raw), origin: origin, reason: reason)
        }
        return value
    }

    /// The default as a value, or nil when there is none. Throws if the definition contradicts itself.
    public func defaultValue() throws(SettingsError) -> SettingValue? {
        guard let defaultText else { return nil }
        return try parse(.text(defaultText), origin: .default)
    }

    /// A value as it may be shown: a secret's not at all, an address without what lets somebody in.
    ///
    /// - Parameter secrets: values of secret settings, which are masked in the path of an address too.
    package func shown(_ text: String, hiding secrets: Set<String> = []) -> String {
        if isSecret { return SettingValue.mask }
        return kind == .url ? AddressSecret.masked(text, hiding: secrets) : text
    }

    /// The setting with the names and the defaults of several declarations of it, each name once.
    func joined(with declarations: [SettingDefinition]) -> SettingDefinition {
        var names: [String] = []
        var defaults: [String] = []
        for declaration in declarations {
            if case .choices(let more) = declaration.kind { names += more.filter { !names.contains($0) } }
            let more = RawSetting.text(declaration.defaultText ?? "").list ?? []
            defaults += more.filter { !defaults.contains($0) }
        }
        return SettingDefinition(
            key, .choices(names),
            default: declarations.contains { $0.defaultText != nil } ? defaults.joined(separator: ",") : nil,
            secret: isSecret, reach: reach, role: role, isReadAtStart: isReadAtStart, summary,
            refusal: refusal)
    }

    private func shown(_ raw: RawSetting) -> String { shown(raw.description) }
}
