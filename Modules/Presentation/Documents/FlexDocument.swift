public import FlexAdjustment
import Models
public import Planning

import struct Foundation.UUID

extension Document {
    /// The answer of `cst-plan flex`.
    public init(flex plan: FlexPlan, report: MonthlyPlanReport) {
        var body: [String: JSONValue] = [
            "strategy": .string(plan.request.strategy.rawValue),
            "lower": JSONValue(plan.request.bounds.lower, rounding: .halfEven),
            "upper": JSONValue(plan.request.bounds.upper, rounding: .halfEven),
            "totalRequired": JSONValue(plan.totalRequired), "totalTarget": JSONValue(plan.totalTarget),
            "totalAdjusted": JSONValue(plan.totalAdjusted), "unplaced": JSONValue(plan.unplaced),
            "shortfall": JSONValue(plan.shortfall), "belowFloor": .bool(plan.isBelowFloor),
            "goals": .array(plan.rows.map(JSONValue.init(flex:))),
            "unavailable": JSONValue(plan.unavailable),
        ]
        switch plan.request.target {
        case .factor(let factor, _): body["factor"] = JSONValue(factor, rounding: .halfEven)
        case .budget(let budget): body["budget"] = JSONValue(budget)
        }
        if let bound = plan.totalBound { body["totalRequiredBound"] = .string(bound.rawValue) }
        self.init(
            "flex", asOf: plan.today, main: "goals",
            isComplete: plan.totalBound == nil && plan.unavailable.isEmpty, warnings: report.warnings,
            rates: report.rates, body: body)
    }

    /// The answer of `cst-plan budget`.
    public init(budget plan: BudgetPlan, report: MonthlyPlanReport) {
        var body: [String: JSONValue] = [
            "minimum": JSONValue(plan.minimum), "feasible": .bool(plan.isFeasible),
            "schedule": .array(
                plan.payments.map {
                    [
                        "date": JSONValue($0.date), "goalId": .string($0.goal.id.uuidString.lowercased()),
                        "goal": .string($0.goal.name), "amount": JSONValue($0.amount),
                    ]
                }),
            "suggestions": [
                "budget": JSONValue(plan.minimum),
                "deadlines": .array(
                    plan.deadlines.map {
                        [
                            "goalId": .string($0.goal.id.uuidString.lowercased()), "goal": .string($0.goal.name),
                            "deadline": JSONValue($0.deadline),
                        ]
                    }),
                "targets": .array(
                    plan.targets.map {
                        [
                            "goalId": .string($0.goal.id.uuidString.lowercased()), "goal": .string($0.goal.name),
                            "target": JSONValue($0.target),
                        ]
                    }),
            ],
            "unavailable": JSONValue(plan.unavailable),
        ]
        if let bound = plan.minimumBound { body["minimumBound"] = .string(bound.rawValue) }
        self.init(
            "budget", asOf: plan.today, main: "schedule",
            isComplete: plan.minimumBound == nil && plan.unavailable.isEmpty, warnings: report.warnings,
            rates: report.rates, body: body)
    }
}

extension JSONValue {
    fileprivate init(flex row: FlexPlan.Row) {
        var members: [String: JSONValue] = [
            "id": .string(row.plan.goal.id.uuidString.lowercased()), "name": .string(row.plan.goal.name),
            "state": .string(row.state.rawValue), "required": JSONValue(row.required),
            "adjusted": JSONValue(row.adjusted), "change": JSONValue(row.change),
            "changePercent": JSONValue(row.changeRatio * Ratio(100), rounding: .halfEven),
            "impact": [
                "nextRequired": JSONValue(row.nextRequired), "delayMonths": JSONValue(row.delay),
                "projectedFinish": JSONValue(row.projectedFinish), "risk": .string(row.risk.rawValue),
            ],
        ]
        if let bound = row.plan.requiredBound { members["requiredBound"] = .string(bound.rawValue) }
        self = .object(members)
    }
}
