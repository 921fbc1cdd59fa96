public import struct Foundation.Date

/// One record before and after: an insertion has no before, a deletion no after.
public struct Change: Sendable, Hashable, Codable {
    /// What the store held; nil when the record is new.
    public let before: Record?
    /// What it is to hold; nil when the record goes away.
    public let after: Record?

    private init(before: Record?, after: Record?) {
        self.before = before
        self.after = after
    }

    /// A new record.
    public static func insert(_ record: Record) -> Change { Change(before: nil, after: record) }
    /// A record with new contents; both have the same key.
    public static func update(_ before: Record, to after: Record) -> Change { Change(before: before, after: after) }
    /// A record that goes away.
    public static func delete(_ record: Record) -> Change { Change(before: record, after: nil) }

    /// The change that takes this one back.
    public var inverse: Change { Change(before: after, after: before) }
}

/// Who changes the store, when and why: kept in the journal beside the change.
public struct ChangeOrigin: Sendable, Hashable, Codable {
    /// The instant of the command, to the millisecond.
    public let instant: Date
    /// The program: "cst-plan".
    public let program: String
    /// The command in words for people: "goal add 'Car'".
    public let command: String

    /// An origin; the instant is rounded to whole milliseconds, as it is kept.
    public init(instant: Date, program: String, command: String) {
        self.instant = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 * 1000).rounded() / 1000)
        self.program = program
        self.command = command
    }
}
