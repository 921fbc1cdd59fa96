import Allocation
public import Forecast
public import Models
import Planning
public import Presentation
import RateViews

extension Document {
    static let forecastShape = DocumentShape<GoalForecast>(
        "forecast", "When a goal is reached by paying as before, and how it came to what it has.", main: "history",
        Shape(
            .object("goal", Shape<Goal>(.all(Goal.reference)), \.goal), .value("deadline", \.goal.deadline),
            .value("target", \.goal.target), .figure("saved", \.plan.progress.saved, \.plan.progress.savedBound),
            .figure(
                "monthly", \.history.monthly, \.history.monthlyBound,
                note: "What was contributed for each month, on average, at today's rates."),
            .value(
                "finish", \.finish,
                note:
                    "At today's prices, by the payments of the plan until a payment date has passed; null when it is never reached."
            ),
            .nullable(
                "finishBand",
                Shape<GoalForecast.Finish>(
                    .value("early", \.early, note: "In 5 of 100 futures."), .value("median", \.median),
                    .value("late", \.late, note: "In 95 of 100 futures; null when that is beyond what was looked at.")),
                \.finishBand),
            .value("paths", \.paths, note: "0 when no price moves, or when how they do is not known."),
            .list("bands", ValueBand.shape, \.bands, named: "valueBand"),
            .list("prices", PriceRisk.shape, { $0.model?.risks ?? [] }, named: "priceRisk"),
            .list("correlations", PriceModel.correlation, { $0.model?.pairs ?? [] }, named: "correlation"),
            .list("paymentsInto", paymentShare, \.history.shares, named: "paymentShare"),
            .list(
                "assets",
                Shape<GoalForecast.Part>(
                    .value("asset", \.label), .value("amount", \.amount),
                    .value("value", \.value, note: "In the goal's currency; null without a rate.")), \.parts),
            .list(
                "history",
                Shape<GoalHistory.Day>(
                    .value("date", \.day),
                    .value("saved", \.saved, note: "At the rates of the day; null when part of it is not known."),
                    .value("contributed", \.contributed, note: "On the day, at today's rates.")), \.history.days),
            .unavailable { $0.plan.progress.unavailable + $0.history.unavailable },
            .rates(\.plan.progress.rates)))

    static let reportShape = DocumentShape<(path: String, report: SavingsReport)>(
        "report", "A page about a month that was written.", main: "goals",
        Shape(
            .value("file", \.path), .value("month", \.report.month.month.month),
            .list("goals", Shape<Goal>(.all(Goal.reference)), { $0.report.goals.map(\.goal) }),
            .unavailable(\.report.unavailable)))

    /// A page about a month that was written to a path.
    public init(report outcome: Outcome<SavingsReport>, path: String) {
        self.init(
            Self.reportShape, (path, outcome.value), asOf: outcome.value.month.today, isComplete: outcome.isComplete,
            warnings: outcome.warnings)
    }

    /// When a goal is reached by paying as before.
    public init(forecast outcome: Outcome<GoalForecast>, asOf today: CalendarDay) {
        self.init(
            Self.forecastShape, outcome.value, asOf: today, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}
