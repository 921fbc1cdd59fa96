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
            "month": JSONValue(report.month?.description),
            "goals": .array(report.rows.map { JSONValue(required: $0, report: report) }),
        ]
        if case .payments(let day) = report.convention { body["paymentDay"] = .string(day.description) }
        body.setFigure("total", JSONValue(report.total), report.totalBound)
        body.setFigure("plannedTotal", JSONValue(report.plannedTotal), report.plannedTotalBound)
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
                "goal": JSONValue(required: row, report: report), "convention": .string(report.convention.name),
                "payments": .array(
                    schedule.map { scheduled in
                        let plan = row.plan
                        var members = JSONValue.members(of: scheduled.payment, bound: plan.requiredBound)
                        members.setFigure("total", JSONValue(scheduled.total), plan.requiredBound)
                        members.setFigure("saved", JSONValue(scheduled.saved), plan.progress.savedBound)
                        return .object(members)
                    }),
            ])
    }
}

extension JSONValue {
    /// A goal in the document of `required`.
    init(required row: MonthlyPlanReport.Row, report: MonthlyPlanReport) {
        let plan = row.plan
        let goal = plan.goal
        var members: [String: JSONValue] = [
            "id": .string(goal.id.uuidString.lowercased()), "name": .string(goal.name),
            "emoji": JSONValue(goal.emoji), "lifecycle": .string(goal.lifecycle.rawValue),
            "flexState": .string(plan.flexState.rawValue), "custom": JSONValue(plan.custom),
            "adjusted": JSONValue(plan.adjusted),
            "frozen": .bool(plan.frozen != nil),
            "requiredDisplay": JSONValue(row.requiredDisplay), "due": .bool(report.isDue(plan)),
            "payments": .array(
                plan.requirement.payments.map { .object(JSONValue.members(of: $0, bound: plan.requiredBound)) }),
            "paymentsRemaining": JSONValue(plan.requirement.payments.count),
            "unavailable": JSONValue(row.unavailable),
        ]
        members.setFigure("required", JSONValue(plan.requirement.required), plan.requiredBound)
        members.setFigure("planned", JSONValue(plan.planned), plan.plannedBound)
        members.setFigure("level", JSONValue(plan.requirement.level), plan.levelBound)
        members.setFigure("paid", JSONValue(plan.requirement.paid), plan.paidBound)
        if row.requiredDisplay != nil {
            members.setFigure("requiredDisplay", JSONValue(row.requiredDisplay), plan.requiredBound)
        }
        members.merge(JSONValue.standing(plan)) { own, _ in own }
        self = .object(members)
    }

    /// Where a goal stands: what every answer about a goal says.
    static func standing(_ plan: GoalPlan) -> [String: JSONValue] {
        let progress = plan.progress
        var members: [String: JSONValue] = [
            "status": .string(plan.status.rawValue), "urgency": .string(plan.urgency.rawValue),
            "pace": JSONValue(plan.pace?.rawValue), "target": JSONValue(plan.goal.target),
            "deadline": JSONValue(plan.goal.deadline), "daysRemaining": JSONValue(plan.daysRemaining),
        ]
        let ratio = progress.progress
        members.setFigure("saved", JSONValue(progress.saved), progress.savedBound)
        members.setFigure("remaining", JSONValue(progress.remaining), progress.remainingBound)
        members.setFigure("progress", JSONValue(min(ratio, .one), rounding: .down), progress.savedBound)
        members.setFigure("progressRaw", JSONValue(ratio, rounding: .down), progress.savedBound)
        return members
    }

    fileprivate static func members(of payment: Payment, bound: Bound?) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["date": JSONValue(payment.date)]
        members.setFigure("amount", JSONValue(payment.amount), bound)
        return members
    }
}
