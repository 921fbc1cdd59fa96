import Livestock
import TestSupport
import Testing
import Values

@Suite("H4: price") struct PriceTests {
    @Test func `a premium raises a row without breed, and a row with the breed wins`() throws {
        var example = try ExampleE()
        example.herd.breed = "Angus"
        example.assumptions.premiums = ["angus": try percent("10")]
        #expect(try example.value().physical?.amount == (try money("167200.00 AUD")))
        example.prices.append(try price("4.15/kg", breed: "Angus"))
        #expect(try example.value().physical?.amount == (try money("157700.00 AUD")))
    }

    @Test func `the nearest level wins whatever its age, up to 56 days`() throws {
        var example = try ExampleE()
        example.prices = [
            try price("4.00/kg", on: "2026-02-20"),
            try price("5.00/kg", "steer", .state, at: "QLD", on: "2026-04-10"),
        ]
        var value = try example.value()
        #expect(value.price?.age == 50)
        #expect(value.price?.row.level == .saleyard)
        #expect(value.warnings.map(\.code) == ["stalePrice", "staleWeight"])
        example.prices[0] = try price("4.00/kg", on: "2026-02-13")
        value = try example.value()
        #expect(value.price?.row.level == .state)
        #expect(value.warnings.map(\.code) == ["priceLevel", "staleWeight"])
    }

    @Test func `within a level breed, sex, range, day and entry decide in this order`() throws {
        var example = try ExampleE()
        example.herd.breed = "Angus"
        func expect(_ text: String) throws { #expect(try example.value().price?.row.price == money(text)) }
        example.prices = [try price("1/kg"), try price("2/kg")]
        try expect("2 AUD")
        example.prices.append(try price("3/kg", on: "2026-04-10"))
        try expect("2 AUD")
        example.prices.append(try price("4/kg", from: "300", on: "2026-03-01"))
        try expect("4 AUD")
        example.prices.append(try price("5/kg", from: "300", to: "500", on: "2026-03-01"))
        try expect("5 AUD")
        example.prices.append(try price("6/kg", from: "380", to: "400", on: "2026-03-01"))
        try expect("6 AUD")
        example.prices.append(try price("7/kg", from: "360", to: "380"))
        try expect("6 AUD")
        example.prices.append(try price("8/kg", sex: .male, on: "2026-03-01"))
        try expect("8 AUD")
        example.prices.append(try price("9/kg", breed: "angus", on: "2026-03-01"))
        try expect("9 AUD")
        example.prices += [try price("10/kg", breed: "Wagyu"), try price("11/kg", sex: .female)]
        try expect("9 AUD")
        example.herd.ownPrices = [
            LivestockPrice(
                level: .own, species: .cattle, category: "steer", basis: .live, price: try money("12 AUD"),
                day: try day("2026-03-01"))
        ]
        try expect("12 AUD")
    }

    @Test func `a herd's own price is for its own category`() throws {
        var example = try ExampleE()
        example.herd.ownPrices = [
            LivestockPrice(
                level: .own, species: .cattle, category: "weaner steer", basis: .live, price: try money("5 AUD"),
                day: try day("2026-04-11"))
        ]
        #expect(try example.value().price?.row.price == money("4.00 AUD"))
    }

    @Test func `rows of other days, currencies and places do not count`() throws {
        var example = try ExampleE()
        example.prices = [
            try price("4/kg", on: "2026-04-12"), try price("4/kg", at: "Dubbo"), try price("4/kg", "cow"),
            LivestockPrice(
                level: .saleyard, place: "Roma", species: .cattle, category: "steer", basis: .live,
                price: try money("4 USD"), day: try day("2026-04-11")),
            try price("4/kg", species: .sheep),
        ]
        let value = try example.value()
        #expect(value.market == nil)
        #expect(value.unavailable.count == 1)
        #expect(value.marketBound == .atLeast)
    }
}

@Suite("H5 to H9: values") struct ValuationExampleTests {
    @Test func `offspring have the dams' value per kilogram where those have no weight, or are gone`() throws {
        var example = try JoinedCows()
        example.events = [
            BookEvent(try day("2026-01-01"), .opening, head: 10),
            BookEvent(try day("2026-03-01"), .birth, head: 5, weight: try kg("40")),
            BookEvent(try day("2026-03-02"), .sale, head: 10),
        ]
        let value = try example.value()
        #expect(value.atFoot.amount == (try money("1191.95 AUD")))
        #expect(value.marketBound == nil)
    }

    @Test func `physical is head by the value of one`() throws {
        var example = try ExampleE()
        #expect(try example.value().physical?.amount == (try money("152000.00 AUD")))
        example.prices = [try price("7.20/kg-cwt")]
        #expect(try example.value().market == nil)
        example.herd.dressing = try percent("54%")
        #expect(try example.value().physical?.amount == (try money("147744.00 AUD")))
        example.prices = [try price("85/head")]
        #expect(try example.value().physical?.amount == (try money("8500.00 AUD")))
    }

    @Test func `expected losses are deducted, less what was recorded`() throws {
        var example = try ExampleE()
        var value = try example.value()
        #expect(value.losses.expected.decimalString(places: 4, rounding: .down) == "1.3698")
        #expect(value.mortality.amount == (try money("2082.19 AUD")))
        #expect(value.market == (try money("149917.81 AUD")))
        let death = BookEvent(try day("2026-02-01"), .death, head: 1)
        example.events.append(death)
        #expect(try example.value().mortality.amount == (try money("547.82 AUD")))
        example.events.append(death)
        #expect(try example.value().mortality.amount == (try money("0.00 AUD")))
        example.events.removeLast(2)
        example.events.append(BookEvent(try day("2026-04-01"), .muster, head: 100))
        value = try example.value()
        #expect(value.mortality.amount == (try money("208.22 AUD")))
    }

