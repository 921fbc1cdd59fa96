public import Models
public import Portfolio
public import Presentation

extension Document {
    private static let price = Shape<PriceService.Listed>(
        .value("date", \.day), .value("price", \.price), .value("state", \.state),
        .value("adjustedThrough", \.adjustedThrough, note: "The day through which it was adjusted for later splits."),
        .value("source", \.source))
    private static let pricesShape = DocumentShape<(instrument: Instrument, prices: [PriceService.Listed])>(
        "prices", "The prices of an instrument.", main: "prices",
        Shape(
            .value("instrumentId", \.instrument.id), .value("instrument", \.instrument.name),
            .list("prices", price, \.prices)))
    private static let priceShape = DocumentShape<PriceService.Changed>(
        "price", "A price that was recorded or deleted.", main: "price",
        Shape(
            .value("instrumentId", \.instrument.id), .value("instrument", \.instrument.name),
            .object(
                "price",
                Shape<InstrumentPrice>(
                    .value("date", \.day), .value("price", \.price), .value("adjustedThrough", \.adjustedThrough)),
                \.price)))

    private static let importedShape = DocumentShape<PriceService.Imported>(
        "importedPrices", "How many prices of a file were recorded.", main: "recorded",
        Shape(.value("recorded", \.recorded), .value("known", \.known, note: "Prices that were there already.")))

    private typealias Fetched = (instrument: Instrument, price: FetchedPrice)
    private static let fetchedShape = DocumentShape<PriceFetchService.Fetched>(
        "fetchedPrices", "Prices that were fetched and are new or have changed.", main: "prices",
        Shape(
            .list(
                "prices",
                Shape<Fetched>(
                    .value("instrumentId", \.instrument.id), .value("instrument", \.instrument.name),
                    .value("date", \.price.day), .value("price", \.price.price),
                    .value("state", { $0.price.isFallback ? PriceState.fallback : .fetched }),
                    .value("adjustedThrough", \.price.adjustedThrough), .value("source", \.price.source)),
                \.prices), .value("known", \.known, note: "Prices that were there already."),
            .unavailable(\.unavailable)))

    static var priceDescriptions: [DocumentDescription] {
        [fetchedShape.description, priceShape.description, pricesShape.description, importedShape.description]
    }

    /// Prices that were fetched.
    public init(fetchedPrices outcome: Outcome<PriceFetchService.Fetched>, asOf day: CalendarDay) {
        self.init(
            Self.fetchedShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }

    /// The prices of a file.
    public init(importedPrices outcome: Outcome<PriceService.Imported>, asOf day: CalendarDay) {
        self.init(Self.importedShape, outcome.value, asOf: day, warnings: outcome.warnings)
    }

    /// The prices of an instrument.
    public init(
        prices: (instrument: Instrument, prices: [PriceService.Listed]), warnings: [Warning], asOf day: CalendarDay
    ) {
        self.init(Self.pricesShape, prices, asOf: day, warnings: warnings)
    }

    /// A price that was recorded or deleted.
    public init(price: PriceService.Changed, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.priceShape, price, asOf: day, warnings: warnings)
    }
}
