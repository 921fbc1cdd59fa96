package import Models

/// Paying a level budget on each date to the goals that have it, the earliest deadline first, in minor units (B1, B2).
///
/// Payment days are named by their place in a ``BudgetCalendar``.
package struct DeadlineSchedule: Sendable {
    /// The dates of one goal.
    package enum Dates: Sendable, Hashable {
        /// Payment days, which serve every goal that has them.
        case paymentDays(ClosedRange<Int>)
        /// A day that is no payment day and serves only the goals that are due on it.
        case other(CalendarDay)
    }

    /// What remains for one goal, and its dates.
    package struct Need: Sendable {
        package let amount: Int128
        package let dates: Dates

        package init(amount: Int128, dates: Dates) {
            self.amount = amount
            self.dates = dates
        }
    }

    /// One date.
    package enum Slot: Sendable, Hashable {
        case paymentDay(Int)
        case other(CalendarDay)
    }

    /// One payment: which date and which need, the latter counted from 0.
    package struct Part: Sendable, Equatable {
        package let slot: Slot
        package let need: Int
        package let amount: Int128
    }

    /// What is taken of the budget before the needs are served.
    struct Taken {
        private(set) var amounts: [Slot: Int128] = [:]
        /// Sums through each payment day from the first on.
        private var totals: [Int128] = []

        /// Takes an amount on a date; payment days come in order.
        mutating func add(_ amount: Int128, on slot: Slot) {
            amounts[slot] = amount
            guard case .paymentDay(let place) = slot else { return }
            let total = totals.last ?? 0
            while totals.count < place { totals.append(total) }
            totals.append(total + amount)
        }

        fileprivate func total(of places: ClosedRange<Int>) -> Int128 {
            through(places.upperBound) - through(places.lowerBound - 1)
        }

        private func through(_ place: Int) -> Int128 {
            place < 0 ? 0 : place < totals.count ? totals[place] : totals.last ?? 0
        }
    }

    /// In the order of their deadlines.
    package let needs: [Need]
    private let taken: Taken
    /// What is needed in all by those with the same dates.
    private var sums: [Dates: Int128] = [:]

    package init(_ needs: [Need]) { self.init(needs, taken: Taken()) }

    init(_ needs: [Need], taken: Taken) {
        self.needs = needs
        self.taken = taken
        for need in needs where need.amount > 0 { sums[need.dates, default: 0] += need.amount }
    }

    /// The least budget that meets every deadline and leaves room for what is taken.
    package var minimum: Int128 {
        var least = taken.amounts.values.max() ?? 0
        for case (.other(let day), let sum) in sums { least = max(least, sum + (taken.amounts[.other(day)] ?? 0)) }
        let ranges = ranges
        for first in Set(ranges.map(\.places.lowerBound)) {
            DeadlineSchedule.accumulate(ranges, from: first) { last, sum in
                let needed = sum + taken.total(of: first...last)
                least = max(least, needed.dividedRoundingUp(by: Int128(last - first + 1)))
            }
        }
        return least
    }

    /// Whether a budget meets every deadline.
    package func isFeasible(_ budget: Int128) -> Bool { minimum <= budget }

    /// The place of the first payment day by which an amount more can be paid, the goal's own payment days beginning at
    /// `first`, when all needs are met in time with the budget, and nothing is taken of it; nil when never.
    package func earliestEnd(of amount: Int128, from first: Int, _ budget: Int128) -> Int128? {
        guard budget > 0 else { return nil }
        func end(of sum: Int128, from first: Int) -> Int128 { Int128(first) - 1 + sum.dividedRoundingUp(by: budget) }
        var latest = end(of: amount, from: first)
        let ranges = ranges
        for begin in Set(ranges.map(\.places.lowerBound).filter { $0 < first } + [first]) {
            DeadlineSchedule.accumulate(ranges, from: begin) { last, sum in
                let needed = end(of: sum + amount, from: begin)
                if needed > last { latest = max(latest, needed) }
            }
        }
        return latest
    }

    /// The payments on the dates of each need. Their sum is exactly what is needed when the budget suffices.
    package func payments(_ budget: Int128) -> [Part] {
        var purse = Purse(budget: budget, taken: taken.amounts)
        var parts: [Part] = []
        for (index, need) in needs.enumerated() {
            _ = purse.pay(need.amount, on: need.dates) {
                parts.append(Part(slot: $0, need: index, amount: $1))
            }
        }
        return parts
    }

    /// When each need is met if those that the budget fails go on being paid on the payment days after their deadlines, of
    /// which the calendar has `length`; nil when never. `later` is the first payment day after another date.
    func ends(_ budget: Int128, length: Int, later: (CalendarDay) -> Int) -> [Slot?] {
        var purse = Purse(budget: budget, taken: taken.amounts)
        return needs.map { need in
            var last: Slot?
            var left = need.amount
            var first = length
            switch need.dates {
            case .paymentDays(let places): first = places.lowerBound
            case .other(let day):
                left = purse.pay(left, on: need.dates) { slot, _ in last = slot }
                first = later(day)
            }
            if left > 0, first < length {
                left = purse.pay(left, on: .paymentDays(first...length - 1)) { slot, _ in last = slot }
            }
            return left > 0 ? nil : last
        }
    }

    /// What those need that have payment days.
    private var ranges: [(places: ClosedRange<Int>, sum: Int128)] {
        sums.compactMap { dates, sum in
            guard case .paymentDays(let places) = dates else { return nil }
            return (places, sum)
        }
        .sorted { $0.places.upperBound < $1.places.upperBound }
    }

    /// Tells for each last payment day, in order, what those need in all that have none before `first` and none after it.
    private static func accumulate(
        _ ranges: [(places: ClosedRange<Int>, sum: Int128)], from first: Int, _ tell: (Int, Int128) -> Void
    ) {
        var sum: Int128 = 0
        for range in ranges where range.places.lowerBound >= first {
            sum += range.sum
            tell(range.places.upperBound, sum)
        }
    }
}

