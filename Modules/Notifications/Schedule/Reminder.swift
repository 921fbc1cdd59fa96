public import Values

public import struct Foundation.Date

/// Something to be sent at an instant.
public struct Reminder: Sendable, Hashable {
    /// The same in every run, and of no other reminder: "payment:2026-06-01".
    public let id: String
    /// The category.
    public let category: ReminderCategory
    /// The thing that it is about; nil if it is about no single one.
    public let subject: ReminderSubject?
    /// The day that it is for.
    public let day: CalendarDay
    /// When it is to be sent.
    public let instant: Date
    /// One line.
    public let title: String
    /// A few lines more.
    public let body: String

    init(_ scheduled: ScheduledOccasion, _ text: ReminderText) {
        let occasion = scheduled.occasion
        id = occasion.id
        category = occasion.category
        subject = occasion.subject
        day = occasion.day
        instant = scheduled.instant
        title = text.title
        body = text.body
    }
}
