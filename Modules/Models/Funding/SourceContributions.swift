public import struct Foundation.Date

/// The contributions to an asset one by one. Their order decides how much of their sum settles a payment (R3).
public struct SourceContributions: Sendable, Hashable {
    /// An amount that was put in or taken out on a day.
    public struct Contribution: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// The instant at which it was entered; the distant past where nobody knows.
        public let entered: Date
        /// Its place among those of one instant and day; equal for what moved at once, as both sides of a transfer did.
        public let place: Int
        /// The amount in the asset's currency: positive in, negative out.
        public let amount: Money

        /// A contribution.
        public init(day: CalendarDay, entered: Date = .distantPast, place: Int = 0, amount: Money) {
            self.day = day
            self.place = place
            self.entered = entered
            self.amount = amount
        }
    }

    /// The contributions in order of day and entry.
    public let all: [Contribution]
    /// The day after which all are known; nil for the whole past.
    public let knownAfter: CalendarDay?

    /// The contributions that are known after a day.
    ///
    /// - Parameter all: in any order.
    public init(_ all: [Contribution], knownAfter: CalendarDay? = nil) {
        self.all = all.enumerated().sorted { left, right in
            left.element.precedes(right.element) || !right.element.precedes(left.element) && left.offset < right.offset
        }.map(\.element)
        self.knownAfter = knownAfter
    }

    /// Returns those of a window until a day; none when not all of them are known.
    public func contributions(in window: ContributionWindow, until day: CalendarDay) -> [Contribution] {
        guard knownAfter.map({ $0 <= window.after }) ?? true else { return [] }
        return all[first(after: window.after)...].prefix { $0.day <= day }.filter {
            window.contains(day: $0.day, entered: $0.entered)
        }
    }

    /// The place of the first contribution after a day.
    private func first(after day: CalendarDay) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].day > day { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SourceContributions.Contribution {
    /// Whether it comes earlier in order of day and entry.
    public func precedes(_ other: Self) -> Bool {
        (day, entered, place) < (other.day, other.entered, other.place)
    }
}
