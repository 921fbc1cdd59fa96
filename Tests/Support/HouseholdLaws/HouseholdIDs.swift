package import Foundation

/// The ids of what was to be added so far, in order; nil where it was refused, so that places stay the same.
package struct HouseholdIDs: Sendable {
    /// Of goals.
    package internal(set) var goals: [UUID?] = []
    /// Of assets.
    package internal(set) var assets: [UUID?] = []
    /// Of transactions, opening balances and spending among them.
    package internal(set) var transactions: [UUID?] = []

    /// Of nothing.
    package init() {}

    /// The goal at a place; nil when there is none.
    package func goal(_ place: Int) -> UUID? { goals.indices.contains(place) ? goals[place] : nil }

    /// The asset at a place; nil when there is none.
    package func asset(_ place: Int) -> UUID? { assets.indices.contains(place) ? assets[place] : nil }

    /// The transaction at a place; nil when there is none.
    package func transaction(_ place: Int) -> UUID? {
        transactions.indices.contains(place) ? transactions[place] : nil
    }

    /// Notes that a step was refused or left out: what it would have added keeps a place.
    package mutating func leaveOut(_ step: HouseholdStep) {
        switch step {
        case .addGoal: goals.append(nil)
        case .addAsset(_, _, let opening):
            assets.append(nil)
            if opening != nil { transactions.append(nil) }
        case .transact, .spend: transactions.append(nil)
        default: break
        }
    }
}
