public import PluginKit
public import Values

/// Everything that is wrong with a program's settings.
public struct SettingsIssues: Problem, Equatable {
    /// The issues: of the definitions, the options, the environment, the file; within each in order.
    public let issues: [SettingsIssue]

    /// One line for each of them.
    public var description: String { issues.map(\.description).joined(separator: "\n") }
    /// Always the same: ``details`` say what it is about.
    public var code: String { "settings.invalid" }
    /// The settings are wrong.
    public var kind: ProblemKind { .refused }
    /// What is wrong with each, by the key, variable or file as people wrote it.
    public var details: [ValidationIssue] {
        issues.map { ValidationIssue(code: "settings.invalid", field: $0.field, message: $0.description) }
    }

    /// One of the kind.
    public static var examples: [SettingsIssues] {
        [SettingsIssues(issues: [.unknownVariable("CST_DISPLY", nearest: "CST_DISPLAY_CURRENCY")])]
    }
}

/// One thing that is wrong with a program's settings.
public enum SettingsIssue: Equatable, Sendable {
    /// No setting has this key; `nearest` is the known one that was meant most likely.
    case unknownKey(String, origin: SettingOrigin, nearest: String?)
    /// No setting has this environment variable; a warning, since the variable may belong to another program.
    case unknownVariable(String, nearest: String?)
    /// The value is of another kind, or refused.
    case value(SettingsError)
    /// The key stands in the file without a value.
    case noValue(key: String, origin: SettingOrigin)
    /// A group of settings was given a value of its own.
    case sectionWithValue(key: String, origin: SettingOrigin)
    /// A value has lists or mappings inside, where only texts can stand.
    case nested(key: String, origin: SettingOrigin)
    /// The key stands in the file twice.
    case duplicate(key: String, origin: SettingOrigin, firstLine: Int)
    /// The file is neither YAML nor JSON, or has a key twice in one group.
    case syntax(path: String, line: Int?, problem: String)
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// Two definitions share a key or an environment variable: a bug of the plugins, not a mistake of the user.
    case clash(name: String, keys: [String])
}

extension SettingsIssue: CustomStringConvertible {
    /// A sentence that names where and what is wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key, let origin, let nearest):
            "`\(key)` (\(origin)) is not a setting. \(Self.advice(nearest))"
        case .unknownVariable(let name, let nearest):
            "The environment variable \(name) sets nothing. \(Self.advice(nearest))"
        case .value(let error):
            error.description
        case .noValue(let key, let origin):
            "The setting `\(key)` (\(origin)) has no value: write one, or remove the line."
        case .sectionWithValue(let key, let origin):
            "`\(key)` (\(origin)) is a group of settings and has no value of its own: indent its settings below it."
        case .nested(let key, let origin):
            "The setting `\(key)` (\(origin)) has lists or mappings inside: write single texts there."
        case .duplicate(let key, let origin, let firstLine):
            "The setting `\(key)` (\(origin)) is written a second time, after line \(firstLine): remove one of them."
        case .syntax(let path, let line, let problem):
            "The settings file \(path)\(line.map { ":\($0)" } ?? "") cannot be read as YAML or JSON: \(problem)."
        case .unreadable(let path, let reason):
            "The settings file \(path) cannot be read: \(reason). Check the path and its permissions."
        case .clash(let name, let keys):
            "\(name) stands for \(keys.joined(separator: " and ")): a plugin has to rename its setting."
        }
    }

    private static func advice(_ nearest: String?) -> String {
        nearest.map { "Did you mean `\($0)`?" } ?? "Remove it, or correct its name."
    }
}

extension SettingsIssue {
    /// What is wrong, as people wrote it: the key, the variable or the file.
    fileprivate var field: String {
        switch self {
        case .unknownKey(let key, _, _), .noValue(let key, _), .sectionWithValue(let key, _), .nested(let key, _),
            .duplicate(let key, _, _):
            key
        case .unknownVariable(let name, _), .clash(let name, _): name
        case .value(let error): error.key
        case .syntax(let path, _, _), .unreadable(let path, _): path
        }
    }
}
