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
        choices.titles = ["name": "Mob"]
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
    }
}
