public import Models
public import Persistence

import struct Foundation.UUID

/// Fetches prices from the chosen providers and keeps them, so that valuing needs none of them.
public struct PriceFetchService: Sendable {
    let store: any Store
    let sources: PriceSources

    /// A service over a store and sources.
    public init(store: any Store, sources: PriceSources) {
        self.store = store
        self.sources = sources
    }

    /// The days before the last one of which prices are wanted, where none was fetched yet.
    static let firstDays = 14

    /// Prices that were fetched.
    public struct Fetched: Sendable {
        /// The prices that are new or have changed, by instrument and day.
        public let prices: [(instrument: Instrument, price: FetchedPrice)]
        /// The number of prices that were there already.
        public let known: Int
        /// The instruments that have no price of these days, and prices that cannot be used.
        public let unavailable: [Unavailable]
    }

    /// Fetches the prices of instruments, by default of those that are held or name a source, and keeps them.
    ///
    /// - Parameters:
    ///   - names: the instruments; all for an empty list.
    ///   - first: the first day; nil for the newest of which a price was fetched, or two weeks before the last one.
    ///   - last: the last day; nil for the call's.
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError``, ``StoreError``, `CancellationError`.
    public func fetch(
        _ names: [String] = [], from first: String? = nil, to last: String? = nil, _ call: Call
    ) async throws -> Outcome<Fetched> {
        var reader = RequestReader()
        let from = try reader.read("from") { try first.map { try CalendarDay($0) } } ?? nil
        let to = try reader.read("to") { try last.map { try CalendarDay($0) } } ?? nil
        for (field, day) in [("from", from), ("to", to)] {
            if let day, day > call.day { _ = try reader.read(field) { throw PortfolioError.futureDay(day) } }
        }
        if let from, let to, from > to {
            _ = try reader.read("from") { throw PortfolioError.daysReversed(from: from, to: to) }
        }
        try reader.check()
        let request = try await store.read { try $0.request(names, from: from, to: to ?? call.today) }
        let answer = try await sources.prices(request, call)
        return try await keep(answer, of: request, call)
    }

    private func keep(
        _ answer: PriceSources.Answer, of request: PriceRequest, _ call: Call
    ) async throws -> Outcome<Fetched> {
        try await store.write(call) { writer in
            var prices: [(instrument: Instrument, price: FetchedPrice)] = []
            var known = 0
            for row in answer.rows {
                // It may have been changed or deleted meanwhile.
                guard let instrument = try writer.find(Instrument.self, row.price.instrumentID),
                    instrument.currency == row.price.price.currency
                else { continue }
                let price = FetchedPrice(
                    instrumentID: instrument.id, day: row.price.day, price: row.price.price,
                    adjustedThrough: row.price.adjustedThrough, source: row.source, isFallback: row.price.isFallback,
                    time: call.now.wholeMilliseconds)
                if try writer.keep(price) { prices.append((instrument, price)) } else { known += 1 }
            }
            let names = Dictionary(
                request.instruments.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            let unavailable = answer.gaps.map {
                Unavailable(
                    item: names[$0.instrumentID] ?? "", reason: $0.reason.hasSuffix(".") ? $0.reason : $0.reason + ".")
            }
            return Outcome(
                Fetched(prices: prices, known: known, unavailable: unavailable),
                isComplete: unavailable.isEmpty
                    && !answer.rows.contains(where: \.price.isFallback))
        }
    }
}

extension StoreReader {
    fileprivate func request(_ names: [String], from: CalendarDay?, to: CalendarDay) throws -> PriceRequest {
        var instruments: [Instrument] = []
        if names.isEmpty {
            let held = Set(try UnitBook(all(PortfolioTransaction.self)).units(on: to).keys.map(\.instrumentID))
            instruments = try all(Instrument.self).filter {
                $0.type != .cash && (held.contains($0.id) || $0.prices != nil)
            }
        }
        for name in names {
            let instrument = try instrument(named: name)
            if instrument.type == .cash { throw PortfolioError.cashHasNoPrice(instrument.name) }
            if !instruments.contains(instrument) { instruments.append(instrument) }
        }
        return PriceRequest(
            try instruments.map { PriceRequest.Wanted($0, from: try from ?? newestFetched($0, through: to)) }, to: to)
    }

    /// The newest day of which a price was fetched that is no substitute's, else the usual days before the last one.
    private func newestFetched(_ instrument: Instrument, through last: CalendarDay) throws -> CalendarDay {
        let newest = Selection(
            where: "instrumentID", is: .text(instrument.id.uuidString), by: "day", through: .text("\(last)"),
            isDescending: true, limit: PriceFetchService.firstDays)
        return try all(FetchedPrice.self, newest).first { !$0.isFallback }?.day
            ?? last.adding(days: -PriceFetchService.firstDays)
    }
}

extension StoreWriter {
    /// Keeps a price: in place of an older one of its day, but never a substitute's in place of a real one.
    ///
    /// - Returns: whether anything is new.
    fileprivate func keep(_ price: FetchedPrice) throws -> Bool {
        let key: [Cell] = [.text(price.instrumentID.uuidString), .text("\(price.day)")]
        guard let old = try find(FetchedPrice.self, key: key) else {
            try insert(price)
            return true
        }
        if price.isFallback, !old.isFallback { return false }
        if old != price { try update(old, to: price) }
        return old.price != price.price || old.isFallback != price.isFallback
    }
}
