public import Values

public import struct Foundation.Date

/// One record before and after: an insertion has no before, a deletion no after.
///
/// Made by the typed writes of ``StoreWriter``, which validate what is written, and read from the journal.
public struct Change: Sendable, Hashable {
    /// What the store held; nil when the record is new.
    public let before: Record?
    /// What it is to hold; nil when the record goes away.
    public let after: Record?
    /// The record that changes.
    public let key: EntityKey
    /// What kind of thing it is.
    public let kind: EntityKind

    private init(_ known: Record, before: Record?, after: Record?) {
        self.before = before
        self.after = after
        key = known.key
        kind = known.kind
    }

    /// A new record.
    package static func insert(_ record: Record) -> Change { Change(record, before: nil, after: record) }
    /// A record with new contents; both have the same key.
    package static func update(_ before: Record, to after: Record) -> Change {
        Change(after, before: before, after: after)
    }
    /// A record that goes away.
    package static func delete(_ record: Record) -> Change { Change(record, before: record, after: nil) }

    /// The change that undoes this one.
    public var inverse: Change { Change(after ?? before, before: after, after: before) ?? self }

    private init?(_ known: Record?, before: Record?, after: Record?) {
        guard let known else { return nil }
        self.init(known, before: before, after: after)
    }

    /// Whether what it changes refers to the record with the key, before or after.
    func names(_ key: EntityKey) -> Bool { [before, after].contains { $0?.references.contains(key) ?? false } }

    /// The same change.
    public static func == (left: Change, right: Change) -> Bool {
        left.before == right.before && left.after == right.after
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(before)
        hasher.combine(after)
    }
}

/// Who changes the store, when and why: kept in the journal beside the change.
public struct ChangeOrigin: Sendable, Hashable {
    /// The instant of the command, to the millisecond.
    public let instant: Date
    /// The program: "cst-plan".
    public let program: String
    /// The command in words for people: "goal add 'Car'".
    public let command: String
    /// The person, where a program knows several; else nil.
    public let person: String?

    /// An origin; the instant is rounded to whole milliseconds, as it is kept.
    public init(instant: Date, program: String, command: String, person: String? = nil) {
        self.instant = instant.wholeMilliseconds
        self.program = program
        self.command = command
        self.person = person
    }
}
