public import FlexAdjustment
public import Models

/// A month with changed payments, and what that does to every goal.
public struct FlexPlan: Sendable {
    /// One goal. Amounts are in the display currency.
    public struct Row: Sendable {
        /// The goal's plan without the change.
        public let plan: GoalPlan
        /// Whether the payment could be changed.
        public let state: FlexState
        /// The required payment, or the amount chosen by hand.
        public let required: Money
        /// What it gets.
        public let adjusted: Money
        /// What it gets in its own currency: exactly the required payment where nothing changes, else rounded down (F9).
        public let payment: Money
        /// The difference, negative when it gets less.
        public let change: Money
        /// The difference as a part of the required payment; 0 when nothing is required.
        public let changeRatio: Ratio
        /// What every later payment has to be on average; nil at the last date.
        public let nextRequired: Money?
        /// The level payment, at which later payments stay for ``projectedFinish``; the required one where there is none.
        public let level: Money
        /// How many payments later than planned the target is reached, if later ones stay at the level payment; 0 where the
        /// payment stays as required.
        public let delay: Int
        /// The day on which it is reached then; where the payment stays as required, the date of its last one.
        public let projectedFinish: CalendarDay
        /// How later required payments compare with this month's.
        public let risk: FlexImpact.Risk
    }

    /// What was asked.
    public let request: FlexRequest
    /// The day of the plan.
    public let today: CalendarDay
    /// What the goals that are not skipped require.
    public let totalRequired: Money
    /// The total that was wanted.
    public let totalTarget: Money
    /// The total that was reached.
    public let totalAdjusted: Money
    /// What nobody may get: every flexible goal is at its upper bound.
    public let unplaced: Money
    /// By how much the total falls short of what the protected goals require.
    public let shortfall: Money
    /// Whether flexible goals had to go below their lower bound.
    public let isBelowFloor: Bool
    /// The goals, in the order of the report.
    public let rows: [Row]
    /// What could not be counted; goals without a rate are left out.
    public let unavailable: [Unavailable]
    /// On which side of the totals the true ones lie when something is not fully known.
    public let totalBound: Bound?
}
