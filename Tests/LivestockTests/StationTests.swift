import Foundation
import Livestock
import Persistence
import TestSupport
import Testing
import Values

/// Stations with several herds, entered through the use cases.
@Suite("H2, H18: stations in a store") struct StationTests {
    private let store = MemoryStore()
    private let service: LivestockService

    init() async throws {
        service = LivestockService(store: store)
        var fields = HoldingFields()
        (fields.name, fields.currency, fields.state, fields.saleyard) = ("Home", "AUD", "QLD", "Roma")
        let first = try CalendarDay("2024-01-01")
        let begin = TestSupport.call(first, at: first.dayNumber * 86_400)
        _ = try await service.addHolding(fields, begin)
        for name in ["Cows", "Cows north", "Weaners"] {
            var herd = HerdFields()
            (herd.name, herd.species, herd.category) = (name, "cattle", name == "Weaners" ? "weaner" : "cow")
            if name == "Cows" { (herd.head, herd.weight) = ("120", "520") }
            _ = try await service.addHerd(herd, begin)
        }
    }

    /// A call at the first instant of a day.
    private func call(_ day: CalendarDay) -> Call {
        TestSupport.call(day, at: day.dayNumber * 86_400)
    }

    private func call(_ text: String) throws -> Call { call(try CalendarDay(text)) }

    private func dump() async throws -> [[String]] {
        try await store.read { reader in
            var lines: [[String]] = []
            for kind in LivestockPlugin.kinds {
                try reader.forEachRecord(of: kind) { lines.append($0.fields.map { "\($0.name) \($0.text)" }) }
            }
            return lines
        }
    }

    /// A random event of the station on a day; nil where it is refused.
    private func enter(_ day: CalendarDay, _ random: inout SeededGenerator) async throws -> EnteredEvent? {
        let herds = ["Cows", "Cows north", "Weaners"]
        let kinds: [BookEvent.Kind] = [
            .purchase, .death, .birth, .birth, .wean, .wean, .transferOut, .transferOut, .deathAtFoot, .muster, .weigh,
            .gain, .ration,
        ]
        var request = EventRequest(random.pick(herds), random.pick(kinds), head: "\(random.int(1...25))")
        request.date = "\(day)"
        switch request.kind {
        case .wean: request.to = "Weaners"
        case .transferOut: (request.to, request.offspring) = (random.pick(herds), "\(random.int(0...6))")
        case .muster: request.isAdopted = random.chance(1, in: 2)
        case .weigh: (request.head, request.weight) = (nil, "\(random.int(100...600))")
        case .gain: (request.head, request.gain) = (nil, "0.\(random.int(1...9))")
        case .purchase: request.weight = "\(random.int(100...600))"
        default: break
        }
        do {
            return try await service.enter(request, call("2026-01-01")).value
        } catch is LivestockError {
            return nil
        }
    }

