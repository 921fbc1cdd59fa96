public import Values

/// A day on which a reminder may be due by the calendar alone. Whether it is, and what it says, follows from what is known of
/// that day.
public struct ReminderOccasion: Sendable, Hashable, Identifiable {
    /// The id of the reminder, the same in every run and of no other reminder: "payment:2026-06-01".
    public let id: String
    /// The category of the reminder.
    public let category: ReminderCategory
    /// The day that the reminder is for.
    public let day: CalendarDay
    /// The time of day to remind at; nil for that of the settings.
    public let time: LocalTime?
    /// The thing that the reminder is about; nil if it is about no single one.
    public let subject: ReminderSubject?

    /// An occasion.
    ///
    /// - Parameter key: what completes the category's prefix to the id. It names the thing that the reminder is about, if there
    ///   is one, so that no other household has the same id.
    public init(
        _ category: ReminderCategory, _ key: String, on day: CalendarDay, at time: LocalTime? = nil,
        about subject: ReminderSubject? = nil
    ) {
        id = "\(category.idPrefix):\(key)"
        self.category = category
        self.day = day
        self.time = time
        self.subject = subject
    }
}
