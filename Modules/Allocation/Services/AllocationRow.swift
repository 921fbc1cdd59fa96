public import Models

/// An allocation with the names of its ends and what it comes to.
public struct AllocationRow: Sendable {
    /// The asset.
    public let asset: Asset
    /// The goal.
    public let goal: Goal
    /// What the goal claims.
    public let claim: AssetAllocation.Claim
    /// What it gets of the known balance.
    public let funded: Money
    /// Why part of the asset's balance is not known; nil when all of it is.
    public let gap: String?

    /// An allocation with what it comes to.
    public init(asset: Asset, goal: Goal, claim: AssetAllocation.Claim, funded: Money, gap: String?) {
        self.asset = asset
        self.goal = goal
        self.claim = claim
        self.funded = funded
        self.gap = gap
    }
}
