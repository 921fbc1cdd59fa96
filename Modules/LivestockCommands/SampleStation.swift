import Livestock
import Persistence
import Values

import struct Foundation.Date
import struct Foundation.UUID

/// A station as an example: two mobs and a flock, with a year of prices.
struct SampleStation {
    private let today: CalendarDay
    private let now: Date
    private let currency: Currency

    /// A station as it would be on a day.
    ///
    /// - Parameter now: when it is taken to have been entered.
    init(today: CalendarDay, now: Date) throws {
        self.today = today
        self.now = now
        currency = try Currency(code: "AUD")
    }

    /// Adds it to a store.
    ///
    /// - Throws: `StoreError`.
    func write(to writer: any StoreWriter) throws {
        let holding = Holding(
            id: UUID(), name: "Home station", currency: currency, state: "QLD", saleyard: "Roma", kilometres: 180)
        try writer.insert(holding)
        let steers = Herd(
            id: UUID(), holdingID: holding.id, name: "Steers", species: .cattle, category: "steer", breed: "Angus",
            paddock: "River")
        let cows = Herd(
            id: UUID(), holdingID: holding.id, name: "Cows", species: .cattle, category: "cow", breed: "Angus",
            paddock: "Hill")
        let ewes = Herd(
            id: UUID(), holdingID: holding.id, name: "Ewes", species: .sheep, category: "ewe", breed: "Merino",
            paddock: "House")
        for herd in [steers, cows, ewes] { try writer.insert(herd) }
        try add(
            [
                BookEvent(ago(100), .opening, head: 100, weight: try Kilograms("300")),
                BookEvent(ago(100), .gain, gain: try Kilograms("0.8")), BookEvent(ago(60), .death, head: 1),
                BookEvent(ago(20), .muster, head: 99), BookEvent(ago(15), .weigh, weight: try Kilograms("368")),
            ], to: steers, writer)
        try add(
            [
                BookEvent(ago(500), .opening, head: 120, weight: try Kilograms("520")),
                BookEvent(
                    ago(320), .join,
                    joining: Joining(
                        .controlled, start: ago(320), end: ago(257), rate: try Percentage("85%"))),
                BookEvent(ago(200), .pregnancyTest, head: 104), BookEvent(ago(30), .birth, head: 62),
                BookEvent(ago(12), .birth, head: 25), BookEvent(ago(10), .deathAtFoot, head: 2),
                BookEvent(ago(9), .weigh, weight: try Kilograms("515")),
            ], to: cows, writer)
        try add(
            [
                BookEvent(ago(300), .opening, head: 400, weight: try Kilograms("55")),
                BookEvent(
                    ago(80), .join,
                    joining: Joining(.controlled, start: ago(80), end: ago(45), rate: try Percentage("135%"))),
                BookEvent(ago(40), .muster, head: 396, isAdopted: true),
            ], to: ewes, writer)
        try writer.insert(BreedPremium(breed: "Angus", percent: try Percentage("6")))
        for price in try prices() { try writer.insert(price) }
    }

    private func ago(_ days: Int) -> CalendarDay { today.adding(days: -days) }

    private func add(_ events: [BookEvent], to herd: Herd, _ writer: any StoreWriter) throws {
        for (position, event) in events.enumerated() {
            try writer.insert(
                HerdEvent(
                    id: UUID(), herdID: herd.id, day: event.day, entered: now, position: position, kind: event.kind,
                    head: event.head, weight: event.weight, gain: event.gain, isAdopted: event.isAdopted,
                    joining: event.joining))
        }
    }

    /// Prices of each week of the last year, made up.
    private func prices() throws -> [LivestockPrice] {
        var (prices, state) = ([LivestockPrice](), UInt64(11))
        let markets: [(Species, String, Int, PriceBasis)] = [
            (.cattle, "steer", 402, .live), (.cattle, "cow", 305, .live), (.cattle, "calf", 455, .live),
            (.sheep, "ewe", 9_800, .head), (.sheep, "lamb", 390, .live),
        ]
        for (species, category, now, basis) in markets {
            var cents = now
            for week in 0...52 {
                prices.append(
                    LivestockPrice(
                        level: .saleyard, place: "Roma", species: species, category: category, basis: basis,
                        price: try Money(minorUnits: Int128(cents), currency), day: ago(7 * week + 3),
                        source: "sample", entered: self.now, position: prices.count))
                // The same walk in every run.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                cents += cents * (Int(state >> 33) % 41 - 20) / 1000
            }
        }
        return prices
    }
}
