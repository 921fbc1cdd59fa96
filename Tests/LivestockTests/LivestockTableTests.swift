import FileFormats
import Foundation
import Livestock
import Persistence
import TestSupport
import Testing
import Values

@Suite("Tables of herds and prices") struct LivestockTableTests {
    private let store = MemoryStore()
    private let service: LivestockService
    private let now: Call

    init() async throws {
        service = LivestockService(store: store)
        let day = try CalendarDay("2026-04-11")
        now = call(day, at: day.dayNumber * 86_400)
        var fields = HoldingFields()
        (fields.name, fields.currency) = ("Home", "AUD")
        _ = try await service.addHolding(fields, now)
    }

    private func file(_ text: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test func `herds are entered by the titles of their columns`() async throws {
        let path = try file("Mob;species;category;head;weight\nNorth;cattle;steers;40;300\nSouth;sheep;ewe;80;\n")
        var choices = LivestockTable.Choices()
        let name = try #require(NamedColumn("name=Mob", for: .herds))
        choices.columns.titles = [name.role: [name.title]]
        let herds = try await service.importHerds(path: path, choices, now).value
        #expect(herds.map(\.name) == ["North", "South"])
        #expect(herds[0].category == "steer")
        #expect(try await service.events(of: "North", now).value.events.map(\.head) == [40])
    }

    @Test func `one bad row, and nothing is written`() async throws {
        let rows = (1...7_000).map { "Mob \($0),cattle,steer,\($0 == 6_999 ? "x" : "10")" }
        let path = try file("name,species,category,head\n" + rows.joined(separator: "\n") + "\n")
        let error = await #expect(throws: ImportError.self) { try await service.importHerds(path: path, .init(), now) }
        guard case .rows(let issues, 1) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(issues.map(\.line) == [7_000])
        #expect(try await store.read { try $0.all(Herd.self).isEmpty })
    }

    @Test func `numbers with commas and dates with the day first are read, and the columns kept under a name`()
        async throws
    {
        let rows = "North;cattle;steer;1.040;412,5 kg;0,85;31.03.2026\nSouth;cattle;steer;40;300;;01.02.2026\n"
        let path = try file("Mob;Species;Category;Head;kg;Gain;Day\n" + rows)
        var choices = LivestockTable.Choices()
        choices.savingMapAs = "mobs"
        let herds = try await service.importHerds(path: path, choices, now).value
        let events = try await service.events(of: "North", now).value.events
        #expect(events.map(\.head) == [1040, 0])
        #expect(events.map(\.weight) == [try kg("412.5"), nil])
        #expect(events.map(\.gain) == [nil, try kg("0.85")])
        #expect(events.map(\.day) == [try day("2026-03-31"), try day("2026-03-31")])
        #expect(herds.count == 2)
        choices = LivestockTable.Choices()
        choices.map = "mobs"
        let later = try file("Day;Mob;Species;Category;Head;kg;Gain\n05.04.2026;East;cattle;cow;7;1,5;\n")
        _ = try await service.importHerds(path: later, choices, now)
        #expect(try await service.events(of: "East", now).value.events.first?.day == (try day("2026-04-05")))
        choices.map = "flocks"
        await #expect(throws: ImportError.unknownMap("flocks", known: ["mobs"])) {
            try await service.importHerds(path: later, choices, now)
        }
    }

    @Test func `a number and a date that may be either are not guessed`() async throws {
        let header = "name,species,category,head,weight,date\n"
        await #expect(throws: ImportError.ambiguousNumber("1,234", line: 2)) {
            try await service.importHerds(path: file(header + "A,cattle,cow,5,\"1,234\",\n"), .init(), now)
        }
        await #expect(throws: ImportError.ambiguousDate("03/04/2026", line: 2)) {
            try await service.importHerds(path: file(header + "A,cattle,cow,5,400,03/04/2026\n"), .init(), now)
        }
        var choices = LivestockTable.Choices()
        choices.columns.dateOrder = .dayFirst
        _ = try await service.importHerds(
            path: file(header + "A,cattle,cow,5,400.125,03/04/2026\n"), choices, now)
        let event = try #require(try await service.events(of: "A", now).value.events.first)
        #expect((event.day, event.weight) == (try day("2026-04-03"), try kg("400.125")))
    }

    @Test func `prices are in cents where they say so, and entered once`() async throws {
        let path = try file(
            """
            source,level,place,species,category,breed,sex,from,to,basis,price,currency,date
            NLRS,saleyard,Roma,cattle,steer,,,280,400,live,412.5c,AUD,2026-04-10
            NLRS,state,QLD,cattle,cow,,,,,carcase,7.20,,2026-04-10

            """)
        let first = try await service.importPrices(path: path, .init(), now).value
        #expect(first.prices.map(\.price) == [try money("4.125 AUD"), try money("7.20 AUD")])
        let again = try await service.importPrices(path: path, .init(), now).value
        #expect((again.prices.count, again.known) == (0, 2))
        // One that was entered since counts until the first is entered again.
        var newer = PriceFields()
        (newer.level, newer.place, newer.species, newer.category) = ("saleyard", "Roma", "cattle", "steer")
        (newer.from, newer.to, newer.price, newer.date) = ("280", "400", "4.20/kg", "2026-04-10")
        newer.source = "NLRS"
        _ = try await service.addPrice(newer, now)
        let third = try await service.importPrices(path: path, .init(), now).value
        #expect((third.prices.map(\.price), third.known) == ([try money("4.125 AUD")], 1))
    }
}
