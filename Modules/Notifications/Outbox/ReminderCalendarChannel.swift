public import Values

/// A channel that keeps a calendar of what will be sent, instead of sending each reminder when its time has come. It needs no
/// outbox: what was not written is written by the next run.
public protocol ReminderCalendarChannel: NotificationChannel {
    /// Where the calendar is, for people; nil while the settings do not say so.
    var place: String? { get }

    /// The version that the calendar is in; nil when there is none yet.
    func version() -> String?

    /// Puts a newer version in the place of the calendar, whole or not at all.
    ///
    /// - Throws: ``DeliveryFailure``, `CancellationError`.
    func keep(_ calendar: ReminderService.Calendar, version: String, _ call: Call) async throws
}

/// What became of a calendar in a sending.
public struct CalendarUpdate: Sendable, Hashable {
    /// The channel's name.
    public let channel: String
    /// Where the calendar is; nil while the settings do not say so.
    public let place: String?
    /// How many reminders were written; nil when it was as it should be, or could not be written.
    public let reminders: Int?
    /// Why it could not be written; nil when it was.
    public let reason: String?
}
