import Allocation
import Models
public import Planning
public import Presentation
import RateViews

extension Document {
    static let whatIfShape = DocumentShape<WhatIf>(
        "whatIf", "What other payments, another deadline or another target would do.", main: "others",
        Shape(
            .object("goal", Shape<Goal>(.all(Goal.reference)), \.preview.after.goal),
            .value(
                "monthly", \.monthly, note: "What is paid on every payment date; null when the plan is followed."),
            .object(
                "before",
                Shape<WhatIf>(
                    .members(Shape<GoalPlan>(.all(GoalPlan.impact)), \.preview.before),
                    .value("finish", \.finishBefore, note: "The day on which the goal is reached.")), { $0 }),
            .object(
                "after",
                Shape<WhatIf>(
                    .members(Shape<GoalPlan>(.all(GoalPlan.impact)), \.preview.after),
                    .value("finish", \.finishAfter, note: "Null when the calendar ends before."),
                    .figure(
                        "missing", \.missing, \.preview.after.progress.remainingBound,
                        note: "What would be missing on the deadline.")), { $0 }),
            .object(
                "budget",
                Shape<WhatIf>(
                    .figure("minimumBefore", \.minimumBefore, \.minimumBeforeBound),
                    .figure("minimumAfter", \.minimumAfter, \.minimumAfterBound)), { $0 },
                note: "The least level budget for all goals."),
            .list(
                "others",
                Shape<WhatIf.Other>(
                    .members(Shape<Goal>(.all(Goal.reference), .value("deadline", \.deadline)), \.goal),
                    .value("finishBefore", \.finishBefore), .value("finishAfter", \.finishAfter),
                    .value("late", \.isLate)), \.others,
                note: "The other goals, when the budget of minimumBefore stays as it is."),
            .unavailable(\.unavailable), .rates(\.preview.reportAfter.rates)))

    /// What other payments, another deadline or another target would do.
    public init(whatIf: WhatIf) {
        let report = whatIf.preview.reportAfter
        self.init(
            Self.whatIfShape, whatIf, asOf: report.today,
            isComplete: report.isComplete && whatIf.unavailable.isEmpty, warnings: report.warnings)
    }
}
