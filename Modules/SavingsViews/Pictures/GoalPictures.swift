import Allocation
public import Forecast
public import Models
import Planning
public import Presentation

/// The pictures of a goal, in the words of an answer.
public struct GoalPictures: Sendable {
    private let style: TextStyle
    /// How many days of the future are drawn at most: more cannot be seen.
    private static let mostPoints = 400

    /// Pictures with amounts as the style has them.
    public init(_ style: TextStyle) { self.style = style }

    /// Everything that a forecast shows: how it was, how it may become, what it is made of, and what was contributed, if
    /// anything was.
    public func pictures(of forecast: GoalForecast) -> [any Chart] {
        let first: [any Chart] = forecast.history.days.count > 1 ? [history(of: forecast.history)] : []
        let hasContributions = forecast.history.days.contains { !$0.contributed.isZero }
        let last: [any Chart] = hasContributions ? [contributions(of: forecast.history)] : []
        return first + [future(of: forecast), composition(of: forecast)] + last
    }

    /// The same as a file.
    public func file(of forecast: GoalForecast) -> ChartFile {
        ChartFile(title: title(of: forecast.goal), pictures(of: forecast))
    }

    /// What a goal may have when its payments are made, as a file.
    public func file(of odds: GoalOdds, today: CalendarDay) -> ChartFile {
        ChartFile(title: title(of: odds.goal), [future(of: odds, today: today)])
    }

    private func title(of goal: Goal) -> String {
        "\(GoalRow.title(of: goal)): \(style.amount(goal.target)) by \(style.day(goal.deadline))"
    }

    /// The saved value, day by day.
    public func history(of history: GoalHistory) -> Sparkline {
        let known = history.days.compactMap { day in day.saved.map { (day: day.day, saved: $0) } }
        let unknown = history.days.count - known.count
        var sentences: [String] = []
        if let first = known.first, let last = known.last {
            sentences.append(
                "From \(style.amount(first.saved)) on \(style.day(first.day)) to \(style.amount(last.saved)) on \(style.day(last.day))."
            )
        }
        if unknown > 0 { sentences.append("Not known on \(unknown) of \(history.days.count) days.") }
        return Sparkline(
            title: "Saved value", summary: sentences.joined(separator: " "),
            values: history.days.map { $0.saved?.position }, first: history.days.first.map { style.day($0.day) } ?? "",
            last: history.days.last.map { style.day($0.day) } ?? "")
    }

    /// What the goal may have when payments go on as before.
    public func future(of forecast: GoalForecast) -> BandChart {
        let known = forecast.history.days.map { day in
            day.saved.map { (x: Double(day.day.dayNumber), y: $0.position) }
        }
        var sentences: [String] = []
        if let gap = forecast.gap { sentences.append("The range of outcomes is not known. \(gap)") }
        return band(
            title: basis(of: forecast) + finding(of: forecast),
            forecast.goal, known: known, forecast.bands, isCertain: forecast.paths == 0,
            from: forecast.history.days.first?.day, sentences)
    }

    /// The payments that a forecast is of.
    private func basis(of forecast: GoalForecast) -> String {
        guard forecast.followsPlan else {
            return
                "If you go on as before (\(style.amount(forecast.history.monthly, forecast.history.monthlyBound)) a month)"
        }
        return forecast.plan.isDecided ? "If you pay as you decided" : "If you make the required payments"
    }

    /// The day on which a goal is reached at its pace, and how late that is; empty for a goal that is reached.
    private func finding(of forecast: GoalForecast) -> String {
        guard !forecast.plan.progress.isAchieved else { return "" }
        guard let finish = forecast.finish else { return ": never reached" }
        guard let late = Lateness.words(of: finish, after: forecast.goal.deadline) else {
            return ": \(style.day(finish)), in time"
        }
        return ": \(style.day(finish)), \(late) late"
    }

    /// What the goal may have when its payments are made.
    public func future(of odds: GoalOdds, today: CalendarDay) -> BandChart {
        let saved = (x: Double(today.dayNumber), y: odds.plan.progress.saved.position)
        return band(
            title: odds.monthly.map { "With \(style.amount($0)) on each payment date" }
                ?? "With the payments of the plan",
            odds.goal, known: [saved], odds.bands, isCertain: odds.paths == 0, from: today, [])
    }

