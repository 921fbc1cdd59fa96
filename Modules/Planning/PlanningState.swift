import Allocation
import ExchangeRates
import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

/// Everything in the store that a plan is made of, read together.
struct PlanningState: Sendable {
    private(set) var months: StartedMonths
    /// How often the store was written to: a write that finds another number knows that something changed.
    let revision: Int
    /// The currency for totals when the request names none.
    let displayCurrency: Currency
    private(set) var snapshot: AllocationSnapshot
    /// Whether the amounts that the month in progress froze stand instead of those of today.
    private(set) var showsFrozen = true
    /// What is decided about each goal.
    let decisions: [UUID: [MonthlyPlan]]
    /// What the assets gave at the end of a month that is over and was not closed.
    private let fundingsAtEnd: [UUID: GoalFunding]
    /// A payment that a goal is tried out with beyond what its assets give, in the goal's currency.
    private struct Trial {
        let amount: Money
        let isContribution: Bool
    }

    private var trials: [UUID: Trial] = [:]
    /// What the assets give to each goal now, and what the reader should know about them: divided once.
    private var divided: (byGoal: [UUID: GoalFunding], warnings: [Warning])

    /// - Parameter months: all months as a step would leave them; nil for those of the store.
    init(
        _ reader: any StoreReader, _ request: MonthlyPlanningService.Request, _ funding: FundingAnswers = .none,
        months: [MonthExecution]? = nil, trying edited: Goal? = nil
    ) throws {
        let contents = try Contents(reader, request, months: months)
        let months = contents.months(on: request.today)
        let snapshot = try AllocationSnapshot(
            from: reader, today: request.today, funding: funding, windows: { months.window(of: $0) },
            month: months.ownPayments, trying: edited)
        let end = try months.over.map { month in
            try AllocationSnapshot(
                from: reader, today: month.end, funding: funding, onlyOfDay: true, month: month.ownPayments
            ).fundings().byGoal
        }
        self.init(contents, months, snapshot, fundingsAtEnd: end ?? [:])
    }

    init(
        _ contents: Contents, _ months: StartedMonths, _ snapshot: AllocationSnapshot,
        fundingsAtEnd: [UUID: GoalFunding]
    ) {
        self.months = months
        revision = contents.revision
        displayCurrency = contents.displayCurrency
        decisions = contents.decisions
        self.snapshot = snapshot
        divided = snapshot.fundings()
        self.fundingsAtEnd = fundingsAtEnd
    }

    /// What the assets give to each goal, and what the reader should know about them.
    func fundings() -> (byGoal: [UUID: GoalFunding], warnings: [Warning]) {
        var (byGoal, warnings) = divided
        for (goal, trial) in trials {
            byGoal[goal, default: GoalFunding()].add(payment: trial.amount, isContribution: trial.isContribution)
        }
        return (byGoal, warnings)
    }

    /// What counts for a month that is not closed: what the assets give now, or gave at its end.
    func fundings(for month: MonthExecution) -> [UUID: GoalFunding] {
        months.isOver(month) ? fundingsAtEnd : fundings().byGoal
    }

    /// The same with a month as a step leaves it, also when the step is only tried out.
    func after(_ month: MonthExecution) -> PlanningState {
        var state = self
        let all = (months.all.filter { $0.month != month.month } + [month]).sorted { $0.month < $1.month }
        state.months = StartedMonths(all, today: months.today, convention: months.convention)
        return state
    }

    /// The same with a new goal or another version of a goal.
    func adding(_ goal: Goal) -> PlanningState {
        var state = self
        state.snapshot = snapshot.replacing(goal, window: months.window(of: goal))
        state.divided = state.snapshot.fundings()
        return state
    }

    /// The same with another version of a goal, a payment made to it today, and without frozen amounts, to try it out.
    func trying(_ goal: Goal, paying amount: Money? = nil) -> PlanningState {
        var state = adding(goal)
        let window = months.window(of: goal)
        state.trials[goal.id] = amount.map { amount in
            let counts = window.map { $0.contains(day: months.today, entered: .distantFuture) } ?? false
            return Trial(amount: amount, isContribution: counts)
        }
        state.showsFrozen = false
        return state
    }
}
