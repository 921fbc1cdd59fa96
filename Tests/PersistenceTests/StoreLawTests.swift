import Foundation
import Models
import Persistence
import Planning
import StoreSamples
import Testing

@Suite("Every store keeps its promises")
struct StoreLawTests {
    @Test(arguments: StoreKind.allCases)
    func `Lists come by name in Unicode scalar order and id, by day and id, or by key`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let names = ["b", "a", "a", "ä", "Z", "🚗", "\u{FFFD}", "a ", ""]
            let goals = try names.enumerated().map { try goal($0.offset, $0.element) }
            let assets = names.enumerated().map { asset(100 + $0.offset, $0.element) }
            let days = ["2026-02-01", "0999-12-31", "2026-01-31", "2026-02-01"]
            let transactions = try days.enumerated().map { try transaction(200 + $0.offset, of: 100, on: $0.element) }
            let allocations = goals.flatMap { goal in
                assets.map { AssetAllocation(assetID: $0.id, goalID: goal.id, size: .rest) }
            }
            let plans = try ["2026-10", "2026-09"].flatMap { month in
                try goals.flatMap { goal in
                    try [MonthlyPlan.Scope.standing, .month].map {
                        MonthlyPlan(goalID: goal.id, month: try CalendarMonth(month), scope: $0)
                    }
                }
            }
            let records: [Record] =
                goals.map { Record($0) } + assets.map { Record($0) } + transactions.map { Record($0) }
                + allocations.map { Record($0) } + plans.map { Record($0) }
            try await store.apply(records.map(Change.insert))

