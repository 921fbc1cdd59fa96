public import Values

/// One event of a herd's book, as the book of that herd alone sees it (H2).
public struct BookEvent: Sendable, Hashable {
    /// The day.
    public let day: CalendarDay
    /// The kind of event.
    public let kind: Kind
    /// How many: those that come, go, are born, die or were counted, or that a pregnancy test expects.
    public var head: Int
    /// The weight: of arrivals, of the mean after a weighing, or at birth.
    public var weight: Kilograms?
    /// The daily gain that is set, or of those born.
    public var gain: Kilograms?
    /// Offspring that come with arrivals.
    public var offspring: [OffspringGroup]
    /// How many offspring go with departures.
    public var offspringHead: Int
    /// Whether the count of a muster is adopted.
    public var isAdopted: Bool
    /// The terms of a joining.
    public var joining: Joining?
    /// The day on which the weight of a transfer was entered at its herd; nil for the day of the event.
    var weightDay: CalendarDay?
    /// Offspring of another herd that come along, with their days and deaths since birth.
    var movedLots: [Lot] = []

    /// An event.
    public init(
        _ day: CalendarDay, _ kind: Kind, head: Int = 0, weight: Kilograms? = nil, gain: Kilograms? = nil,
        offspring: [OffspringGroup] = [], offspringHead: Int = 0, isAdopted: Bool = false, joining: Joining? = nil
    ) {
        self.day = day
        self.kind = kind
        self.head = head
        self.weight = weight
        self.gain = gain
        self.offspring = offspring
        self.offspringHead = offspringHead
        self.isAdopted = isAdopted
        self.joining = joining
    }
}

extension BookEvent {
    /// The kinds of events.
    public enum Kind: String, ColumnChoice, Hashable, CaseIterable {
        /// Head that was there when the book began.
        case opening
        /// Head that was bought.
        case purchase
        /// Offspring of another herd that became head.
        case weanIn
        /// Head from another herd.
        case transferIn
        /// Head that was found.
        case found
        /// Head that was sold.
        case sale
        /// Head that died.
        case death
        /// Head that was eaten.
        case ration
        /// Head that went to another herd.
        case transferOut
        /// Head that is missing.
        case lost
        /// Offspring born.
        case birth
        /// Offspring that became head, of another herd or elsewhere.
        case wean
        /// Offspring at foot that died.
        case deathAtFoot
        /// A weighing, which sets the mean.
        case weigh
        /// A daily gain that is set.
        case gain
        /// A count.
        case muster
        /// A joining with males.
        case join
        /// A pregnancy test.
        case pregnancyTest
        /// A treatment.
        case treatment
        /// A cost.
        case cost
        /// A note.
        case note
    }
}

extension BookEvent.Kind {
    /// Events by which head comes.
    public static let arrivals: [BookEvent.Kind] = [.opening, .purchase, .weanIn, .transferIn, .found]
    /// Events by which head goes.
    public static let departures: [BookEvent.Kind] = [.sale, .death, .ration, .transferOut, .lost]

    /// Whether head comes.
    public var isArrival: Bool { Self.arrivals.contains(self) }
    /// Whether head goes.
    public var isDeparture: Bool { Self.departures.contains(self) }
}
