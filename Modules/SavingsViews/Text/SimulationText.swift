import Allocation
public import Forecast
import Models
import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// The odds of one goal, or of all.
    public func lines(simulation report: OddsReport, _ characters: ChartCharacters = .unicode) -> [String] {
        let rates = report.goals.flatMap(\.plan.progress.rates).onceEach
        guard let odds = report.goals.first else {
            return (report.unavailable.isEmpty ? [noGoals] : []) + gaps(report.unavailable)
        }
        let body = report.isForOneGoal ? one(odds, report, characters) : all(report)
        return body + gaps(report.unavailable) + self.rates(rates)
    }

    private func all(_ report: OddsReport) -> [String] {
        let confidence = percent(report.terms.confidence)
        var table = TextTable([
            .init("GOAL", isFlexible: true), .init("DEADLINE"), .init("REACHED IN", .right), .init("PLAN", .right),
            .init("FOR \(confidence)", .right), .init("DATES", .right),
        ])
        for odds in report.goals {
            table.add([
                .init(GoalRow.title(of: odds.goal)), .init(odds.goal.deadline.description),
                .init(share(odds), odds.probability < report.terms.confidence ? .attention : .good),
                .init(odds.firstPayment.map { style.amount($0, odds.plan.requiredBound) } ?? "–"),
                .init(confident(odds), .strong), .init(String(odds.paymentDates.count)),
            ])
        }
        let model = report.goals.reduce(into: [String]()) { lines, odds in
            lines += priceLines(odds.model, in: odds.goal.currency).filter { !lines.contains($0) }
        }
        return [style.apply(.strong, to: "How likely goals are reached by their deadlines"), ""]
            + table.lines(width: width, style: style) + ["", "Assumed:"] + model + futures(report)
    }

    private func one(_ odds: GoalOdds, _ report: OddsReport, _ characters: ChartCharacters) -> [String] {
        let goal = odds.goal
        let dates = odds.paymentDates.count
        let paid: String =
            if let monthly = odds.monthly {
                "with \(style.amount(monthly)) on each of \(dates) payment \(dates == 1 ? "date" : "dates")"
            } else if odds.firstPayment.map(\.isZero) ?? true {
                "without another payment"
            } else {
                "when the plan is paid on \(dates) \(dates == 1 ? "date" : "dates")"
            }
        var lines = [
            style.apply(.strong, to: headline(odds.plan)),
            "Reached on the deadline in \(share(odds)) of all futures,", "\(paid).",
        ]
        if odds.confidentPayment != nil {
            lines.append(
                "For \(percent(report.terms.confidence)): \(confident(odds)) on each of \(dates) payment "
                    + "\(dates == 1 ? "date" : "dates").")
        }
        var table = TextTable([
            .init("DATE"), .init("5 % BELOW", .right), .init("HALF BELOW", .right), .init("95 % BELOW", .right),
        ])
        for band in odds.bands.some(6) {
            table.add([
                .init(band.day.description), .init(style.amount(band.low)), .init(style.amount(band.median)),
                .init(style.amount(band.high)),
            ])
        }
        let picture = GoalPictures(style).future(of: odds, today: report.today)
        lines += [""] + picture.text(width: width ?? 80, characters: characters, style: style)
        lines += [""] + table.lines(width: width, style: style)
        return lines + ["", "Assumed:"] + priceLines(odds.model, in: goal.currency)
            + intoLines(odds.shares, of: goal.currency) + futures(report)
    }

    /// How prices were taken to move.
    func priceLines(_ model: PriceModel, in currency: Currency) -> [String] {
        let moving = model.risks.filter { $0.volatility > 0 }
        var lines =
            moving.isEmpty
            ? ["  No price moves."]
            : ["  Prices move at random around those of today, without a trend (log-normal)."]
        for risk in model.risks {
            let origin = risk.prices.map { "from \($0) prices" } ?? "as given"
            lines.append("  \(risk.factor.label) in \(currency): \(percent(risk.volatility)) a year, \(origin)")
        }
        for pair in model.pairs where pair.correlation != 0 {
            lines.append(
                "  \(pair.first.label) and \(pair.second.label): correlation "
                    + pair.correlation.millionths.decimalString(places: 2, rounding: .halfEven))
        }
        return lines
    }

    /// Where payments go: into the goal's currency unless contributions went elsewhere.
    func intoLines(_ shares: [(factor: RiskFactor, share: Ratio)], of currency: Currency) -> [String] {
        guard !shares.isEmpty else {
            return ["  Payments stay in \(currency): nothing was contributed in the last year."]
        }
        let parts = shares.map { shares.count == 1 ? $0.factor.label : "\(percent($0.share)) \($0.factor.label)" }
        return ["  Payments go into \(parts.joined(separator: ", ")), as contributions of the last year did."]
    }

    private func futures(_ report: OddsReport) -> [String] {
        report.goals.contains { $0.paths > 0 }
            ? ["  \(report.terms.paths) futures, seed \(report.terms.seed)"] : []
    }

    private func share(_ odds: GoalOdds) -> String {
        let mark =
            switch odds.probabilityBound {
            case nil: ""
            case .atLeast: "≥ "
            case .atMost: "≤ "
            case .unknown: "~ "
            }
        // Only a goal that is reached in every future is reached in all of them.
        return mark + percent(odds.probability, .down)
    }

    private func confident(_ odds: GoalOdds) -> String {
        odds.confidentPayment.map { style.amount($0, $0.isZero ? nil : odds.confidentPaymentBound) } ?? "–"
    }

    private func percent(_ ratio: Ratio, _ rounding: Rounding = .halfEven) -> String {
        "\((ratio * Ratio(100)).decimalString(places: 1, rounding: rounding)) %"
    }

    private func percent(_ number: Double) -> String { percent(number.millionths) }
}

extension GoalOdds {
    /// What is paid first; nil when there is no date.
    fileprivate var firstPayment: Money? {
        guard !paymentDates.isEmpty else { return nil }
        return monthly ?? plan.requirement.payments.first { !$0.amount.isZero }?.amount ?? .zero(goal.currency)
    }
}

extension Array {
    /// At most so many elements, evenly spread, the last one among them.
    func some(_ most: Int) -> [Element] {
        guard count > most, most > 0 else { return self }
        return (1...most).map { self[$0 * count / most - 1] }
    }
}
