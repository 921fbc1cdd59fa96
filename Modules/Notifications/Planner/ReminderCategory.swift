public import Models

/// What a reminder is about, under the names that receivers sort by.
public enum ReminderCategory: String, Sendable, Hashable, CaseIterable, ColumnChoice {
    /// A goal reminds of itself, as often as its reminder frequency says.
    case savings = "SAVINGS_REMINDER"
    /// A payment day has come.
    case payment = "MONTHLY_PAYMENT"
    /// A deadline is a month, a week or a day away.
    case deadline = "DEADLINE_WARNING"
    /// A goal is behind, or its payments have grown.
    case risk = "SMART_REMINDER"
    /// A month can be started.
    case monthStart = "MONTH_START"
    /// A month in progress ends.
    case monthClose = "MONTH_CLOSE"
}
