import Persistence
import Values

import struct Foundation.Date

/// Until when reminders have been put into the outbox for a channel. Each channel has one, so that programs with different
/// channels take nothing from each other.
struct ReminderCursor: Sendable, Hashable {
    let channel: String
    let through: Date

    init(channel: String, through: Date) {
        self.channel = channel
        self.through = through.wholeMilliseconds
    }
}

extension ReminderCursor: Entity {
    static let declaration = Declaration<ReminderCursor>(
        "reminderCursor", table: "reminderCursors", since: "0.4.0", order: ["name"], isJournalled: false,
        fields: Fields(.key("name", \.channel), .value("through", \.through)) { channel, through in
            ReminderCursor(channel: channel, through: through)
        })

    var summary: String { "reminders through \(channel) until an instant" }

    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// The cursors of all channels, as they were at one moment.
struct ReminderCursors: Equatable {
    private let throughs: [String: Date]

    init(in reader: any EntityReader) throws {
        throughs = Dictionary(
            try reader.all(ReminderCursor.self).map { ($0.channel, $0.through) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The instant until which reminders of a channel were looked for; nil if they never were.
    func end(of channel: String) -> Date? { throughs[channel] }

    /// How far back reminders are still sent after a long time without sending.
    private static let memory: Double = 31 * 86_400
    private static let day: Double = 86_400

    /// Whether the cursors of some channels are those of another moment.
    func isSame(as other: ReminderCursors, for channels: [String]) -> Bool {
        channels.allSatisfy { throughs[$0] == other.throughs[$0] }
    }

    /// Whether the cursors of all these channels are of the last day.
    func isRecent(_ channels: [String], now: Date) -> Bool {
        channels.allSatisfy { channel in
            throughs[channel].map { abs(now.timeIntervalSince($0)) < Self.day } ?? false
        }
    }

    /// After which instant reminders are new to a channel: its cursor, after a long time a month back. A cursor of a clock
    /// that was ahead does not count. A channel that has none begins this morning, or where the others are: what they
    /// sent is old.
    func start(of channel: String, morning: Date, now: Date) -> Date {
        let usable = throughs.filter { $0.value.timeIntervalSince(now) < Self.day }
        guard let through = usable[channel] else {
            return usable.values.reduce(morning) { max($0, min($1, now)) }
        }
        return max(through, now.addingTimeInterval(-Self.memory))
    }

    /// Moves the cursor of a channel.
    func move(_ channel: String, to now: Date, in writer: any StoreWriter) throws {
        let moved = ReminderCursor(channel: channel, through: now)
        if let old = throughs[channel] {
            try writer.update(ReminderCursor(channel: channel, through: old), to: moved)
        } else {
            try writer.insert(moved)
        }
    }
}
