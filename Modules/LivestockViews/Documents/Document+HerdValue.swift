import ExchangeRates
public import Livestock
public import Presentation
import RateViews
public import Values

extension FoundPrice {
    private var adjustedMoney: Money {
        guard premium != nil else { return row.price }
        let digits = adjusted.decimalString(places: Money.maximumPlaces, rounding: .halfEven)
        return (try? Money(digits, row.price.currency)) ?? row.price
    }

    fileprivate static let shape = Shape<FoundPrice>(
        .value("price", \.row.price), .value("basis", \.row.basis.rawValue), .value("adjusted", \.adjustedMoney),
        .ratio("premiumPercent", { $0.premium?.percents ?? .zero }), .value("source", \.row.source),
        .value("level", \.row.level.rawValue), .value("place", \.row.place), .value("day", \.row.day),
        .value("age", \.age), .value("state", \.state.rawValue))
}

extension HerdValuation.Breeding {
    fileprivate static let shape = Shape<HerdValuation.Breeding>(
        .value("type", \.calendar.joining.type.rawValue), .value("conception", \.calendar.conception),
        .value("first", \.calendar.first), .value("middle", \.calendar.middle), .value("last", \.calendar.last),
        .value("expected", { $0.expectation.expected.sixPlaces }), .value("left", { $0.expectation.left.sixPlaces }))
}

extension Ratio {
    /// The number with exactly 6 decimals.
    fileprivate var sixPlaces: String {
        let parts = decimalString(places: 6, rounding: .halfEven).split(separator: ".", maxSplits: 1)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0])." + fraction + String(repeating: "0", count: 6 - fraction.utf8.count)
    }
}

extension ValuationStep {
    fileprivate static let shape = Shape<ValuationStep>(
        .value("item", \.item), .value("formula", \.formula),
        .list(
            "inputs",
            Shape<Input>(
                .value("name", \.name), .value("value", \.value), .value("unit", \.unit), .value("origin", \.origin),
                .optional("day", \.day)), \.inputs),
        .value("exact", { $0.exact.encoded }, note: "The exact result: numerator/denominator."),
        .value("amount", \.amount))
}

/// A herd of a report as documents show it.
struct ValuedHerd: Sendable {
    let row: HerdValueReport.Row
    var showsSteps = false

    private var weightState: String? {
        row.valued.valuation.isWeightStale.map { $0 ? "stale" : "fresh" }
    }

    static let shape = Shape<ValuedHerd>(
        .value("id", \.row.valued.herd?.id), .value("name", \.row.valued.valuation.profile.name),
        .value("holding", \.row.valued.holding),
        .value("species", \.row.valued.valuation.profile.species.rawValue),
        .value("breed", \.row.valued.valuation.profile.breed),
        .value("sex", { $0.row.valued.valuation.profile.knownSex?.rawValue }),
        .value("category", \.row.valued.valuation.profile.category), .value("head", \.row.valued.valuation.state.head),
        .value("atFootHead", \.row.valued.valuation.state.atFootHead),
        .value("weight", { $0.row.valued.valuation.state.weight?.sixPlaces }, note: "Kilograms live, the mean."),
        .value("weightDay", \.row.valued.valuation.state.weightDay), .value("weightState", \.weightState),
        .value("gain", \.row.valued.valuation.state.gain.sixPlaces),
        .nullable("price", FoundPrice.shape, \.row.valued.valuation.price),
        .value("perHead", \.row.valued.valuation.perHead), .value("physical", \.row.valued.valuation.physical?.amount),
        .value("preBirth", \.row.valued.valuation.preBirth.amount),
        .value("atFoot", \.row.valued.valuation.atFoot.amount),
        .value("mortality", \.row.valued.valuation.mortality.amount, note: "It is deducted."),
        .figure("market", \.row.valued.valuation.market, \.row.valued.valuation.marketBound),
        .nullable("programme", HerdValuation.Breeding.shape, \.row.valued.valuation.breeding),
        .object("display", Shape<ValuedHerd>(.value("market", \.row.market)), { $0 }),
        .unavailable(\.row.unavailable),
        .optionalList("steps", ValuationStep.shape) { $0.showsSteps ? $0.row.valued.valuation.steps : nil })
}

extension Document {
    private struct Valued: Sendable {
        let report: HerdValueReport
        let herds: [ValuedHerd]
    }

    private static let herdValueShape = DocumentShape<Valued>(
        "herdValue", "The values of herds.", main: "herds",
        Shape(
            .value("displayCurrency", \.report.display), .value("physical", \.report.physical),
            .figure("market", \.report.market, \.report.marketBound),
            .list("herds", ValuedHerd.shape, \.herds, named: "valuedHerd"), .rates(\.report.rates)))

    private static let herdsShape = DocumentShape<Valued>(
        "herds", "A list of herds with their values.", main: "herds",
        Shape(
            .value("displayCurrency", \.report.display), .figure("market", \.report.market, \.report.marketBound),
            .list("herds", ValuedHerd.shape, \.herds, named: "valuedHerd"), .rates(\.report.rates)))

    /// The values of herds, with their steps if they are wanted.
    public init(herdValue outcome: Outcome<HerdValueReport>, showsSteps: Bool = false) {
        self.init(Self.herdValueShape, outcome, showsSteps: showsSteps)
    }

    /// A list of herds.
    public init(herds outcome: Outcome<HerdValueReport>) {
        self.init(Self.herdsShape, outcome, showsSteps: false)
    }

    private init(_ shape: DocumentShape<Valued>, _ outcome: Outcome<HerdValueReport>, showsSteps: Bool) {
        let report = outcome.value
        self.init(
            shape, Valued(report: report, herds: report.rows.map { ValuedHerd(row: $0, showsSteps: showsSteps) }),
            asOf: report.day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }

    /// The documents about the values of herds.
    static let ofHerdValues = [herdValueShape.description, herdsShape.description]
}
