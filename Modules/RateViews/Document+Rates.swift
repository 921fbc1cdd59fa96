public import ExchangeRates
public import Presentation
public import Values

extension RateState: DocumentChoice {}

extension Field {
    /// The rates that were used: a member of every document that converts.
    public static func rates(_ rates: @escaping @Sendable (Value) -> [ConversionRate]) -> Field {
        .value("rates") { rates($0).map(UsedRate.init) }
    }

    /// The rates that were used; left out where nothing is converted by nature.
    public static func optionalRates(_ rates: @escaping @Sendable (Value) -> [ConversionRate]?) -> Field {
        .optional("rates") { rates($0)?.map(UsedRate.init) }
    }
}

extension ConversionRate {
    fileprivate static let shape = Shape<ConversionRate>(
        .value("from", \.from), .value("to", \.to), .value("rate", { RateText($0.rate) }), .value("path", \.path),
        .value("sources", \.sources), .value("time", \.time), .value("state", \.state),
        .optional("frozenFor", \.month, note: "The month that the rate was frozen for, when it was started."))
}

/// A rate as a value of its own.
private struct UsedRate: DocumentValue {
    let rate: ConversionRate

    static var schemaType: SchemaType { .shared("rate", .object(ConversionRate.shape.properties)) }
    var json: JSONValue { ConversionRate.shape.json(rate) }
}

/// An exact rate as text of at most 30 digits.
private struct RateText: DocumentValue {
    let text: String

    init(_ rate: Ratio) { text = rate.significantString(digits: 30) }

    static var schemaType: SchemaType {
        .shared("rateText", .pattern(#"^[0-9]+(\.[0-9]+)?$"#), note: "Decimal digits.")
    }
    var json: JSONValue { .string(text) }
}

extension FoundRate {
    fileprivate static let fields: [Field<FoundRate>] = [
        .value("from", \.from), .value("to", \.to), .value("rate", { $0.rate.map { RateText($0.rate) } }),
        .value("path", { $0.rate?.path ?? [] }), .value("sources", { $0.rate?.sources ?? [] }),
        .value("time", { $0.rate?.time }), .value("state", { $0.rate?.state }),
    ]
    fileprivate static let row = Shape<FoundRate>(.all(fields), .value("reason", \.gap))
    fileprivate static let history = Shape<FoundRate>(
        .value("date", \.day), .value("rate", { $0.rate.map { RateText($0.rate) } }),
        .value("time", { $0.rate?.time }), .value("state", { $0.rate?.state }),
        .value("sources", { $0.rate?.sources ?? [] }), .value("reason", \.gap))

    var unavailable: [Unavailable] {
        gap.map { [Unavailable(item: "\(from) in \(to)", reason: $0)] } ?? []
    }
}

extension [FoundRate] {
    /// The warnings about all of them.
    fileprivate var warnings: [Warning] { Warning.rateWarnings(compactMap(\.rate)) }

    /// What is known, each once: many days may have the same rate.
    fileprivate var rates: [ConversionRate] {
        var seen: Set<ConversionRate> = []
        return compactMap(\.rate).filter { seen.insert($0).inserted }
    }
}

extension Document {
    private static let rateShape = DocumentShape<FoundRate>(
        "rate", "The rate from one currency to another.",
        Shape(.all(FoundRate.fields), .unavailable(\.unavailable), .rates { [$0].rates }), row: FoundRate.row,
        rows: { [$0] })

    private typealias Conversion = (amount: Money, result: Money?, found: FoundRate)
    private static let conversionShape = DocumentShape<Conversion>(
        "conversion", "An amount in another currency.",
        Shape(
            .object("conversion", Shape<Conversion>(.value("amount", \.amount), .value("result", \.result)), { $0 }),
            .unavailable(\.found.unavailable), .rates { [$0.found].rates }),
        row: Shape<Conversion>(
            .value("amount", \.amount), .value("result", \.result), .value("reason", \.found.gap)),
        rows: { [$0] })

    private typealias List = (found: [FoundRate], display: Currency)
    private static let ratesShape = DocumentShape<List>(
        "rates", "The rates of all currencies in use.",
        Shape(
            .value("displayCurrency", \.display), .unavailable { $0.found.flatMap(\.unavailable) },
            .rates(\.found.rates)),
        row: FoundRate.row, rows: \.found)

    private typealias History = (found: [FoundRate], from: Currency, to: Currency)
    private static let historyShape = DocumentShape<History>(
        "rateHistory", "A rate day by day.", main: "days",
        Shape(
            .value("from", \.from), .value("to", \.to), .list("days", FoundRate.history, \.found),
            .rates(\.found.rates)))

    /// What is published of the documents about rates.
    public static let ofRates = [
        rateShape.description, conversionShape.description, ratesShape.description, historyShape.description,
    ]

    /// The answer of `cst-rates get`.
    public init(rate found: FoundRate, asOf day: CalendarDay) {
        self.init(Self.rateShape, found, asOf: day, isComplete: found.isComplete, warnings: [found].warnings)
    }

    /// The answer of `cst-rates convert`.
    public init(conversion amount: Money, result: Money?, by found: FoundRate, asOf day: CalendarDay) {
        self.init(
            Self.conversionShape, (amount, result, found), asOf: day, isComplete: found.isComplete,
            warnings: [found].warnings)
    }

    /// The answer of `cst-rates list`.
    public init(rates found: [FoundRate], display: Currency, asOf day: CalendarDay) {
        self.init(
            Self.ratesShape, (found, display), asOf: day, isComplete: found.allSatisfy(\.isComplete),
            warnings: found.warnings)
    }

    /// The answer of `cst-rates history`.
    public init(history found: [FoundRate], from: Currency, to: Currency, asOf day: CalendarDay) {
        self.init(
            Self.historyShape, (found, from, to), asOf: day, isComplete: found.allSatisfy(\.isComplete),
            warnings: found.warnings)
    }
}