/// What is left of a budget on each date.
private struct Purse {
    let budget: Int128
    let taken: [DeadlineSchedule.Slot: Int128]
    private var left: [DeadlineSchedule.Slot: Int128] = [:]
    /// For each payment day on which nothing is left, one after it from which to look further.
    private var further: [Int: Int] = [:]

    init(budget: Int128, taken: [DeadlineSchedule.Slot: Int128]) {
        self.budget = budget
        self.taken = taken
    }

    /// Pays an amount on the first dates that have something left, and returns what could not be paid.
    mutating func pay(
        _ amount: Int128, on dates: DeadlineSchedule.Dates, _ tell: (DeadlineSchedule.Slot, Int128) -> Void
    ) -> Int128 {
        var open = amount
        switch dates {
        case .other(let day): open -= take(open, on: .other(day), tell)
        case .paymentDays(let places):
            var place = next(from: places.lowerBound)
            while open > 0, place <= places.upperBound {
                open -= take(open, on: .paymentDay(place), tell)
                if open > 0 {
                    further[place] = place + 1
                    place = next(from: place)
                }
            }
        }
        return open
    }

    private mutating func take(
        _ amount: Int128, on slot: DeadlineSchedule.Slot, _ tell: (DeadlineSchedule.Slot, Int128) -> Void
    ) -> Int128 {
        let available = left[slot] ?? max(0, budget - (taken[slot] ?? 0))
        let part = min(amount, available)
        left[slot] = available - part
        if part > 0 { tell(slot, part) }
        return part
    }

    private mutating func next(from place: Int) -> Int {
        var end = place
        while let later = further[end] { end = later }
        // Shortens the way for those who come after.
        var passed = place
        while passed != end, let later = further[passed] {
            further[passed] = end
            passed = later
        }
        return end
    }
}