    @Test func `head bought into a mob that was not mustered for two years bears one day`() throws {
        var example = try ExampleE()
        example.events = [
            BookEvent(try day("2024-04-11"), .opening, head: 10, weight: try kg("380")),
            BookEvent(try day("2026-04-10"), .purchase, head: 400, weight: try kg("380")),
        ]
        let losses = try example.value().losses
        #expect(losses.headDays == 729 * 10 + 410)
    }

    @Test func `the unborn grow from conception on`() throws {
        var cows = try JoinedCows()
        var value = try cows.value()
        let calendar = try #require(value.breeding?.calendar)
        #expect(calendar.conception == (try day("2025-12-02")))
        #expect(calendar.first == (try day("2026-08-11")))
        #expect(calendar.last == (try day("2026-10-13")))
        #expect(value.breeding?.expectation.left == Ratio(102))
        #expect(value.preBirth.amount == (try money("5287.13 AUD")))
        #expect(try cows.value(on: "2025-12-02").preBirth.amount == (try money("0.00 AUD")))
        cows.events += [
            BookEvent(try day("2026-03-01"), .pregnancyTest, head: 109),
            BookEvent(try day("2026-03-02"), .sale, head: 30),
        ]
        value = try cows.value()
        #expect(value.breeding?.expectation.left == Ratio(327, over: 4))
        #expect(value.preBirth.amount == (try money("4237.48 AUD")))
    }

    @Test func `births lower what is expected, and the end of the season ends it`() throws {
        var cows = try JoinedCows()
        cows.events.append(BookEvent(try day("2026-07-12"), .birth, head: 12))
        #expect(try cows.value(on: "2026-08-11").breeding?.expectation.left == Ratio(90))
        #expect(try cows.value(on: "2026-10-13").breeding?.expectation.left == Ratio(90))
        #expect(try cows.value(on: "2026-10-14").breeding?.expectation.left == .zero)
        cows.events[2] = BookEvent(try day("2026-07-11"), .birth, head: 12)
        #expect(try cows.value(on: "2026-08-11").breeding?.expectation.left == Ratio(102))
        #expect(try cows.value(on: "2026-11-12").breeding?.expectation.left == Ratio(102))
        let short = try cows.value(on: "2026-11-13")
        #expect(short.breeding?.expectation.left == .zero)
        #expect(short.warnings.map(\.code).contains("birthsShort"))
    }

    @Test func `offspring at foot count by the dams' value per kilogram without a price of their own`() throws {
        var cows = try JoinedCows()
        cows.events = [
            BookEvent(try day("2026-01-01"), .opening, head: 120, weight: try kg("520")),
            BookEvent(try day("2026-09-15"), .birth, head: 90),
        ]
        #expect(try cows.value(on: "2026-10-01").atFoot.amount == (try money("14173.20 AUD")))
        cows.prices.append(try price("4.00/kg", "calf", to: "60"))
        #expect(try cows.value(on: "2026-10-01").atFoot.amount == (try money("18288.00 AUD")))
        cows.prices.append(try price("100/head", "calf", from: "50", to: "60"))
        #expect(try cows.value(on: "2026-10-01").atFoot.amount == (try money("9000.00 AUD")))
        cows.herd.priceIncludes = [.atFoot]
        #expect(try cows.value(on: "2026-10-01").atFoot.amount == (try money("0.00 AUD")))
    }

    @Test func `calves that are never weaned stop growing`() throws {
        var cows = try JoinedCows()
        cows.events = [
            BookEvent(try day("2025-01-01"), .opening, head: 1, weight: try kg("520")),
            BookEvent(try day("2025-02-01"), .birth, head: 1),
        ]
        let last = try cows.value(on: "2025-11-28")
        #expect(last.lots.first?.one?.weight == (try kg("306.4")))
        #expect(!last.warnings.map(\.code).contains("weaningOverdue"))
        let later = try cows.value(on: "2026-02-01")
        #expect(later.lots.first?.one?.weight == (try kg("306.4")))
        #expect(later.warnings.map(\.code).contains("weaningOverdue"))
    }

    @Test func `cows priced in calf do not count their calves twice`() throws {
        var cows = try JoinedCows()
        cows.herd.category = "cow in calf"
        cows.prices = [try price("3.10/kg", "cow in calf")]
        let value = try cows.value()
        #expect(value.preBirth.amount == (try money("0.00 AUD")))
        #expect(value.marketBound == nil)
    }

    @Test func `a made-up price leaves the value unknown`() throws {
        var example = try ExampleE()
        example.prices = [try price("4.00/kg", source: "mock")]
        let value = try example.value()
        #expect(value.marketBound == .unknown)
        #expect(value.price?.state == .fallback)
    }

    @Test func `offspring without a weight leave the value a lower bound`() throws {
        var cows = try JoinedCows()
        cows.prices = [try price("900/head", "cow")]
        cows.events = [
            BookEvent(try day("2025-10-01"), .opening, head: 120), BookEvent(try day("2026-04-01"), .birth, head: 3),
        ]
        let value = try cows.value()
        #expect(value.physical?.amount == (try money("108000.00 AUD")))
        #expect(value.marketBound == .atLeast)
        #expect(value.unavailable.count == 1)
    }
}
