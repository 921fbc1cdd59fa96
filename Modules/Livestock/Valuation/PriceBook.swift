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
    }

    /// The rows of each category, in order of entry.
    private let groups: [Group: [Row]]

    /// A row with its words in the form that they are compared in.
    private struct Row: Sendable {
        let price: LivestockPrice
        let place: String?
        let breed: String?
    }

    /// A book of rows in order of entry.
    public init(_ rows: some Sequence<LivestockPrice>) {
        var groups: [Group: [Row]] = [:]
        for price in rows where price.level != .own {
            let group = Group(species: price.species, category: price.category.word)
            groups[group, default: []].append(
                Row(price: price, place: price.place?.word, breed: price.breed?.word))
        }
        self.groups = groups
    }

    /// The price that is in force on a day, at most so many days old; nil where there is none.
    public func price(for question: PriceQuestion, on day: CalendarDay, maxAge: Int) -> LivestockPrice? {
        var best: (price: LivestockPrice, rank: Rank)?
        func offer(_ price: LivestockPrice, _ order: Int, hasBreed: Bool) {
            let rank = Rank(price, order: order, hasBreed: hasBreed)
            if best.map({ $0.rank < rank }) ?? true { best = (price, rank) }
        }
        let age = 0...max(0, maxAge)
        let category = question.category.word
        for (order, own) in question.ownPrices.enumerated()
        where own.category.word == category && own.price.currency == question.currency
            && age.contains(own.day.days(until: day))
        {
            offer(own, order, hasBreed: false)
        }
        if let best { return best.price }
        let (saleyard, state, breed) = (question.saleyard?.word, question.state?.word, question.breed?.word)
        let rows = groups[Group(species: question.species, category: category)] ?? []
        for (order, row) in rows.enumerated() {
            let price = row.price
            guard age.contains(price.day.days(until: day)), price.price.currency == question.currency,
                price.fits(question.weight), price.sex == nil || price.sex == question.sex,
                row.breed == nil || row.breed == breed
            else { continue }
            switch price.level {
            case .own: continue
            case .saleyard where saleyard == nil || row.place != saleyard: continue
            case .state where state == nil || row.place != state: continue
            default: offer(price, order, hasBreed: row.breed != nil)
            }
        }
        return best?.price
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

/// How well a row that fits serves; the greater rank counts.
private struct Rank: Comparable {
    private let parts: (Int, Int, Int, Int, Int, Int, Int)

    init(_ price: LivestockPrice, order: Int, hasBreed: Bool) {
        let level =
            switch price.level {
            case .own: 3
            case .saleyard: 2
            case .state: 1
            case .national: 0
            }
        let (range, width) =
            switch (price.from, price.to) {
            case (let from?, let to?): (2, to.micro - from.micro)
            case (nil, nil): (0, 0)
            default: (1, 0)
            }
        parts = (level, hasBreed ? 1 : 0, price.sex == nil ? 0 : 1, range, -width, price.day.dayNumber, order)
    }

    static func < (left: Rank, right: Rank) -> Bool {
        let (l, r) = (left.parts, right.parts)
        return (l.0, l.1, l.2, l.3, l.4, l.5) == (r.0, r.1, r.2, r.3, r.4, r.5)
            ? l.6 < r.6 : (l.0, l.1, l.2, l.3, l.4, l.5) < (r.0, r.1, r.2, r.3, r.4, r.5)
    }

    static func == (left: Rank, right: Rank) -> Bool { !(left < right) && !(right < left) }
}

extension String {
    /// The word as it is compared: without regard to case and blanks around it.
    package var word: String {
        // Most are plain already, and there are many.
        if utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) { return self }
        return trimmedName.lowercased()
    }
}
