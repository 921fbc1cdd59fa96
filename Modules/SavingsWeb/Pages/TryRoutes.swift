import Allocation
import FlexAdjustment
import Foundation
import HTTPTypes
import Models
import Planning
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Pages and parts of them that try something out: none of them writes anything.
    static let tryRoutes: [Route] = [
        Route(.get, "/flex", .reader, "Pay more or less, by every strategy") { context in
            try await context.formPage { set, style in
                let (plan, fields) = try await context.flex(set, context.entered(context.query))
                let plans = plan == nil ? [] : try await context.flexByStrategy(set, context.entered(context.query))
                let saved = try await set.required().decided
                return (Page.flex(plan, plans, fields, saved: saved, style), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/flex/preview", .reader, "What paying more or less does") { context in
            return try await context.fragment { set, style in
                let (plan, fields) = try await context.flex(set, context.entered)
                guard let plan else { return (HTML("div", [.id("flex-effect")], [fields.summary]), true) }
                let all = context.typed["all"] == "yes" ? try await context.flexByStrategy(set, context.entered) : []
                return (style.flexEffect(plan, fields, all: all), false)
            }
        },
        Route(.get, "/goals/{id}/what-if", .reader, "What other payments would do") { context in
            try await context.formPage { set, style in
                let goal = try await set.goal(context["id"]).row.plan.goal
                let (result, fields) = try await context.whatIf(set, goal, context.entered(context.query))
                let month = try await set.required().month
                return (Page.whatIf(goal, fields, result, month: month, style), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/goals/{id}/what-if/preview", .reader, "What other payments would do") { context in
            return try await context.fragment { set, style in
                let goal = try await set.goal(context["id"]).row.plan.goal
                let (result, fields) = try await context.whatIf(set, goal, context.entered)
                return (style.whatIfEffect(fields, result), !fields.issues.isEmpty)
            }
        },
        Route(.get, "/goals/{id}/edit", .reader, "What an edit would do") { context in
            try await context.formPage { set, style in
                let goal = try await set.goal(context["id"]).row.plan.goal
                let (preview, fields) = try await context.edit(set, goal, context.entered(context.query))
                let month = try await set.required().month
                return (Page.edit(goal, fields, preview, month: month, style), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/goals/{id}/edit/preview", .reader, "What an edit would do") { context in
            return try await context.fragment { set, style in
                let goal = try await set.goal(context["id"]).row.plan.goal
                let (preview, fields) = try await context.edit(set, goal, context.entered)
                return (style.editEffect(fields, preview), !fields.issues.isEmpty)
            }
        },
        Route(.get, "/budget", .reader, "How much a month is enough") { context in
            try await context.formPage { set, style in
                let (answer, fields) = try await context.budget(set, context.entered(context.query))
                return (Page.budget(answer, fields, style), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/budget/preview", .reader, "What a budget does") { context in
            return try await context.fragment { set, style in
                let (answer, fields) = try await context.budget(set, context.entered)
                return (style.budgetEffect(fields, answer), !fields.issues.isEmpty)
            }
        },
        Route(.get, "/assets/{id}/allocations", .reader, "What other allocations would do") { context in
            try await context.formPage { set, style in
                let (row, goals) = try await context.allocatable(set)
                let (split, fields) = try context.allocations(row, goals, context.entered(context.query))
                return (Page.allocations(row, goals: goals, fields, split, style), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/assets/{id}/allocations/preview", .reader, "What other allocations would do") { context in
            return try await context.fragment { set, style in
                let (row, goals) = try await context.allocatable(set)
                let (split, fields) = try context.allocations(row, goals, context.entered)
                return (style.allocationsEffect(row, goals, fields, split), !fields.issues.isEmpty)
            }
        },
    ]
}

extension RequestContext {
    /// The result of `body` for the fields of the form, or the issues at each field.
    func tried<Value>(
        _ entered: EnteredFields, prefix: String, field: String,
        _ body: ([String: String]) async throws -> Value?
    ) async throws -> (Value?, FormFields) {
        do {
            let value = try await body(entered.values)
            if let refusal = entered.refusal() { throw refusal }
            return (value, FormFields(entered.values, prefix: prefix))
        } catch let problem as any Problem where problem.kind == .usage || problem.kind == .refused {
            let all: any Problem = entered.refusal(beside: problem) ?? problem
            return (nil, FormFields(entered.values, issues: issues(of: all, at: field), prefix: prefix))
        }
    }

    /// The fields of a flex: a percentage for people is a factor for the domain.
    ///
    /// - Throws: ``NumberError``.
    func flexFields(_ typed: [String: String]) throws -> FlexService.Fields {
        var fields = FlexService.Fields()
        if let percent = typed["percent"], !percent.isEmpty {
            let factor = try Ratio(decimal: percent) * (Ratio(1, over: 100) ?? .one)
            fields.factor = factor.decimalString(places: 12, rounding: .halfEven)
        }
        if let strategy = typed["strategy"].flatMap(FlexStrategy.init) { fields.strategy = strategy }
        return fields
    }

    func flex(_ set: FigureSnapshot, _ entered: EnteredFields) async throws -> (FlexPlan?, FormFields) {
        try await tried(entered, prefix: "flex", field: "percent") { typed in
            try await set.reading.savings.flex.plan(flexFields(typed), of: try await set.flex()).plan
        }
    }

    /// The same request by every strategy.
    fileprivate func flexByStrategy(_ set: FigureSnapshot, _ entered: EnteredFields) async throws -> [FlexPlan] {
        let session = try await set.flex()
        var plans: [FlexPlan] = []
        for strategy in FlexStrategy.allCases {
            let typed = entered.values.merging(["strategy": strategy.rawValue]) { $1 }
            plans.append(try await set.reading.savings.flex.plan(flexFields(typed), of: session).plan)
        }
        return plans
    }

    fileprivate func whatIf(
        _ set: FigureSnapshot, _ goal: Goal, _ entered: EnteredFields
    ) async throws -> (WhatIf?, FormFields) {
        try await tried(entered, prefix: "what-if", field: "monthly") { typed in
            func text(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
            let fields = MonthlyPlanningService.WhatIfFields(
                monthly: text("monthly"), once: text("once"), deadline: text("deadline"), target: text("target"))
            guard [fields.monthly, fields.once, fields.deadline, fields.target].contains(where: { $0 != nil }) else {
                return nil
            }
            return try await set.reading.savings.planning.whatIf(goal.id.uuidString, fields, set.call).value
        }
    }

    func edit(
        _ set: FigureSnapshot, _ goal: Goal, _ entered: EnteredFields
    ) async throws -> (GoalEditPreview?, FormFields) {
        try await tried(entered, prefix: "edit", field: "name") { typed in
            // What stands as it was is not said, and a target that is hidden is left as it is.
            let hides = formHidesAmounts
            let now = GoalForm.values(goal, hidesAmounts: hides)
            let changes = typed.filter { now[$0.key] != nil && now[$0.key] != $0.value }
            return try await set.reading.savings.planning.preview(
                goal.id.uuidString, GoalForm.fields(changes), set.call
            ).value
        }
    }

    func budget(
        _ set: FigureSnapshot, _ entered: EnteredFields
    ) async throws -> (BudgetService.Answer?, FormFields) {
        try await tried(entered, prefix: "budget", field: "amount") { typed in
            let amount = typed["amount"].flatMap { $0.isEmpty ? nil : $0 }
            return try await set.reading.savings.budgets.plan(amount, keepsFirstPayments: false, set.call).value
        }
    }

    /// The asset, and the goals that it may fund.
    func allocatable(_ set: FigureSnapshot) async throws -> (AssetValuation, [Goal]) {
        let (row, goals) = try await set.asset(self["id"])
        let funded = Set(row.split.parts.map(\.goalID))
        return (
            row,
            goals.values.filter { $0.lifecycle == .active || funded.contains($0.id) }.sorted { $0.name < $1.name }
        )
    }

    func allocations(
        _ row: AssetValuation, _ goals: [Goal], _ entered: EnteredFields
    ) throws -> (AssetSplit?, FormFields) {
        let typed = entered.values
        let sizes = goals.compactMap { goal in
            typed[goal.id.uuidString.lowercased()].map { (goal: goal, size: $0) }
        }
        guard !sizes.isEmpty else { return (row.split, FormFields(typed, prefix: "allocate")) }
        do {
            let split = try row.divided(among: sizes)
            if let refusal = entered.refusal() { throw refusal }
            return (split, FormFields(typed, prefix: "allocate"))
        } catch let problem as any Problem {
            let all: any Problem = entered.refusal(beside: problem) ?? problem
            return (nil, FormFields(typed, issues: issues(of: all, at: ""), prefix: "allocate"))
        }
    }
}
