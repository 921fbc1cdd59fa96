/// Why a setting cannot be used.
public enum SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
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
