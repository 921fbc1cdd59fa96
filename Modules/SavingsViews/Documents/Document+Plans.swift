import Allocation
import ExchangeRates
import Models
public import Planning
public import Presentation
import RateViews

extension Document {
    private typealias PlannedGoal = (row: MonthlyPlanReport.Row, report: MonthlyPlanReport)

    private static let plannedGoal = Shape<PlannedGoal>(
        .members(
            Shape<Goal>(.all(Goal.reference), .value("emoji", \.emoji), .value("lifecycle", \.lifecycle)),
            \.row.plan.goal),
        .members(GoalPlan.standing, \.row.plan),
        .value("paymentsRemaining", { $0.row.plan.requirement.payments.count }),
        .figure("required", \.row.plan.requirement.required, \.row.plan.requiredBound),
        .figure(
            "planned", \.row.plan.planned, \.row.plan.plannedBound,
            note: "What will be paid next: what was decided, less what was contributed since, else what is required."),
        .value(
            "due", { $0.report.isDue($0.row.plan) },
            note: "Whether it has a payment by the next payment day, so that it counts in the totals."),
        .figure(
            "requiredDisplay", \.row.requiredDisplay,
            { $0.row.requiredDisplay == nil ? nil : $0.row.plan.requiredBound }),
        .value("flexState", \.row.plan.flexState), .value("custom", \.row.plan.custom),
        .value("adjusted", \.row.plan.adjusted, note: "What an adjustment of the month came to."),
        .value(
            "frozen", { $0.row.plan.frozen != nil },
            note: "Whether the required payment was frozen when the month was started."),
        .figure(
            "level", \.row.plan.requirement.level, \.row.plan.levelBound,
            note: "The required payment before what was contributed is taken off."),
        .figure(
            "paid", \.row.plan.requirement.paid, \.row.plan.paidBound,
            note: "What was contributed since the previous payment date, or since the month was started."),
        .list(
            "payments",
            Shape<(payment: Payment, bound: Bound?)>(
                .value("date", \.payment.date), .figure("amount", \.payment.amount, \.bound)),
            { goal in goal.row.plan.requirement.payments.map { ($0, goal.row.plan.requiredBound) } },
            named: "payment"), .unavailable(\.row.unavailable))

    private static let requiredShape = DocumentShape<MonthlyPlanReport>(
        "required", "What every active goal requires.", main: "goals",
        Shape(
            .value("displayCurrency", \.displayCurrency),
            .value("convention", { ConventionText(name: $0.convention.name) }),
            .value("paymentDay", \.paymentDay, note: "Null under calendarMonths."),
            .value("month", \.month, note: "The month in progress, whose frozen amounts are shown."),
            .figure("total", \.total, \.totalBound),
            .figure(
                "plannedTotal", \.plannedTotal, \.plannedTotalBound,
                note: "What will be paid: the sum of planned of the goals that are due and not skipped."),
            .list("goals", plannedGoal, { report in report.rows.map { ($0, report) } }, named: "requiredGoal"),
            .rates(\.rates)))

    private typealias Schedule = (goal: PlannedGoal, payments: [ScheduledPayment])
    private static let scheduleShape = DocumentShape<Schedule>(
        "schedule", "The payments of one goal with running totals.", main: "payments",
        Shape(
            .object("goal", plannedGoal, \.goal, named: "requiredGoal"),
            .value("convention", { ConventionText(name: $0.goal.report.convention.name) }),
            .list(
                "payments",
                Shape<(payment: ScheduledPayment, plan: GoalPlan)>(
                    .value("date", \.payment.payment.date),
                    .figure("amount", \.payment.payment.amount, \.plan.requiredBound),
                    .figure(
                        "total", \.payment.total, \.plan.requiredBound, note: "This payment and all before it."),
                    .figure(
                        "saved", \.payment.saved, \.plan.progress.savedBound, note: "What the goal has after it.")),
                { schedule in schedule.payments.map { ($0, schedule.goal.row.plan) } }),
            .rates(\.goal.row.plan.progress.rates)))

    static let planShapes = [requiredShape.description, scheduleShape.description]

    /// The answer of `cst-plan required`.
    public init(required report: MonthlyPlanReport) {
        self.init(
            Self.requiredShape, report, asOf: report.today, isComplete: report.isComplete, warnings: report.warnings)
    }

    /// The answer of `cst-plan schedule`: one goal's payments with running totals.
    public init(schedule row: MonthlyPlanReport.Row, report: MonthlyPlanReport, schedule: [ScheduledPayment]) {
        self.init(
            Self.scheduleShape, ((row, report), schedule), asOf: report.today, isComplete: row.unavailable.isEmpty,
            warnings: report.warnings)
    }
}

extension MonthlyPlanReport {
    fileprivate var paymentDay: PaymentDayText? {
        if case .payments(let day) = convention { PaymentDayText(day: day) } else { nil }
    }
}

/// The name of a payment convention, as it was kept.
struct ConventionText: DocumentValue {
    let name: String

    static var schemaType: SchemaType { .choice(PlanningSettings.ConventionName.allCases.map(\.rawValue)) }
    var json: JSONValue { .string(name) }
}

/// The day of the month on which payments are made, as settings have it.
private struct PaymentDayText: DocumentValue {
    let day: PaymentDay

    static var schemaType: SchemaType { .pattern("^(last|[1-9]|1[0-9]|2[0-8])$") }
    var json: JSONValue { .string(day.description) }
}
