import Forecast
import Models
import Presentation
import SavingsViews
import WebPages

extension PageStyle {
    /// How a goal came to what it has and what may become of it: a card for each picture, with the same as a table.
    func pictureCards(_ forecast: GoalForecast) -> [HTML] {
        let pictures = GoalPictures(text)
        let history = forecast.history
        var cards: [HTML] = []
        if history.days.count > 1 {
            let saved = pictures.history(of: history)
            // One day makes no line.
            cards.append(
                history.days.count { $0.saved != nil } > 1
                    ? card(saved, id: "saved-history", savedTable(history))
                    : .card(saved.title, id: "saved-history", [.paragraph(saved.summary)]))
        }
        let future = pictures.future(of: forecast)
        // Without a band there is nothing to draw, only a reason.
        cards.append(
            forecast.bands.isEmpty
                ? .card(future.title, id: "future", [.paragraph(future.summary)])
                : card(future, id: "future", futureTable(forecast)))
        if history.days.contains(where: { !$0.contributed.isZero }) {
            cards.append(card(pictures.contributions(of: history), id: "contributions", contributionTable(history)))
        }
        return cards
    }

    /// What each asset gives, as a picture.
    func compositionChart(_ forecast: GoalForecast) -> HTML {
        var table = DataTable(
            "What each asset gives", [.text("Asset"), .number("In \(forecast.goal.currency)")])
        for part in forecast.parts { table.add([.name(part.label), amount(part.value)]) }
        return .chart(GoalPictures(text).composition(of: forecast), id: "composition-chart", table: table.html)
    }

    /// How many rows the table of a picture has at most: what is beyond them is in the picture.
    private static let mostRows = 120

    private func card(_ chart: any Chart, id: String, _ table: HTML) -> HTML {
        .card(chart.title, id: id, [.chart(chart, id: "\(id)-chart", table: table)])
    }

    /// The days on which the saved value changed, newest first, and the first one.
    private func savedTable(_ history: GoalHistory) -> HTML {
        var table = DataTable("Saved value by day, newest first", [.text("Day"), .number("Saved")])
        let days = history.days
        let changed = days.indices.filter { $0 == 0 || days[$0].saved != days[$0 - 1].saved }
        for index in changed.suffix(Self.mostRows).reversed() {
            table.add([day(days[index].day), amount(days[index].saved)])
        }
        return table.html
    }

    private func futureTable(_ forecast: GoalForecast) -> HTML {
        let isCertain = forecast.paths == 0
        var table = DataTable(
            isCertain ? "Expected value by day" : "Value by day in simulated futures",
            [.text("Day")]
                + (isCertain
                    ? [.number("Expected")]
                    : [.number("5 of 100 below"), .number("Half below"), .number("95 of 100 below")]))
        for band in forecast.bands.spread(Self.mostRows) {
            table.add(
                [day(band.day)]
                    + (isCertain ? [band.median] : [band.low, band.median, band.high]).map { amount($0) })
        }
        return table.html
    }

    private func contributionTable(_ history: GoalHistory) -> HTML {
        var table = DataTable("Contributions by day, newest first", [.text("Day"), .number("Contributed")])
        for day in history.days.lazy.filter({ !$0.contributed.isZero }).suffix(Self.mostRows).reversed() {
            table.add([self.day(day.day), amount(day.contributed)])
        }
        return table.html
    }
}
