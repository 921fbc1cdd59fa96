public import Values

/// How the remedies of problems and warnings are worded here: one sentence for each action, made of what it is done to.
public struct RemedyWords: Sendable {
    /// A sentence made of a remedy's arguments.
    public typealias Sentence = @Sendable ([String: String]) -> String

    private let sentences: [String: Sentence]

    /// Words for actions. Of two for the same action the later one counts.
    public init(_ sentences: [String: Sentence]...) {
        self.sentences = sentences.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    /// The sentence for a remedy; nil without one, or when the program has no words for it.
    public func sentence(for remedy: Remedy?) -> String? {
        remedy.flatMap { sentences[$0.action]?($0.arguments) }
    }
}

extension Warning {
    /// The warning with what to do as part of its message.
    package func worded(by words: RemedyWords) -> Warning {
        words.sentence(for: remedy).map { Warning(code: code, message: "\(message) \($0)") } ?? self
    }
}
