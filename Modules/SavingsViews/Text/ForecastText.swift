import Allocation
public import Forecast
import Models
import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// When a goal is reached by paying as before.
    public func lines(forecast: GoalForecast, _ characters: ChartCharacters = .unicode) -> [String] {
        var lines = [style.apply(.strong, to: headline(forecast.plan))] + sentences(forecast)
        for picture in GoalPictures(style).pictures(of: forecast) {
            lines += [""] + picture.text(width: width ?? 80, characters: characters, style: style)
        }
        if let model = forecast.model {
            lines += ["", "Assumed:"] + priceLines(model, in: forecast.goal.currency)
            lines += intoLines(forecast.history.shares, of: forecast.goal.currency)
        }
        return lines + gaps(forecast.plan.progress.unavailable + forecast.history.unavailable)
            + rates(forecast.plan.progress.rates)
    }

    /// A goal with what it has.
    func headline(_ plan: GoalPlan) -> String {
        let saved = style.amount(plan.progress.saved, plan.progress.savedBound)
        return
            "\(GoalRow.title(of: plan.goal)): \(style.amount(plan.goal.target)) by \(plan.goal.deadline), \(saved) saved"
    }

    /// What was contributed, and when the goal is reached.
    func sentences(_ forecast: GoalForecast) -> [String] { [contributed(forecast.history)] + finish(forecast) }

    private func contributed(_ history: GoalHistory) -> String {
        guard let first = history.days.first?.day else { return "It begins on \(history.goal.start)." }
        guard history.monthlyBound != nil || history.days.contains(where: { !$0.contributed.isZero }) else {
            return first == history.goal.start && !history.countsFirstDay
                ? "Nothing was contributed after its first day, \(first)." : "Nothing was contributed since \(first)."
        }
        return "Contributed since \(first): \(style.amount(history.monthly, history.monthlyBound)) a month on average."
    }

    private func finish(_ forecast: GoalForecast) -> [String] {
        if forecast.plan.progress.isAchieved { return ["It is reached."] }
        let pace =
            !forecast.followsPlan
            ? "At this pace" : forecast.plan.isDecided ? "With what you decided" : "With the required payments"
        var lines = ["\(pace) and today's prices it is never reached."]
        if let finish = forecast.finish {
            let side = finish > forecast.goal.deadline ? "after" : "by"
            lines = ["\(pace) and today's prices it is reached on \(finish), \(side) the deadline."]
        }
        guard let band = forecast.finishBand, forecast.paths > 0, let early = band.early else { return lines }
        let late = band.late.map { "by \($0) in 95" } ?? "not in all of them within the time that was looked at"
        return lines + ["When prices move: by \(early) in 5 of 100 futures, \(late)."]
    }
}
