public import Values

/// The state of a herd on a day: a fold over its events (H2, H3, H6 to H8). It needs no store.
///
/// ```swift
/// var steers = HerdState(.cattle)
/// try steers.apply(BookEvent(CalendarDay("2026-01-01"), .opening, head: 100, weight: Kilograms("300")))
/// try steers.apply(BookEvent(CalendarDay("2026-01-01"), .gain, gain: Kilograms("0.8")))
/// steers.advance(to: try CalendarDay("2026-04-11"))
/// steers.head  // 100
/// ```
public struct HerdState: Sendable, Hashable {
    /// The species.
    public let species: Species
    /// The name, for messages.
    public let name: String
    /// Whether the herd is of males, which have neither joinings nor births.
    public let isMale: Bool
    /// The weight at which a positive gain stops; nil for none.
    public let targetWeight: Kilograms?

    /// The day; nil before the first event.
    public internal(set) var day: CalendarDay?
    /// The head.
    public internal(set) var head = 0
    /// The mean weight; nil where it is not known.
    public internal(set) var weight: Kilograms?
    /// The day on which the oldest part of the mean was entered; nil without a weight.
    public internal(set) var weightDay: CalendarDay?
    /// The mean on the day since which it has only grown by one gain, and that day; nil without a weight.
    var grownFrom: (weight: Kilograms, day: CalendarDay)? {
        guard let weight = baseWeight, let day = baseDay else { return nil }
        return (weight, day)
    }
    private(set) var baseWeight: Kilograms?
    private(set) var baseDay: CalendarDay?
    /// The daily gain.
    public internal(set) var gain = Kilograms(micro: 0)
    /// The offspring at foot, earliest born first.
    public internal(set) var lots: [Lot] = []
    /// Head-days and recorded losses since the first entry, or since the latest muster that agreed or was adopted.
    public internal(set) var losses = RecordedLosses()
    /// The joining in force; nil for none.
    public internal(set) var season: BreedingSeason?
    /// The births recorded, in order of their days.
    public internal(set) var births: [Births] = []
    /// The latest muster; nil for none.
    public internal(set) var muster: Muster?

    /// Births of a day.
    public struct Births: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// How many were born.
        public let head: Int
    }

    /// A count beside the book.
    public struct Muster: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// The head that was counted.
        public let counted: Int
        /// The head of the book before it.
        public let book: Int
        /// Whether the difference was entered.
        public let isAdopted: Bool

        /// Counted less the book.
        public var difference: Int { counted - book }
    }

    /// A herd without events.
    public init(_ species: Species, name: String = "Herd", isMale: Bool = false, targetWeight: Kilograms? = nil) {
        self.species = species
        self.name = name
        self.isMale = isMale
        self.targetWeight = targetWeight
    }

    /// The offspring at foot.
    public var atFootHead: Int { lots.reduce(0) { $0 + $1.head } }

    /// Whether there is neither head nor offspring.
    public var isEmpty: Bool { head == 0 && lots.isEmpty }

    /// Notes that the mean grows from here on.
    mutating func noteBase() { (baseWeight, baseDay) = (weight, day) }

    /// Moves on to a later day: the mean grows by the gain of each day. An earlier day changes nothing.
    public mutating func advance(to later: CalendarDay) {
        guard let day else {
            self.day = later
            return
        }
        let days = day.days(until: later)
        guard days > 0 else { return }
        self.day = later
        losses.headDays += head * days
        for index in lots.indices { lots[index].headDays += lots[index].head * days }
        guard let weight, gain.micro != 0 else { return }
        var grown = weight.micro + gain.micro * days
        if gain.micro > 0, let targetWeight {
            grown = weight < targetWeight ? min(grown, targetWeight.micro) : weight.micro
        }
        self.weight = grown > 0 ? Kilograms(micro: grown) : nil
        if grown <= 0 { weightDay = nil }
    }
}

/// Head-days and recorded losses for the expected losses (H6).
public struct RecordedLosses: Sendable, Hashable {
    /// The head at the end of each day that is over, summed.
    public internal(set) var headDays = 0
    /// Deaths and lost head.
    public internal(set) var gone = 0
    /// Head that was found.
    public internal(set) var found = 0

    /// Deaths and lost head less what was found, at least 0.
    public var recorded: Int { max(0, gone - found) }
}

/// A joining with what is known of its success (H7).
public struct BreedingSeason: Sendable, Hashable {
    /// The joining.
    public let joining: Joining
    /// How many were joined.
    public let joined: Int
    /// The offspring that the latest pregnancy test expects; nil without one.
    public internal(set) var tested: Int?
    /// The head at that test.
    public internal(set) var headAtTest = 0
    /// The least head since the joining or its latest test: so many at most can be of those that it counts.
    var leastHead: Int

    init(joining: Joining, joined: Int, head: Int) {
        self.joining = joining
        self.joined = joined
        // Those that were joined elsewhere arrive later.
        leastHead = max(head, joined)
    }

    /// The head that counts as joined although it arrived later.
    func arrivalsCounted(_ head: Int) -> Int {
        let counted = tested == nil ? joined : headAtTest
        return max(0, min(counted, head) - leastHead)
    }
}
