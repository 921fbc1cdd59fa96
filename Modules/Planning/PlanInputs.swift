import Allocation
import ExchangeRates
import Models

import struct Foundation.UUID

/// What a plan is reckoned from: worked out once for its rates and its rows.
struct PlanInputs: Sendable {
    let request: MonthlyPlanningService.Request
    let state: PlanningState
    /// The goals that are asked for, by name and id.
    let goals: [Goal]
    /// The currency of totals.
    let display: Currency
    /// What the assets give to each goal.
    let fundings: [UUID: GoalFunding]
    /// What the reader should know about the assets.
    let warnings: [Warning]

    init(_ request: MonthlyPlanningService.Request, _ state: PlanningState) throws {
        self.request = request
        self.state = state
        goals = state.book.goals.values.filter { request.lifecycles.contains($0.lifecycle) }.sorted {
            NameOrder.precedes(($0.name, $0.id), ($1.name, $1.id))
        }
        display = DisplayCurrency(request.displayCurrency).currency(for: goals.lazy.map(\.currency))
        (fundings, warnings) = state.fundings()
    }

    /// The conversions that the plan needs.
    var conversions: Set<ExchangeRateService.Conversion> {
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
