import Allocation
import ExchangeRates
public import Models
public import Planning
public import Presentation
import RateViews

extension Document {
    static let goalsShape = DocumentShape<MonthlyPlanReport>(
        "goals", "A list of goals with where they stand.", main: "goals",
        Shape(
            .list(
                "goals",
                Shape<MonthlyPlanReport.Row>(
                    .members(Goal.shape, \.plan.goal), .members(GoalPlan.standing, \.plan)), \.rows),
            .rates(\.rates)))

    /// What is known of a goal: a goal that was changed, one with where it stands, or one with a decision about its payments.
    private struct Known: Sendable {
        let goal: Goal
        var standing: GoalPlan?
        var decision: MonthlyPlan?

        /// What was decided about its payments, where that is asked or was changed.
        var state: FlexState? { standing?.flexState ?? decision?.state }
        var custom: Money?? { standing.map(\.custom) ?? decision.map(\.custom) }
    }

    static let goalShapes = [goalShape.description, goalsShape.description, previewShape.description]
    private static let goalShape = DocumentShape<Known>(
        "goal", "One goal: as it was changed, or with where it stands.", main: "goal",
        Shape(
            .object(
                "goal",
                Shape<Known>(
                    .members(Goal.shape, \.goal), .optionalMembers(GoalPlan.standing, \.standing),
                    .optionalMembers(
                        Shape<GoalPlan>(.figure("required", \.requirement.required, \.requiredBound)), \.standing),
                    .optional("flexState", \.state), .optional("custom", \.custom),
                    .optional("month", \.decision?.month, note: "The month that the decision is for."),
                    .optional(
                        "always", { $0.decision.map { $0.scope == .standing } },
                        note: "Whether the decision holds from the month on."),
                    .optionalMembers(
                        Shape<GoalPlan>(
                            .list("funding", GoalFunding.Part.shape, \.progress.funding),
                            .unavailable(\.progress.unavailable)), \.standing)), { $0 }),
            .optionalRates { $0.standing?.progress.rates }))

    private static let previewShape = DocumentShape<GoalEditPreview>(
        "goalPreview", "What an edit of a goal would change.", main: "changes",
        Shape(
            .object("goal", Goal.shape, \.after.goal),
            .value("significant", \.isSignificant, note: "Whether payments or their days change."),
            .list(
                "changes",
                Shape<GoalEditPreview.FieldChange>(
                    .value("field", \.field), .value("before", \.before), .value("after", \.after)), \.changes),
            .object("before", Shape<GoalPlan>(.all(GoalPlan.impact)), \.before),
            .object("after", Shape<GoalPlan>(.all(GoalPlan.impact)), \.after),
            .rates(\.after.progress.rates)))

    /// A list of goals with where they stand.
    public init(goals report: MonthlyPlanReport) {
        self.init(
            Self.goalsShape, report, asOf: report.today,
            isComplete: report.rows.allSatisfy { $0.plan.progress.savedBound == nil }, warnings: report.warnings)
    }

    /// One goal with where it stands and what funds it.
    public init(goal row: MonthlyPlanReport.Row, report: MonthlyPlanReport) {
        self.init(
            Self.goalShape, Known(goal: row.plan.goal, standing: row.plan), asOf: report.today,
            isComplete: row.plan.progress.savedBound == nil, warnings: report.warnings)
    }

    /// A goal that was just added, changed or deleted.
    public init(
        changed goal: Goal, isComplete: Bool = true, warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(Self.goalShape, Known(goal: goal), asOf: day, isComplete: isComplete, warnings: warnings)
    }

    /// A decision about a goal's payments that was just made.
    public init(changed plan: MonthlyPlan, of goal: Goal, asOf day: CalendarDay) {
        self.init(Self.goalShape, Known(goal: goal, decision: plan), asOf: day)
    }

    /// What an edit of a goal would change.
    public init(preview: GoalEditPreview) {
        let report = preview.reportAfter
        self.init(
            Self.previewShape, preview, asOf: report.today,
            isComplete: preview.after.progress.savedBound == nil, warnings: report.warnings)
    }
}
