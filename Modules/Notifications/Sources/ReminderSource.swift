public import PluginKit
public import Values

/// A part of a program that people are reminded of, such as a domain: it knows on which days something may be due, and what
/// there is to say then. The time of day, quiet hours, channels and repeated attempts are not its concern.
public protocol ReminderSource: Sendable {
    /// The name of the source.
    var name: String { get }
    /// The categories of its reminders. Several late reminders sent in one message have the first of their categories.
    var categories: [ReminderCategory] { get }

    /// Returns the occasions on the days from one to another, both included, in any order.
    ///
    /// - Throws: Any error; then there are no reminders of any source.
    func occasions(from first: CalendarDay, to last: CalendarDay, _ call: Call) async throws -> [ReminderOccasion]

    /// Returns the sentences of those reminders that are due, by the ids of their occasions, as far as it is known now.
    ///
    /// One call has all occasions that are asked about, so that what several of them need is calculated once.
    ///
    /// - Parameter occasions: occasions of this source, of any days. There is at least one.
    /// - Throws: Any error; then there are no reminders of any source.
    func texts(
        of occasions: [ReminderOccasion], _ call: Call
    ) async throws -> Outcome<[ReminderOccasion.ID: ReminderText]>
}

extension ServiceKey where Service == any ReminderSource {
    /// The sources of reminders of all plugins.
    public static var reminderSources: ServiceKey<any ReminderSource> {
        ServiceKey<any ReminderSource>("reminderSources", selection: .every)
    }
}
