public import FileFormats
import Persistence
public import Values

import struct Foundation.UUID

extension LivestockService {
    /// Enters the herds of a table, all in one change or none.
    ///
    /// - Throws: `ImportError`, ``LivestockError``, `StoreError`.
    public func importHerds(
        path: String, _ choices: LivestockTable.Choices, _ call: Call
    ) async throws -> Outcome<[Herd]> {
        try require(.owner)
        let table = try LivestockTable(
            path: path, .herds, choices, saved: await store.read { try $0.mapping(savedAs: choices.map) }, call)
        let call = try await store.stamped(call)
        let (herds, warnings) = try await store.write(call) { writer in
            if let name = choices.savingMapAs { try writer.put(SavedMapping(name: name, mapping: table.mapping)) }
            let holdings = try writer.all(Holding.self)
            var taken = Set(try writer.all(Herd.self).map(\.name))
            var (herds, warnings): ([Herd], [Warning]) = ([], [])
            try table.forEachRow { row in
                let fields = HerdFields(row)
                let holding =
                    try fields.holding.map { try holdings.find(named: $0) } ?? writer.holding(named: nil, holdings)
                let new = try fields.newHerd(in: holding, call)
                guard taken.insert(new.herd.name).inserted else {
                    throw LivestockError.nameTaken(kind: "herd", name: new.herd.name)
                }
                try writer.insert(new.herd)
                for event in new.events { try writer.insert(event) }
                if let price = new.price { try writer.insert(price) }
                herds.append(new.herd)
                let unknown = Warning.unknownCategory(new.herd.category, new.herd.species)
                warnings += [unknown].compactMap(\.self)
                warnings += new.herd.unusualNumbers(as: fields, new.price, new.events.first?.weight).compactMap(\.self)
            }
            return (herds, warnings)
        }
        return Outcome(herds, warnings: table.warnings + warnings.shortened)
    }

    /// Enters the prices of a table, all in one change or none. Those that are there already, from the same source for the same
    /// animals, place and day, are left out.
    ///
    /// - Returns: the prices that were entered, and how many were there already.
    /// - Throws: `ImportError`, ``LivestockError``, `StoreError`.
    public func importPrices(
        path: String, _ choices: LivestockTable.Choices, _ call: Call
    ) async throws -> Outcome<(prices: [LivestockPrice], known: Int)> {
        try require(.manager)
        let table = try LivestockTable(
            path: path, .livestockPrices, choices, saved: await store.read { try $0.mapping(savedAs: choices.map) },
            call)
        let call = try await store.stamped(call)
        let entered = try await store.write(call) { writer in
            if let name = choices.savingMapAs { try writer.put(SavedMapping(name: name, mapping: table.mapping)) }
            let usual = try? writer.priceCurrency(nil)
            let known = KnownPrices(try writer.all(LivestockPrice.self))
            var prices: [LivestockPrice] = []
            try table.forEachRow { row in
                prices.append(try PriceFields(row).price(usual, position: prices.count, call, in: writer))
            }
            let new = known.new(among: prices)
            for price in new { try writer.insert(price) }
            return (new, prices.count - new.count)
        }
        // The prices of earlier years are a history: none of them is too old.
        let warnings = entered.0.flatMap { price -> [Warning] in
            let found: [Warning?] = [
                .unknownCategory(price.category, price.species),
                .unusual(price.price, price.basis, price.species, price.category),
            ]
            return found.compactMap(\.self)
        }
        return Outcome(entered, warnings: table.warnings + warnings.shortened)
    }
}

extension LivestockTable {
    /// The prices of a table.
    ///
    /// - Parameter currency: that of rows that name none.
    /// - Throws: `ImportError`.
    package static func prices(path: String, _ currency: Currency, _ call: Call) throws -> [LivestockPrice] {
        let table = try LivestockTable(path: path, .livestockPrices, Choices(), saved: nil, call)
        var prices: [LivestockPrice] = []
        try table.forEachRow { row in
            prices.append(
                try PriceFields(row).price(currency, position: prices.count, call, in: NoReader()))
        }
        return prices
    }
}

extension LivestockPrice {
    /// The animals, the place and the unit that it is a price of: prices of one subject can be compared.
    struct Subject: Hashable {
        let words: [String?]
        let range: [Kilograms?]
        let currency: Currency
    }

    var subject: Subject {
        Subject(
            words: [
                herdID?.uuidString, level.rawValue, place?.word, species.rawValue, category.word, breed?.word,
                sex?.rawValue, basis.rawValue,
            ], range: [from, to], currency: price.currency)
    }
}

/// Prices that are there already, so that the same from the same source is entered once, unless another one was entered after it.
struct KnownPrices {
    private struct Place: Hashable {
        let subject: LivestockPrice.Subject
        let source: String
        let day: CalendarDay

        init(_ price: LivestockPrice) { (subject, source, day) = (price.subject, price.source, price.day) }
    }

    private var known: [Place: [Money]] = [:]

    /// The prices of a store, in order of entry.
    init(_ prices: [LivestockPrice]) { for price in prices { known[Place(price), default: []].append(price.price) } }

    /// Those of some prices, in order, that are new.
    func new(among prices: [LivestockPrice]) -> [LivestockPrice] {
        let last = Dictionary(prices.map { (Place($0), $0.price) }) { _, last in last }
        var seen = known
        return prices.filter { price in
            let place = Place(price)
            let isThere = seen[place]?.contains(price.price) == true
            let counts = known[place].map { $0.last == last[place] } ?? true
            guard !isThere || !counts else { return false }
            seen[place, default: []].append(price.price)
            return true
        }
    }
}

extension StoreReader {
    fileprivate func holding(named name: String?, _ holdings: [Holding]) throws -> Holding {
        guard let only = holdings.first, holdings.count == 1 else { throw LivestockError.holdingNeeded }
        return only
    }
}

extension HerdFields {
    /// The fields of a row of a table.
    fileprivate init(_ cells: [String: String]) {
        self.init()
        (name, species, category, holding) = (cells["name"], cells["species"], cells["category"], cells["holding"])
        (breed, sex, head, weight) = (cells["breed"], cells["sex"], cells["head"], cells["weight"])
        (gain, targetWeight, dressing) = (cells["gain"], cells["target-weight"], cells["dressing"])
        (mortality, gestation, saleyard) = (cells["mortality"], cells["gestation"], cells["saleyard"])
        (price, paddock, note) = (cells["price"], cells["paddock"], cells["note"])
        (offspringCategory, offspring) = (cells["offspring-category"], cells["offspring"])
        (born, date) = (cells["born"], cells["date"])
    }
}

extension PriceFields {
    /// The fields of a row of a table.
    fileprivate init(_ cells: [String: String]) {
        self.init()
        (source, level, place, species) = (cells["source"], cells["level"], cells["place"], cells["species"])
        (category, breed, sex) = (cells["category"], cells["breed"], cells["sex"])
        (from, to, currency, date) = (cells["from"], cells["to"], cells["currency"], cells["date"])
        // A price and its unit stand apart in tables.
        if let amount = cells["price"] {
            let unit = cells["basis"].flatMap { PriceBasis(rawValue: $0)?.unit } ?? cells["basis"]
            price = amount.contains("/") || unit == nil ? amount : amount + "/" + (unit ?? "")
        }
    }
}
