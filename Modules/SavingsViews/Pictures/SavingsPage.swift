import Allocation
public import Forecast
import Models
import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// A month with its goals as a page to keep or to print.
    public func page(_ report: SavingsReport) -> HTMLPage {
        let month = report.month
        let pictures = GoalPictures(style)
        var sections = [
            HTMLPage.Section(
                "This month", sentences: [head(month)],
                table: month.rows.isEmpty ? nil : table(month: month))
        ]
        for forecast in report.goals {
            let assumed =
                forecast.model.map {
                    priceLines($0, in: forecast.goal.currency)
                        + intoLines(forecast.history.shares, of: forecast.goal.currency)
                } ?? []
            sections.append(
                HTMLPage.Section(
                    headline(forecast.plan), sentences: sentences(forecast) + assumed,
                    charts: pictures.pictures(of: forecast)))
        }
        let rates = self.rates(month.rates + report.goals.flatMap(\.plan.progress.rates))
        let missing = gaps(report.unavailable + month.rows.flatMap(\.unavailable))
        for (heading, lines) in [("Not counted", missing), ("Rates", rates)] where lines.count > 2 {
            sections.append(HTMLPage.Section(heading, sentences: Array(lines.dropFirst(2))))
        }
        return HTMLPage(title: "Savings, \(month.month.month), as of \(month.today)", sections)
    }
}
