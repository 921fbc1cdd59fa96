public import Models
public import Portfolio
public import Presentation
import RateViews

extension Document {
    private typealias Row = (row: GainReport.Row, names: PortfolioNames)
    private typealias Removed = (row: RemovedUnits, names: PortfolioNames)
    private typealias Charge = (row: ChargeRow, names: PortfolioNames)
    private typealias Income = (row: IncomeRow, names: PortfolioNames)

    private static let row = Shape<Row>(
        .value("saleId", \.row.gain.saleID), .value("date", \.row.gain.day),
        .value("portfolio", { $0.names.portfolio($0.row.gain.position.portfolioID) }),
        .value("instrument", { $0.names.instrument($0.row.gain.position.instrumentID) }),
        .value("lotId", \.row.gain.lotID), .value("acquired", \.row.gain.acquired), .units("units", \.row.gain.units),
        .value("proceeds", \.row.gain.proceeds.base), .value("cost", \.row.gain.cost.base),
        .value("gain", \.row.gain.gain), .value("priceEffect", \.row.gain.priceEffect),
        .value("currencyEffect", \.row.gain.currencyEffect), .value("daysHeld", \.row.daysHeld),
        .value("term", \.row.term))

    private static let year = Shape<GainYear>(
        .value("year", \.title), .value("from", \.gains.first), .value("to", \.gains.last),
        .figure("gains", \.gains.gains, \.gains.bound), .figure("losses", \.gains.losses, \.gains.bound),
        .figure("net", \.gains.net, \.gains.bound), .figure("short", \.gains.short, \.gains.bound),
        .figure("long", \.gains.long, \.gains.bound),
        .figure("netIncome", \.gains.netIncome, \.gains.incomeBound, note: "The sum of income after tax."),
        .figure("withheld", \.gains.withheld, \.gains.withheldBound))

    private static let gainsShape = DocumentShape<GainsReport>(
        "gains", "Gains of sales, removals and income of a period.", main: "rows",
        Shape(
            .value("displayCurrency", \.frame.currency), .value("method", \.frame.method),
            .value("from", \.gains.first), .value("to", \.gains.last),
            .figure("gains", \.gains.gains, \.gains.bound, note: "The sum of positive gains."),
            .figure("losses", \.gains.losses, \.gains.bound, note: "The sum of negative gains."),
            .figure("net", \.gains.net, \.gains.bound), .figure("short", \.gains.short, \.gains.bound),
            .figure("long", \.gains.long, \.gains.bound),
            .figure("priceEffect", \.gains.priceEffect, \.gains.effectBound),
            .figure("currencyEffect", \.gains.currencyEffect, \.gains.effectBound),
            .figure("withheld", \.gains.withheld, \.gains.withheldBound),
            .list("years", Self.year, \.years, note: "The same sums by years."),
            .list("rows", Self.row, { report in report.gains.rows.map { ($0, report.frame.names) } }),
            .list(
                "removed",
                Shape<Removed>(
                    .value("date", \.row.day),
                    .value("instrument", { $0.names.instrument($0.row.position.instrumentID) }),
                    .units("units", \.row.units), .value("cost", \.row.cost.base)),
                { report in report.gains.removed.map { ($0, report.frame.names) } }),
            .list(
                "income",
                Shape<Income>(
                    .value("date", \.row.day), .value("kind", \.row.kind),
                    .value("instrument", { income in income.row.instrumentID.map(income.names.instrument) }),
                    .value("gross", \.row.gross), .value("withheld", \.row.withheld), .value("net", \.row.net)),
                { report in report.gains.income.map { ($0, report.frame.names) } }),
            .figure("fees", \.gains.fees, \.gains.chargesBound, note: "Fees that were entered by themselves."),
            .figure("taxes", \.gains.taxes, \.gains.chargesBound, note: "Taxes that were entered by themselves."),
            .list(
                "charges",
                Shape<Charge>(
                    .value("date", \.row.day), .value("kind", \.row.kind),
                    .value("instrument", { charge in charge.row.instrumentID.map(charge.names.instrument) }),
                    .value("amount", \.row.amount)),
                { report in report.gains.charges.map { ($0, report.frame.names) } }),
            .optionalList("lots", Document.lotRow) { report in
                report.lots.map { lots in lots.lots.map { ($0, lots.frame) } }
            },
            .value("notApplied", \.notApplied, note: "Rules that the report does not apply; it is no tax advice."),
            .unavailable { $0.unavailable + ($0.lots?.unavailable ?? []) }, .rates(\.rates)))

    static var gainsDescription: DocumentDescription { gainsShape.description }

    /// Gains of a period.
    public init(gains outcome: Outcome<GainsReport>, asOf day: CalendarDay) {
        self.init(
            Self.gainsShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}
