public import struct Foundation.UUID

/// What a goal had on the day it was finished or cancelled: amounts and rates as they were, never recomputed (L4).
public struct GoalSnapshot: Sendable, Hashable {
    /// What one asset gave.
    public struct FundingLine: Sendable, Hashable {
        /// The asset's name on that day.
        public let asset: String
        /// The amount in the asset's currency.
        public let amount: Money
        /// Units of the goal's currency for one of the asset's, in decimal digits; nil when no rate was known.
        public let rate: String?
        /// The asset; nil in snapshots of old versions.
        public let assetID: UUID?

        /// What one asset gave.
        public init(asset: String, amount: Money, rate: String?, assetID: UUID? = nil) {
            self.asset = asset
            self.amount = amount
            self.rate = rate
            self.assetID = assetID
        }
    }

    /// The day the goal ended.
    public let day: CalendarDay
    /// What was saved, in the goal's currency, rounded down.
    public let saved: Money
    /// Whether every part of ``saved`` was known; if not, it is a lower bound.
    public let isComplete: Bool
    /// The parts.
    public let funding: [FundingLine]

    /// What a goal had on `day`.
    public init(day: CalendarDay, saved: Money, isComplete: Bool, funding: [FundingLine]) {
        self.day = day
        self.saved = saved
        self.isComplete = isComplete
        self.funding = funding
    }
}
