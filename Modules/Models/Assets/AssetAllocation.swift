public import struct Foundation.UUID

/// What part of an asset a goal may count as its own. There is at most one per asset and goal (L1).
public struct AssetAllocation: Sendable, Hashable {
    /// How the part is measured.
    public enum Claim: Sendable, Hashable {
        /// A share of the balance.
        case share(Share)
        /// A fixed amount in the asset's currency.
        case earmark(Money)
        /// Whatever earmarks and shares leave; at most one per asset.
        case rest
    }

    /// The asset.
    public let assetID: UUID
    /// The goal.
    public let goalID: UUID
    /// How much of the asset.
    public var claim: Claim

    /// `claim` on the asset for the goal.
    public init(assetID: UUID, goalID: UUID, claim: Claim) {
        self.assetID = assetID
        self.goalID = goalID
        self.claim = claim
    }
}

extension AssetAllocation.Claim: CustomStringConvertible {
    /// "60%", "1500.00 EUR" or "the rest".
    public var description: String {
        switch self {
        case .share(let share): share.description
        case .earmark(let amount): amount.description
        case .rest: "the rest"
        }
    }
}
