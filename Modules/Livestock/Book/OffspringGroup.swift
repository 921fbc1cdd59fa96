public import Values

/// Offspring that join a herd beside its head: how many were born on a day.
public struct OffspringGroup: Sendable, Hashable {
    /// The day of birth.
    public let born: CalendarDay
    /// How many.
    public let head: Int
    /// The weight at birth; nil for a part of the dams' mean.
    public let birthWeight: Kilograms?
    /// The daily gain; nil for that of the species.
    public let gain: Kilograms?

    /// Offspring of one day.
    public init(born: CalendarDay, head: Int, birthWeight: Kilograms? = nil, gain: Kilograms? = nil) {
        self.born = born
        self.head = head
        self.birthWeight = birthWeight
        self.gain = gain
    }
}

extension OffspringGroup: NestedValue {
    /// Its columns.
    public static let fields = Fields<OffspringGroup>(
        .value("born", \.born), .value("head", \.head), .value("birthWeight", \.birthWeight), .value("gain", \.gain)
    ) { OffspringGroup(born: $0, head: $1, birthWeight: $2, gain: $3) }
}

/// Offspring at foot that were born on one day (H8).
public struct Lot: Sendable, Hashable {
    /// The day of birth.
    public let born: CalendarDay
    /// How many there are.
    public internal(set) var head: Int
    /// The weight at birth; nil where neither it nor the dams' weight was known.
    public let birthWeight: Kilograms?
    /// The daily gain.
    public let gain: Kilograms
    /// The head at the end of each day since birth that is over, summed.
    public internal(set) var headDays = 0
    /// How many died.
    public internal(set) var deaths = 0

    /// Offspring of one day.
    init(born: CalendarDay, head: Int, birthWeight: Kilograms?, gain: Kilograms) {
        self.born = born
        self.head = head
        self.birthWeight = birthWeight
        self.gain = gain
    }

    /// The age on a day.
    public func age(on day: CalendarDay) -> Int { max(0, born.days(until: day)) }

    /// The weight of one on a day, growing for the days of the species; nil where it is not known, or has fallen to 0.
    public func weight(on day: CalendarDay, _ species: Species) -> Kilograms? {
        guard let birthWeight else { return nil }
        let weight = birthWeight.micro + gain.micro * min(age(on: day), species.growingDays)
        return weight > 0 ? Kilograms(micro: weight) : nil
    }
}
