public import struct Foundation.UUID

/// How an asset funds a goal. There is at most one per asset and goal (L1).
public struct AssetAllocation: Sendable, Hashable {
    /// How much of the balance: a share, a fixed amount or the rest.
    public enum Size: Sendable, Hashable {
        /// A share of the balance.
        case share(Share)
        /// A fixed amount in the asset's currency.
        case fixed(Money)
        /// Whatever fixed amounts and shares leave; at most one per asset.
        case rest
    }

    /// The asset.
    public let assetID: UUID
    /// The goal.
    public let goalID: UUID
    /// How much of the asset.
    public var size: Size

    /// An allocation of `size` of the asset to the goal.
    public init(assetID: UUID, goalID: UUID, size: Size) {
        self.assetID = assetID
        self.goalID = goalID
        self.size = size
    }
}

extension AssetAllocation.Size: CustomStringConvertible {
    /// "60%", "1500.00 EUR" or "the rest".
    public var description: String {
        switch self {
        case .share(let share): share.description
        case .fixed(let amount): amount.description
        case .rest: "the rest"
        }
    }
}
