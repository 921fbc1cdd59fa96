public import Values

/// The head of a herd in a period: opening, what came and went, and closing (H2).
public struct Reconciliation: Sendable, Hashable {
    /// The head before the first day.
    public var opening = 0
    /// The head at the end of the last day.
    public var closing = 0
    /// The head that came, by kind of event; no kind without any.
    public var arrivals: [BookEvent.Kind: Int] = [:]
    /// The head that went, by kind of event; no kind without any.
    public var departures: [BookEvent.Kind: Int] = [:]
    /// The offspring at foot.
    public var atFoot = AtFoot()
    /// The counts in the period.
    public var musters: [HerdState.Muster] = []

    /// The offspring at foot in a period.
    public struct AtFoot: Sendable, Hashable {
        /// How many before the first day.
        public var opening = 0
        /// How many at the end of the last day.
        public var closing = 0
        /// Born.
        public var births = 0
        /// Came with arrivals.
        public var arrived = 0
        /// Became head.
        public var weaned = 0
        /// Died.
        public var died = 0
        /// Went with departures.
        public var left = 0

        /// Whether the closing is the sum of all else.
        public var isClosed: Bool { closing == opening + births + arrived - weaned - died - left }
    }

    /// Nothing happened.
    public init() {}

    /// Whether the closings are the sums of all else.
    public var isClosed: Bool {
        closing == opening + arrivals.values.reduce(0, +) - departures.values.reduce(0, +) && atFoot.isClosed
    }

    /// The reconciliation of several herds together; musters are left to each.
    public static func + (left: Reconciliation, right: Reconciliation) -> Reconciliation {
        var sum = left
        sum.opening += right.opening
        sum.closing += right.closing
        sum.arrivals.merge(right.arrivals, uniquingKeysWith: +)
        sum.departures.merge(right.departures, uniquingKeysWith: +)
        sum.atFoot.opening += right.atFoot.opening
        sum.atFoot.closing += right.atFoot.closing
        sum.atFoot.births += right.atFoot.births
        sum.atFoot.arrived += right.atFoot.arrived
        sum.atFoot.weaned += right.atFoot.weaned
        sum.atFoot.died += right.atFoot.died
        sum.atFoot.left += right.atFoot.left
        sum.musters = []
        return sum
    }

    /// The head of a herd from a day to another, by its events in order.
    ///
    /// - Parameter events: all events of the herd up to the last day, as the herd sees them.
    /// - Throws: ``LivestockError`` where an event cannot be.
    public init(
        _ empty: HerdState, _ events: [BookEvent], from first: CalendarDay, to last: CalendarDay
    ) throws(LivestockError) {
        var state = empty
        for event in events where event.day < first { try state.apply(event) }
        opening = state.head
        atFoot.opening = state.atFootHead
        for event in events where event.day >= first && event.day <= last {
            let (head, offspring) = (state.head, state.atFootHead)
            try state.apply(event)
            note(event, change: state.head - head, offspring: state.atFootHead - offspring, state)
        }
        closing = state.head
        atFoot.closing = state.atFootHead
    }

    private mutating func note(_ event: BookEvent, change: Int, offspring: Int, _ state: HerdState) {
        switch event.kind {
        case .birth: atFoot.births += offspring
        case .wean: atFoot.weaned -= offspring
        case .deathAtFoot: atFoot.died -= offspring
        case .muster:
            if let muster = state.muster { musters.append(muster) }
            if change > 0 { arrivals[.found, default: 0] += change }
            if change < 0 { departures[.lost, default: 0] -= change }
        case _ where event.kind.isArrival:
            arrivals[event.kind, default: 0] += change
            atFoot.arrived += offspring
        case _ where event.kind.isDeparture:
            departures[event.kind, default: 0] -= change
            atFoot.left -= offspring
        default: break
        }
    }
}