    private func band(
        title: String, _ goal: Goal, known: [(x: Double, y: Double)?], _ bands: [ValueBand], isCertain: Bool,
        from first: CalendarDay?, _ sentences: [String]
    ) -> BandChart {
        var sentences = sentences
        if let last = bands.last {
            sentences.append(
                isCertain
                    ? "On \(style.day(last.day)) it has \(style.amount(last.median))."
                    : "On \(style.day(last.day)) it has \(style.amount(last.low)) or less in 5 of 100 futures, "
                        + "\(style.amount(last.median)) or less in 50, \(style.amount(last.high)) or less in 95.")
        }
        sentences.append("The target is \(style.amount(goal.target)).")
        let places = bands.spread(Self.mostPoints).map { band in
            BandChart.Band(
                x: Double(band.day.dayNumber), low: band.low.position, middle: band.median.position,
                high: band.high.position)
        }
        let top = BandChart.top(
            known: known.compactMap { $0?.y }, bands: places, target: goal.target.position)
        let highest = bands.map(\.high).max { $0.position < $1.position }
        let topAmount = highest.flatMap { $0.position == top ? $0 : nil } ?? goal.target
        return BandChart(
            title: title, summary: sentences.joined(separator: " "), known: known, bands: places,
            target: goal.target.position,
            words: BandChart.Words(
                first: first.map(style.day) ?? "", last: bands.last.map { style.day($0.day) } ?? "",
                target: "target \(style.amount(goal.target))", top: style.amount(topAmount), bottom: "0",
                known: "saved", middle: isCertain ? "expected" : "middle of all futures",
                band: "9 of 10 futures"))
    }

    /// What each asset gives.
    public func composition(of forecast: GoalForecast) -> StackedBar {
        let goal = forecast.goal
        let valued = forecast.parts.compactMap { part in part.value.map { (part.label, $0) } }
        let missing = forecast.parts.filter { $0.value == nil }.map(\.label)
        let parts = valued.map { StackedBar.Part($0, size: $1.position, text: style.amount($1)) }
        var sentences: [String] = []
        if let most = valued.max(by: { $0.1.ratio < $1.1.ratio }) {
            sentences.append("Most comes from \(most.0): \(style.amount(most.1)).")
        }
        if !missing.isEmpty {
            sentences.append("Without a rate in \(goal.currency): \(missing.joined(separator: ", ")).")
        }
        if forecast.parts.isEmpty { sentences = ["Nothing funds it yet."] }
        return StackedBar(
            title: "Assets that fund it", summary: sentences.joined(separator: " "), parts: parts)
    }

    /// What was put in on each day.
    public func contributions(of history: GoalHistory) -> HeatMap {
        let days = history.days
        let active = days.filter { $0.contributed.isPositive }
        let out = days.filter { $0.contributed.isNegative }
        let most = active.max { $0.contributed.ratio < $1.contributed.ratio }
        var sentences: [String] = []
        if let most, let first = days.first?.day, let last = days.last?.day {
            sentences.append(
                "From \(style.day(first)) to \(style.day(last)) something was contributed on \(active.count) "
                    + "\(active.count == 1 ? "day" : "days"), most on \(style.day(most.day)): \(style.amount(most.contributed))."
            )
        } else {
            sentences.append("Nothing was contributed.")
        }
        if !out.isEmpty { sentences.append("On \(out.count) \(out.count == 1 ? "day" : "days") more was taken out.") }
        let legend = (1...4).compactMap { quarter -> String? in
            guard let most, let share = Ratio(Int128(quarter), over: 4) else { return nil }
            return try? style.amount(
                ExactAmount(most.contributed.ratio * share, history.goal.currency).rounded(.halfEven))
        }
        return HeatMap(
            title: "Contributions by day", summary: sentences.joined(separator: " "),
            first: days.first?.day ?? history.goal.start, values: days.map(\.contributed.position), legend: legend)
    }
}

extension Money {
    /// Where the amount lies in a picture: never an amount to count with.
    fileprivate var position: Double { Double(amountText) ?? 0 }
}
