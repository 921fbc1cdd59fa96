public import Values

/// The value of a herd on a day: components that are each exact until their one rounding, and all that they were made of (H1 to H9).
public struct HerdValuation: Sendable, Hashable {
    /// The herd.
    public let profile: HerdProfile
    /// The day.
    public let day: CalendarDay
    /// The herd's state on that day.
    public let state: HerdState
    /// The price of its head; nil where there is none.
    public let price: FoundPrice?
    /// The dressing percentage where the price is per kilogram of carcase; nil where it is not, or not known.
    public let dressing: Percentage?
    /// The value of one, exact; nil where it is not known.
    public let valueOfOne: Ratio?
    /// Head times the value of one; nil where that is not known.
    public let physical: Component?
    /// The value of the unborn.
    public let preBirth: Component
    /// The value of the offspring at foot.
    public let atFoot: Component
    /// The value of what probably died unseen, which is deducted.
    public let mortality: Component
    /// The losses expected of its head.
    public let losses: ExpectedLosses
    /// The offspring that are expected; nil without a joining.
    public var breeding: Breeding? { joined?.breeding }
    let joined: Joined?
    /// The offspring at foot, lot by lot.
    public let lots: [LotValuation]
    /// Missing data.
    public let unavailable: [Unavailable]
    /// The warnings.
    public internal(set) var warnings: [Warning]

    /// The expected offspring of a joining, kept apart: few herds are joined, and it takes much room.
    final class Joined: Sendable, Hashable {
        let breeding: Breeding

        init(_ breeding: Breeding) { self.breeding = breeding }

        static func == (left: Joined, right: Joined) -> Bool { left.breeding == right.breeding }

        func hash(into hasher: inout Hasher) { hasher.combine(breeding) }
    }

    /// A part of the value: exact, and rounded once, half-even, to the minor unit.
    public struct Component: Sendable, Hashable {
        /// The exact amount.
        public let exact: Ratio
        /// The amount.
        public let amount: Money
    }

    /// Offspring that are expected of a joining.
    public struct Breeding: Sendable, Hashable {
        /// The days.
        public let calendar: BreedingCalendar
        /// How many.
        public let expectation: BreedingCalendar.Expectation
        /// The part of the value at birth that has grown.
        public let grown: Ratio
        /// The value of one at birth; nil where it is not known or not needed.
        public let atBirth: OffspringValue?
    }

    /// The value of one of the offspring.
    public struct OffspringValue: Sendable, Hashable {
        /// The weight; nil where it is not known.
        public let weight: Kilograms?
        /// The price of its category; nil where the dams' value per kilogram counts.
        public let price: FoundPrice?
        /// The dressing percentage where that price is per kilogram of carcase.
        public let dressing: Percentage?
        /// The value of a kilogram, or of one where the price is per head.
        public let unit: Ratio
        /// The value of one.
        public let value: Ratio
    }

    /// Offspring at foot of one day with their value.
    public struct LotValuation: Sendable, Hashable {
        /// The offspring.
        public let lot: Lot
        /// Their value; nil where it is not known.
        public let one: OffspringValue?
        /// The losses expected of them.
        public let losses: ExpectedLosses
    }

    /// The sum of the components; nil where the herd has no value.
    public var market: Money? {
        guard let physical else { return nil }
        return try? physical.amount.adding(preBirth.amount).adding(atFoot.amount).subtracting(mortality.amount)
    }

    /// The bound of the market value; nil when it is exact.
    public var marketBound: Bound? {
        if usesMockPrice { return .unknown }
        return unavailable.isEmpty ? nil : .atLeast
    }

    /// Whether a made-up price took part.
    public var usesMockPrice: Bool { usedPrices.contains { $0.state == .fallback } }

    /// The prices that took part: that of the herd where there is head, or offspring that count by it.
    public var usedPrices: [FoundPrice] {
        let young = [breeding?.atBirth].compactMap(\.self) + lots.compactMap(\.one)
        let counts = state.head > 0 || young.contains { $0.price == nil }
        return (counts ? [price].compactMap(\.self) : []) + young.compactMap(\.price)
    }

    /// Whether the value of the unborn is known, be it 0.
    package var isPreBirthKnown: Bool {
        guard let breeding, breeding.expectation.left.isPositive, breeding.grown.isPositive else { return true }
        return breeding.atBirth != nil || profile.included.contains(.preBirth)
    }

    /// Whether the value of all offspring at foot is known, be it 0.
    package var isAtFootKnown: Bool { profile.included.contains(.atFoot) || lots.allSatisfy { $0.one != nil } }

    /// Whether the value of the expected losses is known, be it 0.
    package var isMortalityKnown: Bool {
        (valueOfOne != nil || losses.expected.isZero)
            && lots.allSatisfy { $0.one != nil || $0.losses.expected.isZero || profile.included.contains(.atFoot) }
    }

    /// The rounded value of one; nil where it is not known.
    public var perHead: Money? {
        valueOfOne.flatMap { try? ExactAmount($0, profile.currency).rounded(.halfEven) }
    }

    /// Whether the weight is older than weights should be; nil without a weight.
    public let isWeightStale: Bool?
}
