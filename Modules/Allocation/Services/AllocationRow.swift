public import Models

/// An allocation with the names of its ends and its amount.
public struct AllocationRow: Sendable {
    /// The asset.
    public let asset: Asset
    /// The goal.
    public let goal: Goal
    /// How much of it the goal gets if the balance covers it.
    public let size: AssetAllocation.Size
    /// What it gets of the known balance.
    public let funded: Money
    /// Why part of the asset's balance is not known; nil when all of it is.
    public let gap: String?

    /// An allocation with its amount.
    public init(asset: Asset, goal: Goal, size: AssetAllocation.Size, funded: Money, gap: String?) {
        self.asset = asset
        self.goal = goal
        self.size = size
        self.funded = funded
        self.gap = gap
    }
}
