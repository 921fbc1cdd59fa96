import ExchangeRates
import Foundation
import Livestock
import Persistence
import TestSupport
import Testing
import Values

/// Numbers that are entered although they are unusual: each is named.
@Suite("Unusual numbers of herds") struct UsualNumberTests {
    private let store = MemoryStore()
    private let service: LivestockService
    private let call: Call

    init() async throws {
        service = LivestockService(store: store)
        let today = try day("2026-11-26")
        call = TestSupport.call(today, at: today.dayNumber * 86_400)
        var holding = HoldingFields()
        (holding.name, holding.currency) = ("Home", "AUD")
        _ = try await service.addHolding(holding, call)
        _ = try await add("Cows", "cow", head: "83", weight: "520")
        _ = try await add("Steers", "steer", head: "118", weight: "400")
    }

    private func add(
        _ name: String, _ category: String, species: String = "cattle", head: String? = nil, weight: String? = nil,
        price: String? = nil, date: String = "2026-01-01"
    ) async throws -> [Warning] {
        var fields = HerdFields()
        (fields.name, fields.species, fields.category, fields.date) = (name, species, category, date)
        (fields.head, fields.weight, fields.price) = (head, weight, price)
        return try await service.addHerd(fields, call).warnings
    }

    private func enter(_ herd: String, _ kind: BookEvent.Kind, head: String? = nil, weight: String? = nil) async throws
        -> [Warning]
    {
        var request = EventRequest(herd, kind, head: head)
        request.weight = weight
        if kind == .muster { request.isAdopted = true }
        return try await service.enter(request, call).warnings
    }

    private func join(_ start: String, rate: String, end: String? = nil, head: String? = nil) async throws -> [Warning]
    {
        var request = EventRequest("Cows", .join, head: head)
        (request.type, request.start, request.rate) = (end == nil ? "ai" : "controlled", start, rate)
        request.end = end
        return try await service.enter(request, call).warnings
    }

