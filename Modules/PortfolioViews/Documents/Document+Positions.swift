public import Models
public import Portfolio
public import Presentation
import RateViews

extension Document {
    private typealias Row = (row: PortfolioValueCalculator.Row, report: PositionsReport)

    private static let row = Shape<Row>(
        .value("portfolioId", \.row.holding.position.portfolioID),
        .value("portfolio", { $0.report.frame.names.portfolio($0.row.holding.position.portfolioID) }),
        .value("instrumentId", \.row.holding.position.instrumentID),
        .value("instrument", { $0.report.frame.names.instrument($0.row.holding.position.instrumentID) }),
        .value("symbol", { $0.report.instrument(of: $0.row)?.symbol }),
        .value("type", { $0.report.instrument(of: $0.row)?.type }), .units("units", \.row.holding.units),
        .value("price", { $0.row.holding.price?.money }), .value("priceDate", \.row.holding.price?.day),
        .value("priceState", \.row.holding.price?.state), .value("stale", { $0.row.holding.price?.isStale ?? false }),
        .value("value", \.row.value),
        .ratio(
            "weight", \.row.weight, isNullable: true, note: "Of the total value; at most this where it is at least."),
        .bound(
            "weight",
            { $0.row.weight == nil ? nil : $0.report.weightBound }),
        .value("cost", \.row.cost), .value("averageCost", { $0.row.averageCost }),
        .value("unrealised", \.row.unrealised),
        .ratio("unrealisedPercent", { $0.row.unrealisedShare }, isNullable: true, note: "Of the cost: 0.1 is 10 %."),
        .value("unrealisedPrice", \.row.priceEffect), .value("unrealisedCurrency", \.row.currencyEffect))

    private static let positionsShape = DocumentShape<PositionsReport>(
        "positions", "The positions of portfolios with values, costs and gains.", main: "positions",
        Shape(
            .value("displayCurrency", \.frame.currency), .value("method", \.frame.method),
            .figure("value", \.valuation.value, \.valuation.valueBound),
            .figure("cost", \.valuation.cost, \.valuation.costBound),
            .figure("unrealised", \.valuation.unrealised, \.valuation.unrealisedBound),
            .figure("unrealisedPrice", \.valuation.priceEffect, \.valuation.effectBound),
            .figure("unrealisedCurrency", \.valuation.currencyEffect, \.valuation.effectBound),
            .figure("realised", \.realised, \.realisedBound), .figure("income", \.income, \.incomeBound),
            .figure("withheld", \.withheld, \.withheldBound),
            .figure("fees", \.fees, \.feesBound, note: "Fees and taxes that were entered by themselves."),
            .figure("taxes", \.taxes, \.feesBound, note: "The taxes among them."),
            .figure("removed", \.removed, \.removedBound, note: "The cost of units that went without money."),
            .list("positions", Self.row, { report in report.valuation.rows.map { ($0, report) } }),
            .list(
                "byType",
                Shape<PositionsReport.TypeRow>(
                    .value("type", \.type), .value("value", \.value), .ratio("weight", \.weight, isNullable: true)),
                { (try? $0.byType()) ?? [] }), .value("cash", \.cash), .unavailable(\.unavailable), .rates(\.rates)))

    static var positionsDescription: DocumentDescription { positionsShape.description }

    /// Positions with values, costs and gains.
    public init(positions outcome: Outcome<PositionsReport>, asOf day: CalendarDay) {
        self.init(
            Self.positionsShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}

extension PortfolioValueCalculator.Row {
    /// Cost ÷ units, to the digits of the cost's currency and four more.
    var averageCost: Money? {
        guard let cost, let value = cost.ratio.divided(by: holding.units) else { return nil }
        let places = min(cost.currency.minorUnit + 4, Money.maximumPlaces)
        return try? Money(value.decimalString(places: places, rounding: .halfEven), cost.currency)
    }

    /// The unrealised gain ÷ the cost; nil where the cost is 0.
    var unrealisedShare: Ratio? {
        guard let unrealised, let cost else { return nil }
        return unrealised.ratio.divided(by: cost.ratio)
    }
}
