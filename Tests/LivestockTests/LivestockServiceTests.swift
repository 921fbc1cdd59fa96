import ExchangeRates
import Foundation
import Livestock
import Persistence
import TestSupport
import Testing
import Values

/// Use cases of herds over a store in memory.
@Suite("Livestock: use cases") struct LivestockServiceTests {
    private let store = MemoryStore()
    private let service: LivestockService
    private let call: Call

    init() async throws {
        service = LivestockService(store: store)
        let today = try day("2026-04-11")
        call = TestSupport.call(today, at: today.dayNumber * 86_400)
        var holding = HoldingFields()
        (holding.name, holding.currency, holding.state, holding.saleyard) = ("Home", "AUD", "QLD", "Roma")
        _ = try await service.addHolding(holding, call)
        _ = try await add("Steers", "steer", head: "100", weight: "300", gain: "0.8")
        var price = PriceFields()
        (price.level, price.place, price.species) = ("saleyard", "Roma", "cattle")
        (price.category, price.price) = ("steer", "4.00/kg")
        _ = try await service.addPrice(price, call)
    }

    private func add(
        _ name: String, _ category: String, head: String, weight: String? = nil, gain: String? = nil,
        offspring: String? = nil, born: String? = nil
    ) async throws -> KnownHerd {
        var fields = HerdFields()
        (fields.name, fields.species, fields.category, fields.date) = (name, "cattle", category, "2026-01-01")
        (fields.head, fields.weight, fields.gain) = (head, weight, gain)
        (fields.offspring, fields.born) = (offspring, born)
        return try await service.addHerd(fields, call).value
    }

    private func value(
        _ names: [String] = [], settings: LivestockSettings = LivestockSettings()
    ) async throws -> HerdValueReport {
        let rates = ExchangeRateService(providers: [])
        return try await HerdValuationService(
            store: store, rates: rates, display: DisplayCurrency(try currency("AUD")), settings: settings
        ).value(names, call).value
    }

    @Test func `a herd that is named twice counts once`() async throws {
        let id = try #require(try await value().rows.first?.herd?.id.uuidString)
        for names in [["Steers"], ["Steers", "Steers"], ["Steers", id]] {
            let report = try await value(names)
            #expect(report.rows.count == 1)
            #expect(report.market == (try money("149917.81 AUD")))
        }
    }

    @Test func `a premium of 0 takes away that of the settings`() async throws {
        let settings = LivestockSettings(
            assumptions: ValuationAssumptions(premiums: ["Angus": try percent("10")]))
        let service = LivestockService(store: store, settings: settings)
        var angus = HerdFields()
        angus.breed = "Angus"
        _ = try await service.editHerd("Steers", angus, call)
        func physical() async throws -> Money { try await value(settings: settings).physical }
        #expect(try await physical() == money("167200.00 AUD"))
        await #expect(throws: LivestockError.nothingToChange) { try await service.setPremium("Angus", "10", call) }
        _ = try await service.setPremium("Angus", "0", call)
        #expect(try await physical() == money("152000.00 AUD"))
        await #expect(throws: LivestockError.nothingToChange) { try await service.setPremium("Angus", "0", call) }
        _ = try await service.setPremium("Angus", "5", call)
        #expect(try await physical() == money("159600.00 AUD"))
        _ = try await service.setPremium("Angus", "0", call)
        #expect(try await physical() == money("152000.00 AUD"))
        #expect(try await service.premiums().value.map(\.percent) == [.zero])
        // Without one in the settings nothing is kept.
        _ = try await service.setPremium("Brahman", "5", call)
        _ = try await service.setPremium("Brahman", "0", call)
        #expect(try await service.premiums().value.count == 1)
    }

