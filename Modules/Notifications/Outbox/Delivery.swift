public import Foundation
public import Models

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
        /// It was told together with others, in the message with the same ``Delivery/messageID``.
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
    /// What it is about.
    public let category: ReminderCategory
    /// The goal it is about; nil for all of them.
    public let goalID: UUID?
    /// One line.
    public let title: String
    /// A few lines more.
    public let body: String
    /// When it was to be told.
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
        NotificationMessage(id: messageID, category: category, title: title, body: body, instant: due)
    }
}

extension Delivery: Entity {
    /// How deliveries are kept: by reminder and channel, so that no reminder can be in the outbox of a channel twice.
    public static let declaration = Declaration<Delivery>(
        "delivery", table: "deliveries", since: "0.4.0", order: ["due", "reminder", "channel"], isJournalled: false,
        fields: Fields(
            .key("reminder", \.reminder), .key("channel", \.channel), .value("messageID", \.messageID),
            .value("category", \.category), .value("goalID", \.goalID, to: "goal"), .value("title", \.title),
            .value("body", \.body), .value("due", \.due), .value("state", \.state), .value("attempts", \.attempts),
            .value("interruptions", \.interruptions), .value("next", \.next), .value("sentAt", \.sentAt),
            .value("reason", \.reason)
        ) {
            Delivery(
                reminder: $0, channel: $1, messageID: $2, category: $3, goalID: $4, title: $5, body: $6, due: $7,
                state: $8, attempts: $9, interruptions: $10, next: $11, sentAt: $12, reason: $13)
        })

    /// "'Payment day: 350.00 EUR' through ntfy, sent".
    public var summary: String { "'\(title)' through \(channel), \(state)" }

    /// Nothing can be wrong with what the outbox writes itself.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }

    /// The day on which it was to be told, on the clocks of a zone.
    func day(in zone: TimeZone) -> CalendarDay { CalendarDay(utc: due, secondsFromUTC: zone.secondsFromGMT(for: due)) }
}
