public import Models

/// What every goal gets of a month's money, and what that does to it. Amounts are in the currency of the goals.
public struct AdjustedPayments: Sendable {
    /// What one goal gets.
    public struct AdjustedPayment: Sendable {
        /// The goal.
        public let goal: FlexGoal
        /// What it requires.
        public let required: Money
        /// What it gets.
        public let amount: Money
        /// The difference, negative when it gets less.
        public let change: Money
        /// What every later payment has to be on average, rounded up; nil at the last date.
        public let nextRequired: Money?
        /// What that does to the rest of its plan.
        public let impact: FlexImpact
    }

    /// The payments, in the order of the goals.
    public let payments: [AdjustedPayment]
    /// What the goals that are not skipped require together.
    public let required: Money
    /// The total that was wanted.
    public let target: Money
    /// The total that was reached.
    public let total: Money
    /// What nobody may get: every flexible goal is at its upper bound.
    public let unplaced: Money
    /// What is missing even for the protected goals.
    public let shortfall: Money
    /// Whether flexible goals had to go below their lower bound.
    public let isBelowFloor: Bool
}
