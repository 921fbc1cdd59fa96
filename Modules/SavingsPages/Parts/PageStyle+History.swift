import Allocation
import Models
import Presentation
import WebPages

extension PageStyle {
    /// The card with the value of all assets over time.
    ///
    /// - Parameter path: the address of the page with another range.
    func historyCard(_ history: BalanceHistory, path: (BalanceHistory.Range) -> String) -> HTML {
        let ranges = HTML(
            "nav", [.class("filters"), .init("aria-label", "How far back")],
            BalanceHistory.Range.allCases.map { range in
                .link(
                    Self.name(range), to: path(range),
                    [.init("aria-label", Self.words(range))]
                        + (range == history.range ? [.init("aria-current", "true")] : []))
            })
        let note: HTML =
            history.unavailable.isEmpty
            ? .nothing
            : .notice(
                .attention,
                [
                    .paragraph("Not counted in full:"),
                    HTML(
                        "ul", [],
                        history.unavailable.map { gap in
                            HTML("li", [], [HTML("strong", [], [.name(gap.item)]), .text(": ")] + folded(gap.reason))
                        }),
                ])
        return .card(
            "Value over time", id: "history", action: ranges,
            [
                HTML(
                    "div", [.init("data-live-id", "history")],
                    [.chart(chart(history), id: "history-chart", table: table(history)), note])
            ])
    }

    private static func name(_ range: BalanceHistory.Range) -> String {
        range == .all ? "All" : range.rawValue.uppercased()
    }

    private static func words(_ range: BalanceHistory.Range) -> String {
        switch range {
        case .month: "1M: one month"
        case .quarter: "3M: three months"
        case .half: "6M: six months"
        case .year: "1Y: one year"
        case .all: "All: since the first transaction"
        }
    }

    // MARK: - Picture

    /// How many points a line has at most; more cannot be seen.
    private static let mostPoints = 400
    /// How many days its table has at most.
    private static let mostRows = 120

    /// The history as a picture.
    func chart(_ history: BalanceHistory) -> LineChart {
        var series = [LineChart.Series("All assets", points(history, history.totals.map { $0?.ratio }))]
        if history.assets.count > 1 {
            series += history.lines(most: LineChart.mostSeries - 1).map { line in
                LineChart.Series(name(line), points(history, line.values.map { $0?.value }))
            }
        }
        let scale = ChartScale(holding: series.flatMap(\.points).compactMap(\.y), most: 5)
        return LineChart(
            title: "Value of all assets in \(history.display), at today's rates", summary: summary(history),
            series: series, across: dates(history),
            up: scale.values.map { value in
                let shown = hidesAmounts && value != "0" ? TextStyle.hidden : numbers.digits(value)
                return LineChart.Tick(Double(value) ?? 0, shown)
            })
    }

    private func name(_ line: BalanceHistory.Line) -> String { line.asset?.name ?? "\(line.count) others" }

    private func points(_ history: BalanceHistory, _ values: [Ratio?]) -> [LinePoint] {
        zip(history.days, values).map { day, value in
            // Where it lies in a picture: never an amount to count with.
            LinePoint(
                Double(day.dayNumber),
                value.flatMap { Double($0.decimalString(places: history.display.minorUnit, rounding: .halfEven)) })
        }.thinned(to: Self.mostPoints)
    }

    /// The change of the total from the first known day to the last one; empty where a value is a bound.
    private func change(_ history: BalanceHistory) -> String {
        let known = history.totals.compactMap(\.self)
        guard history.bound == nil, let first = known.first, let last = known.last,
            let change = try? last.subtracting(first)
        else { return "" }
        guard !change.isZero else { return "unchanged, " }
        return change.isNegative ? "\(text.amount(change.negated)) less, " : "\(text.amount(change)) more, "
    }

    private func summary(_ history: BalanceHistory) -> String {
        let known = zip(history.days, history.totals).compactMap { day, total in total.map { (day: day, total: $0) } }
        guard let first = known.first, let last = known.last, !history.assets.isEmpty else {
            return "No value is known."
        }
        func described(_ found: (day: CalendarDay, total: Money)) -> String {
            "\(text.amount(found.total, history.bound)) on \(numbers.text(found.day))"
        }
        let range = "\(change(history))from \(described(first)) to \(described(last))"
        var sentences = [
            first.day == last.day
                ? "\(described(last)), at today's rates.".capitalizedFirst
                : "\(range), at today's rates: only what is put in or taken out moves the line, opening balances too."
                    .capitalizedFirst
        ]
        if let most = known.max(by: { $0.total.ratio < $1.total.ratio }), most.total.ratio > first.total.ratio,
            most.total.ratio > last.total.ratio
        {
            sentences.append("Most was \(described(most)).")
        }
        if let least = known.min(by: { $0.total.ratio < $1.total.ratio }), least.total.ratio < first.total.ratio,
            least.total.ratio < last.total.ratio
        {
            sentences.append("Least was \(described(least)).")
        }
        let missing = history.totals.count - known.count
        if missing > 0 { sentences.append("Not known on \(missing) of \(history.days.count) days.") }
        if history.isSampled { sentences.append("\(history.days.count) days of the time are shown.") }
        return sentences.joined(separator: " ")
    }

    /// The days with a name on the axis: the ends, and beginnings of months between them.
    private func dates(_ history: BalanceHistory) -> [LineChart.Tick] {
        guard let first = history.days.first, let last = history.days.last, first < last else {
            return history.days.last.map { [LineChart.Tick(Double($0.dayNumber), numbers.text($0))] } ?? []
        }
        func tick(_ day: CalendarDay) -> LineChart.Tick {
            LineChart.Tick(Double(day.dayNumber), numbers.text(day))
        }
        let length = first.days(until: last)
        var between: [CalendarDay] = []
        if length <= 62 {
            between = stride(from: 7, to: length, by: 7).map { last.adding(days: -$0) }.reversed()
        } else {
            let months = first.wholeMonths(until: last) + 1
            let step = [1, 2, 3, 6, 12, 24, 60, 120, 240].first { months / $0 <= 5 } ?? 600
            // Steps of years begin with January.
            let offset = step >= 12 ? 13 - first.parts.month : 1
            between = stride(from: offset, through: months, by: step).map { first.month.adding(months: $0).day(1) }
                .filter { $0 < last }
        }
        return [tick(first)] + between.map(tick) + [tick(last)]
    }

    // MARK: - Table

    /// The same as a table, newest first.
    private func table(_ history: BalanceHistory) -> HTML {
        let lines = history.assets.count > 1 ? history.lines(most: LineChart.mostSeries - 1) : []
        let shown = Set(
            zip(history.days, history.totals).map {
                LinePoint(Double($0.dayNumber), $1.flatMap { Double($0.amountText) })
            }
            .thinned(to: Self.mostRows).map { Int($0.x) })
        var table = DataTable(
            "Value of all assets at today's rates, newest first",
            [.text("Day"), .number("All assets")] + lines.map { .number(name($0)) })
        for (index, day) in history.days.enumerated().reversed() where shown.contains(day.dayNumber) {
            let total = history.totals[index]
            table.add(
                [self.day(day), amount(total, total == nil ? nil : history.bound)]
                    + lines.map { line in amount(line.values[index].flatMap { try? $0.rounded(.halfEven) }) },
                key: day.description)
        }
        return table.html
    }
}
