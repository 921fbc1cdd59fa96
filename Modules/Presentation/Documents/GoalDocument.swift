import Allocation
import Foundation
public import Models
public import Planning

extension Document {
    /// A list of goals with where they stand.
    public init(goals report: MonthlyPlanReport) {
        self.init(
            "goals", asOf: report.today, main: "goals",
            isComplete: report.rows.allSatisfy { $0.plan.progress.savedBound == nil },
            warnings: report.warnings, rates: report.rates,
            body: ["goals": .array(report.rows.map { JSONValue(goal: $0.plan.goal, standing: $0.plan) })])
    }

    /// One goal with where it stands and what funds it.
    public init(goal row: MonthlyPlanReport.Row, report: MonthlyPlanReport) {
        let funding = row.plan.progress.funding.map { part in
            var members: [String: JSONValue] = ["asset": .string(part.asset), "reason": JSONValue(part.gap)]
            members.setFigure("amount", JSONValue(part.amount), part.gap.map { _ in .atLeast })
            return JSONValue.object(members)
        }
        var goal = JSONValue.members(of: row.plan.goal)
        goal.merge(JSONValue.standing(row.plan)) { own, _ in own }
        goal.setFigure("required", JSONValue(row.plan.requirement.required), row.plan.requiredBound)
        goal["flexState"] = .string(row.plan.flexState.rawValue)
        goal["custom"] = JSONValue(row.plan.custom)
        goal["funding"] = .array(funding)
        goal["unavailable"] = JSONValue(row.plan.progress.unavailable)
        self.init(
            "goal", asOf: report.today, main: "goal", isComplete: row.plan.progress.savedBound == nil,
            warnings: report.warnings, rates: row.plan.progress.rates, body: ["goal": .object(goal)])
    }

    /// A goal that was just added, changed or deleted.
    public init(
        changed goal: Goal, isComplete: Bool = true, warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(
            "goal", asOf: day, main: "goal", isComplete: isComplete, warnings: warnings,
            body: ["goal": .object(JSONValue.members(of: goal))])
    }

    /// A goal's wish for a month that was just changed.
    public init(changed plan: MonthlyPlan, of goal: Goal, asOf day: CalendarDay) {
        var members = JSONValue.members(of: goal)
        members["flexState"] = .string(plan.state.rawValue)
        members["custom"] = JSONValue(plan.custom)
        members["month"] = .string(plan.month.description)
        members["always"] = .bool(plan.scope == .standing)
        self.init("goal", asOf: day, main: "goal", body: ["goal": .object(members)])
    }

    /// What an edit of a goal would change.
    public init(preview: GoalEditPreview) {
        let report = preview.reportAfter
        self.init(
            "goalPreview", asOf: report.today, main: "changes",
            isComplete: preview.after.progress.savedBound == nil, warnings: report.warnings,
            rates: preview.after.progress.rates,
            body: [
                "goal": JSONValue(goal: preview.after.goal, standing: nil),
                "significant": .bool(preview.isSignificant),
                "changes": .array(
                    preview.changes.map {
                        [
                            "field": .string($0.field), "before": JSONValue($0.before), "after": JSONValue($0.after),
                        ]
                    }),
                "before": .object(JSONValue.members(impact: preview.before)),
                "after": .object(JSONValue.members(impact: preview.after)),
            ])
    }
}

extension JSONValue {
    init(goal: Goal, standing plan: GoalPlan?) {
        var members = JSONValue.members(of: goal)
        if let plan { members.merge(JSONValue.standing(plan)) { own, _ in own } }
        self = .object(members)
    }

    /// What an edit has an effect on.
    static func members(impact plan: GoalPlan) -> [String: JSONValue] {
        var members = JSONValue.standing(plan)
        members.setFigure("required", JSONValue(plan.requirement.required), plan.requiredBound)
        members["paymentsRemaining"] = JSONValue(plan.requirement.payments.count)
        return members
    }

    fileprivate static func members(of goal: Goal) -> [String: JSONValue] {
        [
            "id": .string(goal.id.uuidString.lowercased()), "name": .string(goal.name),
            "emoji": JSONValue(goal.emoji), "description": JSONValue(goal.details), "link": JSONValue(goal.link),
            "target": JSONValue(goal.target), "start": JSONValue(goal.start), "deadline": JSONValue(goal.deadline),
            "remind": JSONValue(goal.reminder?.rawValue), "lifecycle": .string(goal.lifecycle.rawValue),
            "snapshot": goal.snapshot.map(JSONValue.init(snapshot:)) ?? .null,
        ]
    }

    private init(snapshot: GoalSnapshot) {
        var members: [String: JSONValue] = [
            "day": JSONValue(snapshot.day),
            "complete": .bool(snapshot.isComplete),
            "funding": .array(
                snapshot.funding.map {
                    [
                        "asset": .string($0.asset), "amount": JSONValue($0.amount), "rate": JSONValue($0.rate),
                    ]
                }),
        ]
        members.setFigure("saved", JSONValue(snapshot.saved), snapshot.isComplete ? nil : .atLeast)
        self = .object(members)
    }
}
