public import Livestock
public import Presentation
public import Values

public import struct Foundation.UUID

/// A price with the name of the herd whose own it is.
struct ListedPrice: Sendable {
    let price: LivestockPrice
    let herd: String?

    static let shape = Shape<ListedPrice>(
        .value("id", \.price.id), .value("source", \.price.source), .value("level", \.price.level.rawValue),
        .value("place", \.price.place), .value("herd", \.herd), .value("species", \.price.species.rawValue),
        .value("category", \.price.category), .value("breed", \.price.breed), .value("sex", \.price.sex?.rawValue),
        .value("from", { $0.price.from?.description }), .value("to", { $0.price.to?.description }),
        .value("basis", \.price.basis.rawValue), .value("price", \.price.price), .value("day", \.price.day))
}

extension Document {
    private static let pricesShape = DocumentShape<[ListedPrice]>(
        "livestockPrices", "Prices of animals, by day and order of entry.", main: "prices",
        Shape(.list("prices", ListedPrice.shape, { $0 }, named: "livestockPrice")))

    private static let priceShape = DocumentShape<LivestockPrice>(
        "livestockPrice", "A price that was entered or deleted.", main: "price",
        Shape(.object("price", ListedPrice.shape, { ListedPrice(price: $0, herd: nil) }, named: "livestockPrice")))

    private static let historyShape = DocumentShape<PriceHistory>(
        "priceHistory", "The prices of a category with their changes.", main: "rows",
        Shape(
            .list(
                "rows", ListedPrice.shape, { $0.rows.map { ListedPrice(price: $0, herd: nil) } },
                named: "livestockPrice"),
            .list(
                "changes",
                Shape<PriceHistory.Change>(
                    .value("days", \.days), .ratio("percent", \.percent, isNullable: true)), \.changes)))

    private static let premiumShape = Shape<BreedPremium>(
        .value("breed", \.breed), .ratio("percent", \.percent.percents))

    private static let premiumsShape = DocumentShape<[BreedPremium]>(
        "premiums", "Premiums by breed.", main: "premiums", Shape(.list("premiums", premiumShape, { $0 })))

    private static let saleyardShape = Shape<Saleyard>(
        .value("id", \.id), .value("name", \.name), .value("state", \.state))

    private static let saleyardsShape = DocumentShape<[Saleyard]>(
        "saleyards", "Saleyards that were added.", main: "saleyards",
        Shape(.list("saleyards", saleyardShape, { $0 }, named: "saleyard")))

    private static let oneSaleyardShape = DocumentShape<Saleyard>(
        "saleyard", "A saleyard that was added, changed or deleted.", main: "saleyard",
        Shape(.object("saleyard", saleyardShape, { $0 }, named: "saleyard")))

    private static let referenceShape = DocumentShape<ReferenceTable>(
        "herdReference", "A table of reference data, each row with its source and day.", main: "rows",
        Shape(
            .value("table", \.name),
            .list(
                "rows",
                Shape<ReferenceTable.Row>(
                    .value("name", \.name), .value("species", \.species?.rawValue), .value("value", \.value),
                    .value("note", \.note), .value("source", \.source), .value("day", \.day)), \.rows)))

    /// Prices, with the names of the herds whose own ones are among them.
    public init(
        prices: [LivestockPrice], herds: [UUID: String], warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(
            Self.pricesShape, prices.map { ListedPrice(price: $0, herd: $0.herdID.flatMap { herds[$0] }) }, asOf: day,
            warnings: warnings)
    }

    /// A price that was entered or deleted.
    public init(price: LivestockPrice, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.priceShape, price, asOf: day, warnings: warnings)
    }

    /// The prices of a category.
    public init(priceHistory history: PriceHistory, asOf day: CalendarDay) {
        self.init(Self.historyShape, history, asOf: day)
    }

    /// Premiums.
    public init(premiums: [BreedPremium], warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.premiumsShape, premiums, asOf: day, warnings: warnings)
    }

    /// Saleyards.
    public init(saleyards: [Saleyard], asOf day: CalendarDay) { self.init(Self.saleyardsShape, saleyards, asOf: day) }

    /// A saleyard.
    public init(saleyard: Saleyard, asOf day: CalendarDay) { self.init(Self.oneSaleyardShape, saleyard, asOf: day) }

    /// A table of reference data.
    public init(reference: ReferenceTable, asOf day: CalendarDay) {
        self.init(Self.referenceShape, reference, asOf: day)
    }

    static let ofPrices = [
        pricesShape.description, priceShape.description, historyShape.description, premiumsShape.description,
        saleyardsShape.description, oneSaleyardShape.description, referenceShape.description,
    ]
}
