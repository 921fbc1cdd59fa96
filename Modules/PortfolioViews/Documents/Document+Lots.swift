public import Models
public import Portfolio
public import Presentation
import RateViews

extension Document {
    typealias LotRow = (lot: OpenLot, frame: PortfolioReportService.Frame)

    static let lotRow = Shape<LotRow>(
        .value("id", \.lot.lot.id), .value("portfolio", { $0.frame.names.portfolio($0.lot.position.portfolioID) }),
        .value("instrument", { $0.frame.names.instrument($0.lot.position.instrumentID) }),
        .value("acquired", \.lot.lot.acquired), .units("units", \.lot.lot.units), .value("cost", \.lot.lot.cost.base),
        .value("costInstrument", \.lot.lot.cost.instrument),
        .value("rate", { $0.lot.rate.map { ExactText(value: $0) } }), .value("rateState", \.lot.rateState),
        .value("daysHeld", \.lot.daysHeld), .value("term", \.lot.term), .value("value", \.lot.value),
        .value("unrealised", \.lot.unrealised))

    private static let lotsShape = DocumentShape<LotsReport>(
        "lots", "The open lots of portfolios.", main: "lots",
        Shape(
            .value("displayCurrency", \.frame.currency), .value("method", \.frame.method),
            .list("lots", lotRow, { report in report.lots.map { ($0, report.frame) } }),
            .unavailable(\.unavailable), .rates(\.rates)))

    static var lotsDescription: DocumentDescription { lotsShape.description }

    /// Open lots.
    public init(lots outcome: Outcome<LotsReport>, asOf day: CalendarDay) {
        self.init(
            Self.lotsShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}
