import Allocation
import Models
import Persistence

import struct Foundation.UUID

/// Everything in the store that a plan is made of, read together.
struct PlanningState: Sendable {
    private(set) var book: AllocationBook
    let months: MonthBook
    /// Whether the asks that the current month froze stand instead of those of today.
    private(set) var showsFrozen = true
    /// The number of the newest journal entry: a write that finds another one knows that something changed.
    let revision: Int
    private let plans: [MonthlyPlan]
    /// Amounts that goals are tried out with beyond what their assets give, in the goals' currencies.
    private var extra: [UUID: Money] = [:]
    private let today: CalendarDay
    private let since: CalendarDay

    init(_ reader: any StoreReader, _ request: MonthlyPlanningService.Request) throws {
        today = request.today
        since = request.convention.contributionsSince(today: request.today)
        book = try AllocationBook(from: reader, today: today, since: since)
        months = MonthBook(try reader.months(), today: today)
        plans = try reader.plans()
        revision = try reader.revision()
    }

    /// What the assets give to each goal, and what the reader should know about them.
    func fundings() -> (byGoal: [UUID: GoalFunding], warnings: [Warning]) {
        var (byGoal, warnings) = book.fundings()
        for (goal, earlier) in months.settled(after: since) {
            byGoal[goal] = (byGoal[goal] ?? GoalFunding()).counted(from: earlier)
        }
        for (goal, amount) in extra { byGoal[goal, default: GoalFunding()].add(payment: amount) }
        return (byGoal, warnings)
    }

    /// The wish in force for each goal that has one.
    func wishes() -> [UUID: MonthlyPlan] {
        Dictionary(grouping: plans, by: \.goalID).compactMapValues {
            MonthlyPlan.inForce($0, in: today.month, lastStarted: months.lastStarted)
        }
    }

    /// The same with another version of a goal, a payment made to it today, and without frozen asks, to try it out.
    func trying(_ goal: Goal, paying amount: Money? = nil) -> PlanningState {
        var state = self
        state.extra[goal.id] = amount
        state.book = book.replacing(goal)
        state.showsFrozen = false
        return state
    }
}