    @Test func `percents that are written as fractions are named`() async throws {
        var cows = HerdFields()
        (cows.dressing, cows.mortality) = ("0.48", "0.05")
        #expect(
            try await service.editHerd("Cows", cows, call).warnings.map(\.message) == [
                "A dressing percentage of 0.48% is unusual for 'Cows': 30 to 80% is usual.",
                "A yearly mortality of 0.05% is unusual for 'Cows': 0.5 to 50% is usual.",
            ])
        (cows.dressing, cows.mortality) = ("48", "0")
        #expect(try await service.editHerd("Cows", cows, call).warnings.isEmpty)
        #expect(
            try await service.setPremium("Angus", "0.1", call).warnings.map(\.message) == [
                "A premium of 0.1% is unusual for 'angus': 1 to 100% is usual."
            ])
        #expect(try await service.setPremium("Angus", "-10", call).warnings.isEmpty)
        #expect(
            try await join("2026-09-01", rate: "0.8").map(\.message) == [
                "A rate of 0.8% is unusual for 'Cows': 30 to 120% is usual."
            ])
        var holding = HoldingFields()
        holding.mortality = "0.05"
        #expect(try await service.editHolding("Home", holding, call).warnings.map(\.code) == ["unusual"])
    }

    @Test func `weights, counts and prices that are unusual are named and entered`() async throws {
        #expect(
            try await enter("Steers", .weigh, weight: "5").map(\.message) == [
                "A weight of 5 kg is unusual for 'steer': 140 to 1300 kg is usual."
            ])
        #expect(try await enter("Steers", .weigh, weight: "1.200").map(\.code) == ["unusual"])
        #expect(try await enter("Steers", .weigh, weight: "412").isEmpty)
        #expect(
            try await enter("Cows", .birth, head: "100").map(\.message) == [
                "100 offspring of 83 head are unusual for 'Cows': at most 120 of 100 head is usual."
            ])
        #expect(
            try await enter("Cows", .muster, head: "9999").map(\.message) == [
                "9999 head of 'Cows' were counted, and the book had 83."
            ])
        #expect(try await enter("Cows", .muster, head: "9990").isEmpty)
        var price = PriceFields()
        (price.level, price.species, price.category, price.price) = ("national", "cattle", "steer", "405/kg")
        #expect(
            try await service.addPrice(price, call).warnings.map(\.message) == [
                "A price of 405 AUD/kg is unusual for 'steer': 0.2 to 40 AUD/kg is usual."
            ])
        price.price = "405c/kg"
        #expect(try await service.addPrice(price, call).warnings.isEmpty)
        #expect(try await add("Dear", "steer", price: "405/kg", date: "2026-11-26").map(\.code) == ["unusual"])
    }

    @Test func `tests and births that no joining explains are named`() async throws {
        _ = try await join("2026-09-01", rate: "80")
        #expect(
            try await enter("Cows", .birth, head: "5").map(\.message) == [
                "Births of the joining of 2026-09-01 are expected from 2027-06-11 on: those of 2026-11-26 do not count "
                    + "as its births."
            ])
        var test = EventRequest("Cows", .pregnancyTest, head: "400")
        test.date = "2026-11-26"
        #expect(try await service.enter(test, call).warnings.map(\.code) == ["unusual"])
    }

    @Test func `the next joining says what it ends, and more head than there is is named`() async throws {
        #expect(try await join("2026-07-01", rate: "85", end: "2026-08-01", head: "30").isEmpty)
        let warnings = try await join("2026-09-01", rate: "85", end: "2026-10-01", head: "90")
        #expect(
            warnings.map(\.message) == [
                "A herd has one joining at a time: the one of 'Cows' of 2026-07-01 ends, and its 25.5 offspring are not "
                    + "expected any more.",
                "90 head are joined, and 'Cows' has 83: no more than these count.",
            ])
        #expect(warnings.first?.remedy == .separateHerd("Cows"))
    }

    @Test func `categories that the species does not have are named`() async throws {
        #expect(try await add("Z", "steeer").map(\.code) == ["unknownCategory"])
        #expect(try await add("Y", "steer", species: "sheep").map(\.code) == ["unknownCategory"])
        #expect(try await add("X", "hogget").first?.remedy == .listCategories)
        #expect(try await add("W", "cull cows").isEmpty)
        var price = PriceFields()
        (price.level, price.species, price.category, price.price) = ("national", "cattle", "steeer", "4/kg")
        #expect(try await service.addPrice(price, call).warnings.map(\.code) == ["unknownCategory"])
    }

    @Test func `a price that is too old to count is named when it is entered and where it is missing`() async throws {
        #expect(
            try await add("C", "steer", head: "10", weight: "400", price: "4/kg").map(\.message) == [
                "A price of 2026-01-01 is 329 days old on 2026-11-26 and does not count: at most 56 days do."
            ])
        let rates = ExchangeRateService(providers: [])
        let report = try await HerdValuationService(
            store: store, rates: rates, display: DisplayCurrency(try currency("AUD")), settings: LivestockSettings()
        ).value(["C"], call).value
        #expect(
            report.rows.first?.unavailable.map(\.reason) == [
                "there is no price in AUD for 'steer' of 400 kg that is at most 56 days old on 2026-11-26; its own of "
                    + "2026-01-01 is 329 days old"
            ])
    }

    @Test func `a missing dressing percentage names the step that sets it`() throws {
        var cows = try JoinedCows()
        cows.prices = [try price("7.20/kg-cwt", "cow")]
        let value = try cows.value()
        #expect(!value.isPreBirthKnown)
        #expect(!value.isMortalityKnown)
        #expect(value.warnings.first?.remedy == .setDressing("Cows", "48%"))
        #expect(value.warnings.count { $0.code == "dressingNeeded" } == 1)
    }

    @Test func `steps say what weights have grown from`() throws {
        var example = try ExampleE()
        func origins() throws -> [String: String] {
            let inputs = try example.value().steps.flatMap(\.inputs)
            return Dictionary(inputs.map { ($0.name, $0.origin) }) { first, _ in first }
        }
        #expect(try origins()["weight"] == "300 kg on 2026-01-01 and 100 × 0.8 kg")
        example.events.append(BookEvent(try day("2026-03-12"), .purchase, head: 50, weight: try kg("260")))
        #expect(try origins()["weight"] == "324 kg on 2026-03-12 and 30 × 0.8 kg")
        example.events.append(BookEvent(try day("2026-03-12"), .gain, gain: try kg("0")))
        #expect(try origins()["weight"] == "mean of what was entered since 2026-01-01")
        let cows = try JoinedCows().value().steps.flatMap(\.inputs)
        #expect(cows.first { $0.name == "birth weight" }?.origin == "7% of the dams' 520 kg")
    }
}
