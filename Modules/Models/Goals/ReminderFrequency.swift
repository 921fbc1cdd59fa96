/// How often a goal reminds of itself.
public enum ReminderFrequency: String, Sendable, Hashable, CaseIterable {
    /// Every 7 days.
    case weekly
    /// Every 14 days.
    case biweekly
    /// Every month.
    case monthly
}
