public import Persistence
public import Values

import struct Foundation.Date

/// Fetches prices from the chosen sources and keeps them, so that valuing needs no source.
public struct LivestockPriceService: Sendable {
    let store: any Store
    let settings: LivestockSettings
    let sources: LivestockPriceSources

    /// A service over a store and sources.
    public init(store: any Store, settings: LivestockSettings, sources: LivestockPriceSources) {
        self.store = store
        self.settings = settings
        self.sources = sources
    }

    /// Fetches the prices of some days for the animals of all herds, and keeps those that are new, as one change.
    ///
    /// - Parameters:
    ///   - first: the first day; nil for the oldest on which a price counts today.
    ///   - last: the last day; nil for the call's.
    /// - Returns: the prices that were kept, and how many were there already.
    /// - Throws: ``LivestockError``, ``LivestockPriceError``, `StoreError`.
    public func fetch(
        from first: CalendarDay? = nil, to last: CalendarDay? = nil, _ call: Call
    ) async throws -> Outcome<(prices: [LivestockPrice], known: Int)> {
        try settings.currentRole.require(.manager)
        let last = last ?? call.today
        let first = first ?? last.adding(days: -settings.assumptions.priceMaxAge)
        try LivestockError.checkPeriod(from: first, to: last)
        let request = try await store.read { try $0.request(from: first, to: last) }
        var (found, reasons) = ([LivestockPrice](), [String]())
        for provider in sources.providers {
            do {
                found += try await provider.prices(request, call).filter { (first...last).contains($0.day) }
            } catch let error as CancellationError {
                throw error
            } catch {
                reasons.append("\(provider.name): \(error)")
            }
        }
        guard reasons.count < sources.providers.count else { throw LivestockPriceError.unavailable(reasons) }
        let call = try await store.stamped(call)
        let prices = found
        let kept = try await store.write(call) { writer in
            let known = KnownPrices(try writer.all(LivestockPrice.self))
            let rows = prices.enumerated().map { $0.element.entered(at: call.now, position: $0.offset) }
            let new = known.new(among: rows)
            for row in new { try writer.insert(row) }
            return (new, rows.count - new.count)
        }
        let warnings = reasons.map {
            Warning(code: "pricesMissing", message: "Some prices could not be fetched: \($0).")
        }
        return Outcome(kept, warnings: warnings, isComplete: reasons.isEmpty)
    }
}

extension StoreReader {
    /// The request for the animals of all herds.
    fileprivate func request(from first: CalendarDay, to last: CalendarDay) throws -> LivestockPriceRequest {
        let (herds, holdings) = (try all(Herd.self), try all(Holding.self))
        let categories = herds.map(\.category) + herds.map { $0.offspringCategory ?? $0.species.offspringCategory }
        let places = holdings.flatMap { [$0.saleyard, $0.state] } + herds.map(\.saleyard)
        return LivestockPriceRequest(
            from: first, to: last,
            species: Species.allCases.filter { species in herds.contains { $0.species == species } },
            categories: Set(categories).sorted(), places: Set(places.compactMap(\.self)).sorted(),
            currency: try priceCurrency(nil))
    }
}

extension LivestockPrice {
    /// The same price as one that is entered at an instant.
    fileprivate func entered(at instant: Date, position: Int) -> LivestockPrice {
        LivestockPrice(
            level: level, place: place, species: species, category: AnimalCategory.usualName(category, species),
            breed: breed, sex: sex, from: from, to: to, basis: basis, price: price, day: day, source: source,
            entered: instant.wholeMilliseconds, position: position)
    }
}
