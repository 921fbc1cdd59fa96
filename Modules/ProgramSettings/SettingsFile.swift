/// A settings file as written, before its keys are compared with the known ones.
public struct SettingsFile: Sendable {
    let path: String
    let root: [Entry]
    /// What kept the file from being read; reported with all other issues.
    let issues: [SettingsIssue]
    /// The text of the file; empty for one that cannot be read.
    public let text: String

    init(path: String, root: [Entry], issues: [SettingsIssue], text: String = "") {
        (self.path, self.root, self.issues, self.text) = (path, root, issues, text)
    }

    struct Entry: Sendable {
        let key: String
        let line: Int
        let value: Value
    }

    enum Value: Sendable {
        case null
        case text(String)
        case list([Value])
        case mapping([Entry])
    }
}
