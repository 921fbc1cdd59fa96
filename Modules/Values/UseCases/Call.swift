public import struct Foundation.Date
public import struct Foundation.TimeZone

/// The circumstances of a request to a use case: the instant, the day, how long the outside may take, and the person who
/// makes it. Nothing below reads a clock (M4).
public struct Call: Sendable {
    /// The instant, to date what is written and to judge how old rates are.
    public var now: Date
    /// The day of the answer, by which later transactions do not count: ``day`` unless another one is asked for.
    public var today: CalendarDay
    /// The zone that days are counted in.
    public var zone: TimeZone
    /// By when whoever is asked outside has to have answered.
    public var deadline: Deadline
    /// The program that asks: "cst-plan".
    public var program: String
    /// The command in words for the history: "goal add Car".
    public var command: String
    /// The person, where a program knows several; else nil.
    public var person: String?
    /// Whether everything is checked and nothing written.
    public var isDryRun: Bool
    /// The idempotency key of the request: a request with a key is carried out once, however often it is sent. Nil for a
    /// request that is not sent again.
    public var idempotencyKey: String?
    /// The fingerprint of the request, kept with its key to recognise another request under the same key; nil where they are
    /// not compared.
    public var fingerprint: String?
    /// The version of a thing that the request was made from: the write is refused if the thing has changed since. Nil where
    /// any version will do.
    public var expectedVersion: ExpectedVersion?
    /// Whether the store has given the call an instant of its own.
    package var isStamped = false

    /// A thing with its parts as it was at an entry of the journal.
    public struct ExpectedVersion: Sendable, Hashable {
        /// The thing.
        public let thing: EntityKey
        /// The kind of things that name it and are meant instead of it, as an asset's allocations; nil for the thing itself.
        public let parts: String?
        /// The number of the entry.
        public let entry: Int

        /// A thing, or the things of a kind that name it.
        public init(_ thing: EntityKey, parts: String? = nil, entry: Int) {
            self.thing = thing
            self.parts = parts
            self.entry = entry
        }
    }

    /// Whether it is for the day of ``now``, and not for another one.
    public var isForToday: Bool { today == CalendarDay(utc: now, secondsFromUTC: zone.secondsFromGMT(for: now)) }

    /// A call. Without a day it is for the day of `now` in the zone.
    public init(
        now: Date, today: CalendarDay? = nil, zone: TimeZone = .gmt, deadline: Deadline = .none, program: String,
        command: String, person: String? = nil, isDryRun: Bool = false
    ) {
        self.now = now
        self.today = today ?? CalendarDay(utc: now, secondsFromUTC: zone.secondsFromGMT(for: now))
        self.zone = zone
        self.deadline = deadline
        self.program = program
        self.command = command
        self.person = person
        self.isDryRun = isDryRun
    }

    /// The day of ``now`` in the zone.
    public var day: CalendarDay { CalendarDay(utc: now, secondsFromUTC: zone.secondsFromGMT(for: now)) }
}
