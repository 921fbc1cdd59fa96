public import Values

/// Why a setting cannot be used.
public enum SettingsError: Problem, Equatable {
    /// The setting has neither a value nor a default.
    case missing(key: String)
    /// The value cannot be read as the setting's kind.
    case wrongKind(key: String, value: String, origin: SettingOrigin, expected: String)
    /// The value is of the right kind, and is refused for the reason.
    case refused(key: String, value: String, origin: SettingOrigin, reason: String)
    /// No plugin or program declared the setting, so that nothing could be checked or read for it.
    case undeclared(key: String)

    /// A sentence that names the key, the value and where it was written, and says what to write.
    public var description: String {
        switch self {
        case .missing(let key):
            "The setting `\(key)` has no value and no default: set it."
        case .wrongKind(let key, let value, let origin, let expected):
            "The setting `\(key)` (\(origin)) is `\(value)`, which is not \(expected.asSentence)"
        case .refused(let key, let value, let origin, let reason):
            "The setting `\(key)` (\(origin)) is `\(value)`, which is refused: \(reason.asSentence)"
        case .undeclared(let key):
            "The setting `\(key)` is read but not declared: add its definition to the plugin's manifest."
        }
    }
}

extension String {
    /// The text with a full stop unless it ends a sentence already.
    var asSentence: String { hasSuffix(".") || hasSuffix("?") || hasSuffix("!") ? self : self + "." }
}

extension SettingsError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .missing: "settings.missing"
        case .wrongKind: "settings.wrongKind"
        case .refused: "settings.refused"
        case .undeclared: "settings.undeclared"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [SettingsError] {
        [
            .missing(key: "a.b"), .wrongKind(key: "a.b", value: "x", origin: .default, expected: "a number"),
            .refused(key: "a.b", value: "x", origin: .default, reason: "it is too small"), .undeclared(key: "a.b"),
        ]
    }
}

extension SettingsError {
    /// The key of the setting that is wrong.
    public var key: String {
        switch self {
        case .missing(let key), .wrongKind(let key, _, _, _), .refused(let key, _, _, _), .undeclared(let key): key
        }
    }

    /// The key of the setting.
    public var field: String? { key }
}
