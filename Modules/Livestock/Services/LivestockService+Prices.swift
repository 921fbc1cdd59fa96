import Persistence
public import Values

public import struct Foundation.UUID

extension LivestockService {
    /// Enters a price. One that is entered again for the same animals and day counts instead of the first.
    ///
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    public func addPrice(_ fields: PriceFields, _ call: Call) async throws -> Outcome<LivestockPrice> {
        try require(.manager)
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let row = try fields.price(nil, position: 0, call, in: writer)
            try writer.insert(row)
            let yard = row.level == .saleyard ? row.place : nil
            let others = row.warnings(on: call.today, settings.assumptions)
            return Outcome(row, warnings: [try .unknownSaleyard(yard, in: writer)].compactMap(\.self) + others)
        }
    }

    /// Takes a price away.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LivestockError``, `LookupError`, `StoreError`.
    public func deletePrice(_ id: String, _ call: Call) async throws -> Outcome<LivestockPrice> {
        try require(.manager)
        return Outcome(
            try await store.write(call) { writer in
                let price = try writer.find(LivestockPrice.self, named: id)
                try writer.delete(price)
                return price
            })
    }

    /// A query of prices.
    public struct PriceFilter: Sendable {
        /// Those of a category.
        public var category: String?
        /// Those of a place.
        public var place: String?
        /// Those of a species.
        public var species: Species?
        /// Those of a day or later.
        public var from: CalendarDay?
        /// Those of a day or earlier.
        public var to: CalendarDay?

        /// All prices.
        public init() {}

        func means(_ price: LivestockPrice) -> Bool {
            (category.map { AnimalCategory.usualName($0, price.species).word == price.category.word } ?? true)
                && (place.map { $0.word == price.place?.word } ?? true)
                && (species.map { $0 == price.species } ?? true) && (from.map { $0 <= price.day } ?? true)
                && (to.map { price.day <= $0 } ?? true)
        }
    }

    /// The prices up to the call's day, by day and order of entry, with the names of the herds whose own prices are among them.
    ///
    /// - Throws: ``LivestockError``, `StoreError`.
    public func prices(
        _ filter: PriceFilter, _ call: Call
    ) async throws -> Outcome<(prices: [LivestockPrice], herds: [UUID: String])> {
        try LivestockError.checkPeriod(from: filter.from, to: filter.to)
        return Outcome(
            try await store.read { reader in
                let found = try reader.all(LivestockPrice.self).filter { filter.means($0) && $0.day <= call.today }
                let herds = try reader.all(Herd.self).map { ($0.id, $0.name) }
                return (found, Dictionary(herds) { first, _ in first })
            })
    }

    /// Sets the premium of a breed; 0 takes it away.
    ///
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    public func setPremium(_ breed: String, _ percent: String, _ call: Call) async throws -> Outcome<BreedPremium> {
        try require(.owner)
        let premium = try await store.write(call) { writer in
            var reader = RequestReader()
            let read = try reader.read("percent") { try Percentage(percent, within: BreedPremium.bounds) }
            let premium = BreedPremium(breed: breed, percent: read ?? .zero)
            reader.add(premium.issues(in: NoReader()))
            try reader.check()
            let old = try writer.find(BreedPremium.self, key: [.text(premium.breed)])
            let usual = settings.assumptions.premiums[premium.breed]
            guard premium.percent != old?.percent ?? usual ?? .zero else { throw LivestockError.nothingToChange }
            // Of 0 % only what takes away a premium of the settings is kept.
            switch (old, premium.percent == .zero && usual ?? .zero == .zero) {
            case (let old?, true): try writer.delete(old)
            case (let old?, false): try writer.update(old, to: premium)
            case (nil, true): break
            case (nil, false): try writer.insert(premium)
            }
            return premium
        }
        let size = Int(premium.percent.micro.magnitude)
        return Outcome(
            premium,
            warnings: [size == 0 ? nil : UsualRange.premium.warning(size, of: "'\(premium.breed.printable)'")]
                .compactMap(\.self))
    }

    /// The premiums that hold: those that were entered, and those of the settings for other breeds; by breed.
    ///
    /// - Throws: `StoreError`.
    public func premiums() async throws -> Outcome<[BreedPremium]> {
        var premiums = settings.assumptions.premiums
        for premium in try await store.read({ try $0.all(BreedPremium.self) }) {
            premiums[premium.breed] = premium.percent
        }
        return Outcome(
            premiums.map { BreedPremium(breed: $0.key, percent: $0.value) }.sorted { $0.breed < $1.breed })
    }

    /// Adds a saleyard.
    ///
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    public func addSaleyard(_ name: String, state: String?, _ call: Call) async throws -> Outcome<Saleyard> {
        try require(.owner)
        return Outcome(
            try await store.write(call) { writer in
                let yard = Saleyard(id: UUID(), name: name.trimmedName, state: state?.trimmedName.orNothing)
                var reader = RequestReader()
                reader.add(yard.issues(in: NoReader()))
                try reader.check()
                try writer.checkNameIsFree(yard)
                try writer.insert(yard)
                return yard
            })
    }

    /// Changes a saleyard; its name only while nothing names it.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func editSaleyard(
        _ name: String, newName: String?, state: String?, _ call: Call
    ) async throws -> Outcome<Saleyard> {
        try require(.owner)
        return Outcome(
            try await store.write(call) { writer in
                let old = try writer.find(Saleyard.self, named: name)
                var yard = old
                if let newName { yard.name = newName.trimmedName }
                if let state { yard.state = state.trimmedName.orNothing }
                guard yard != old else { throw LivestockError.nothingToChange }
                if yard.name != old.name {
                    try writer.checkUnused(old)
                    try writer.checkNameIsFree(yard)
                }
                try writer.update(old, to: yard)
                return yard
            })
    }

    /// Deletes a saleyard that nothing names.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `StoreError`.
    public func deleteSaleyard(_ name: String, _ call: Call) async throws -> Outcome<Saleyard> {
        try require(.owner)
        return Outcome(
            try await store.write(call) { writer in
                let yard = try writer.find(Saleyard.self, named: name)
                try writer.checkUnused(yard)
                try writer.delete(yard)
                return yard
            })
    }

    /// The saleyards that were added, by name.
    ///
    /// - Throws: `StoreError`.
    public func saleyards() async throws -> Outcome<[Saleyard]> {
        Outcome(try await store.read { try $0.all(Saleyard.self) })
    }
}

extension EntityReader {
    /// Refuses a saleyard that something names.
    fileprivate func checkUnused(_ yard: Saleyard) throws {
        let name = yard.name.word
        let users =
            try all(Holding.self).filter { $0.saleyard?.word == name }.map(\.name)
            + all(Herd.self).filter { $0.saleyard?.word == name }.map(\.name)
            + all(LivestockPrice.self).filter { $0.level == .saleyard && $0.place?.word == name }.map(\.summary)
        guard users.isEmpty else { throw LivestockError.inUse(kind: "saleyard", name: yard.name, by: users) }
    }

    /// The currency of a price: the one that is named, else the one of all holdings.
    func priceCurrency(_ code: String?) throws -> Currency {
        if let code { return try Currency(code: code) }
        let currencies = Set(try all(Holding.self).map(\.currency))
        guard let only = currencies.first, currencies.count == 1 else { throw LivestockError.currencyNeeded }
        return only
    }
}
