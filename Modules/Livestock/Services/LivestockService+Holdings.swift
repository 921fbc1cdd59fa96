import Persistence
public import Values

import struct Foundation.UUID

/// A holding as a person enters it, as text; nil where nothing is said, empty to take something away.
public struct HoldingFields: Sendable {
    /// The name.
    public var name: String?
    /// The code of the currency.
    public var currency: String?
    /// The state.
    public var state: String?
    /// The saleyard.
    public var saleyard: String?
    /// The distance to it in kilometres.
    public var kilometres: String?
    /// The yearly mortality.
    public var mortality: String?
    /// Degrees north.
    public var latitude: String?
    /// Degrees east.
    public var longitude: String?

    /// Nothing is said.
    public init() {}

    /// Enters the fields into a holding.
    fileprivate func enter(into holding: inout Holding, _ reader: inout RequestReader) throws {
        if let name { holding.name = name.trimmedName }
        try reader.change("state", state, &holding.state) { $0.trimmedName }
        try reader.change("saleyard", saleyard, &holding.saleyard) { $0.trimmedName }
        try reader.change("km", kilometres, &holding.kilometres) { text in
            guard let number = Int(text) else { throw NumberError.notANumber(text) }
            return number
        }
        try reader.change("mortality", mortality, &holding.mortality) {
            try Percentage($0, within: .zero...(.hundred))
        }
        try reader.change("latitude", latitude, &holding.latitude) { $0 }
        try reader.change("longitude", longitude, &holding.longitude) { $0 }
        reader.add(holding.issues)
    }
}

extension Holding {
    fileprivate var issues: [ValidationIssue] { issues(in: NoReader()) }
}

extension LivestockService {
    /// Adds a holding.
    ///
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    public func addHolding(_ fields: HoldingFields, _ call: Call) async throws -> Outcome<Holding> {
        try require(.owner)
        return try await store.write(call) { writer in
            let holding = try writer.insertHolding(fields)
            return Outcome(
                holding,
                warnings: [
                    try .unknownSaleyard(holding.saleyard, in: writer),
                    .unusual(mortality: holding.mortality, of: holding.name),
                ].compactMap(\.self))
        }
    }

    /// Changes a holding; its currency stays.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func editHolding(_ name: String, _ fields: HoldingFields, _ call: Call) async throws -> Outcome<Holding> {
        try require(.owner)
        return try await store.write(call) { writer in
            let old = try writer.find(Holding.self, named: name)
            var (holding, reader) = (old, RequestReader())
            try fields.enter(into: &holding, &reader)
            try reader.check()
            guard holding != old else { throw LivestockError.nothingToChange }
            if holding.name != old.name { try writer.checkNameIsFree(holding) }
            try writer.update(old, to: holding)
            return Outcome(
                holding,
                warnings: [
                    try .unknownSaleyard(fields.saleyard, in: writer),
                    fields.mortality == nil ? nil : .unusual(mortality: holding.mortality, of: holding.name),
                ].compactMap(\.self))
        }
    }

    /// Deletes a holding without herds.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `StoreError`.
    public func deleteHolding(_ name: String, _ call: Call) async throws -> Outcome<Holding> {
        try require(.owner)
        return Outcome(
            try await store.write(call) { writer in
                let holding = try writer.find(Holding.self, named: name)
                let herds = try writer.all(Herd.self, where: "holdingID", is: holding.id)
                guard herds.isEmpty else {
                    throw LivestockError.inUse(kind: "holding", name: holding.name, by: herds.map(\.name))
                }
                try writer.delete(holding)
                return holding
            })
    }

    /// All holdings, by name.
    ///
    /// - Throws: `StoreError`.
    public func holdings() async throws -> Outcome<[Holding]> {
        Outcome(try await store.read { try $0.all(Holding.self) })
    }

    /// The holding that a name means.
    ///
    /// - Throws: `LookupError`, `StoreError`.
    public func holding(named name: String) async throws -> Outcome<Holding> {
        Outcome(try await store.read { try $0.find(Holding.self, named: name) })
    }
}

extension StoreWriter {
    /// Adds a holding.
    ///
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    func insertHolding(_ fields: HoldingFields) throws -> Holding {
        var reader = RequestReader()
        let currency = try reader.read("currency", fields.currency ?? "") { try Currency(code: $0) }
        var holding = Holding(id: UUID(), name: "", currency: currency ?? .usd)
        try fields.enter(into: &holding, &reader)
        try reader.check()
        try checkNameIsFree(holding)
        try insert(holding)
        return holding
    }
}

extension EntityReader {
    /// Refuses a name that another thing of the kind has: people name them by it.
    func checkNameIsFree<E: Entity>(_ value: E) throws {
        guard let title = value.title, let column = E.declaration.description.title else { return }
        if try !all(E.self, where: column, is: .text(title)).isEmpty {
            throw LivestockError.nameTaken(kind: E.declaration.description.kind, name: title)
        }
    }
}

/// A reader of nothing, for what is checked without a store.
struct NoReader: EntityReader {
    func all<E: Entity>(_ type: E.Type) -> [E] { [] }
    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) -> [E] { [] }
    func all<E: Entity>(_ type: E.Type, _ selection: Selection) -> [E] { [] }
    func find<E: Entity>(_ type: E.Type, key: [Cell]) -> E? { nil }
    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) -> [UUID: [Money]] { [:] }
}
