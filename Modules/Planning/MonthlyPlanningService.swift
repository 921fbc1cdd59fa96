import Allocation
public import ExchangeRates
public import Models
public import Persistence

import struct Foundation.UUID

/// Computes what every active goal asks for and what that comes to in one currency.
public struct MonthlyPlanningService: Sendable {
    private let store: any Store
    private let rates: ExchangeRateService

    /// A service over a store and a source of rates.
    public init(store: any Store, rates: ExchangeRateService) {
        self.store = store
        self.rates = rates
    }

    /// What to plan for.
    public struct Request: Sendable {
        /// The day of the answer, and how long the outside may take.
        public var call: Call
        /// How payment dates are found.
        public var convention: PaymentConvention
        /// The currency of totals; nil for the one that all goals share, else USD.
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

    /// The plan of all active goals as they stand in the store. While the current month is executing, its frozen asks stand
    /// instead of those of today.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func plan(_ request: Request) async throws -> MonthlyPlanReport {
        let state = try await state(request)
        return try await plan(request, state: state, rates: rates(request, state: state))
    }

    /// The plans of a goal as it is and as an edit and a payment made today would make it, on the same balances and rates.
    /// Both are reckoned anew: what an edit does cannot be seen in asks that are frozen.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func preview(
        of original: Goal, edited: Goal, paying once: Money? = nil, _ request: Request
    ) async throws -> GoalEditPreview {
        var request = request
        request.lifecycles = [original.lifecycle]
        request.displayCurrency = request.displayCurrency ?? edited.currency
        let state = try await state(request)
        let (originalState, editedState) = (state.trying(original), state.trying(edited, paying: once))
        let needed = try conversions(request, state: originalState)
            .union(conversions(request, state: editedState))
        let frozen = try await rates.rates(for: needed, request.call)
        let before = try await plan(request, state: originalState, rates: frozen)
        let after = try await plan(request, state: editedState, rates: frozen)
        guard let now = before.row(original.id), let then = after.row(original.id) else {
            throw StoreError.changedUnderneath(expected: Record(original), found: nil)
        }
        return GoalEditPreview(before: now.plan, after: then.plan, reportBefore: before, reportAfter: after)
    }

    /// Everything a plan is made of, read together.
    func state(_ request: Request) async throws -> PlanningState {
        try await store.read { try PlanningState($0, request) }
    }

    /// The rates that a plan needs.
    func rates(_ request: Request, state: PlanningState) async throws -> FrozenRates {
        try await rates.rates(for: conversions(request, state: state), request.call)
    }

    func plan(
        _ request: Request, state: PlanningState, rates frozen: FrozenRates
    ) async throws -> MonthlyPlanReport {
        let goals = goals(request, book: state.book)
        let display = try request.displayCurrency ?? MonthlyPlanningService.commonCurrency(of: goals)
        let (fundings, warnings) = state.fundings()
        let wishes = state.wishes()
        let month = state.showsFrozen ? state.months.frozen(request.convention) : nil
        let calculator = RowCalculator(
            request: request, display: display, rates: frozen, month: month,
            payments: Dictionary(
                month?.payments.map { ($0.goalID, $0) } ?? [], uniquingKeysWith: { first, _ in first }),
            settledDates: state.settledDates)
        let active = goals.filter { $0.lifecycle == .active }
        let inputs = goals.map { goal in
            RowCalculator.Input(goal: goal, funding: fundings[goal.id] ?? GoalFunding(), wish: wishes[goal.id])
        }
        let outcomes = await calculator.outcomes(inputs)
        let isFrozen = outcomes.contains { $0.row?.plan.frozen != nil }
        return try MonthlyPlanReport(
            displayCurrency: display, convention: request.convention, today: request.today,
            rows: outcomes.compactMap(\.row), unplanned: outcomes.compactMap(\.failure),
            warnings: warnings + state.months.warnings(wishes: wishes, goals: active, showsFrozen: state.showsFrozen),
            month: isFrozen ? month?.month : nil)
    }

    private func goals(_ request: Request, book: AllocationBook) -> [Goal] {
        book.goals.values.filter { request.lifecycles.contains($0.lifecycle) }.sorted {
            NameOrder.precedes(($0.name, $0.id), ($1.name, $1.id))
        }
    }

    /// The conversions that a plan needs.
    func conversions(
        _ request: Request, state: PlanningState
    ) throws -> Set<ExchangeRateService.Conversion> {
        let goals = goals(request, book: state.book)
        let display = try request.displayCurrency ?? MonthlyPlanningService.commonCurrency(of: goals)
        let fundings = state.fundings().byGoal
        var conversions: Set<ExchangeRateService.Conversion> = []
        for goal in goals {
            let funding = fundings[goal.id] ?? GoalFunding()
            conversions.formUnion(GoalCalculationService.conversions(of: goal, funding: funding))
            if goal.currency != display { conversions.insert(.init(from: goal.currency, to: display)) }
        }
        if let month = state.months.frozen(request.convention) {
            for payment in month.payments { conversions.formUnion(month.conversions(to: payment, [])) }
        }
        return conversions
    }
}

