/// The sentences of a reminder.
public struct ReminderText: Sendable, Hashable {
    /// One line.
    public let title: String
    /// A few lines more.
    public let body: String

    /// Sentences.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// The first of some lines, and how many more there are.
    package static func shortened(_ lines: [String], to limit: Int = 8) -> [String] {
        lines.count <= limit ? lines : lines.prefix(limit - 1) + ["and \(lines.count - limit + 1) more"]
    }
}
