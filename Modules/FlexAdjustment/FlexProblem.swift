import Models

import struct Foundation.UUID

/// Goals and bounds, checked, with everything that does not depend on the total: prepared once, solved for many totals.
public struct FlexProblem: Sendable {
    /// The most minor units that one goal may require or have remaining: 10^30.
    public static let largestAmount: Int128 = 1_000_000_000_000_000_000_000_000_000_000
    /// The most minor units that may remain for all goals together, that their payments times their dates may sum to, and that a
    /// budget may be: 10^37. It keeps every sum within 128 bits.
    public static let largestTotal: Int128 = 10_000_000 * largestAmount
    /// The most payment dates of a goal: monthly ones until the end of the calendar.
    public static let mostPayments = 120_000

    /// The goals, in the order in which they were given.
    public let goals: [FlexGoal]
    /// How far flexible payments may be changed.
    public let bounds: FlexBounds

    /// What protected goals get, and 0 for the others.
    let fixed: [Int128]
    /// The flexible goals that require a payment.
    let flexible: [Limits]
    let protectedTotal: Int128
    let flexibleTotal: Int128
    let skippedTotal: Int128
    let floorTotal: Int128
    let capTotal: Int128

    /// What a flexible goal may get.
    struct Limits {
        let goal: Int
        let floor: Int128
        let required: Int128
        let cap: Int128
        let remaining: Int128
        let level: Int128
        let paymentsLeft: Int
        let progressRank: Int128
    }

    /// A problem of valid goals.
    ///
    /// - Throws: ``FlexError`` for the first goal that is not valid.
    public init(goals: [FlexGoal], bounds: FlexBounds = .standard) throws(FlexError) {
        try FlexProblem.check(goals)
        var flexible: [Limits] = []
        flexible.reserveCapacity(goals.count)
        var fixed = [Int128](repeating: 0, count: goals.count)
        var (protected, adjustable, skipped): (Int128, Int128, Int128) = (0, 0, 0)
        var (floors, caps): (Int128, Int128) = (0, 0)
        // Fields are read one by one, because copying a goal counts references to all its parts.
        for index in goals.indices {
            let required = goals[index].required
            switch goals[index].state {
            case .protected:
                fixed[index] = required
                protected += required
            case .skipped: skipped += required
            case .flexible:
                adjustable += required
                guard required > 0 else { continue }
                let remaining = goals[index].remaining
                let limits = Limits(
                    goal: index, floor: bounds.floor(of: required), required: required,
                    cap: bounds.cap(of: required, remaining: remaining), remaining: remaining,
                    level: goals[index].level, paymentsLeft: goals[index].paymentsLeft,
                    progressRank: goals[index].progressRank)
                flexible.append(limits)
                floors += limits.floor
                caps += limits.cap
            }
        }
        self.goals = goals
        self.bounds = bounds
        self.flexible = flexible
        self.fixed = fixed
        protectedTotal = protected
        flexibleTotal = adjustable
        skippedTotal = skipped
        floorTotal = floors
        capTotal = caps
    }

    /// The total in minor units that a target stands for (F4).
    ///
    /// - Throws: ``FlexError/factorOutsideBounds(_:_:)``, ``FlexError/negativeTotal(_:)``,
    ///   ``FlexError/budgetTooLarge(_:)``.
    public func total(of target: FlexTarget) throws(FlexError) -> Int128 {
        switch target {
        case .factor(let factor, let redistributesSkipped):
            guard factor >= bounds.lower, factor <= bounds.upper else {
                throw .factorOutsideBounds(factor, bounds)
            }
            guard let scaled = (factor * Ratio(flexibleTotal)).rounded(.halfEven) else { throw .totalTooLarge }
            return protectedTotal + scaled + (redistributesSkipped ? skippedTotal : 0)
        case .budget(let budget):
            guard budget >= 0 else { throw .negativeTotal(budget) }
            guard budget <= FlexProblem.largestTotal else { throw .budgetTooLarge(budget) }
            return budget
        }
    }

    /// The order in which ties between goals are broken: deadline, name, id. Reads fields one by one, because copying a goal counts
    /// references to all its parts.
    func precedesInTies(_ left: Int, _ right: Int) -> Bool {
        if goals[left].deadline != goals[right].deadline { return goals[left].deadline < goals[right].deadline }
        return NameOrder.precedes((goals[left].name, goals[left].id), (goals[right].name, goals[right].id))
    }

    private static func check(_ goals: [FlexGoal]) throws(FlexError) {
        var ids: Set<UUID> = []
        ids.reserveCapacity(goals.count)
        var (remaining, weighted): (Int128, Int128) = (0, 0)
        for index in goals.indices {
            let (required, lacking, dates) = (
                goals[index].required, goals[index].remaining, goals[index].paymentsLeft
            )
            guard ids.insert(goals[index].id).inserted else { throw .repeatedGoal(goals[index].name) }
            guard required >= 0 else { throw .negativeAmount(goal: goals[index].name, required) }
            guard lacking >= 0 else { throw .negativeAmount(goal: goals[index].name, lacking) }
            guard lacking <= largestAmount else { throw .amountTooLarge(goal: goals[index].name, lacking) }
            guard required <= lacking else {
                throw .requiredAboveRemaining(goal: goals[index].name, required: required, remaining: lacking)
            }
            let level = goals[index].level
            guard level >= 0 else { throw .negativeAmount(goal: goals[index].name, level) }
            guard level <= largestAmount else { throw .amountTooLarge(goal: goals[index].name, level) }
            guard (1...mostPayments).contains(dates) else {
                throw .badPaymentCount(goal: goals[index].name, dates)
            }
            remaining += lacking
            weighted += max(required, level) * Int128(dates)
            guard remaining <= largestTotal, weighted <= largestTotal else { throw .totalTooLarge }
        }
    }
}
