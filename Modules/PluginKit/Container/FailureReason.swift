public import Values

/// Why a provider could not be made, with the message of its error for programs and fronts.
public struct FailureReason: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The reason as a sentence.
    public let description: String
    /// The code of the error; nil when it has none.
    public let code: String?
    /// What sort of failure it is.
    public let kind: ProblemKind
    /// What would help; nil when nothing is known.
    public let remedy: Remedy?

    /// A reason of which only the sentence is known.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    init(_ text: String, code: String? = nil, kind: ProblemKind = .refused, remedy: Remedy? = nil) {
        description = text
        self.code = code
        self.kind = kind
        self.remedy = remedy
    }

    init(_ error: any Error) {
        guard let problem = error as? any Problem else {
            self.init(String(describing: error))
            return
        }
        self.init(problem.description, code: problem.code, kind: problem.kind, remedy: problem.remedy)
    }
}
