import Allocation
public import ExchangeRates
public import Models

public import struct Foundation.UUID

/// The answer to "what must I set aside this month?", for all active goals.
public struct MonthlyPlanReport: Sendable {
    /// One goal's plan with its payment in the display currency.
    public struct Row: Sendable {
        /// The goal's plan.
        public let plan: GoalPlan
        /// The required payment in the display currency, rounded up; nil when no rate is known (R8).
        public let requiredDisplay: Money?
        /// The planned payment in the display currency, rounded up; nil when no rate is known (R9).
        public let plannedDisplay: Money?
        /// The display currency.
        public let displayCurrency: Currency
        /// How amounts of the goal become amounts in the display currency, or why there is no rate.
        public let displayConversion: Result<Conversion, RateGap>
        /// Everything that could not be counted for the goal.
        public let unavailable: [Unavailable]

        private var displayRate: ConversionRate? { try? displayConversion.get().rate }
        /// How the rate to the display currency was had; nil within one currency, or without a rate.
        public var displayState: RateState? { displayRate?.state }
        /// Every rate that the row rests on.
        var rates: [ConversionRate] {
            plan.progress.rates + (plan.frozen?.contribution.rates ?? [])
                + [displayRate].compactMap { $0 }
        }
    }

    /// The currency of the total.
    public let displayCurrency: Currency
    /// How payment dates were found.
    public let convention: PaymentConvention
    /// The day the answer is for.
    public let today: CalendarDay
    /// The goals, by name and id.
    public let rows: [Row]
    /// Goals whose numbers are too large to be planned, and why. They stop no other goal (R6).
    public let unplanned: [Unavailable]
    /// The next payment day that no month has settled: totals count what is due by then.
    public let nextPaymentDay: CalendarDay
    /// The sum of the required payments that are due and not skipped, as far as they are known (R8).
    public private(set) var total: Money
    /// Where the true total lies when it is incomplete.
    public private(set) var totalBound: Bound?
    /// The sum of what is planned for the same goals: what will be paid (R9).
    public private(set) var plannedTotal: Money
    /// Where the true planned total lies when it is incomplete.
    public private(set) var plannedTotalBound: Bound?
    /// The month in progress whose frozen amounts are shown; nil when everything is of today.
    public let month: CalendarMonth?
    /// The month that decisions about payments go into: the one in progress, or the next to start.
    public var decisionMonth: CalendarMonth { month ?? nextPaymentDay.month }
    /// What the reader should know.
    public let warnings: [Warning]
    /// Every rate that was used, by currencies.
    public let rates: [ConversionRate]

    /// Whether nothing is missing.
    public var isComplete: Bool {
        totalBound == nil && plannedTotalBound == nil && unplanned.isEmpty
            && rows.allSatisfy { $0.unavailable.isEmpty && $0.plan.progress.savedBound == nil }
    }

    /// The row of a goal, if it is in the report.
    public func row(_ id: UUID) -> Row? { rows.first { $0.plan.goal.id == id } }

    /// The rows that count in the totals: active goals that are not skipped and have a payment due by the next payment day.
    public var due: [Row] { rows.filter { isDue($0) } }

    /// Whether a row counts in the totals.
    public func isDue(_ row: Row) -> Bool { isDue(row.plan) && row.plan.flexState != .skipped }

    /// Whether a goal is active and has a payment due by the next payment day, skipped or not. A goal that is reached has none.
    public func isDue(_ plan: GoalPlan) -> Bool {
        plan.goal.lifecycle == .active && plan.firstDate <= nextPaymentDay && !plan.requirement.payments.isEmpty
    }

    /// Sums up the rows.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        displayCurrency: Currency, convention: PaymentConvention, today: CalendarDay, nextPaymentDay: CalendarDay,
        rows: [Row], unplanned: [Unavailable], warnings: [Warning], month: CalendarMonth? = nil
    ) throws(MoneyError) {
        self.displayCurrency = displayCurrency
        self.convention = convention
        self.today = today
        self.nextPaymentDay = nextPaymentDay
        self.rows = rows
        self.unplanned = unplanned
        self.month = month
        let used = Set(rows.flatMap(\.rates)).sorted { ConversionRate.precedes($0, $1) }
        rates = used
        let absurd = unplanned.map {
            Warning(code: "goalNotPlanned", message: "'\($0.item)' is left out. \($0.reason)")
        }
        self.warnings = warnings + absurd + Warning.rateWarnings(used)
        (total, totalBound) = (.zero(displayCurrency), nil)
        (plannedTotal, plannedTotalBound) = (.zero(displayCurrency), nil)
        // Rows are large: they are looked at where they are.
        let report = self
        let due = report.rows.lazy.filter { report.isDue($0) }
        let lacksGoals = !unplanned.isEmpty
        total = try Money.sum(due.compactMap(\.requiredDisplay), in: displayCurrency)
        totalBound = due.bound(lacksGoals, of: \.plan.requiredBound, \.plan.requirement.required, \.requiredDisplay)
        plannedTotal = try Money.sum(due.compactMap(\.plannedDisplay), in: displayCurrency)
        plannedTotalBound = due.bound(lacksGoals, of: \.plan.plannedBound, \.plan.planned, \.plannedDisplay)
    }
}

extension Sequence<MonthlyPlanReport.Row> {
    /// The side on which the true sum of the planned payments lies.
    var plannedBound: Bound? { plannedBound(lacksGoals: false) }

    /// The same where goals may be missing that could not be planned.
    func plannedBound(lacksGoals: Bool) -> Bound? {
        bound(lacksGoals, of: \.plan.plannedBound, \.plan.planned, \.plannedDisplay)
    }

    /// On which side of a sum the true one lies.
    fileprivate func bound(
        _ lacksGoals: Bool, of bound: (MonthlyPlanReport.Row) -> Bound?, _ amount: (MonthlyPlanReport.Row) -> Money,
        _ converted: (MonthlyPlanReport.Row) -> Money?
    ) -> Bound? {
        Bound.ofSum(
            Set(compactMap(bound)), isPartial: lacksGoals || contains { converted($0) == nil },
            isDoubtful: contains { $0.displayState == .fallback && !amount($0).isZero })
    }
}
