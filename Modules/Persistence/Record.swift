public import Models

public import struct Foundation.UUID

/// Anything the store keeps. The closed list lets a change, its journal entry and its undo be one kind of value.
public enum Record: Sendable, Hashable, Codable {
    /// A goal.
    case goal(Goal)
    /// An asset.
    case asset(Asset)
    /// An allocation of an asset to a goal.
    case allocation(AssetAllocation)
    /// A transaction of an asset.
    case transaction(Transaction)
    /// A wish for a goal's month.
    case plan(MonthlyPlan)

    /// What identifies a record among all others.
    public enum Key: Sendable, Hashable, Codable {
        /// A goal's id.
        case goal(UUID)
        /// An asset's id.
        case asset(UUID)
        /// The two ends of an allocation.
        case allocation(asset: UUID, goal: UUID)
        /// A transaction's id.
        case transaction(UUID)
        /// What a plan is for.
        case plan(goal: UUID, month: CalendarMonth, scope: MonthlyPlan.Scope)
    }

    /// What identifies the record.
    public var key: Key {
        switch self {
        case .goal(let goal): .goal(goal.id)
        case .asset(let asset): .asset(asset.id)
        case .allocation(let allocation): .allocation(asset: allocation.assetID, goal: allocation.goalID)
        case .transaction(let transaction): .transaction(transaction.id)
        case .plan(let plan): .plan(goal: plan.goalID, month: plan.month, scope: plan.scope)
        }
    }
}