            let found = try await store.contents()
            let expectedNames = ["", "Z", "a", "a", "a ", "b", "ä", "\u{FFFD}", "🚗"]
            #expect(found.goals.map(\.name) == expectedNames && found.assets.map(\.name) == expectedNames)
            #expect(found.goals[2].id.uuidString < found.goals[3].id.uuidString)
            let keys = found.transactions.map { "\($0.day) \($0.id)" }
            #expect(keys == keys.sorted() && keys.count == days.count)
            let pairs = found.allocations.map { "\($0.assetID) \($0.goalID)" }
            #expect(pairs == pairs.sorted() && pairs.count == 81)
            let planKeys = found.plans.map { "\($0.goalID) \($0.month) \($0.scope.rawValue)" }
            #expect(planKeys == planKeys.sorted() && planKeys.count == 36)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What was looked for in vain is found once it is there`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(asset(1)))
            let found = try await store.write(.test()) { writer in
                let before = try writer.find(Asset.self, UUID(2))
                try writer.insert(asset(2))
                return (before, try writer.find(Asset.self, UUID(2)))
            }
            #expect(found.0 == nil && found.1 == asset(2))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What was found is found again as the same write has changed it`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(asset(1, "A")))
            let found = try await store.write(.test()) { writer in
                let before = try writer.find(Asset.self, UUID(1))
                try writer.update(asset(1, "A"), to: asset(1, "B"))
                let changed = try writer.find(Asset.self, UUID(1))
                try writer.delete(asset(1, "B"))
                return [before, changed, try writer.find(Asset.self, UUID(1))]
            }
            #expect(found == [asset(1, "A"), asset(1, "B"), nil])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A thing that gets another owner is in the history of both`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.apply([.insert(Record(asset(1))), .insert(Record(asset(2)))], "assets")
            let (old, new) = (Record(try transaction(3, of: 1)), Record(try transaction(3, of: 2)))
            try await store.apply([.insert(old)], "entered")
            try await store.apply([.update(old, to: new)], "moved")
            for (owner, commands) in [(1, ["moved", "entered", "assets"]), (2, ["moved", "assets"])] {
                let found = try await store.journal(of: EntityKey(Asset.self, UUID(owner)))
                #expect(found.map(\.origin.command) == commands)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A body that throws leaves nothing behind`(_ kind: StoreKind) async throws {
        struct Stop: Error, Equatable {}
        try await kind.withStore { store in
            try await store.insert(Record(asset(1)))
            let before = try await store.contents()
            await #expect(throws: Stop()) {
                try await store.write(.test()) { writer in
                    try writer.insert(asset(2))
                    #expect(try writer.all(Asset.self).count == 2)
                    throw Stop()
                }
            }
            #expect(try await store.contents() == before)
            #expect(try await store.journal().count == 1)
            try await store.insert(Record(asset(2)))
            #expect(try await store.journal().map(\.number) == [2, 1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A change that takes something else for granted is refused with what is there`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let (old, new) = (Record(asset(1)), Record(asset(1, "Other")))
            try await store.insert(old)
            let refused: [(Change, expected: Record?, found: Record?)] = [
                (.insert(new), nil, old), (.update(new, to: old), new, old), (.delete(new), new, old),
                (.update(Record(asset(2)), to: Record(asset(2))), Record(asset(2)), nil),
                (.delete(Record(asset(2))), Record(asset(2)), nil),
            ]
            for (change, expected, found) in refused {
                await #expect(throws: StoreError.changedUnderneath(expected: expected, found: found)) {
                    try await store.apply([change])
                }
            }
            #expect(try await store.journal().count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A refused change can be passed over, and the rest of the write stands`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write(.test()) { writer in
                try writer.insert(asset(1))
                try? writer.insert(asset(1, "Twice"))
                try writer.insert(asset(2))
            }
            #expect(try await store.contents().assets.count == 2)
            #expect(try await store.journal().first?.changes.count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `No record may be left without its other end`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (goal, asset) = (Record(try goal(1)), Record(asset(2)))
            let allocation = Record(AssetAllocation(assetID: UUID(2), goalID: UUID(1), size: .rest))
            let entry = Record(try transaction(3, of: 2))
            let plan = Record(MonthlyPlan(goalID: UUID(1), month: try CalendarMonth("2026-05")))
            for orphan in [allocation, entry, plan] {
                await #expect(throws: StoreError.dangling(orphan)) { try await store.insert(orphan) }
            }
            try await store.insert(goal, asset, allocation, entry, plan)
            for (end, named, freed) in [
                (goal, allocation, [allocation]), (goal, plan, [plan]),
                (asset, allocation, [allocation]), (asset, entry, [entry]),
            ] {
                await #expect(throws: StoreError.dangling(named)) {
                    try await store.write(.test()) { writer in
                        let others = [allocation, plan, entry].filter { $0 != freed[0] }
                        for other in others { try writer.apply(.delete(other)) }
                        try writer.apply(.delete(end))
                    }
                }
            }
            await #expect(throws: StoreError.dangling(allocation)) { try await store.apply([.delete(goal)]) }
            #expect(try await store.journal().count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Within a write ends may go before what names them, and come after it`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let records: [Record] = [
                Record(try transaction(3, of: 2)),
                Record(AssetAllocation(assetID: UUID(2), goalID: UUID(1), size: .rest)),
                Record(asset(2)), Record(try goal(1)),
            ]
            try await store.apply(records.map(Change.insert))
            try await store.apply(records.reversed().map(Change.delete))
            #expect(try await store.contents().assets.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Balances are the exact sums of the transactions by the end of each day`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (dust, ether) = ("0.000000000000000001", Currency.eth)
            try await store.insert(
                Record(asset(1)), Record(asset(2, "Ether", ether)), Record(asset(3, "Empty")),
                Record(asset(4, "Later")),
                Record(try transaction(10, of: 1, "0.1", on: "2026-01-31")),
                Record(try transaction(11, of: 1, "0.2", on: "2026-02-01")),
                Record(try transaction(12, of: 1, "-5", on: "2026-02-02")),
                Record(try transaction(13, of: 2, dust, on: "2026-01-01", ether)),
                Record(try transaction(14, of: 2, "1000000000000", on: "2026-01-01", ether)),
                Record(try transaction(15, of: 4, "7", on: "2027-01-01")))
            let days = try ["2026-02-01", "2026-01-30", "2026-12-31"].map(day)
            let balances = try await store.read { try $0.balances(on: days) }
            let sum = "1000000000000.000000000000000001"
            #expect(
                balances == [
                    UUID(1): [try money("0.3"), try money("0"), try money("-4.7")],
                    UUID(2): try [sum, sum, sum].map { try money($0, ether) },
                    UUID(4): try ["0", "0", "0"].map { try money($0) },
                ])
            let own = try await store.read { try $0.transactions(of: UUID(1)) }
            #expect(own.map(\.id) == [UUID(10), UUID(11), UUID(12)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Two currencies in one asset are an error, not a sum`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(
                Record(asset(1)), Record(try transaction(2, of: 1, on: "2026-01-01")),
                Record(try transaction(3, of: 1, on: "2026-01-02", .btc)))
            await #expect(throws: MoneyError.currencyMismatch(.usd, .btc)) {
                _ = try await store.read { try $0.balances(on: [CalendarDay(dayNumber: 30_000)]) }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `The journal tells who, when, what before and after, newest first`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (old, new) = (Record(asset(1)), Record(asset(1, "Größer")))
            let entry = Record(try transaction(2, of: 1))
            let origin = ChangeOrigin(
                instant: Date(timeIntervalSince1970: -1.0005), program: "cst-plan", command: "add 'Ä' \u{0}")
            try await store.write(origin) { try $0.apply(.insert(old)) }
            try await store.write(.test("empty")) { _ in }
            try await store.apply([.update(old, to: new), .insert(entry)], "second")
            try await store.write(.test("third")) { writer in
                try writer.apply(.delete(entry))
                writer.markAsUndo(of: 2)
            }
            let expected = [
                JournalEntry(number: 3, origin: .test("third"), changes: [.delete(entry)], undoes: 2),
                JournalEntry(
                    number: 2, origin: .test("second"), changes: [.update(old, to: new), .insert(entry)], undoes: nil),
                JournalEntry(number: 1, origin: origin, changes: [.insert(old)], undoes: nil),
            ]
            #expect(try await store.journal() == expected)
            #expect(try await store.journal(limit: 2) == Array(expected.prefix(2)))
            #expect(try await store.journal(limit: 0).isEmpty)
            #expect(try await store.read { try $0.journalEntry(2) } == expected[1])
            for missing in [-1, 0, 4] { #expect(try await store.read { try $0.journalEntry(missing) } == nil) }
            // The transaction names the asset, so it belongs to the asset's history too.
            #expect(try await store.journal(of: old.key) == expected)
            #expect(try await store.journal(of: entry.key) == Array(expected.prefix(2)))
            #expect(try await store.journal(of: entry.key, limit: 1) == Array(expected.prefix(1)))
            #expect(try await store.journal(of: EntityKey(Goal.self, UUID(1))).isEmpty)
        }
    }
}
