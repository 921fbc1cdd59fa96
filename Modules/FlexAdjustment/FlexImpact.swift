import Models

/// What a payment does to the rest of a goal's plan (F10), in minor units.
public struct FlexImpact: Sendable, Hashable {
    /// How later payments compare with the level one.
    public enum Risk: String, Sendable, Hashable, CaseIterable {
        /// At most 1.25 times.
        case low
        /// At most twice.
        case medium
        /// More than twice, or the target is missed.
        case high
    }

    /// What every later payment has to be on average, rounded up; nil at the last date.
    public let nextRequired: Int128?
    /// The number of the payment that reaches the target, this one being the first, if later ones stay at the level payment.
    /// Without one the plan is followed, and it is the last one.
    public let finishingPayment: Int
    /// How many payments that is later than planned.
    public let delay: Int
    /// How later payments compare with the level one.
    public let risk: Risk

    /// The impact of paying `amount`, at most what remains, to a goal of a valid problem.
    public init(of amount: Int128, on goal: FlexGoal) {
        let left = goal.remaining - amount
        let later = Int128(goal.paymentsLeft - 1)
        nextRequired = later > 0 ? left.dividedRoundingUp(by: later) : nil
        if left == 0 {
            finishingPayment = 1
        } else if goal.level == 0 {
            finishingPayment = goal.paymentsLeft
        } else {
            finishingPayment = Int(clamping: 1 + left.dividedRoundingUp(by: goal.level))
        }
        delay = max(0, finishingPayment - goal.paymentsLeft)
        // left ÷ (later × level), the catch-up ratio, against 5/4 and 2.
        let level = later * goal.level
        if left == 0 || (goal.level == 0 && later > 0) {
            risk = .low
        } else if later == 0 {
            risk = .high
        } else {
            risk = 4 * left <= 5 * level ? .low : left <= 2 * level ? .medium : .high
        }
    }
}
