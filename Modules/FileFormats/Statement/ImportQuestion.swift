/// Something that a file leaves open and that could change the sign or the size of what is entered: nothing is, until a person
/// answers (I1).
public struct ImportQuestion: Sendable, Hashable {
    /// The fact that is asked for.
    public enum Topic: String, Sendable, CaseIterable {
        /// The rows that are outgoing.
        case direction
        /// Whether fees are part of the amounts.
        case fees
        /// Whether rows have moved anything.
        case state
        /// Why a balance differs from the sum of its rows.
        case balance
        /// Whether a row is the total of others.
        case total
    }

    /// The fact that is asked for.
    public let topic: Topic
    /// The lines of the file that it is about, from 1.
    public let lines: [Int]
    /// The question as a sentence.
    public let message: String

    package init(_ topic: Topic, lines: [Int], _ message: String) {
        self.topic = topic
        self.lines = lines
        self.message = message
    }

    /// The topics of questions, each once.
    package static func topics(of questions: [ImportQuestion]) -> [Topic] {
        Topic.allCases.filter { topic in questions.contains { $0.topic == topic } }
    }
}
