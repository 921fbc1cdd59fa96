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
        unplanned: [Unavailable], warnings: [Warning], displayRates: [ConversionRate]
    ) throws(MoneyError) {
        let asking = rows.filter { $0.plan.flexState != .skipped && $0.plan.goal.lifecycle == .active }
        self.displayCurrency = displayCurrency
        self.convention = convention
        self.today = today
        self.rows = rows
        self.unplanned = unplanned
        total = try Money.sum(asking.compactMap(\.requiredDisplay), in: displayCurrency)
        totalBound = MonthlyPlanReport.bound(asking, lacksGoals: !unplanned.isEmpty, displayRates: displayRates)
        let used = Set(rows.flatMap(\.plan.progress.rates) + displayRates).sorted {
            ($0.from.identity, $0.to.identity) < ($1.from.identity, $1.to.identity)
        }
        rates = used
        let absurd = unplanned.map {
            Warning(code: "goalNotPlanned", message: "'\($0.item)' is left out. \($0.reason)")
        }
        self.warnings = warnings + absurd + Warning.rateWarnings(used)
    }

    private static func bound(_ rows: [Row], lacksGoals: Bool, displayRates: [ConversionRate]) -> Bound? {
        let savings = Set(rows.compactMap(\.plan.requiredBound))
        let lacksAsks = lacksGoals || rows.contains { $0.requiredDisplay == nil }
        let usesFallback = displayRates.contains { rate in
            rate.state == .fallback
                && rows.contains { $0.plan.goal.currency == rate.from && !$0.plan.requirement.required.isZero }
        }
        if usesFallback || savings.contains(.unknown) { return .unknown }
        switch (savings.isEmpty, lacksAsks) {
        case (true, true): return .atLeast
        case (false, false): return .atMost
        case (false, true): return .unknown
        case (true, false): return nil
        }
    }
}
