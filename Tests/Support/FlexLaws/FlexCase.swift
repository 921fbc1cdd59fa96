package import FlexAdjustment
import Models
package import TestSupport

/// Random goals for the laws.
package enum FlexCase {
    package static func bounds(_ random: inout SeededGenerator) throws -> FlexBounds {
        if random.chance(1, in: 3) { return .standard }
        let (whole, lower) = (Int128(random.int(1...7)), random.int(0...100))
        let upper = random.int(100...200)
        return try FlexBounds(
            lower: Ratio(Int128(random.int(0...Int(whole))), over: whole) ?? Ratio(decimal: "\(lower)e-2"),
            upper: Ratio(decimal: "\(upper)e-2"))
    }

    /// A few goals of a few units each, with many ties.
    package static func smallGoals(_ random: inout SeededGenerator) -> [FlexGoal] {
        let largest = random.pick([1, 3, 10, 25])
        return (0..<random.int(0...6)).map { _ in
            let required = Int128(random.int(0...largest))
            // Of a level payment a part may be made; an amount chosen by hand may be more than it.
            let level: Int128? = random.pick([nil, required + Int128(random.int(0...5)), required / 2])
            return goal(
                required: required, remaining: required + Int128(random.int(0...random.pick([0, 2, 60]))), level: level,
                paymentsLeft: random.int(1...4), &random)
        }
    }

    /// Many goals with amounts of up to `digits` digits.
    package static func largeGoals(_ count: Int, digits: Int, _ random: inout SeededGenerator) -> [FlexGoal] {
        let limit = (0..<digits).reduce(Int128(1)) { power, _ in power * 10 }
        return (0..<count).map { _ in
            let scale = random.pick([limit, limit, limit / 2, max(1, limit / 1_000_000)])
            let required = Int128.random(in: 0...scale / 2, using: &random)
            let dates = random.int(1...random.pick([2, 12, 400]))
            let remaining = min(
                scale,
                required * Int128.random(in: 1...Int128(dates), using: &random)
                    + Int128.random(in: 0...scale / 4, using: &random))
            let level =
                random.chance(1, in: 2) ? nil : required / 2 + Int128.random(in: 0...required / 2, using: &random)
            return goal(required: required, remaining: remaining, level: level, paymentsLeft: dates, &random)
        }
    }

    private static func goal(
        required: Int128, remaining: Int128, level: Int128?, paymentsLeft: Int, _ random: inout SeededGenerator
    ) -> FlexGoal {
        FlexGoal(
            id: random.uuid(), name: random.pick(["A", "B", "é", "e\u{301}", "Z"]),
            deadline: CalendarDay(dayNumber: 20_000 + random.int(0...2)),
            state: random.pick([.flexible, .flexible, .flexible, .protected, .skipped]),
            required: required, remaining: remaining, level: level, paymentsLeft: paymentsLeft,
            progress: Ratio(Int128(random.int(0...4)), over: Int128(random.int(1...4))) ?? .zero)
    }
}
