public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// A price that was paid for animals of a category (H4).
public struct LivestockPrice: Sendable, Hashable {
    /// The identity.
    public let id: UUID
    /// The herd whose own price it is; nil for a price of a market.
    public let herdID: UUID?
    /// How near to herds it was paid.
    public let level: PriceLevel
    /// The saleyard or state; nil for the country and a herd's own price.
    public let place: String?
    /// The species.
    public let species: Species
    /// The category, as in "steer".
    public let category: String
    /// The breed; nil for all.
    public let breed: String?
    /// The sex; nil for all.
    public let sex: AnimalSex?
    /// The least weight; nil for none.
    public let from: Kilograms?
    /// The weight below which it counts; nil for none.
    public let to: Kilograms?
    /// The unit it is per.
    public let basis: PriceBasis
    /// The price without tax.
    public let price: Money
    /// The day on which it was paid.
    public let day: CalendarDay
    /// The source, as in "NLRS"; "mock" for made-up prices.
    public let source: String
    /// The instant of its entry.
    public let entered: Date
    /// The place among those entered at one instant.
    public let position: Int

    /// The source of made-up prices.
    public static let mockSource = "mock"

    /// A price.
    public init(
        id: UUID = UUID(), herdID: UUID? = nil, level: PriceLevel, place: String? = nil, species: Species,
        category: String, breed: String? = nil, sex: AnimalSex? = nil, from: Kilograms? = nil, to: Kilograms? = nil,
        basis: PriceBasis, price: Money, day: CalendarDay, source: String = "entered",
        entered: Date = Date(timeIntervalSince1970: 0), position: Int = 0
    ) {
        self.id = id
        self.herdID = herdID
        self.level = level
        self.place = place
        self.species = species
        self.category = category
        self.breed = breed
        self.sex = sex
        self.from = from
        self.to = to
        self.basis = basis
        self.price = price
        self.day = day
        self.source = source
        self.entered = entered
        self.position = position
    }

    /// Whether it is made up.
    public var isMock: Bool { source == Self.mockSource }

    /// Everything that is wrong with it; empty for one that is right.
    public var issues: [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: category, field: "category", of: "category")
        if !price.isPositive {
            issues.append(
                ValidationIssue(
                    code: "notPositive", field: "price", message: "A price has to be above 0, not \(price)."))
        }
        issues += ValidationIssue.issues(ofSize: price, field: "price")
        let needsPlace = level == .saleyard || level == .state
        if needsPlace, (place ?? "").isEmpty {
            let error = LivestockError.placeNeeded(level)
            issues.append(ValidationIssue(code: error.code, field: "place", message: error.description))
        }
        if (level == .own) != (herdID != nil) {
            issues.append(
                ValidationIssue(code: "herdNeeded", field: "level", message: "A herd's own price names its herd."))
        }
        for (field, weight) in [("from", from), ("to", to)] {
            if let error = weight?.weightError {
                issues.append(ValidationIssue(code: error.code, field: field, message: error.description))
            }
        }
        if let from, let to, to <= from {
            issues.append(
                ValidationIssue(
                    code: "emptyRange", field: "to",
                    message: "No weight is at least \(from) kg and below \(to) kg."))
        }
        for (field, text) in [("place", place), ("breed", breed), ("source", source)] {
            if let text { issues += ValidationIssue.lineIssues(text, field: field) }
        }
        return issues
    }
}

extension LivestockPrice: Entity {
    /// How it is kept.
    public static let declaration = Declaration<LivestockPrice>(
        "livestockPrice", table: "livestockPrices", since: "0.4.0", order: ["day", "entered", "position", "id"],
        indexes: [.index("herdID"), .index("category", "day")],
        fields: Fields(
            .key("id", \.id), .value("herdID", \.herdID, to: "herd"), .value("level", \.level),
            .value("place", \.place), .value("species", \.species), .value("category", \.category),
            .value("breed", \.breed), .value("sex", \.sex), .value("from", \.from), .value("to", \.to),
            .value("basis", \.basis), .value("price", \.price), .value("day", \.day), .value("source", \.source),
            .value("entered", \.entered), .value("position", \.position)
        ) {
            LivestockPrice(
                id: $0, herdID: $1, level: $2, place: $3, species: $4, category: $5, breed: $6, sex: $7, from: $8,
                to: $9, basis: $10, price: $11, day: $12, source: $13, entered: $14, position: $15)
        })

    /// "price of steer, 4.00 AUD/kg at Roma on 2026-04-11".
    public var summary: String {
        "price of \(category), \(price)/\(basis.unit)\(place.map { " at \($0)" } ?? "") on \(day)"
    }

    /// Everything that is wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { issues }
}
