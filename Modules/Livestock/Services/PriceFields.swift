import Values

import struct Foundation.UUID

/// A price as a person enters it, as text; nil where nothing is said.
public struct PriceFields: Sendable {
    /// How near to herds it was paid: saleyard, state or national.
    public var level: String?
    /// The saleyard or state.
    public var place: String?
    /// The species.
    public var species: String?
    /// The category.
    public var category: String?
    /// The breed.
    public var breed: String?
    /// The sex.
    public var sex: String?
    /// The least weight.
    public var from: String?
    /// The weight below which it counts.
    public var to: String?
    /// The price, as in `4.00/kg`.
    public var price: String?
    /// The currency; that of the holdings if nil.
    public var currency: String?
    /// The day; the call's if nil.
    public var date: String?
    /// The source.
    public var source: String?

    /// Nothing is said.
    public init() {}
}

extension PriceFields {
    /// The price that the fields say.
    ///
    /// - Parameters:
    ///   - usual: the currency where none is named; nil for the one of all holdings.
    ///   - position: its place among those entered at one instant.
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    func price(
        _ usual: Currency?, position: Int, _ call: Call, in reader: any EntityReader
    ) throws -> LivestockPrice {
        var request = RequestReader()
        let level = try request.choice("level", self.level ?? "", PriceLevel.self)
        if level == .own { throw LivestockError.notAChoice("own", known: ["saleyard", "state", "national"]) }
        let species = try request.choice("species", self.species ?? "", Species.self)
        let currency = try request.read("currency") {
            try self.currency.map { try Currency(code: $0) } ?? usual ?? reader.priceCurrency(nil)
        }
        let price = try request.read("price", self.price ?? "") { try EnteredPrice($0, currency ?? .usd) }
        let row = LivestockPrice(
            id: UUID(), level: level ?? .national, place: place?.trimmedName.orNothing,
            species: species ?? .cattle,
            category: AnimalCategory.usualName(category ?? "", species ?? .cattle),
            breed: breed?.trimmedName.orNothing, sex: try request.choice("sex", sex, AnimalSex.self),
            from: try request.read("from", from) { try Kilograms(weight: $0) },
            to: try request.read("to", to) { try Kilograms(weight: $0) },
            basis: price?.basis ?? .live, price: try price?.price ?? Money("1", currency ?? .usd),
            day: try request.eventDay(date, call), source: source?.orNothing ?? "entered",
            entered: call.now.wholeMilliseconds, position: position)
        request.add(row.issues)
        try request.check()
        return row
    }
}
