public import Models
public import Persistence

import struct Foundation.UUID

/// Instruments, and the prices that people record of them.
public struct InstrumentService: Sendable {
    let store: any Store
    let settings: PortfolioSettings

    /// A service over a store.
    public init(store: any Store, settings: PortfolioSettings = PortfolioSettings()) {
        (self.store, self.settings) = (store, settings)
    }

    /// The fields of an instrument, as text. What is nil was not said; an empty text takes a field away.
    public struct Fields: Sendable {
        /// The name.
        public var name: String?
        /// The type.
        public var type: String?
        /// The code of its currency.
        public var currency: String?
        /// The symbol.
        public var symbol: String?
        /// The ISIN.
        public var isin: String?
        /// The market.
        public var market: String?
        /// The source of its prices, as `NAME` or `NAME:SYMBOL`.
        public var prices: String?

        /// Nothing is said.
        public init() {}
    }

    /// Adds an instrument.
    ///
    /// - Throws: ``RequestError``, ``StoreError``.
    public func add(_ fields: Fields, _ call: Call) async throws -> Outcome<Instrument> {
        let id = UUID()
        return Outcome(
            try await store.write(call) { writer in
                try fields.add(id: id, to: writer)
                return try writer.instrument(named: id.uuidString)
            })
    }

    /// Changes an instrument. Type and currency are fixed once there are transactions or prices (P1).
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``PortfolioError``, ``StoreError``.
    public func edit(_ name: String, _ fields: Fields, _ call: Call) async throws -> Outcome<Instrument> {
        Outcome(
            try await store.write(call) { writer in
                let old = try writer.instrument(named: name)
                var (instrument, reader) = (old, RequestReader())
                if let name = fields.name { instrument.name = name.trimmedName }
                if let text = fields.currency {
                    instrument.currency =
                        try reader.read("currency") { try Currency(code: text) } ?? instrument.currency
                }
                try fields.apply(to: &instrument, &reader)
                reader.add(try instrument.issues(in: writer))
                if instrument.isin != old.isin { reader.add(try instrument.issuesOfEnteredISIN(in: writer)) }
                try reader.check()
                guard instrument != old else { return old }
                if instrument.currency != old.currency || instrument.type != old.type {
                    let use = try writer.use(of: old)
                    if use.transactions + use.prices > 0 {
                        throw PortfolioError.fixedOnceUsed(
                            field: instrument.currency != old.currency ? "currency" : "type", thing: old.name)
                    }
                }
                try writer.update(old, to: instrument)
                return instrument
            })
    }

    /// Deletes an instrument; with its transactions and prices where that is wanted.
    ///
    /// - Throws: ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func delete(
        _ name: String, cascade: Bool, _ call: Call
    ) async throws -> Outcome<(instrument: Instrument, transactions: Int, prices: Int)> {
        try await store.write(call) { writer in
            let instrument = try writer.instrument(named: name)
            let use = try writer.use(of: instrument)
            if use.transactions + use.prices > 0, !cascade {
                throw PortfolioError.instrumentInUse(
                    instrument.name, transactions: use.transactions, prices: use.prices)
            }
            // Corporate actions of it go too, which the positions of other instruments may not allow, and so do the other sides of
            // its swaps.
            let linked = try writer.transactions(touching: [instrument.id])
            let own = linked.filter { $0.instrumentID == instrument.id }
            let gone = linked.filter { $0.toInstrumentID == instrument.id } + (try writer.otherSides(of: own))
            let others = Set((linked + gone).flatMap { [$0.instrumentID, $0.toInstrumentID] }.compactMap(\.self))
                .subtracting([instrument.id])
            let positions = try PositionGuard(others.union([instrument.id]), settings, in: writer)
            for transaction in gone { try writer.delete(transaction) }
            try writer.delete(instrument)
            let warnings = try positions.check(others, in: writer, call)
            let changes = (gone + own).map { (old: Optional($0), new: PortfolioTransaction?.none) }
            return Outcome(
                (instrument, use.transactions, use.prices),
                warnings: warnings + (try writer.overdrafts(after: changes)))
        }
    }

    /// The instruments in the order of their names.
    ///
    /// - Throws: ``StoreError``.
    public func instruments() async throws -> [Instrument] { try await store.read { try $0.all(Instrument.self) } }

    /// The instrument that a text means, with the number of its transactions and recorded prices.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func instrument(
        named name: String
    ) async throws -> (instrument: Instrument, transactions: Int, prices: Int) {
        try await store.read { reader in
            let instrument = try reader.instrument(named: name)
            let use = try reader.use(of: instrument)
            return (instrument, use.transactions, use.prices)
        }
    }
}

extension InstrumentService.Fields {
    /// Adds an instrument of these fields.
    func add(id: UUID, to writer: any StoreWriter) throws {
        var reader = RequestReader()
        let unit = try reader.read("currency") { try Currency(code: currency ?? "") }
        var instrument = Instrument(id: id, name: name?.trimmedName ?? "", type: .other, currency: unit ?? .usd)
        try apply(to: &instrument, &reader)
        reader.add(try instrument.issues(in: writer) + instrument.issuesOfEnteredISIN(in: writer))
        try reader.check()
        try writer.insert(instrument)
    }

    /// Sets all but name and currency.
    fileprivate func apply(to instrument: inout Instrument, _ reader: inout RequestReader) throws {
        if let text = type {
            instrument.type =
                try reader.read("type") {
                    guard let type = InstrumentType(rawValue: text) else { throw PortfolioError.unknownType(text) }
                    return type
                } ?? instrument.type
        }
        if let symbol { instrument.symbol = symbol.trimmedName.orNothing }
        if let isin { instrument.isin = isin.trimmedName.uppercased().orNothing }
        if let market { instrument.market = market.trimmedName.orNothing }
        if let prices { instrument.prices = prices.trimmedName.orNothing }
    }
}

extension EntityReader {
    /// The other sides of swaps.
    fileprivate func otherSides(of transactions: [PortfolioTransaction]) throws -> [PortfolioTransaction] {
        let swaps = Set(transactions.compactMap(\.swapID))
        guard !swaps.isEmpty else { return [] }
        let own = Set(transactions.map(\.id))
        return try all(PortfolioTransaction.self).filter { transaction in
            !own.contains(transaction.id) && transaction.swapID.map { swaps.contains($0) } ?? false
        }
    }

    /// The numbers of an instrument's transactions and recorded prices.
    fileprivate func use(of instrument: Instrument) throws -> (transactions: Int, prices: Int) {
        let ids = try ["instrumentID", "toInstrumentID"].flatMap { column in
            try all(PortfolioTransaction.self, where: column, is: instrument.id).map(\.id)
        }
        return (
            Set(ids).count, try all(InstrumentPrice.self, where: "instrumentID", is: instrument.id).count
        )
    }
}
