public import PluginKit
public import Values

/// Why settings are not changed.
public enum SettingsEditError: Problem, Equatable {
    /// The file cannot be changed at the setting and stay as it is everywhere else.
    case notEditable(key: String, Obstacle)
    /// Settings that are not changed from here, each with the reason.
    case notHere([Refusal])
    /// The file is another one than was seen.
    case changed
    /// The program uses no settings file.
    case noFile
    /// Another program has been changing settings for too long.
    case busy(path: String)
    /// The file cannot be written.
    case notWritten(path: String, reason: String)

    /// What stands in the way of a change in the text of the file.
    public enum Obstacle: Error, Equatable, CaseIterable {
        /// The value goes on in the lines below.
        case severalLines
        /// It, or a group around it, stands in braces, as all of JSON does.
        case braces
        /// It has an anchor, an alias, a tag or a sign that begins a block.
        case sign
        /// The file cannot be read, or reads differently afterwards.
        case unsure
    }

    /// A setting that is not changed from here.
    public struct Refusal: Equatable, Sendable {
        /// The setting's key.
        public let key: String
        /// Why.
        public let reason: Reason

        /// Pairs a setting with the reason.
        public init(_ key: String, _ reason: Reason) { (self.key, self.reason) = (key, reason) }
    }

    /// Why a setting is not changed from here.
    public enum Reason: Equatable, Sendable {
        /// It decides beyond figures.
        case reach(SettingReach)
        /// Something else says the value, whatever the file says.
        case overridden(SettingOrigin)
        /// No setting has the key.
        case unknown
    }
}

extension SettingsEditError.Obstacle: CustomStringConvertible {
    /// Why, as the end of a sentence.
    public var description: String {
        switch self {
        case .severalLines: "it is written on several lines"
        case .braces: "it stands in braces"
        case .sign: "it begins with a sign such as &, *, ! or |"
        case .unsure: "the rest of the file might be read differently afterwards"
        }
    }
}

extension SettingsEditError.Reason: CustomStringConvertible {
    /// Why, as a sentence.
    public var description: String {
        switch self {
        case .reach(.programs): "It decides which programs are run."
        case .reach(.files): "It decides which files are used."
        case .reach(.addresses): "It decides which addresses are contacted."
        case .reach(.exposure): "It decides who can reach the program."
        case .reach(.receivers): "It decides who gets reminders."
        case .overridden(.environment(let name)): "The environment variable \(name) says its value."
        case .overridden: "Its value was said when the program was started."
        case .unknown: "There is no such setting."
        }
    }
}

extension SettingsEditError {
    /// What stands in the way, in sentences.
    public var description: String {
        switch self {
        case .notEditable(let key, let obstacle):
            "The setting `\(key)` cannot be changed here: in the settings file \(obstacle)."
        case .notHere(let refusals): refusals.map(\.message).joined(separator: "\n")
        case .changed: "The settings file has changed since. Nothing was written."
        case .noFile: "No settings file is used, so nothing can be written to it."
        case .busy(let path): "The settings file \(path) is being changed by another program."
        case .notWritten(let path, let reason): "The settings file \(path) cannot be written: \(reason)."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notEditable: "settings.notEditable"
        case .notHere: "settings.notHere"
        case .changed: "settings.changed"
        case .noFile: "settings.noFile"
        case .busy: "settings.busy"
        case .notWritten: "settings.notWritten"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .notEditable, .notHere, .noFile: .refused
        case .changed, .busy: .conflict
        case .notWritten: .outside
        }
    }

    /// The setting that it is about.
    public var field: String? {
        switch self {
        case .notEditable(let key, _): key
        case .notHere(let refusals): refusals.first?.key
        case .changed, .noFile, .busy, .notWritten: nil
        }
    }

    /// Each setting with why it is not changed.
    public var details: [ValidationIssue] {
        guard case .notHere(let refusals) = self else { return [] }
        return refusals.map { ValidationIssue(code: code, field: $0.key, message: $0.message) }
    }

    /// One of each case.
    public static var examples: [SettingsEditError] {
        [
            .notEditable(key: "a.b", .severalLines), .notHere([Refusal("a.b", .reach(.files))]), .changed, .noFile,
            .busy(path: "config.yaml"), .notWritten(path: "config.yaml", reason: "permission denied"),
        ]
    }
}

extension SettingsEditError.Refusal {
    /// The setting with the reason.
    fileprivate var message: String { "The setting `\(key)` is not changed here. \(reason)" }
}
