package import Foundation
package import Models

/// A household in the plainest form: lists, and every figure worked out from them anew, as the laws tell it.
///
/// An operation assumes that it is allowed. Unknown ids are left alone.
package struct SlowHousehold: Sendable {
    /// When payments are made; the same for life.
    package let convention: HouseholdConvention
    /// In the order they were entered.
    package internal(set) var goals: [SlowGoal] = []
    /// In the order they were entered.
    package internal(set) var assets: [SlowAsset] = []
    /// In the order they were entered.
    package internal(set) var transactions: [SlowTransaction] = []
    /// At most one per asset and goal.
    package internal(set) var allocations: [AssetAndGoal: SlowAllocation] = [:]
    /// The currency of totals (R8): that of the first goal entered, before that of the first asset.
    package internal(set) var displayCurrency: Currency?

    var hasKeptDisplayCurrency = false
    var decisions: [UUID: SlowDecisions] = [:]
    var months: [SlowMonth] = []

    /// An empty household.
    package init(convention: HouseholdConvention) {
        self.convention = convention
    }

    /// The goal with this id.
    package func goal(_ id: UUID) -> SlowGoal? { goals.first { $0.id == id } }

    /// The asset with this id.
    package func asset(_ id: UUID) -> SlowAsset? { assets.first { $0.id == id } }

    /// The transaction with this id.
    package func transaction(_ id: UUID) -> SlowTransaction? { transactions.first { $0.id == id } }

    /// The names of the months that were started, oldest first.
    package var startedMonths: [CalendarMonth] { months.map(\.name) }

    // MARK: - Goals

    /// Adds an active goal.
    package mutating func addGoal(
        _ id: UUID, name: String, target: Money, start: CalendarDay, deadline: CalendarDay, at moment: HouseholdMoment
    ) throws {
        let goal = SlowGoal(id: id, name: name, target: target, start: start, deadline: deadline)
        try write(.other, at: moment) { $0.goals.append(goal) }
        if !hasKeptDisplayCurrency { displayCurrency = target.currency }
        hasKeptDisplayCurrency = true
    }

    /// Changes what is given.
    package mutating func editGoal(
        _ id: UUID, name: String? = nil, target: Money? = nil, start: CalendarDay? = nil, deadline: CalendarDay? = nil,
        at moment: HouseholdMoment
    ) throws {
        try change(id, at: moment) { goal in
            goal.name = name ?? goal.name
            goal.target = target ?? goal.target
            goal.start = start ?? goal.start
            goal.deadline = deadline ?? goal.deadline
        }
    }

    /// Pauses a goal.
    package mutating func pause(_ id: UUID, at moment: HouseholdMoment) throws {
        try change(id, at: moment) { $0.lifecycle = .paused }
    }

    /// Makes a goal active again.
    package mutating func resume(_ id: UUID, at moment: HouseholdMoment) throws {
        try change(id, at: moment) { $0.lifecycle = .active }
    }

    /// Archives a goal.
    package mutating func archive(_ id: UUID, at moment: HouseholdMoment) throws {
        try change(id, at: moment) { $0.lifecycle = .archived }
    }

    /// Ends a goal that is given up.
    package mutating func cancel(_ id: UUID, at moment: HouseholdMoment) throws {
        try end(id, at: moment) { household in
            household.goals = household.goals.map { goal in
                var goal = goal
                if goal.id == id { goal.lifecycle = .cancelled }
                return goal
            }
        }
    }

    /// Ends a goal that is done.
    package mutating func finish(_ id: UUID, at moment: HouseholdMoment) throws {
        try end(id, at: moment) { household in
            household.goals = household.goals.map { goal in
                var goal = goal
                if goal.id == id { goal.lifecycle = .finished }
                return goal
            }
        }
    }

    /// Removes a goal.
    package mutating func deleteGoal(_ id: UUID, at moment: HouseholdMoment) throws {
        try end(id, at: moment) { household in
            household.goals.removeAll { $0.id == id }
            household.decisions[id] = nil
        }
    }

    private mutating func change(_ id: UUID, at moment: HouseholdMoment, _ edit: (inout SlowGoal) -> Void) throws {
        let old = goal(id)
        let indices = Array(months.indices.suffix(2))
        let before = try indices.map { index in
            try old.map { try paidSinceStart(to: $0, in: months[index], today: moment.today) } ?? [:]
        }
        try write(.other, at: moment) { household in
            guard let index = household.goals.firstIndex(where: { $0.id == id }) else { return }
            edit(&household.goals[index])
        }
        // With another start day other payments count: those that do not any more are in the start.
        guard let old, let new = goal(id), old.start != new.start else { return }
        for (place, index) in indices.enumerated() {
            let after = try paidSinceStart(to: new, in: months[index], today: moment.today)
            for (asset, paid) in after {
                let key = AssetAndGoal(asset, id)
                let left = (before[place][asset] ?? .zero) - paid
                months[index].starts[key] = (months[index].starts[key] ?? .zero) + left
                months[index].older[asset] = (months[index].older[asset] ?? .zero) + left
            }
        }
    }

    private mutating func end(
        _ id: UUID, at moment: HouseholdMoment, _ edit: (inout SlowHousehold) -> Void
    ) throws {
        guard goal(id) != nil else { return }
        try write(.goalEnd(id), at: moment) { household in
            household.allocations = household.allocations.filter { $0.key.goal != id }
            edit(&household)
        }
    }
}
