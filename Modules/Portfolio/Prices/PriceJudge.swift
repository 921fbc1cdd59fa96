import Models

/// Decides which of the prices that a provider gave of an instrument can be used: none is ever taken that may be wrong.
struct PriceJudge {
    private let wanted: PriceRequest.Wanted
    private let last: CalendarDay
    /// Why prices cannot be used.
    private(set) var gaps: [PriceGap] = []

    /// - Parameters:
    ///   - last: the last day that is wanted.
    ///   - today: the day after which there can be no price.
    init(_ wanted: PriceRequest.Wanted, to last: CalendarDay, today: CalendarDay) {
        self.wanted = wanted
        self.last = min(last, today)
    }

    /// The usable prices, one of each day, by day.
    mutating func usable(_ prices: [ProvidedPrice]) -> [ProvidedPrice] {
        let own = prices.filter { $0.instrumentID == wanted.id && $0.day >= wanted.from && $0.day <= last }
        var days: [CalendarDay: [ProvidedPrice]] = [:]
        for price in own {
            guard price.price.currency == wanted.currency else {
                add("the price of \(price.day) is in \(price.price.currency), not in \(wanted.currency)", ofDay: true)
                continue
            }
            guard price.price.isPositive else {
                add("the price of \(price.day) is \(price.price), not above 0", ofDay: true)
                continue
            }
            days[price.day, default: []].append(price)
        }
        return days.sorted { $0.key < $1.key }.compactMap { one(of: $0.value, $0.key) }
    }

    /// The price of a day: the only one, else the latest, where all have an instant.
    private mutating func one(of prices: [ProvidedPrice], _ day: CalendarDay) -> ProvidedPrice? {
        guard let first = prices.first else { return nil }
        if prices.allSatisfy({ $0.price.ratio == first.price.ratio && $0.adjustedThrough == first.adjustedThrough }) {
            return first
        }
        let instants = prices.compactMap(\.instant)
        if instants.count == prices.count, let latest = instants.max() {
            let newest = prices.filter { $0.instant == latest }
            if newest.count == 1 { return newest[0] }
        }
        add("there are several prices of \(day)", ofDay: true)
        return nil
    }

    private mutating func add(_ reason: String, ofDay: Bool = false) {
        gaps.append(PriceGap(wanted.id, reason, isOfDay: ofDay))
    }
}
