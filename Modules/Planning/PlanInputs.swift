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
    /// The currency for totals.
    let display: Currency
    /// What the assets give to each goal.
    let fundings: [UUID: GoalFunding]
    /// What the reader should know about the assets.
    let warnings: [Warning]

    init(_ request: MonthlyPlanningService.Request, _ state: PlanningState) throws {
        self.request = request
        self.state = state
        goals = state.snapshot.goals.values.filter { request.lifecycles.contains($0.lifecycle) }.sorted {
            NameOrder.precedes(($0.name, $0.id), ($1.name, $1.id))
        }
        display = state.displayCurrency
        (fundings, warnings) = state.fundings()
    }

    /// The conversions that the plan needs.
    var conversions: Set<ExchangeRateService.WantedRate> {
        var conversions: Set<ExchangeRateService.WantedRate> = []
        for goal in goals {
            let funding = fundings[goal.id] ?? GoalFunding()
            conversions.formUnion(GoalCalculationService.conversions(of: goal, funding: funding))
            if goal.currency != display { conversions.insert(.init(from: goal.currency, to: display)) }
        }
        return conversions
    }
}
