import Allocation
public import Models

import struct Foundation.UUID

/// What other payments, another deadline or another target would do to a goal and, through a level budget, to all others.
public struct WhatIf: Sendable {
    /// What happens to one of the other goals when the budget that is just enough today stays as it is.
    public struct Other: Sendable {
        /// The goal.
        public let goal: Goal
        /// The day on which it is reached today; nil when the calendar ends before.
        public let finishBefore: CalendarDay?
        /// The day on which it would be reached; nil when the budget never gets there.
        public let finishAfter: CalendarDay?
        /// Whether that is after its deadline.
        public let isLate: Bool
    }

    /// The goal before and after.
    public let preview: GoalEditPreview
    /// What is paid on every payment date, in the goal's currency; nil when the plan is followed.
    public let monthly: Money?
    /// The day on which the goal is reached by its plan as it is.
    public let finishBefore: CalendarDay
    /// The day on which it would be reached; nil when the calendar ends before.
    public let finishAfter: CalendarDay?
    /// By how much the goal would be short on the deadline, in the goal's currency.
    public let missing: Money
    /// The least level budget for all goals as they are, in the display currency.
    public let minimumBefore: Money
    /// Where the true ``minimumBefore`` lies when it is not fully known.
    public let minimumBeforeBound: Bound?
    /// The least level budget with the change. A goal with a payment of its own takes that beside what the others need.
    public let minimumAfter: Money
    /// Where the true ``minimumAfter`` lies when it is not fully known.
    public let minimumAfterBound: Bound?
    /// The other goals with a remainder, in the order of the report, under a budget of ``minimumBefore``.
    public let others: [Other]
    /// Goals that could not be counted.
    public let unavailable: [Unavailable]

    /// Works out a change that was previewed.
    ///
    /// - Throws: ``WhatIfError``, ``MoneyError/tooLarge(_:)``.
    public init(_ preview: GoalEditPreview, monthly: Money?, convention: PaymentConvention) throws {
        let (before, after) = (preview.before, preview.after)
        guard before.goal.lifecycle == .active else {
            throw WhatIfError.notActive(goal: before.goal.name, before.goal.lifecycle)
        }
        if let monthly, !monthly.isPositive || !monthly.isWholeMinorUnits { throw WhatIfError.badPayment(monthly) }
        self.preview = preview
        self.monthly = monthly
        finishBefore = before.lastPayment ?? preview.reportBefore.today
        (finishAfter, missing) = try WhatIf.finish(
            after, monthly: monthly, today: preview.reportAfter.today, convention: convention)

        let (plannerNow, plannerThen) = (
            try BudgetPlanner(preview.reportBefore), try BudgetPlanner(preview.reportAfter)
        )
        let budget = plannerNow.minimum(beside: nil)
        let own = try WhatIf.ownPayment(monthly, of: preview)
        let (finishNow, finishThen) = (
            plannerNow.finishDates(budget, beside: nil), plannerThen.finishDates(budget, beside: own)
        )
        let display = preview.reportAfter.displayCurrency
        minimumBefore = try Money(minorUnits: budget, display)
        minimumBeforeBound = plannerNow.minimumBound
        minimumAfter = try Money(minorUnits: plannerThen.minimum(beside: own), display)
        minimumAfterBound = plannerThen.minimumBound
        unavailable = plannerThen.unavailable
        let today = preview.reportAfter.today
        others = preview.reportAfter.rows.map(\.plan.goal).filter { $0.id != after.goal.id }.compactMap { goal in
            guard let finish = finishThen[goal.id] else { return nil }
            return Other(
                goal: goal, finishBefore: finishNow[goal.id] ?? nil, finishAfter: finish,
                isLate: finish.map { $0 > max(goal.deadline, today) } ?? true)
        }
    }

    /// When a goal is reached, and what is missing on its deadline.
    private static func finish(
        _ plan: GoalPlan, monthly: Money?, today: CalendarDay, convention: PaymentConvention
    ) throws -> (CalendarDay?, missing: Money) {
        let remaining = plan.progress.remaining
        let nothing = Money.zero(remaining.currency)
        guard !remaining.isZero else { return (today, nothing) }
        guard let monthly else { return (plan.lastPayment, nothing) }
        let dates = plan.requirement.payments.map(\.date)
        // What was contributed since the last payment date counts for the next ones (R3).
        let lacking = try remaining.adding(plan.requirement.paid).minorUnits(.up)
        let payment = try monthly.minorUnits(.down)
        let count = lacking.dividedRoundingUp(by: payment)
        let paid = min(payment * min(Int128(dates.count), count), lacking)
        let missing = try Money(minorUnits: lacking - paid, remaining.currency)
        return (
            day(ofPayment: count, dates: dates, convention), try remaining.isLess(than: missing) ? remaining : missing
        )
    }

    /// The day of a payment; nil when the calendar ends before.
    private static func day(
        ofPayment number: Int128, dates: [CalendarDay], _ convention: PaymentConvention
    ) -> CalendarDay? {
        guard let number = Int(exactly: number), let last = dates.last else { return nil }
        let further = max(0, number - dates.count)
        guard further < 12 * 9999, last.month.adding(months: further).adding(months: -further) == last.month else {
            return nil
        }
        return convention.date(ofPayment: number, dates: dates)
    }

    /// What the goal takes of a budget on every date, in the display currency.
    private static func ownPayment(_ monthly: Money?, of preview: GoalEditPreview) throws -> BudgetPlanner.OwnPayment? {
        // Without a rate the goal is not in the budget: the planner names it.
        guard let monthly, let row = preview.reportAfter.row(preview.after.goal.id),
            case .success = row.displayConversion
        else { return nil }
        return BudgetPlanner.OwnPayment(
            goal: row.plan.goal.id, amount: try row.inDisplayCurrency(monthly).minorUnits(.up),
            credit: try row.inDisplayCurrency(row.plan.requirement.paid).minorUnits(.down))
    }
}

/// Why nothing can be worked out.
public enum WhatIfError: Problem, Equatable {
    /// Only active goals are paid.
    case notActive(goal: String, Goal.Lifecycle)
    /// A payment that is not above 0 or not in minor units.
    case badPayment(Money)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .notActive(let goal, let lifecycle): "'\(goal)' is \(lifecycle), so nothing is paid for it."
        case .badPayment(let amount):
            "A payment of \(amount) is not possible: it has to be above 0, with at most \(amount.currency.minorUnit) "
                + "decimals."
        }
    }
}

extension WhatIfError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notActive: "whatIf.notActive"
        case .badPayment: "whatIf.badPayment"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .refused }

    /// The step that leads out of it.
    public var remedy: Remedy? {
        if case .notActive(let goal, let lifecycle) = self { .becomeActive(goal, lifecycle) } else { nil }
    }

    /// One of each case.
    public static var examples: [WhatIfError] {
        [.notActive(goal: "Car", .paused), .badPayment(.zero(.usd))]
    }
}
