import Presentation
public import Values

/// Why a command cannot do its work, as people and programs see it.
public struct CommandError: Error, Equatable, Sendable {
    /// The exit statuses of the contract.
    public enum Status: Int32, Sendable {
        /// The outside failed: network, disk, receiver.
        case outside = 1
        /// The request is valid, but the data does not allow it.
        case data = 2
        /// The answer is incomplete and `--strict` was given.
        case incomplete = 3
        /// Wrong from the arguments alone.
        case usage = 64
        /// Interrupted.
        case interrupted = 130
    }

    /// The exit status.
    public let status: Status
    /// A stable word for programs: "unknownGoal".
    public let code: String
    /// What is wrong, with the value, as sentences.
    public let message: String
    /// What to do, or nil when the message says it.
    public let hint: String?
    /// What would help, for which the program has words; nil when the hint or the message says it.
    public let remedy: Remedy?
    /// The single issues when there are several.
    public let details: [ValidationIssue]

    /// An error.
    public init(
        _ status: Status, _ code: String, _ message: String, hint: String? = nil, remedy: Remedy? = nil,
        details: [ValidationIssue] = []
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.remedy = remedy
        self.details = details
    }

    /// The error with what to do in the program's words.
    func worded(by words: RemedyWords) -> CommandError {
        CommandError(
            status, code, message, hint: hint ?? words.sentence(for: remedy), details: details)
    }

    /// One line per issue, for people.
    var lines: [String] {
        let lines = details.isEmpty ? message.split(separator: "\n").map(String.init) : details.map(\.message)
        // What to do is about one of several at most.
        guard let hint, details.count < 2, let last = lines.last else { return lines }
        return lines.dropLast() + ["\(last) \(hint)"]
    }
}
