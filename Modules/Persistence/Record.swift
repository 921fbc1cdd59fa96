public import Foundation
public import Models

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
    /// A month that was started.
    case month(MonthExecution)

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
        /// A month.
        case month(CalendarMonth)

        /// How other records name this one in JSON; nil for records that nothing names.
        package var reference: String? {
            switch self {
            case .goal(let id): "\"goalID\":\"\(id.uuidString)\""
            case .asset(let id): "\"assetID\":\"\(id.uuidString)\""
            case .allocation, .transaction, .plan, .month: nil
            }
        }
    }

    /// What identifies the record.
    public var key: Key {
        switch self {
        case .goal(let goal): .goal(goal.id)
        case .asset(let asset): .asset(asset.id)
        case .allocation(let allocation): .allocation(asset: allocation.assetID, goal: allocation.goalID)
        case .transaction(let transaction): .transaction(transaction.id)
        case .plan(let plan): .plan(goal: plan.goalID, month: plan.month, scope: plan.scope)
        case .month(let execution): .month(execution.month)
        }
    }

    /// What kind of thing the record is, in a word.
    public var kind: String {
        switch self {
        case .goal: "goal"
        case .asset: "asset"
        case .allocation: "allocation"
        case .transaction: "transaction"
        case .plan: "plan"
        case .month: "month"
        }
    }

    /// The record in a few words for people.
    public var summary: String {
        switch self {
        case .goal(let goal): "goal '\(goal.name)', \(goal.target) by \(goal.deadline), \(goal.lifecycle)"
        case .asset(let asset): "asset '\(asset.name)' in \(asset.currency)"
        case .allocation(let allocation): "allocation of \(allocation.claim)"
        case .transaction(let transaction): "transaction of \(transaction.amount) on \(transaction.day)"
        case .plan(let plan): "plan of \(plan.month), \(plan.state)"
        case .month(let execution): "month \(execution.month), \(execution.isClosed ? "closed" : "executing")"
        }
    }
}