    @Test func `a correction of offspring that came along changes the part that it names`() async throws {
        _ = try await add("Cows", "cow", head: "100", weight: "520", offspring: "20", born: "2025-12-01")
        let opening = try #require(
            try await service.events(of: "Cows", call).value.events.first { $0.kind == .opening })
        func correct(_ offspring: String?, _ born: String?) async throws -> [OffspringGroup] {
            var request = EventRequest("", .note)
            (request.offspring, request.born) = (offspring, born)
            return try await service.correct(opening.id.uuidString, request, call).value.event.offspring
        }
        #expect(try await correct(nil, "2025-12-10") == [OffspringGroup(born: day("2025-12-10"), head: 20)])
        #expect(try await correct("25", nil) == [OffspringGroup(born: day("2025-12-10"), head: 25)])
        let bought = try await service.enter(EventRequest("Cows", .purchase, head: "1"), call).value.event
        var born = EventRequest("", .note)
        born.born = "2026-01-01"
        let error = await #expect(throws: RequestError.self) {
            try await service.correct(bought.id.uuidString, born, call)
        }
        #expect(error?.details.map(\.field) == ["offspring"])
        let other = await #expect(throws: RequestError.self) {
            try await add("More", "cow", head: "5", offspring: nil, born: "2025-12-01")
        }
        #expect(other?.details.map(\.field) == ["offspring"])
    }

    @Test func `a period that ends before it begins is refused`() async throws {
        let (first, last) = (try day("2026-05-01"), try day("2026-04-01"))
        let refusal = LivestockError.endsBeforeStart(last, start: first)
        let prices = LivestockPriceService(
            store: store, settings: LivestockSettings(), sources: LivestockPriceSources([]))
        await #expect(throws: refusal) { try await prices.fetch(from: first, to: last, call) }
        await #expect(throws: refusal) { try await service.reconcile(from: first, to: last, call) }
        await #expect(throws: refusal) { try await service.events(of: nil, from: first, to: last, call) }
        var filter = LivestockService.PriceFilter()
        (filter.from, filter.to) = (first, last)
        let reversed = filter
        await #expect(throws: refusal) { try await service.prices(reversed, call) }
    }

    @Test func `a herd that shares events with another one stays`() async throws {
        _ = try await add("North", "steer", head: "10")
        var move = EventRequest("Steers", .transferOut, head: "5")
        move.to = "North"
        let event = try await service.enter(move, call).value.event
        for (name, other) in [("Steers", "North"), ("North", "Steers")] {
            await #expect(throws: LivestockError.movedHead(herd: name, others: [other])) {
                try await service.deleteHerd(name, call)
            }
        }
        _ = try await service.deleteEvent(event.id.uuidString, call)
        #expect(try await service.deleteHerd("North", call).value.events == 1)
    }

    @Test func `a field that an event of its kind does not have is refused`() async throws {
        let ration = try await service.enter(EventRequest("Steers", .ration, head: "1"), call).value.event
        var weight = EventRequest("", .note)
        weight.weight = "300"
        let error = await #expect(throws: RequestError.self) {
            try await service.correct(ration.id.uuidString, weight, call)
        }
        #expect(error?.details.map(\.message) == ["The weight does not belong to a ration."])
    }

    @Test func `changes of prices compare the same animals`() async throws {
        func price(_ text: String, _ day: String, breed: String? = nil) async throws {
            var fields = PriceFields()
            (fields.level, fields.place, fields.species) = ("saleyard", "Roma", "cattle")
            (fields.category, fields.price, fields.date, fields.breed) = ("cow", text, day, breed)
            _ = try await service.addPrice(fields, call)
        }
        try await price("4.00/kg", "2026-04-01")
        try await price("5.00/kg", "2026-04-01", breed: "Wagyu")
        try await price("4.10/kg", "2026-04-10")
        var filter = LivestockService.PriceFilter()
        filter.category = "cow"
        let history = try await service.priceHistory(filter, call).value
        #expect(history.changes.map(\.percent) == [Ratio(5, over: 2), nil, nil])
    }

    @Test func `a herd without head does not depend on a made-up price`() async throws {
        let empty = HerdProfile("Bulls", species: .cattle, category: "bull", currency: try currency("AUD"))
        let mock = try LivestockTests.price("4/kg", "bull", .national, source: "mock")
        let value = try ValuationEngine(prices: PriceBook([mock])).value(empty, [], on: day("2026-04-11"))
        #expect(value.market == (try money("0.00 AUD")))
        #expect(value.marketBound == nil)
        #expect(value.warnings.isEmpty)
    }

    @Test func `offspring that move take their days since birth with them`() async throws {
        _ = try await add("Cows", "cow", head: "10", weight: "520")
        _ = try await add("Cows north", "cow", head: "1")
        var birth = EventRequest("Cows", .birth, head: "10")
        birth.date = "2026-01-11"
        _ = try await service.enter(birth, call)
        var move = EventRequest("Cows", .transferOut, head: "5")
        (move.to, move.offspring, move.date) = ("Cows north", "4", "2026-04-01")
        let moved = try await service.enter(move, call).value
        #expect(moved.herd.state.lots.map(\.headDays) == [6 * 90])
        #expect(moved.other?.state.lots.map(\.headDays) == [4 * 90])
    }
}
