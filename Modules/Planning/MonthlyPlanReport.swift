import Allocation
public import ExchangeRates
public import Models

public import struct Foundation.UUID

/// The answer to "what must I set aside this month?", for all active goals.
public struct MonthlyPlanReport: Sendable {
    /// One goal's plan with its ask in the display currency.
    public struct Row: Sendable {
        /// The goal's plan.
        public let plan: GoalPlan
        /// The ask in the display currency, rounded up; nil when no rate is known (R8).
        public let requiredDisplay: Money?
        /// The display currency.
        public let displayCurrency: Currency
        /// The rate from the goal's currency to the display currency, nil within one currency, or why there is none.
        public let displayRate: Result<ConversionRate?, RateGap>
        /// Everything that could not be counted for the goal.
        public let unavailable: [Unavailable]

        /// How the rate to the display currency was had; nil within one currency, or without a rate.
        public var displayState: RateState? { ((try? displayRate.get()) ?? nil)?.state }
        /// Every rate that the row rests on.
        var rates: [ConversionRate] {
            plan.progress.rates + (plan.frozen?.contribution.rates ?? [])
                + [(try? displayRate.get()) ?? nil].compactMap { $0 }
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
    /// The sum of the asks of goals that are not skipped, as far as they are known.
    public let total: Money
    /// Where the true total lies when it is incomplete.
    public let totalBound: Bound?
    /// The month whose frozen asks are shown; nil when all asks are of today.
    public let month: CalendarMonth?
    /// What the reader should know.
    public let warnings: [Warning]
    /// Every rate that was used, by currencies.
    public let rates: [ConversionRate]

    /// Whether nothing is missing.
    public var isComplete: Bool {
        totalBound == nil && unplanned.isEmpty
            && rows.allSatisfy { $0.unavailable.isEmpty && $0.plan.progress.savedBound == nil }
    }

    /// The row of a goal, if it is in the report.
    public func row(_ id: UUID) -> Row? { rows.first { $0.plan.goal.id == id } }

    /// Sums up the rows.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        displayCurrency: Currency, convention: PaymentConvention, today: CalendarDay, rows: [Row],
        unplanned: [Unavailable], warnings: [Warning], month: CalendarMonth? = nil
    ) throws(MoneyError) {
        let asking = rows.filter { $0.plan.flexState != .skipped && $0.plan.goal.lifecycle == .active }
        self.displayCurrency = displayCurrency
        self.convention = convention
        self.today = today
        self.rows = rows
        self.unplanned = unplanned
        total = try Money.sum(asking.compactMap(\.requiredDisplay), in: displayCurrency)
        totalBound = MonthlyPlanReport.bound(asking, lacksGoals: !unplanned.isEmpty)
        self.month = month
        let used = Set(rows.flatMap(\.rates)).sorted { ConversionRate.precedes($0, $1) }
        rates = used
        let absurd = unplanned.map {
            Warning(code: "goalNotPlanned", message: "'\($0.item)' is left out. \($0.reason)")
        }
        let isUnfrozen = rows.contains { $0.plan.frozen?.contribution.rates.contains { $0.month == nil } ?? false }
        self.warnings = warnings + absurd + (isUnfrozen ? [.ratesNotFrozen] : []) + Warning.rateWarnings(used)
    }

    private static func bound(_ rows: [Row], lacksGoals: Bool) -> Bound? {
        Bound.ofSum(
            Set(rows.compactMap(\.plan.requiredBound)),
            lacksAsks: lacksGoals || rows.contains { $0.requiredDisplay == nil },
            isDoubtful: rows.contains { $0.displayState == .fallback && !$0.plan.requirement.required.isZero })
    }
}
