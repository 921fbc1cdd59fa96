public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// Something to be told at an instant.
public struct Reminder: Sendable, Hashable {
    /// The same in every run, and of no other reminder: "payment:2026-06-01".
    public let id: String
    /// What it is about.
    public let category: ReminderCategory
    /// The goal it is about; nil for all of them.
    public let goalID: UUID?
    /// The day whose plan it tells.
    public let day: CalendarDay
    /// When it is to be told.
    public let instant: Date
    /// One line.
    public let title: String
    /// A few lines more.
    public let body: String
}
