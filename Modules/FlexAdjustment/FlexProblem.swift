import Models

import struct Foundation.UUID

/// Goals and bounds, checked, with everything that does not depend on the total: prepared once, solved for many totals.
public struct FlexProblem: Sendable {
    /// The most minor units one goal may ask for or lack: 10^30.
    public static let largestAmount: Int128 = 1_000_000_000_000_000_000_000_000_000_000
    /// The most minor units that all goals may lack together, that their asks times their dates may come to, and that a
    /// budget may be: 10^37. It keeps every sum within 128 bits.
    public static let largestTotal: Int128 = 10_000_000 * largestAmount
    /// The most payment dates of a goal: monthly ones until the end of the calendar.
    public static let mostPayments = 120_000

    /// The goals, in the order in which they were given.
    public let goals: [FlexGoal]
    /// How far flexible payments may be changed.
    public let bounds: FlexBounds

    /// The flexible goals that have something to ask for.
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
    }

    /// A problem of valid goals.
    ///
    /// - Throws: ``FlexError`` for the first goal that is not valid.
    public init(goals: [FlexGoal], bounds: FlexBounds = .standard) throws(FlexError) {
        try FlexProblem.check(goals)
        var flexible: [Limits] = []
        flexible.reserveCapacity(goals.count)
        var totals: [FlexState: Int128] = [:]
        var (floors, caps): (Int128, Int128) = (0, 0)
        for (index, goal) in goals.enumerated() {
            totals[goal.state, default: 0] += goal.required
            guard goal.state == .flexible, goal.required > 0 else { continue }
            let limits = Limits(
                goal: index, floor: bounds.floor(of: goal.required), required: goal.required,
                cap: bounds.cap(of: goal.required, remaining: goal.remaining))
            flexible.append(limits)
            floors += limits.floor
            caps += limits.cap
        }
        self.goals = goals
        self.bounds = bounds
        self.flexible = flexible
        protectedTotal = totals[.protected] ?? 0
        flexibleTotal = totals[.flexible] ?? 0
        skippedTotal = totals[.skipped] ?? 0
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

    private static func check(_ goals: [FlexGoal]) throws(FlexError) {
        var ids: Set<UUID> = []
        ids.reserveCapacity(goals.count)
        var (remaining, weighted): (Int128, Int128) = (0, 0)
        for goal in goals {
            guard ids.insert(goal.id).inserted else { throw .repeatedGoal(goal.name) }
            guard goal.required >= 0 else { throw .negativeAmount(goal: goal.name, goal.required) }
            guard goal.remaining >= 0 else { throw .negativeAmount(goal: goal.name, goal.remaining) }
            guard goal.remaining <= largestAmount else { throw .amountTooLarge(goal: goal.name, goal.remaining) }
            guard goal.required <= goal.remaining else {
                throw .requiredAboveRemaining(
                    goal: goal.name, required: goal.required, remaining: goal.remaining)
            }
            guard (1...mostPayments).contains(goal.paymentsLeft) else {
                throw .badPaymentCount(goal: goal.name, goal.paymentsLeft)
            }
            remaining += goal.remaining
            weighted += goal.required * Int128(goal.paymentsLeft)
            guard remaining <= largestTotal, weighted <= largestTotal else { throw .totalTooLarge }
        }
    }
}
