import Persistence
public import Values

/// A channel that the settings choose, and when its reminders were last sent.
public struct ChannelActivity: Sendable, Hashable {
    /// The channel's name, as settings use it.
    public let channel: String
    /// The file that the channel keeps up to date instead of sending each reminder; nil for other channels.
    public let place: String?
    /// The last day on which a program looked for reminders that are due; nil if none has.
    public let lastRun: CalendarDay?

    /// Days that may pass between two runs that are noted: a timer runs far more often, and a run that finds nothing is noted
    /// once a day.
    private static let longestPause = 2

    /// Whether a program looks for reminders that are due: one has on the day, or shortly before.
    public func isCarriedOut(on day: CalendarDay) -> Bool {
        lastRun.map { $0.days(until: day) <= Self.longestPause } ?? false
    }
}

extension DeliveryService {
    /// Returns the channels that the settings choose, in their order, with the day of the last sending.
    ///
    /// - Throws: ``StoreError``.
    public func activity(_ call: Call) async throws -> [ChannelActivity] {
        let cursors = try await store.read { try ReminderCursors(in: $0) }
        return channels.map { channel in
            ChannelActivity(
                channel: channel.name, place: nil,
                lastRun: cursors.end(of: channel.name).map { reminders.day(of: $0, call) })
        }
            + calendars.map { calendar in
                // A calendar is renewed every day, and its version names the day.
                let words = calendar.version()?.split(separator: " ") ?? []
                return ChannelActivity(
                    channel: calendar.name, place: calendar.place ?? "",
                    lastRun: words.count > 1 ? CalendarDay(readable: words[1]) : nil)
            }
    }
}

extension CalendarDay {
    /// The day of a text; nil if it is none.
    fileprivate init?(readable text: Substring) {
        guard let day = try? CalendarDay(String(text)) else { return nil }
        self = day
    }
}
