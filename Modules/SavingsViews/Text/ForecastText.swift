import Allocation
public import Forecast
import Models
import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// When a goal is reached by paying as before.
    public func lines(forecast: GoalForecast, _ characters: ChartCharacters = .unicode) -> [String] {
        let goal = forecast.goal
        let saved = style.amount(forecast.plan.progress.saved, forecast.plan.progress.savedBound)
        var lines = [
            style.apply(
                .strong,
                to: "\(GoalRow.title(of: goal)): \(style.amount(goal.target)) by \(goal.deadline), \(saved) saved"),
            contributed(forecast), finish(forecast),
        ]
        for picture in GoalPictures(style).pictures(of: forecast) {
            lines += [""] + picture.text(width: width ?? 80, characters: characters, style: style)
        }
        if let model = forecast.model {
            lines += ["", "Assumed:"] + priceLines(model, in: goal.currency) + intoLines(forecast.history.shares)
        }
        return lines + gaps(forecast.plan.progress.unavailable + forecast.history.unavailable)
            + rates(forecast.plan.progress.rates)
    }

    private func contributed(_ forecast: GoalForecast) -> String {
        let history = forecast.history
        guard let first = history.days.first?.day, !history.monthly.isZero || history.monthlyBound != nil else {
            return "Nothing was contributed yet."
        }
        return "Contributed since \(first): \(style.amount(history.monthly, history.monthlyBound)) a month on average."
    }

    private func finish(_ forecast: GoalForecast) -> String {
        guard let finish = forecast.finish else { return "At this pace it is never reached." }
        if forecast.plan.progress.isAchieved { return "It is reached." }
        let late = finish > forecast.goal.deadline
        let text = "At this pace and today's prices it is reached on \(finish), \(late ? "after" : "by") the deadline."
        guard let band = forecast.finishBand, forecast.paths > 0 else { return text }
        let early = band.early?.description ?? "later than was looked at"
        return text + " When prices move: \(early) to \(band.late?.description ?? "never") in 9 of 10 futures."
    }
}
