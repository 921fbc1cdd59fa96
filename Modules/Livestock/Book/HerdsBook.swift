public import Values

public import struct Foundation.UUID

/// The book of several herds: one fold over all of their events in order, so that transfers bring what the other herd had (H2, H3).
public struct HerdsBook: Sendable {
    /// The states, each of the day of the herd's latest event so far.
    public private(set) var states: [UUID: HerdState]
    private let events: [HerdEvent]
    private var next = 0

    /// A book of herds with all events that are theirs, in any order. Herds from which head comes have to be among them, else their
    /// weights are not known.
    public init(_ herds: [Herd], _ events: [HerdEvent]) {
        states = Dictionary(
            herds.map {
                ($0.id, HerdState($0.species, name: $0.name, isMale: $0.isMale, targetWeight: $0.targetWeight))
            }
        ) { first, _ in first }
        let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.precedes($1) }
        self.events = isInOrder ? events : events.sorted { $0.precedes($1) }
    }

    /// Enters the events up to a day, and moves all herds on to it.
    ///
    /// - Throws: ``LivestockError`` where an event cannot be.
    public mutating func advance(to day: CalendarDay) throws(LivestockError) {
        while next < events.count, events[next].day <= day {
            try enter(events[next])
            next += 1
        }
        for id in states.keys where states[id]?.day != nil { states[id]?.advance(to: day) }
    }

    private mutating func enter(_ event: HerdEvent) throws(LivestockError) {
        let departure = try states[event.herdID]?.apply(event.departure)
        guard let other = event.otherID, states[other] != nil else { return }
        try states[other]?.apply(
            departure.map { event.arrival(of: $0) } ?? event.arrivalToCount)
    }
}
