/// What would help with a ``Problem`` or a ``Warning``: an action, and what it is done to. Each front has words for it of its
/// own: a command, a link. Packages declare theirs as constants in an extension.
public struct Remedy: Sendable, Hashable {
    /// The action: "month.close".
    public let action: String
    /// What it is done to, by name: the path of a copy, the name of a goal.
    public let arguments: [String: String]

    /// A remedy.
    public init(_ action: String, _ arguments: [String: String] = [:]) {
        self.action = action
        self.arguments = arguments
    }
}
