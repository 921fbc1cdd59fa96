public import Models
public import Persistence

import struct Foundation.UUID

/// Prices that people record.
public struct PriceService: Sendable {
    let store: any Store

    /// A service over a store.
    public init(store: any Store) {
        self.store = store
    }

    /// A price that was recorded or deleted.
    public struct Changed: Sendable {
        /// The instrument.
        public let instrument: Instrument
        /// The price.
        public let price: InstrumentPrice
    }

    /// Records the price of a day (P12).
    ///
    /// - Parameters:
    ///   - amount: in the instrument's currency, 0 for a worthless unit.
    ///   - replacing: whether it takes the place of one that is there.
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func add(
        _ name: String, _ amount: String, date: String? = nil, replacing: Bool = false, _ call: Call
    ) async throws -> Outcome<Changed> {
        Outcome(
            try await store.write(call) { writer in
                let instrument = try writer.instrument(named: name)
                var reader = RequestReader()
                let price = try reader.read("price") { try MoneyText.read(amount, instrument.currency) }
                let day = try reader.read("date") { try date.map { try CalendarDay($0) } ?? call.today }
                if let day, day > call.day { _ = try reader.read("date") { throw PortfolioError.futureDay(day) } }
                if instrument.type == .cash {
                    _ = try reader.read("price") { throw PortfolioError.cashHasNoPrice(instrument.name) }
                }
                let recorded = InstrumentPrice(
                    instrumentID: instrument.id, day: day ?? call.today, price: price ?? .zero(instrument.currency))
                reader.add(try recorded.issues(in: writer))
                try reader.check()
                if let old = try writer.price(of: instrument, on: recorded.day) {
                    guard replacing || old == recorded else {
                        throw PortfolioError.priceExists(instrument: instrument.name, day: old.day, price: old.price)
                    }
                    if old != recorded { try writer.update(old, to: recorded) }
                } else {
                    try writer.insert(recorded)
                }
                return Changed(instrument: instrument, price: recorded)
            })
    }

    /// Deletes the recorded price of a day.
    ///
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError/noPrice(instrument:day:)``, ``StoreError``.
    public func delete(_ name: String, date: String, _ call: Call) async throws -> Outcome<Changed> {
        try await store.write(call) { writer in
            let instrument = try writer.instrument(named: name)
            let day = try CalendarDay(date)
            guard let price = try writer.price(of: instrument, on: day) else {
                throw PortfolioError.noPrice(instrument: instrument.name, day: day)
            }
            try writer.delete(price)
            let changed = Changed(instrument: instrument, price: price)
            let transactions = try writer.transactions(touching: [instrument.id])
            let isOpen = try UnitBook(transactions).units(on: call.today).contains {
                $0.key.instrumentID == instrument.id
            }
            let left = try StoredPrices(writer).prices(
                of: instrument, on: call.today, among: transactions.filter { $0.instrumentID == instrument.id })
            guard isOpen, left.price(on: call.today) == nil else { return Outcome(changed) }
            return Outcome(
                changed,
                warnings: [
                    Warning(
                        code: "noPriceLeft",
                        message: "'\(instrument.name)' is held and has no price any more: its value is not known.",
                        remedy: .recordPrice(instrument.name))
                ])
        }
    }

    /// One price of a list.
    public struct Listed: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// The price.
        public let price: Money
        /// Recorded, fetched or of a substitute.
        public let state: PriceState
        /// The day through which it was adjusted; nil for one as it was traded.
        public let adjustedThrough: CalendarDay?
        /// The provider; nil for a recorded one.
        public let source: String?
    }

    /// The prices of an instrument, by day: recorded ones, and fetched ones of other days.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func list(_ name: String, _ call: Call) async throws -> Outcome<(instrument: Instrument, prices: [Listed])> {
        Outcome(
            try await store.read { reader in
                let instrument = try reader.instrument(named: name)
                let recorded = try reader.all(InstrumentPrice.self, where: "instrumentID", is: instrument.id)
                let days = Set(recorded.map(\.day))
                let fetched = try reader.all(FetchedPrice.self, where: "instrumentID", is: instrument.id)
                let all =
                    recorded.map {
                        Listed(
                            day: $0.day, price: $0.price, state: .recorded, adjustedThrough: $0.adjustedThrough,
                            source: nil)
                    }
                    + fetched.filter { !days.contains($0.day) }.map {
                        Listed(
                            day: $0.day, price: $0.price, state: $0.isFallback ? .fallback : .fetched,
                            adjustedThrough: $0.adjustedThrough, source: $0.source)
                    }
                return (instrument, all.filter { $0.day <= call.today }.sorted { $0.day < $1.day })
            })
    }
}

extension EntityReader {
    func price(of instrument: Instrument, on day: CalendarDay) throws -> InstrumentPrice? {
        try find(InstrumentPrice.self, key: [.text(instrument.id.uuidString), .text("\(day)")])
    }
}