    @Test(arguments: SeededGenerator.seeds) func `the head closes on each of 730 days`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<90 {
            let day = try CalendarDay("2024-01-01").adding(days: number * 8 + random.int(0...7))
            _ = try await enter(day, &random)
        }
        let (herds, events) = try await store.read {
            (try $0.all(Herd.self), try $0.all(HerdEvent.self))
        }
        for herd in herds {
            let seen = events.filter { $0.herdID == herd.id || $0.otherID == herd.id }
            #expect(seen.count > 3)
        }
        var last: [Int] = []
        var book = HerdsBook(herds, events)
        for number in 0..<730 {
            let day = try CalendarDay("2024-01-01").adding(days: number)
            let all = try await reconciled(on: day)
            #expect(all.filter { !$0.isClosed }.isEmpty, "seed \(seed), \(day)")
            if number > 0 { #expect(all.map(\.opening) == last, "seed \(seed), \(day)") }
            last = all.map(\.closing)
            try book.advance(to: day)
            #expect(all.map(\.closing) == herds.map { book.states[$0.id]?.head ?? 0 }, "seed \(seed), \(day)")
            #expect(
                all.map(\.atFoot.closing) == herds.map { book.states[$0.id]?.atFootHead ?? 0 }, "seed \(seed), \(day)")
        }
    }

    private func reconciled(on day: CalendarDay) async throws -> [Reconciliation] {
        try await service.reconcile(from: day, to: day, call(day)).value.herds.map(\.reconciliation)
    }

    @Test(arguments: SeededGenerator.seeds) func `undone step by step, every state comes back`(
        _ seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        var states = [try await dump()]
        var day = try CalendarDay("2024-01-02")
        var ids: [UUID] = []
        for _ in 0..<40 {
            day = day.adding(days: random.int(0...20))
            if random.chance(1, in: 5), let id = ids.last {
                guard (try? await service.deleteEvent(id.uuidString, call("2026-01-01"))) != nil else { continue }
                ids.removeLast()
            } else {
                guard let entered = try await enter(day, &random) else { continue }
                ids.append(entered.event.id)
            }
            states.append(try await dump())
        }
        #expect(states.count > 10)
        let history = HistoryService(store: store, guards: [])
        while states.count > 1 {
            #expect(try await dump() == states.last)
            _ = try await history.undo(call("2026-01-01"))
            states.removeLast()
        }
        #expect(try await dump() == states.last)
    }

    @Test func `an entry, an edit and a deletion that break a later event are refused, and nothing is written`()
        async throws
    {
        var sold = EventRequest("Cows", .death, head: "100")
        sold.date = "2024-03-01"
        _ = try await service.enter(sold, call("2026-01-01"))
        let before = try await dump()
        sold.head = "21"
        sold.date = "2024-02-01"
        await #expect(throws: LivestockError.tooFewHead(herd: "Cows", head: 99, try day("2024-03-01"))) {
            try await service.enter(sold, call("2026-01-01"))
        }
        let opening = try #require(
            try await service.events(of: "Cows", call("2026-01-01")).value.events.first { $0.kind == .opening })
        var fewer = EventRequest("", .note, head: "99")
        await #expect(throws: LivestockError.tooFewHead(herd: "Cows", head: 99, try day("2024-03-01"))) {
            try await service.correct(opening.id.uuidString, fewer, call("2026-01-01"))
        }
        fewer.head = nil
        fewer.date = "2024-03-02"
        await #expect(throws: LivestockError.tooFewHead(herd: "Cows", head: 0, try day("2024-03-01"))) {
            try await service.correct(opening.id.uuidString, fewer, call("2026-01-01"))
        }
        await #expect(throws: LivestockError.tooFewHead(herd: "Cows", head: 0, try day("2024-03-01"))) {
            try await service.deleteEvent(opening.id.uuidString, call("2026-01-01"))
        }
        #expect(try await dump() == before)
        // Whoever writes otherwise is refused too.
        await #expect(throws: Values.ValidationError.self) {
            try await store.write(call("2026-01-01")) { try $0.delete(opening) }
        }
        #expect(try await dump() == before)
    }

    @Test func `roles allow what they are for`() async throws {
        let viewer = LivestockService(store: store, settings: LivestockSettings(role: .viewer))
        let manager = LivestockService(store: store, settings: LivestockSettings(role: .manager))
        await #expect(throws: LivestockError.roleForbids(.viewer, needed: .manager)) {
            try await viewer.enter(EventRequest("Cows", .death, head: "1"), call("2026-01-01"))
        }
        _ = try await manager.enter(EventRequest("Cows", .death, head: "1"), call("2026-01-01"))
        await #expect(throws: LivestockError.roleForbids(.manager, needed: .owner)) {
            try await manager.deleteHerd("Cows", call("2026-01-01"))
        }
        #expect(try await viewer.holdings().value.count == 1)
    }

    @Test func `a role forbids to undo and to redo what it forbids to enter`() async throws {
        func history(_ role: LivestockRole) -> HistoryService {
            HistoryService(store: store, guards: [], permissions: [role.permission])
        }
        _ = try await service.enter(EventRequest("Cows", .death, head: "1"), call("2026-01-01"))
        let entered = try await dump()
        await #expect(throws: LivestockError.roleForbids(.viewer, needed: .manager)) {
            try await history(.viewer).undo(call("2026-01-01"))
        }
        #expect(try await dump() == entered)
        _ = try await history(.manager).undo(call("2026-01-01"))
        await #expect(throws: LivestockError.roleForbids(.viewer, needed: .manager)) {
            try await history(.viewer).redo(call("2026-01-01"))
        }
        // Before the event a herd was added, which only an owner may undo.
        await #expect(throws: LivestockError.roleForbids(.manager, needed: .owner)) {
            try await history(.manager).undo(call("2026-01-01"))
        }
        _ = try await history(.owner).undo(call("2026-01-01"))
        #expect(throws: LivestockError.roleForbids(.manager, needed: .owner)) {
            try LivestockRole.manager.permission.requireAll()
        }
    }

    @Test func `a transfer brings the weight that the giver had, also after a correction`() async throws {
        var moved = EventRequest("Cows", .transferOut, head: "20")
        (moved.to, moved.date) = ("Cows north", "2024-02-01")
        let north = try #require(try await service.enter(moved, call("2026-01-01")).value.other)
        #expect(north.state.weight == (try kg("520")))
        let opening = try #require(
            try await service.events(of: "Cows", call("2026-01-01")).value.events.first { $0.kind == .opening })
        var heavier = EventRequest("", .note)
        heavier.weight = "540"
        _ = try await service.correct(opening.id.uuidString, heavier, call("2026-01-01"))
        var note = EventRequest("Cows north", .note)
        note.note = "seen"
        let known = try await service.enter(note, call("2026-01-01")).value.herd
        #expect(known.state.weight == (try kg("540")))
        #expect(known.state.head == 20)
    }
}
