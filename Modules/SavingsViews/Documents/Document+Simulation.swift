import Allocation
public import Forecast
public import Models
import Planning
public import Presentation
import RateViews

extension Document {
    static let simulationShape = DocumentShape<OddsReport>(
        "simulation", "How likely goals are reached when prices move, and what to pay for a chosen confidence.",
        main: "goals",
        Shape(
            .value("seed", \.terms.seed, note: "From which all random numbers follow."),
            .ratio("confidence", \.terms.confidence),
            .list(
                "goals",
                Shape<GoalOdds>(
                    .members(Shape<Goal>(.all(Goal.reference)), \.goal), .value("deadline", \.goal.deadline),
                    .value("target", \.goal.target),
                    .figure("saved", \.plan.progress.saved, \.plan.progress.savedBound),
                    .value("monthly", \.monthly, note: "What is paid on every payment date; null for the plan."),
                    .value("payments", { $0.paymentDates.count }),
                    .ratio("probability", \.probability, note: "Of having the target on the deadline."),
                    .bound("probability", \.probabilityBound),
                    .figure(
                        "confidentPayment", \.confidentPayment, \.confidentPaymentBound,
                        note: "On each payment date, for the confidence; null when there is none."),
                    .value("paths", \.paths, note: "0 when no price moves, so that all is exact."),
                    .list("bands", ValueBand.shape, \.bands, named: "valueBand"),
                    .list("prices", PriceRisk.shape, \.model.risks, named: "priceRisk"),
                    .list("correlations", PriceModel.correlation, \.model.pairs, named: "correlation"),
                    .list("paymentsInto", paymentShare, \.shares, named: "paymentShare")), \.goals),
            .unavailable(\.unavailable), .rates { $0.goals.flatMap(\.plan.progress.rates).onceEach }))

    static let paymentShare = Shape<(factor: RiskFactor, share: Ratio)>(
        .value("currency", \.factor.currency), .optional("asset", \.factor.asset), .ratio("share", \.share))

    /// The odds of goals.
    public init(simulation outcome: Outcome<OddsReport>) {
        self.init(
            Self.simulationShape, outcome.value, asOf: outcome.value.today, isComplete: outcome.isComplete,
            warnings: outcome.warnings)
    }
}

extension ValueBand {
    static let shape = Shape<ValueBand>(
        .value("date", \.day), .value("low", \.low, note: "Undercut in 5 of 100 futures."), .value("median", \.median),
        .value("high", \.high, note: "Passed in 5 of 100 futures."))
}

extension PriceRisk {
    static let shape = Shape<PriceRisk>(
        .value("currency", \.currency),
        .optional("asset", \.factor.asset, note: "The asset whose prices these are; without it those of the currency."),
        .ratio("volatility", { $0.volatility.millionths }, note: "Of the logarithm of the price, for a year."),
        .value("prices", \.prices, note: "From how many prices it was estimated; null when it was given."))
}

extension PriceModel {
    typealias Pair = (first: RiskFactor, second: RiskFactor, correlation: Double)

    static let correlation = Shape<Pair>(
        .value("first", \.first.name), .value("second", \.second.name),
        .ratio("correlation", { $0.correlation.millionths }))

    /// Every two of them, once.
    var pairs: [Pair] {
        risks.indices.flatMap { i in
            risks.indices.dropFirst(i + 1).map { j in
                (risks[i].factor, risks[j].factor, correlations.rows[i][j])
            }
        }
    }
}

extension Double {
    /// The number to six places, as documents show it.
    var millionths: Ratio { Ratio(Int128((self * 1_000_000).rounded()), over: 1_000_000) ?? .zero }
}
