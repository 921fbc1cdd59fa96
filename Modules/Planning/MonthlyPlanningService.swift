public import Allocation
public import ExchangeRates
public import Models
public import Persistence

import struct Foundation.UUID

/// Computes what every active goal requires and what is planned for it, with totals in one currency.
public struct MonthlyPlanningService: Sendable {
    let store: any Store
    let rates: ExchangeRateService
    private let funding: FundingSources
    let settings: PlanningSettings

    /// A service over a store, rates, the sources of balances, and what the settings say.
    public init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources = FundingSources(),
        settings: PlanningSettings = PlanningSettings()
    ) {
        self.store = store
        self.rates = rates
        self.funding = funding
        self.settings = settings
    }

    /// What is planned for a call, as the settings say it.
    public func request(
        _ call: Call, convention: PlanningSettings.ConventionName? = nil, lifecycles: Set<Goal.Lifecycle> = [.active]
    ) -> Request {
        Request(
            call: call, convention: settings.convention(convention), displayCurrency: settings.displayCurrency,
            lifecycles: lifecycles)
    }

    /// What to plan for.
    public struct Request: Sendable {
        /// The day of the answer, and how long the outside may take.
        public var call: Call
        /// How payment dates are found.
        public var convention: PaymentConvention
        /// The currency for totals; nil for that of the first goal entered (R8).
        public var displayCurrency: Currency?
        /// Which goals are shown. Only active ones count in the total.
        public var lifecycles: Set<Goal.Lifecycle>

        /// A request.
        public init(
            call: Call, convention: PaymentConvention, displayCurrency: Currency?,
            lifecycles: Set<Goal.Lifecycle> = [.active]
        ) {
            self.call = call
            self.lifecycles = lifecycles
            self.convention = convention
            self.displayCurrency = displayCurrency
        }

        /// The day the answer is for: later transactions do not count.
        var today: CalendarDay { call.today }
    }

    /// The plan of all active goals as they stand in the store. While a month is in progress, its frozen amounts stand
    /// instead of those of today.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func plan(_ request: Request) async throws -> MonthlyPlanReport {
        try await plan(PlanInputs(request, try await state(request)))
    }

    /// The plans of a goal as it is and as an edit and a payment made today would make it, on the same balances and rates.
    /// Both are calculated anew: what an edit does cannot be seen in amounts that are frozen.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func preview(
        of original: Goal, edited: Goal, paying once: Money? = nil, _ request: Request
    ) async throws -> GoalEditPreview {
        var request = request
        request.lifecycles = [original.lifecycle]
        let state = try await state(request, trying: edited)
        let now = try PlanInputs(request, state.trying(original))
        let then = try PlanInputs(request, state.trying(edited, paying: once))
        let frozen = try await rates.rates(
            for: now.conversions.union(then.conversions), keeping: state.snapshot.sourceRates, request.call)
        let before = try await plan(now, rates: frozen)
        let after = try await plan(then, rates: frozen)
        guard let now = before.row(original.id), let then = after.row(original.id) else {
            throw StoreError.changedUnderneath(expected: Record(original), found: nil)
        }
        return GoalEditPreview(before: now.plan, after: then.plan, reportBefore: before, reportAfter: after)
    }

    /// Writes what changes goals.
    func write<Result: Sendable>(
        _ call: Call, _ body: @Sendable (FundingWriter) throws -> Result
    ) async throws -> Result {
        try await funding.write(call, in: store, body)
    }

    /// Everything a plan is made of, read together.
    ///
    /// - Parameter months: all months as a step would leave them; nil for those of the store.
    func state(
        _ request: Request, months: [MonthExecution]? = nil, trying edited: Goal? = nil
    ) async throws -> PlanningState {
        try await funding.answering(request.call) { answers in
            try await store.read { try PlanningState($0, request, answers, months: months, trying: edited) }
        }
    }

    /// The states of the first of some days, read together.
    func states(on days: [CalendarDay], _ request: Request) async throws -> [PlanningState] {
        try await funding.answering(request.call) { answers in
            try await store.read { try PlanningState.states(on: days, $0, request, answers) }
        }
    }

    /// The plan at the rates that it needs.
    func plan(_ inputs: PlanInputs) async throws -> MonthlyPlanReport {
        let frozen = try await rates.rates(
            for: inputs.conversions, keeping: inputs.state.snapshot.sourceRates, inputs.request.call)
        return try await plan(inputs, rates: frozen)
    }

    /// The plan at rates that were asked for.
    func plan(_ inputs: PlanInputs, rates frozen: FrozenRates) async throws -> MonthlyPlanReport {
        let (request, state) = (inputs.request, inputs.state)
        let inProgress = state.months.inProgress(request.convention)
        let month = state.showsFrozen ? inProgress : nil
        let calculator = RowCalculator(
            request: request, display: inputs.display, rates: frozen, months: state.months, month: month,
            besides: state.showsFrozen ? nil : inProgress,
            payments: Dictionary(
                inProgress?.payments.map { ($0.goalID, $0) } ?? [], uniquingKeysWith: { first, _ in first }))
        let outcomes = await calculator.outcomes(
            inputs.goals.map { goal in
                RowCalculator.Input(
                    goal: goal, funding: inputs.fundings[goal.id] ?? GoalFunding(),
                    decisions: state.decisions[goal.id] ?? [])
            })
        let isFrozen = outcomes.contains { $0.row?.plan.frozen != nil }
        let reached = Set(outcomes.compactMap(\.row).filter(\.plan.progress.isAchieved).map(\.plan.goal.id))
        let unreached = inputs.goals.filter { $0.lifecycle == .active && !reached.contains($0.id) }
        return try MonthlyPlanReport(
            displayCurrency: inputs.display, convention: request.convention, today: request.today,
            nextPaymentDay: state.months.nextPaymentDay, rows: outcomes.compactMap(\.row),
            unplanned: outcomes.compactMap(\.failure),
            warnings: inputs.warnings + state.months.warnings(goals: unreached, showsFrozen: state.showsFrozen),
            month: isFrozen ? month?.month : nil)
    }
}
