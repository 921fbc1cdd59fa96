public import Foundation
public import Values

/// One reminder on its way through one channel: a row of the outbox, written before anything is sent. It is not
/// journalled, because nobody entered it.
public struct Delivery: Sendable, Hashable {
    /// How far a delivery is.
    public enum State: String, Sendable, Hashable, CaseIterable, ColumnChoice {
        /// It will be sent when its time has come.
        case waiting
        /// A program is sending it, or was interrupted in doing so.
        case sending
        /// The receiver has taken it.
        case sent
        /// It was sent together with others, in the message with the same ``Delivery/messageID``.
        case coalesced
        /// It was tried as often as the settings allow.
        case undeliverable
    }

    /// The reminder's id.
    public let reminder: String
    /// The channel's name.
    public let channel: String
    /// The id of the message, the same whenever it is sent again.
    public var messageID: UUID
    /// The name of its category.
    public let category: String
    /// Whether it should be noticed at once.
    public let isUrgent: Bool
    /// The thing that it is about; nil if it is about no single one.
    public let subject: ReminderSubject?
    /// One line.
    public let title: String
    /// A few lines more.
    public let body: String
    /// When it was to be sent.
    public let due: Date
    /// How far it is.
    public var state: State
    /// How often sending was begun.
    public var attempts = 0
    /// How often sending was begun and nobody knows whether the receiver took it.
    public var interruptions = 0
    /// When it is sent next; while it is being sent, when that counts as interrupted.
    public var next: Date
    /// When the receiver took it; nil before.
    public var sentAt: Date?
    /// Why it was not taken the last time; nil when it was, or was not sent yet.
    public var reason: String?

    /// The message that is sent.
    public var message: NotificationMessage {
        NotificationMessage(
            id: messageID, category: category, isUrgent: isUrgent, title: title, body: body, instant: due)
    }
}

extension Delivery: Entity {
    /// How deliveries are kept: by reminder and channel, so that no reminder can be in the outbox of a channel twice.
    public static let declaration = Declaration<Delivery>(
        "delivery", table: "deliveries", version: 2, since: "0.4.0", order: ["due", "reminder", "channel"],
        isJournalled: false,
        fields: Fields(
            .key("reminder", \.reminder), .key("channel", \.channel), .value("messageID", \.messageID),
            .value("category", \.category), .value("isUrgent", \.isUrgent), .value("subjectKind", \.subjectKind),
            .value("subjectID", \.subjectID), .value("title", \.title), .value("body", \.body), .value("due", \.due),
            .value("state", \.state), .value("attempts", \.attempts), .value("interruptions", \.interruptions),
            .value("next", \.next), .value("sentAt", \.sentAt), .value("reason", \.reason)
        ) {
            reminder, channel, messageID, category, isUrgent, kind, id, title, body, due, state, attempts,
            interruptions, next, sentAt, reason in
            Delivery(
                reminder: reminder, channel: channel, messageID: messageID, category: category, isUrgent: isUrgent,
                subject: kind.flatMap { kind in id.map { ReminderSubject(kind: kind, id: $0) } }, title: title,
                body: body, due: due, state: state, attempts: attempts, interruptions: interruptions, next: next,
                sentAt: sentAt, reason: reason)
        })

    private var subjectKind: String? { subject?.kind }
    private var subjectID: UUID? { subject?.id }

    /// From the cells of the first layout to those of the second: deliveries knew goals alone, and which categories are
    /// urgent. Frozen: it tells how released versions wrote them.
    static func upgradedToSubjects(_ cells: [Cell]) -> [Cell] {
        let isUrgent = [.text("MONTHLY_PAYMENT"), .text("DEADLINE_WARNING")].contains(cells[3])
        let kind: Cell = cells[4] == .null ? .null : .text("goal")
        return Array(cells[0...3]) + [.integer(isUrgent ? 1 : 0), kind] + cells[4...]
    }

    /// "'Payment day: 350.00 EUR' through ntfy, sent".
    public var summary: String { "'\(title)' through \(channel), \(state)" }

    /// Nothing can be wrong with what the outbox writes itself.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }

    /// The day on which it was to be sent, on the clocks of a zone.
    func day(in zone: TimeZone) -> CalendarDay { CalendarDay(utc: due, secondsFromUTC: zone.secondsFromGMT(for: due)) }
}
