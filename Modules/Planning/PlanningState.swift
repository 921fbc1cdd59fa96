import Allocation
import Models
import Persistence

import struct Foundation.UUID

/// Everything in the store that a plan is made of, read together.
struct PlanningState: Sendable {
    let months: MonthBook
    /// The number of the newest journal entry: a write that finds another one knows that something changed.
    let revision: Int
    private(set) var book: AllocationBook
    /// Whether the asks that the current month froze stand instead of those of today.
    private(set) var showsFrozen = true
    /// Amounts that goals are tried out with beyond what their assets give, in the goals' currencies.
    private var extra: [UUID: Money] = [:]
    private let plans: [MonthlyPlan]
    private let today: CalendarDay
    private let since: CalendarDay
    /// What the assets gave at the end of a month that is over and was not closed.
    private let fundingsAtEnd: [UUID: GoalFunding]
    /// What the assets give to each goal now, and what the reader should know about them: divided once.
    private var divided: (byGoal: [UUID: GoalFunding], warnings: [Warning])

    init(
        _ reader: any StoreReader, _ request: MonthlyPlanningService.Request, _ funding: FundingAnswers = .none
    ) throws {
        today = request.today
        since = request.convention.contributionsSince(today: request.today)
        book = try AllocationBook(from: reader, today: today, since: since, funding: funding)
        divided = book.fundings()
        months = MonthBook(try reader.all(MonthExecution.self), today: today)
        plans = try reader.all(MonthlyPlan.self)
        revision = try reader.revision()
        if let month = months.executing, months.isOver(month) {
            fundingsAtEnd = try AllocationBook(
                from: reader, today: month.end, since: month.end, funding: funding, onlyOfDay: true
            ).fundings().byGoal
        } else {
            fundingsAtEnd = [:]
        }
    }

    /// What the assets give to each goal, and what the reader should know about them.
    func fundings() -> (byGoal: [UUID: GoalFunding], warnings: [Warning]) {
        var (byGoal, warnings) = divided
        for (goal, earlier) in settled {
            byGoal[goal] = (byGoal[goal] ?? GoalFunding()).counted(from: earlier)
        }
        for (goal, amount) in extra { byGoal[goal, default: GoalFunding()].add(payment: amount) }
        return (byGoal, warnings)
    }

    /// What counts for a month that is executing: what the assets give now, or gave at its end.
    func fundings(for month: MonthExecution) -> [UUID: GoalFunding] {
        months.isOver(month) ? fundingsAtEnd : divided.byGoal
    }

    /// What each goal had when the newest month ended, if that was after the previous payment date.
    private var settled: [UUID: [RecordedFunding]] {
        guard let month = months.settled else { return [:] }
        var settled: [UUID: [RecordedFunding]] = [:]
        // On a settled date nothing was asked for, so that the credit goes on over it.
        for payment in month.payments where max(month.closeDay ?? month.end, settledDate(payment, of: month)) >= since {
            settled[payment.goalID] = payment.result?.funding ?? fundingsAtEnd[payment.goalID]?.parts.recorded ?? []
        }
        return settled
    }

    /// The last payment date of each goal that belonged to the newest month that ended: nothing is due then any more.
    var settledDates: [UUID: CalendarDay] {
        guard let month = months.settled else { return [:] }
        return Dictionary(
            month.payments.map { ($0.goalID, settledDate($0, of: month)) }, uniquingKeysWith: max)
    }

    private func settledDate(_ payment: MonthExecution.Payment, of month: MonthExecution) -> CalendarDay {
        month.convention == PaymentConvention.calendarMonths.name ? month.month.lastDay : payment.date
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
        state.divided = state.book.fundings()
        state.showsFrozen = false
        return state
    }
}
