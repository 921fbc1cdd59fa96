/// A sort of reminder. Receivers sort by its name, and the setting `reminders.categories` chooses by it.
public struct ReminderCategory: Sendable, Hashable {
    /// The name, which no other category of a program has, in capital letters and underscores: "MONTHLY_PAYMENT".
    public let name: String
    /// The beginning of the ids of its reminders, which no other category of a program has: "payment".
    public let idPrefix: String
    /// Whether its reminders belong in a calendar. Those of something that was not done do not: whoever does it in time gets none.
    public let isInCalendar: Bool
    /// Whether its reminders should be noticed at once.
    public let isUrgent: Bool

    /// A category.
    public init(_ name: String, idPrefix: String, isInCalendar: Bool = true, isUrgent: Bool = false) {
        self.name = name
        self.idPrefix = idPrefix
        self.isInCalendar = isInCalendar
        self.isUrgent = isUrgent
    }
}
