public import Values

/// Why a terminal cannot be used.
public enum TerminalError: Problem, Equatable {
    /// It was closed or taken away.
    case gone
    /// It is said to have no screen.
    case dumb

    /// What happened.
    public var description: String {
        switch self {
        case .gone: "The terminal went away. Nothing was saved."
        case .dumb: "This terminal is said to be dumb (TERM): it has no screen."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .gone: "terminalGone"
        case .dumb: "needsTerminal"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind {
        switch self {
        case .gone: .outside
        case .dumb: .usage
        }
    }

    /// One of each case.
    public static var examples: [TerminalError] { [.gone, .dumb] }
}