extension MonthExecution {
    /// The conversions of a payment's contributions that the month has no rate for.
    func conversions(
        to payment: Payment, _ parts: [GoalFunding.Part]
    ) -> Set<ExchangeRateService.Conversion> {
        let currency = payment.required.currency
        let units = Set(payment.funding.map(\.amount.currency) + parts.map(\.amount.currency))
        return Set(
            units.filter { $0 != currency && rate(from: $0, to: currency) == nil }.map { .init(from: $0, to: currency) }
        )
    }
}

extension MonthlyPlanningService {
    /// The currency that all goals share, so that people with one currency need no rates and no option; else USD.
    private static func commonCurrency(of goals: [Goal]) throws(CurrencyError) -> Currency {
        let currencies = Set(goals.map(\.currency))
        if currencies.count == 1, let only = currencies.first { return only }
        return try Currency(code: "USD")
    }
}

/// Computes rows independently of each other, so that they can be spread over the processors.
private struct RowCalculator: Sendable {
    let request: MonthlyPlanningService.Request
    let display: Currency
    let rates: FrozenRates
    /// The month whose frozen asks hold.
    let month: MonthExecution?
    let payments: [UUID: MonthExecution.Payment]
    let settledDates: [UUID: CalendarDay]

    struct Input: Sendable {
        let goal: Goal
        let funding: GoalFunding
        let wish: MonthlyPlan?
    }

    /// A goal's row, or why there is none (R6).
    struct Outcome: Sendable {
        var row: MonthlyPlanReport.Row?
        var failure: Unavailable?
    }

    /// The outcomes in the order of the inputs.
    func outcomes(_ inputs: [Input]) async -> [Outcome] {
        let chunkSize = 500
        let starts = Array(stride(from: 0, to: inputs.count, by: chunkSize))
        return await withTaskGroup(of: (Int, [Outcome]).self) { group in
            for start in starts {
                group.addTask {
                    (start, inputs[start..<min(start + chunkSize, inputs.count)].map(outcome))
                }
            }
            var chunks: [Int: [Outcome]] = [:]
            for await (start, outcomes) in group { chunks[start] = outcomes }
            return starts.flatMap { chunks[$0] ?? [] }
        }
    }

    private func outcome(_ input: Input) -> Outcome {
        do {
            return Outcome(row: try row(input))
        } catch {
            return Outcome(failure: Unavailable(item: input.goal.name, reason: error.description))
        }
    }

    private func row(_ input: Input) throws(MoneyError) -> MonthlyPlanReport.Row {
        let progress = GoalCalculationService(rates: rates).progress(of: input.goal, funding: input.funding)
        let frozen = try frozenAsk(input)
        let plan = try GoalPlan(
            progress, convention: request.convention, today: request.today, wish: input.wish, frozen: frozen,
            settledDate: settledDates[input.goal.id])
        var unavailable = progress.unavailable
        unavailable += (frozen?.contribution.unavailable ?? []).filter { !unavailable.contains($0) }
        let rate = displayRate(input.goal, isFrozen: frozen != nil)
        var required: Money?
        do {
            required = try MonthlyPlanReport.convert(plan.requirement.required, to: display, at: rate)
        } catch let gap as RateGap {
            unavailable.append(missing(input.goal, reason: gap.description))
        } catch {
            unavailable.append(missing(input.goal, reason: "\(error)"))
        }
        return MonthlyPlanReport.Row(
            plan: plan, requiredDisplay: required, displayCurrency: display, displayRate: rate,
            unavailable: unavailable)
    }

    /// What the month froze for the goal, unless its currency was changed since.
    private func frozenAsk(_ input: Input) throws(MoneyError) -> FrozenAsk? {
        guard let month, let payment = payments[input.goal.id], input.goal.lifecycle == .active,
            payment.required.currency == input.goal.currency
        else { return nil }
        return FrozenAsk(
            payment: payment,
            contribution: try MonthContribution(
                to: payment, of: input.goal, in: month, funding: input.funding, else: rates))
    }

    private func displayRate(_ goal: Goal, isFrozen: Bool) -> Result<ConversionRate?, RateGap> {
        do {
            if isFrozen, let month { return .success(try month.rate(from: goal.currency, to: display, else: rates)) }
            return .success(try rates.rate(from: goal.currency, to: display))
        } catch {
            return .failure(error)
        }
    }

    private func missing(_ goal: Goal, reason: String) -> Unavailable {
        Unavailable(item: "\(goal.name) in \(display)", reason: reason)
    }
}
