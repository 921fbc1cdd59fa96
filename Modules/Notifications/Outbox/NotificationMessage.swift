public import struct Foundation.Date
public import struct Foundation.UUID

/// A message as channels send it.
public struct NotificationMessage: Sendable, Hashable {
    /// The same whenever the message is sent again, so that receivers can tell.
    public let id: UUID
    /// The name of its category, without control characters.
    public let category: String
    /// Whether it should be noticed at once.
    public let isUrgent: Bool
    /// One line, without control characters.
    public let title: String
    /// A few lines, without other control characters than line ends.
    public let body: String
    /// When it was to be sent.
    public let instant: Date

    /// A message; what could play tricks where it is shown is replaced.
    public init(id: UUID, category: String, isUrgent: Bool, title: String, body: String, instant: Date) {
        self.id = id
        self.category = Self.line(category)
        self.isUrgent = isUrgent
        self.title = Self.line(title)
        self.body = body.split(separator: "\n", omittingEmptySubsequences: false).map { Self.line(String($0)) }
            .joined(separator: "\n")
        self.instant = instant
    }

    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    // The joiner inside emoji stays; marks that could reorder the text do not.
                    case .format where scalar != "\u{200D}": "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
