import ExchangeRates
import Foundation
public import Models
public import Planning
public import Presentation
import RateViews

extension MonthReport.State: DocumentChoice {}

extension MonthReport {
    /// A month's totals, for all goals together.
    fileprivate static let totals = Shape<MonthReport>(
        .value("month", \.month.month), .value("state", \.state),
        .value(
            "startedAt", { $0.state == .draft ? nil : $0.month.startedAt }, note: "Null for a draft."),
        .value("closedAt", \.month.closedAt, note: "Null unless it is closed."),
        .figure("plan", \.plan, \.planBound, note: "What the goals that are still active are to get."),
        .figure(
            "contributed", \.contributed, \.contributedBound,
            note: "What was contributed in the month; negative when more went out."),
        .figure(
            "planned", \.planned, \.plannedBound, note: "What is still to be paid to the goals that are not skipped."),
        .ratio(
            "shareMet", \.shareMet, rounding: .down, isNullable: true,
            note: "Which part of the plan is met, to 6 places; null when nothing is planned."),
        .bound("shareMet", \.doubt), .figure("beyond", \.beyond, \.doubt, note: "What goals got beyond their plan."))

    private var doubt: Bound? { planBound == nil && contributedBound == nil ? nil : .unknown }
}

extension MonthReport.Row {
    fileprivate static let shape = Shape<MonthReport.Row>(
        .value("id", \.payment.goalID), .value("name", \.name), .value("emoji", \.emoji),
        .value("date", \.payment.date, note: "The payment date."), .value("flexState", \.payment.currentState),
        .figure(
            "required", \.payment.required, \.payment.requiredBound,
            note: "What was required when the month was started."),
        .value(
            "plan", \.payment.plan,
            note: "What the goal is to get by the latest decision, else what was required."),
        .figure(
            "contributed", \.contribution.amount, \.contribution.bound,
            note: "What was contributed, at the month's rates."),
        .figure("planned", \.planned, \.plannedBound, note: "What is still to be paid."),
        .figure(
            "released", \.contribution.released, \.contribution.bound,
            note: "What came because other goals ended, or minus what the goal gave back at its own end."),
        .value("custom", \.payment.currentCustom), .value("level", \.payment.level, note: "The level payment then."),
        .value("ending", \.ending, note: "What has become of a goal that is not paid any more."),
        .list(
            "amendments",
            Shape<(amendment: MonthExecution.Amendment, required: Money)>(
                .value("time", \.amendment.instant), .value("flexState", \.amendment.state),
                .value("was", { $0.amendment.was ?? $0.required }),
                .value("is", { $0.amendment.becomes ?? $0.required })),
            { row in row.payment.amendments.map { ($0, row.payment.required) } }, note: "Decisions since the start."),
        .unavailable(\.unavailable))
}

extension Document {
    private static let monthShape = DocumentShape<MonthReport>(
        "month", "A month: what every goal is to get, and what it got.", main: "goals",
        Shape(
            .members(MonthReport.totals, { $0 }),
            .value("convention", { ConventionText(name: $0.month.convention) }),
            .value("displayCurrency", \.displayCurrency),
            .value(
                "undoUntil", \.undoUntil,
                note: "Until when the latest step can be undone; null when it cannot."),
            .list("goals", MonthReport.Row.shape, \.rows), .rates(\.rates)))

    private static let monthsShape = DocumentShape<[MonthReport]>(
        "months", "All months that were started, newest first.", main: "months",
        Shape(
            .list("months", MonthReport.totals, { $0 }),
            .rates { reports in
                Set(reports.flatMap(\.rates)).sorted { ConversionRate.precedes($0, $1) }
            }))

    static let monthShapes = [monthShape.description, monthsShape.description]

    /// A month with what every goal is to get and what it got.
    public init(month report: MonthReport) {
        self.init(
            Self.monthShape, report, asOf: report.today, isComplete: report.isComplete, warnings: report.warnings)
    }

    /// All months that were started.
    public init(months reports: [MonthReport], asOf day: CalendarDay) {
        self.init(
            Self.monthsShape, reports, asOf: day, isComplete: reports.allSatisfy(\.isComplete),
            warnings: reports.flatMap(\.warnings))
    }
}
