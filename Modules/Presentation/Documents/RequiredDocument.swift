import Allocation
import Foundation
import Models
public import Planning

extension Document {
    /// The answer of `cst-plan required`.
    public init(required report: MonthlyPlanReport) {
        var body: [String: JSONValue] = [
            "displayCurrency": .string(report.displayCurrency.identity),
            "convention": .string(report.convention.name),
            "paymentDay": .null,
            "total": JSONValue(report.total),
            "goals": .array(report.rows.map(JSONValue.init(required:))),
        ]
        if case .payments(let day) = report.convention { body["paymentDay"] = .string(day.description) }
        if let bound = report.totalBound { body["totalBound"] = .string(bound.rawValue) }
        self.init(
            "required", asOf: report.today, main: "goals", isComplete: report.isComplete, warnings: report.warnings,
            rates: report.rates, body: body)
    }

    /// The answer of `cst-plan schedule`: one goal's payments with running totals.
    public init(schedule row: MonthlyPlanReport.Row, report: MonthlyPlanReport, schedule: [ScheduledPayment]) {
        self.init(
            "schedule", asOf: report.today, main: "payments", isComplete: row.unavailable.isEmpty,
            warnings: report.warnings, rates: row.plan.progress.rates,
            body: [
                "goal": JSONValue(required: row), "convention": .string(report.convention.name),
                "payments": .array(
                    schedule.map {
                        [
                            "date": JSONValue($0.payment.date), "amount": JSONValue($0.payment.amount),
                            "total": JSONValue($0.total), "saved": JSONValue($0.saved),
                        ]
                    }),
            ])
    }
}

extension JSONValue {
    /// A goal in the document of `required`.
    init(required row: MonthlyPlanReport.Row) {
        let plan = row.plan
        let goal = plan.goal
        var members: [String: JSONValue] = [
            "id": .string(goal.id.uuidString.lowercased()), "name": .string(goal.name),
            "emoji": JSONValue(goal.emoji), "lifecycle": .string(goal.lifecycle.rawValue),
            "flexState": .string(plan.flexState.rawValue), "custom": JSONValue(plan.custom),
            "required": JSONValue(plan.requirement.required), "requiredDisplay": JSONValue(row.requiredDisplay),
            "level": JSONValue(plan.requirement.level), "paid": JSONValue(plan.requirement.paid),
            "payments": .array(
                plan.requirement.payments.map { ["date": JSONValue($0.date), "amount": JSONValue($0.amount)] }),
            "paymentsRemaining": JSONValue(plan.requirement.payments.count),
            "unavailable": JSONValue(row.unavailable),
        ]
        if let bound = plan.requiredBound { members["requiredBound"] = .string(bound.rawValue) }
        members.merge(JSONValue.standing(plan)) { own, _ in own }
        self = .object(members)
    }

    /// Where a goal stands: what every answer about a goal says.
    static func standing(_ plan: GoalPlan) -> [String: JSONValue] {
        let progress = plan.progress
        var members: [String: JSONValue] = [
            "status": .string(plan.status.rawValue), "urgency": .string(plan.urgency.rawValue),
            "pace": JSONValue(plan.pace?.rawValue), "target": JSONValue(plan.goal.target),
            "saved": JSONValue(progress.saved), "remaining": JSONValue(progress.remaining),
            "progress": JSONValue(min(progress.progress, .one), rounding: .down),
            "progressRaw": JSONValue(progress.progress, rounding: .down),
            "deadline": JSONValue(plan.goal.deadline), "daysRemaining": JSONValue(plan.daysRemaining),
        ]
        if let bound = progress.savedBound { members["savedBound"] = .string(bound.rawValue) }
        if let bound = progress.remainingBound { members["remainingBound"] = .string(bound.rawValue) }
        return members
    }
}
