import Allocation
import FlexAdjustment
import Foundation
import HTTPTypes
import Models
import Persistence
import Planning
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Forms that write goals.
    static let goalSaves: [Route] = [
        Route(.get, "/goals/new", .reader, "A new goal") { context in
            try await context.formPage { set, style in
                let (effect, fields) = try await context.newGoal(set, context.entered(context.query))
                return (
                    Page.newGoal(fields, otherwise: try await context.newGoalValues(set), effect: effect, style),
                    !fields.issues.isEmpty
                )
            }
        },
        Route(.post, "/goals/new/preview", .reader, "What a new goal would do") { context in
            try await context.fragment { set, style in
                let (effect, fields) = try await context.newGoal(set, context.entered)
                return (style.newGoalEffect(fields, effect), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/goals/new", .owner, "Adds a goal") { context in
            if context.isTrying {
                return try await context.formPage { set, style in
                    let (effect, fields) = try await context.newGoal(set, context.entered)
                    let page = Page.newGoal(
                        fields, otherwise: try await context.newGoalValues(set), effect: effect, style)
                    return (page, !fields.issues.isEmpty)
                }
            }
            return try await context.saveForm(
                "goal add \(context.typed["name"] ?? "")", then: "/goals", field: "name", prefix: "new"
            ) { services, call in
                try await services.savings.goals.add(context.newGoalFields(context.entered.values), call)
            } redisplay: { set, fields, style in
                Page.newGoal(fields, otherwise: try await context.newGoalValues(set), effect: nil, style)
            }
        },
        Route(.post, "/goals/{id}/edit", .owner, "Changes what is said of a goal") { context in
            let hides = context.formHidesAmounts
            return try await context.saveMerged(
                Goal.self, "goal edit", then: "/goals/\(context["id"])",
                values: { GoalForm.values($0, hidesAmounts: hides) }, together: GoalForm.together
            ) { services, goal, changes, call in
                let said = changes.filter { !(hides && $0.key == "target" && $0.value.isEmpty) }
                return try await services.savings.goals.edit(goal.id.uuidString, GoalForm.fields(said), call)
            } redisplay: { set, goal, fields, who, style in
                try await context.editPage(set, goal, fields, who, style)
            } deleted: { who in
                try await context.deletedGoal(by: who)
            }
        },
        Route(.post, "/goals/{id}/lifecycle", .owner, "Pauses, resumes, archives or ends a goal") { context in
            guard let lifecycle = context.typed["to"].flatMap(Goal.Lifecycle.init) else { throw WebProblem.form }
            let (id, name) = (context["id"], try await context.goalName())
            let word =
                switch lifecycle {
                case .active: "resume"
                case .paused: "pause"
                case .archived: "archive"
                case .finished: "finish"
                case .cancelled: "cancel"
                }
            return try await context.save(
                "goal \(word) \(name)", expectedVersion: try context.expectedVersion(Goal.self), then: "/goals/\(id)"
            ) { services, call in
                if lifecycle == .finished || lifecycle == .cancelled {
                    return try await services.savings.planning.end(id, as: lifecycle, call).map { _ in }
                }
                return try await services.savings.goals.move(id, to: lifecycle, call).map { _ in }
            }
        },
        Route(.get, "/goals/{id}/fund", .reader, "What funds a goal") { context in
            try await context.page { set, style in try await context.fundPage(set, FormFields(prefix: "fund"), style) }
        },
        Route(.post, "/goals/{id}/fund", .owner, "Funds a goal with an asset") { context in
            let (id, name, entered) = (context["id"], try await context.goalName(), context.entered)
            return try await context.saveForm(
                "fund \(name)", expectedVersion: try context.expectedVersion(Goal.self, parts: "allocation"),
                then: "/goals/\(id)",
                field: "size", prefix: "fund"
            ) { services, call in
                let asset = try await context.chosen("asset") { try await services.savings.assets.asset(named: $0).id }
                let size = AllocationService.Size(entered.values["size"] ?? "")
                return try await services.savings.allocations.allocate(asset, to: id, size, call)
            } redisplay: { set, fields, style in
                try await context.fundPage(set, fields, style)
            }
        },
        Route(.get, "/goals/{id}/end", .reader, "What ending or deleting a goal does") { context in
            try await context.page { set, style in Page.end(try await set.goal(context["id"]).row.plan, style) }
        },
        Route(.post, "/goals/{id}/delete", .owner, "Deletes a goal") { context in
            let (id, name) = (context["id"], try await context.goalName())
            return try await context.save(
                "goal delete \(name)", expectedVersion: try context.expectedVersion(Goal.self), then: "/goals"
            ) { services, call in
                return try await services.savings.goals.delete(try await services.savings.goals.goal(named: id), call)
            }
        },
        Route(.post, "/goals/{id}/payment", .owner, "Says how the next payment of a goal is treated") { context in
            guard let state = context.typed["state"].flatMap(FlexState.init) else { throw WebProblem.form }
            let (id, name, entered) = (context["id"], try await context.goalName(), context.entered)
            let typed = entered.values
            let hides = context.formHidesAmounts
            return try await context.saveForm(
                "\(state.command) \(name)", expectedVersion: try context.expectedVersion(Goal.self),
                then: "/goals/\(id)", field: "custom",
                prefix: "treat"
            ) { services, call in
                return try await services.savings.planning.decide(id, call) { plan in
                    let merge = PaymentForm.merge(typed, plan, hidesAmounts: hides)
                    guard merge.conflicts.isEmpty else { throw WebProblem.stale }
                    let custom = merge.merged["custom"].flatMap { $0.isEmpty ? nil : $0 }
                    return MonthlyPlanningService.Decision(
                        merge.merged["state"].flatMap(FlexState.init) ?? state, custom: custom,
                        clearsCustom: custom == nil && !hides, isStanding: typed["span"] == "always")
                }
            } redisplay: { set, fields, style in
                let merge = PaymentForm.merge(typed, try await set.goal(id).row.plan, hidesAmounts: hides)
                let shown = FormFields(
                    typed.merging(merge.merged) { $1 }, issues: merge.conflicts.isEmpty ? fields.issues : [],
                    merge: merge, prefix: "treat")
                return try await context.goalPage(set, style, treat: shown)
            }
        },
    ]
}

extension FlexState {
    /// The command that does the same.
    var command: String {
        switch self {
        case .flexible: "flexible"
        case .protected: "protect"
        case .skipped: "skip"
        }
    }
}

extension RequestContext {
    /// A thing by its id, as it was when the form was made.
    ///
    /// - Throws: ``WebProblem``.
    func expectedVersion<E: Entity>(_ type: E.Type, parts: String? = nil) throws -> Call.ExpectedVersion? {
        guard let id = UUID(uuidString: self["id"]) else { throw WebProblem.page }
        return Call.ExpectedVersion(EntityKey(type, id), parts: parts, entry: try formEntry)
    }

    /// The name of the goal, for the history.
    fileprivate func goalName() async throws -> String {
        let services = try await app.host.services()
        do { return try await services.savings.goals.goal(named: self["id"]).name } catch LookupError.unknown {
            // It may be gone by this very request, sent for the second time: then it is answered as it was.
            return self["id"]
        }
    }

    /// The form of what funds the goal.
    fileprivate func fundPage(_ set: FigureSnapshot, _ fields: FormFields, _ style: PageStyle) async throws -> Page {
        let goal = try await set.reading.savings.goals.goal(named: self["id"])
        return Page.fund(goal, from: try await set.valuation().report.rows, fields, style)
    }

    fileprivate func newGoalFields(_ typed: [String: String]) -> GoalFields {
        // What was left empty was not said: a new goal has its usual value then.
        var fields = GoalForm.fields(typed.filter { !$0.value.isEmpty })
        fields["name"] = typed["name"] ?? ""
        return fields
    }

    /// The initial values of the fields of a new goal.
    fileprivate func newGoalValues(_ set: FigureSnapshot) async throws -> [String: String] {
        let template = (query["template"] ?? typed["template"]).flatMap(GoalTemplate.init)
        return [
            "name": template?.title ?? "", "emoji": template?.emoji ?? "", "description": template?.details ?? "",
            "deadline": template?.deadline(from: set.key.today).description ?? "",
            "start": set.key.today.description, "currency": try await usualCurrency(set).description,
        ]
    }

    fileprivate func newGoal(
        _ set: FigureSnapshot, _ entered: EnteredFields
    ) async throws -> (NewGoalEffect?, FormFields) {
        guard entered.values["target"]?.isEmpty == false else {
            return (nil, FormFields(entered.values, prefix: "new"))
        }
        return try await tried(entered, prefix: "new", field: "name") { typed in
            let goal = try await set.reading.savings.goals.draft(newGoalFields(typed), set.call)
            let services = try await set.reading
            let planning = try services.savings.planning
            var request = planning.request(set.call)
            guard request.displayCurrency == nil, try await services.isWithoutGoals else {
                return NewGoalEffect(
                    before: try await set.required(), after: try await planning.plan(request, adding: goal), goal: goal)
            }
            // The first goal decides the currency for totals (R8).
            request.displayCurrency = goal.currency
            return NewGoalEffect(
                before: try await planning.plan(request), after: try await planning.plan(request, adding: goal),
                goal: goal)
        }
    }

    /// The form of an edit again, with what it would do.
    fileprivate func editPage(
        _ set: FigureSnapshot, _ goal: Goal, _ fields: FormFields, _ who: String, _ style: PageStyle
    ) async throws -> Page {
        // A number that could be read in two ways is in none of them in the effect.
        let entered = entered.issues.isEmpty ? EnteredFields(read: fields.values) : entered
        let (preview, tried) = try await edit(set, goal, entered)
        let issues = fields.issues.isEmpty ? tried.issues : fields.issues
        let shown = FormFields(fields.values, issues: issues, merge: fields.merge, prefix: "edit")
        return Page.edit(goal, shown, preview, changedBy: who, style)
    }

    /// A goal that was deleted while it was edited: what was typed can be added as a new one.
    fileprivate func deletedGoal(by who: String) async throws -> WebResponse {
        var answer = try await formPage { set, style in
            let note =
                "This goal was deleted meanwhile: \(who). What you typed is here: add it as a new goal, or leave it."
            return (
                Page.newGoal(FormFields(entered.values, prefix: "new"), otherwise: [:], effect: nil, note: note, style),
                false
            )
        }
        answer.status = .conflict
        return answer
    }
}
