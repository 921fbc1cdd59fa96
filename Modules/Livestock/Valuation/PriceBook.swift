public import Values

/// Prices, and the one that counts for a herd (H4).
///
/// ```swift
/// let book = PriceBook(rows)
/// let question = PriceQuestion(
///     species: .cattle, category: "steer", weight: try Kilograms("380"), currency: aud, saleyard: "Roma")
/// let found = book.price(for: question, on: day, maxAge: 56)
/// ```
public struct PriceBook: Sendable {
    private struct Group: Hashable {
        let species: Species
        let category: String
        let level: PriceLevel
        let place: String?
    }

    /// The rows of each category and place, those first that serve better.
    private let groups: [Group: [Row]]

    /// A row with its breed in the form that it is compared in.
    private struct Row: Sendable {
        let price: LivestockPrice
        let breed: String?
    }

    /// A book of rows in order of entry.
    public init(_ rows: some Sequence<LivestockPrice>) {
        var groups: [Group: [(row: Row, rank: Rank)]] = [:]
        for (order, price) in rows.enumerated() where price.level != .own {
            let place = price.level == .national ? nil : price.place?.word
            let group = Group(
                species: price.species, category: price.category.word, level: price.level, place: place)
            groups[group, default: []].append(
                (Row(price: price, breed: price.breed?.word), Rank(price, order: order)))
        }
        self.groups = groups.mapValues { rows in rows.sorted { $1.rank < $0.rank }.map(\.row) }
    }

    /// The price that is in force on a day, at most so many days old; nil where there is none.
    public func price(for question: PriceQuestion, on day: CalendarDay, maxAge: Int) -> LivestockPrice? {
        let age = 0...max(0, maxAge)
        let category = question.category.word
        let own = question.ownPrices.enumerated().filter { _, own in
            own.category.word == category && own.price.currency == question.currency
                && age.contains(own.day.days(until: day))
        }
        if let best = own.max(by: { Rank($0.element, order: $0.offset) < Rank($1.element, order: $1.offset) }) {
            return best.element
        }
        let breed = question.breed?.word
        func first(_ level: PriceLevel, _ place: String?) -> LivestockPrice? {
            let group = Group(species: question.species, category: category, level: level, place: place)
            return groups[group]?.first { row in
                age.contains(row.price.day.days(until: day)) && row.price.price.currency == question.currency
                    && row.price.fits(question.weight)
                    && (row.price.sex == nil || row.price.sex == question.sex)
                    && (row.breed == nil || row.breed == breed)
            }?.price
        }
        return question.saleyard.flatMap { first(.saleyard, $0.word) }
            ?? question.state.flatMap { first(.state, $0.word) } ?? first(.national, nil)
    }
}

/// The animals that a price is wanted for.
public struct PriceQuestion: Sendable, Hashable {
    /// The species.
    public var species: Species
    /// The category.
    public var category: String
    /// The breed; nil where it is not known.
    public var breed: String?
    /// The sex; nil where it is not known.
    public var sex: AnimalSex?
    /// The weight; nil where it is not known.
    public var weight: Kilograms?
    /// The currency of the holding.
    public var currency: Currency
    /// The saleyard; nil for none.
    public var saleyard: String?
    /// The state; nil for none.
    public var state: String?
    /// The herd's own prices, in order of entry.
    public var ownPrices: [LivestockPrice]

    /// Animals of a category.
    public init(
        species: Species, category: String, breed: String? = nil, sex: AnimalSex? = nil, weight: Kilograms? = nil,
        currency: Currency, saleyard: String? = nil, state: String? = nil, ownPrices: [LivestockPrice] = []
    ) {
        self.species = species
        self.category = category
        self.breed = breed
        self.sex = sex
        self.weight = weight
        self.currency = currency
        self.saleyard = saleyard
        self.state = state
        self.ownPrices = ownPrices
    }
}

extension LivestockPrice {
    /// Whether the weight lies in its range; one that is not known lies in none.
    fileprivate func fits(_ weight: Kilograms?) -> Bool {
        guard from != nil || to != nil else { return true }
        guard let weight else { return false }
        return (from.map { $0 <= weight } ?? true) && (to.map { weight < $0 } ?? true)
    }
}

/// The rank of a row of a level that fits; the greatest counts.
private struct Rank: Comparable {
    private let parts: (Int, Int, Int, Int, Int, Int)

    init(_ price: LivestockPrice, order: Int) {
        let (range, width) =
            switch (price.from, price.to) {
            case (let from?, let to?): (2, to.micro - from.micro)
            case (nil, nil): (0, 0)
            default: (1, 0)
            }
        parts = (
            price.breed == nil ? 0 : 1, price.sex == nil ? 0 : 1, range, -width, price.day.dayNumber, order
        )
    }

    static func < (left: Rank, right: Rank) -> Bool { left.parts < right.parts }

    static func == (left: Rank, right: Rank) -> Bool { left.parts == right.parts }
}

extension String {
    /// The word as it is compared: without regard to case and blanks around it.
    package var word: String {
        // Most are plain already, and there are many.
        if utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) { return self }
        return trimmedName.lowercased()
    }
}
