public import Allocation
public import ExchangeRates
public import Models
public import Persistence

/// How much a month is enough for all goals together.
public struct BudgetService: Sendable {
    private let planning: MonthlyPlanningService

    /// A service over a store, rates, the sources of balances, and what the settings say.
    public init(store: any Store, rates: ExchangeRateService, funding: FundingSources, settings: PlanningSettings) {
        planning = MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
    }

    /// A budget over the payment dates of all goals.
    public struct Answer: Sendable {
        /// What each goal gets when.
        public let plan: BudgetPlan
        /// The plans that it was worked out from.
        public let report: MonthlyPlanReport
        /// The month for which the first payments were kept; nil when none were.
        public let savedFor: CalendarMonth?
    }

    /// The least budget that reaches every goal in time, or what an amount does.
    ///
    /// - Parameters:
    ///   - amount: a budget for each payment day in the currency for totals, in digits; nil for the least.
    ///   - keepsFirstPayments: whether what each goal gets on the first payment day becomes its payment of this month.
    /// - Throws: ``NumberError``, ``BudgetError``, ``StoreError``, ``MoneyError/tooLarge(_:)``,
    ///   `CancellationError`.
    public func plan(_ amount: String?, keepsFirstPayments: Bool, _ call: Call) async throws -> Outcome<Answer> {
        let guardian = try await planning.store.read { try RevisionGuard($0) }
        let report = try await planning.plan(planning.request(call))
        let plan = try BudgetPlanner(report).plan(try amount.map { try Money(entered: $0, report.displayCurrency) })
        let month = report.decisionMonth
        if keepsFirstPayments {
            guard plan.isFeasible else { throw BudgetError.infeasible(plan.budget, minimum: plan.minimum) }
            guard !report.rates.contains(where: { $0.state == .fallback }) else { throw BudgetError.substitutes }
            try await planning.store.write(call) { writer in
                try guardian.checkNothingChanged(in: writer)
                var decisions = try PaymentDecisions(writer, call)
                try decisions.keep(
                    report.rows.compactMap { row in
                        plan.firstPayments[row.plan.goal.id].map { (row.plan, $0) }
                    })
                try decisions.finish()
            }
        }
        return Outcome(
            Answer(
                plan: plan, report: report,
                savedFor: keepsFirstPayments && !plan.firstPayments.isEmpty ? month : nil),
            warnings: report.warnings, isComplete: report.isComplete)
    }
}
