import Allocation
public import ExchangeRates
public import Models

public import struct Foundation.Date

/// A month as it stands: what every goal is to get, what it got, and the totals.
public struct MonthReport: Sendable {
    /// How far a month is.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Not started: what would be frozen now.
        case draft
        /// In progress, or over and not closed: amounts and rates are frozen, contributions are counted.
        case executing
        /// Over: a picture that never changes.
        case closed
    }

    /// What a row is made of.
    struct Part {
        let payment: MonthExecution.GoalPayment
        let contribution: MonthContribution
        /// The goal's plan while the payment is part of it.
        let plan: GoalPlan?
        /// The goal as it is now; nil when it was deleted.
        let goal: Goal?
    }

    /// The month, with everything that is frozen; of a draft, what would be.
    public let month: MonthExecution
    /// How far it is.
    public let state: State
    /// Until when the latest step can be undone; nil when there is none, or it is too late.
    public let undoUntil: Date?
    /// The day of the answer.
    public let today: CalendarDay
    /// The currency for totals.
    public let displayCurrency: Currency
    /// The goals, by name and id.
    public let rows: [Row]
    /// The goals that are due and not part of the month: added or resumed after its start, or left out of it (MO1).
    public let others: [MonthlyPlanReport.Row]
    /// The sum to set aside for ``others``, as far as it is known, in the currency of ``total``; nil once the month is over.
    public let othersPlanned: Money?
    /// The side of ``othersPlanned`` on which the true sum lies when it is not fully known.
    public let othersPlannedBound: Bound?
    /// The sum to set aside for all goals that are due, also for those that are not part of the month; nil once it is over.
    public let total: Money?
    /// The side of ``total`` on which the true sum lies when it is not fully known.
    public let totalBound: Bound?
    /// What the goals that are still active are to get, as far as it can be summed up.
    public let plan: Money
    /// What all goals got, half-even; negative when more went out.
    public let contributed: Money
    /// The sum still to be paid to the goals that are not skipped.
    public let planned: Money
    /// What goals got beyond their plan; half-even.
    public let beyond: Money
    /// Where the true ``plan`` lies when it is not fully known.
    public let planBound: Bound?
    /// Where the true ``contributed`` lies when it is not fully known.
    public let contributedBound: Bound?
    /// Where the true ``planned`` lies when it is not fully known.
    public let plannedBound: Bound?
    /// What the reader should know.
    public let warnings: [Warning]
    /// The rates that were used.
    public let rates: [ConversionRate]
    /// Which part of the plan of the goals that are still active is met, from 0 to 1; what a goal got beyond its plan does
    /// not make up for another. Nil when nothing is planned (MO3).
    public let shareMet: Ratio?

    /// Whether nothing is missing.
    public var isComplete: Bool { planBound == nil && contributedBound == nil && plannedBound == nil }

    /// Sums up what every goal is to get and what it got.
    ///
    /// - Parameter plans: those of all goals; nil for a month that is over.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        _ month: MonthExecution, state: State, parts: [Part], plans: MonthlyPlanReport?, display: Currency,
        today: CalendarDay, undoUntil: Date?, warnings: [Warning], else rates: FrozenRates
    ) throws(MoneyError) {
        var rows: [Row] = []
        for part in parts { rows.append(try Row(part, in: month, state: state, display: display, else: rates)) }
        self.month = month
        self.state = state
        self.undoUntil = undoUntil
        self.today = today
        self.rows = rows
        displayCurrency = display
        let included = Set(parts.lazy.filter { $0.plan != nil }.map(\.payment.goalID))
        let others = plans?.due.filter { !included.contains($0.plan.goal.id) } ?? []
        self.others = others
        othersPlanned = try plans.map { plans throws(MoneyError) in
            try Money.sum(others.compactMap(\.plannedDisplay), in: plans.displayCurrency)
        }
        othersPlannedBound = others.plannedBound
        (total, totalBound) = (plans?.plannedTotal, plans?.plannedTotalBound)
        let active = rows.filter(\.isActive)
        plan = try Money.sum(active.compactMap(\.planDisplay), in: display)
        let unskipped = rows.filter { $0.payment.currentState != .skipped }
        planned = try Money.sum(unskipped.compactMap(\.plannedDisplay), in: display)
        contributed = try ExactAmount(rows.compactMap(\.contributedDisplay).reduce(.zero, +), display)
            .rounded(.halfEven)
        // A plan below 0, as that of a skipped goal from which money was withdrawn, plans nothing.
        let plans = active.map { max($0.planExact ?? .zero, .zero) }
        let contributions = active.map { max($0.contributedDisplay ?? .zero, .zero) }
        let met = zip(contributions, plans).map { min($0, $1) }
        let over = zip(contributions, plans).map { max($0 - $1, .zero) }
        beyond = try ExactAmount(over.reduce(.zero, +), display).rounded(.halfEven)
        shareMet = met.reduce(.zero, +).divided(by: plans.reduce(.zero, +))
        let isDoubtful = rows.contains { $0.rate?.state == .fallback }
        planBound = Bound.ofSum(
            Set(active.compactMap(\.payment.requiredBound)), isPartial: active.contains { $0.planDisplay == nil },
            isDoubtful: isDoubtful)
        plannedBound = Bound.ofSum(
            Set(unskipped.compactMap(\.plannedBound)), isPartial: unskipped.contains { $0.plannedDisplay == nil },
            isDoubtful: isDoubtful && state != .closed)
        let lacksContributions = rows.contains { $0.contributedDisplay == nil || $0.contribution.bound != nil }
        contributedBound = lacksContributions || isDoubtful ? .unknown : nil
        self.rates = Set(rows.flatMap { $0.contribution.rates + [$0.rate].compactMap { $0 } }).sorted {
            ConversionRate.precedes($0, $1)
        }
        self.warnings =
            warnings + Warning.rateWarnings(self.rates).filter { !warnings.contains($0) }
    }
}
