import Allocation
import Foundation
import Models
import Persistence
import Planning
import PluginKit
import StoreSamples
import Testing

@Suite("Every store treats kinds as they are declared")
struct KindLawTests {
    private static let cash = asset(1)
    private static func sighting() throws -> Sighting {
        Sighting(id: UUID(2), assetID: UUID(1), amount: try money("5"))
    }

    @Test(arguments: StoreKind.allCases)
    func `What is not journalled counts as a write, is in no journal, and goes with what it names`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let (seen, remark) = (try KindLawTests.sighting(), Remark(id: UUID(3), sightingID: UUID(2)))
            try await store.insert(Record(KindLawTests.cash))
            try await store.write(.test("see")) { try $0.insert(seen) }
            try await store.write(.test("remark")) { try $0.insert(remark) }
            #expect(try await store.read { try $0.revision() } == 3)
            #expect(try await store.journal().count == 1)
            let mark = try await store.read { try RevisionGuard($0) }
            var brighter = seen
            brighter.sort = .far
            let changed = brighter
            try await store.write(.test("see")) { try $0.update(seen, to: changed) }
            await #expect(throws: StoreError.self) {
                try await store.read { try mark.checkNothingChanged(in: $0) }
            }
            #expect(try await store.read { try $0.find(Sighting.self, UUID(2)) } == changed)

            try await store.write(.test("delete")) { try $0.delete(KindLawTests.cash) }
            #expect(try await store.read { try $0.all(Sighting.self).isEmpty && $0.all(Remark.self).isEmpty })
            let newest = try await store.journal(limit: 1).first
            #expect(newest?.number == 2 && newest?.changes == [.delete(Record(KindLawTests.cash))])
            #expect(try await store.read { try $0.revision() } == 5)

            // What was forgotten stays so.
            #expect(try await History().undo(in: store, .test("undo")).number == 2)
            #expect(try await store.contents().assets == [KindLawTests.cash])
            #expect(try await store.read { try $0.all(Sighting.self).isEmpty && $0.all(Remark.self).isEmpty })
            try await store.write(.test("see")) { try $0.insert(seen) }
            #expect(try await History().redo(in: store, .test("redo")).number == 3)
            #expect(try await store.read { try $0.all(Sighting.self).isEmpty })
            if case let checked as any HealthCheckable = store {
                let call = Call(now: .distantPast, program: "test", command: "test")
                #expect(await checked.health(call) == .healthy)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What is not journalled may not name what is missing either`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let orphan = Record(try KindLawTests.sighting())
            await #expect(throws: StoreError.dangling(orphan)) { try await store.insert(orphan) }
            #expect(try await store.read { try ($0.revision(), $0.all(Sighting.self).count) } == (0, 0))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What is journalled never goes silently`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let cash = KindLawTests.cash
            let seen = try KindLawTests.sighting()
            try await store.insert(Record(cash), Record(seen))
            for pledge in [Pledge(id: UUID(4), assetID: UUID(1)), Pledge(id: UUID(5), sightingID: UUID(2))] {
                try await store.insert(Record(pledge))
                let before = try await store.read { try $0.revision() }
                // The second one names what would go with the asset.
                await #expect(throws: StoreError.dangling(Record(pledge))) {
                    try await store.write(.test()) { try $0.delete(cash) }
                }
                #expect(try await store.read { try ($0.revision(), $0.all(Sighting.self)) } == (before, [seen]))
                #expect(try await store.read { try $0.all(Pledge.self) } == [pledge])
                try await store.write(.test()) { try $0.delete(pledge) }
            }
            try await store.write(.test()) { try $0.delete(cash) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Typed writes are validated, within what the write has done so far`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(KindLawTests.cash))
            let nameless = asset(1, "")
            let empty = asset(7, "")
            let foreign = try transaction(8, of: 7, "1", .btc)
            let nothing = try transaction(9, of: 1, "0")
            func codes(_ body: @escaping @Sendable (any StoreWriter) throws -> Void) async throws -> [String] {
                do {
                    try await store.write(.test()) { try body($0) }
                    return []
                } catch let error as Models.ValidationError {
                    return error.issues.map { "\($0.field) \($0.code)" }
                }
            }
            #expect(try await codes { try $0.update(KindLawTests.cash, to: nameless) } == ["name required"])
            #expect(try await codes { try $0.insert(empty) } == ["name required"])
            #expect(try await codes { try $0.insertUnfollowed(nothing) } == ["amount zero"])
            let mismatch = try await codes { writer in
                try writer.insert(asset(7))
                try writer.insertUnfollowed(foreign)
            }
            #expect(mismatch == ["amount currencyMismatch"])
            let negative = MonthlyPlan(goalID: UUID(3), month: try CalendarMonth("2026-05"), custom: try money("-1"))
            let car = try goal(3)
            let refused = try await codes { writer in
                try writer.insert(car)
                try writer.insert(negative)
            }
            #expect(refused == ["custom badPayment"])
            #expect(try await store.contents().assets == [KindLawTests.cash])
            #expect(try await store.journal().count == 1)
            // Nothing was validated once, and still can be taken away.
            try await store.insert(Record(empty))
            try await store.write(.test()) { try $0.delete(empty) }
            // A issue that is caught leaves the rest of the write.
            try await store.write(.test()) { writer in
                #expect(throws: Models.ValidationError.self) { try writer.insert(empty) }
                try writer.insert(asset(7))
            }
            #expect(try await store.contents().assets.count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What is guarded is undone only when its guard allows it`(_ kind: StoreKind) async throws {
        struct TooLate: Error, Equatable {}
        try await kind.withStore { store in
            let month = MonthExecution(
                month: try CalendarMonth("2026-05"), startedAt: start, startDay: try day("2026-05-01"),
                window: ContributionWindow(after: try day("2026-04-01")), convention: "payments", displayCurrency: .usd,
                payments: [], rates: [])
            try await store.insert(Record(KindLawTests.cash))
            try await store.write(.test()) { writer in
                try writer.insert(asset(2))
                try writer.insert(month)
            }
            await #expect(throws: HistoryError.unknownRules(kind: "month")) {
                try await History().undo(in: store, .test())
            }
            let other = UndoGuard(Asset.self) { _, _, _, _ in throw TooLate() }
            await #expect(throws: HistoryError.unknownRules(kind: "month")) {
                try await History(guards: [other]).undo(in: store, .test())
            }
            let strict = UndoGuard(MonthExecution.self) { before, after, reader, now in
                // The guard sees the change itself, and what the store holds.
                #expect([before, after].contains(month) && now == start)
                #expect(try reader.find(MonthExecution.self, key: [.text("2026-05")]) == after)
                throw TooLate()
            }
            await #expect(throws: TooLate()) { try await History(guards: [strict]).undo(in: store, .test()) }
            #expect(try await store.journal().count == 2)
            #expect(try await store.contents().months == [month])

            // A guard of a kind that needs none is not asked.
            let allowing = UndoGuard(MonthExecution.self) { _, _, _, _ in }
            try await History(guards: [allowing, other]).undo(in: store, .test())
            #expect(try await store.contents().months.isEmpty)
            #expect(try await store.contents().assets == [KindLawTests.cash])
            await #expect(throws: HistoryError.unknownRules(kind: "month")) {
                try await History().redo(in: store, .test())
            }
            try await History(guards: [allowing]).redo(in: store, .test())
            #expect(try await store.contents().months == [month])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Sums are told apart by choice, and read for one owner alone`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            func entry(
                _ number: Int, of asset: Int, _ amount: String, _ kind: Transaction.Kind, on text: String = "2026-02-01"
            ) throws -> Record {
                Record(
                    Transaction(
                        id: UUID(number), assetID: UUID(asset), amount: try money(amount), day: try day(text),
                        kind: kind, entered: start))
            }
            try await store.insert(
                Record(asset(1)), Record(asset(2)), Record(asset(3)), try entry(10, of: 1, "100", .opening),
                try entry(11, of: 1, "7", .manual, on: "2026-02-02"), try entry(12, of: 1, "-30", .spending),
                try entry(13, of: 2, "1", .manual), try entry(14, of: 3, "9", .opening, on: "2026-12-31"))
            let days = [try day("2026-02-01"), try day("2026-02-28")]
            func sums(_ choices: [Transaction.Kind]?, for owner: Int? = nil) async throws -> [UUID: [String]] {
                let names = choices.map { Set($0.map(\.rawValue)) }
                return try await store.read { reader in
                    try reader.sums(
                        Transaction.self, of: "amount", for: owner.map { UUID($0) }, among: names, upTo: days
                    ).mapValues { $0.map(\.amountText) }
                }
            }
            #expect(
                try await sums(nil)
                    == [UUID(1): ["70.00", "77.00"], UUID(2): ["1.00", "1.00"], UUID(3): ["0.00", "0.00"]])
            #expect(try await sums([.manual]) == [UUID(1): ["0.00", "7.00"], UUID(2): ["1.00", "1.00"]])
            #expect(try await sums([.opening]) == [UUID(1): ["100.00", "100.00"], UUID(3): ["0.00", "0.00"]])
            #expect(
                try await sums([.manual, .spending]) == [UUID(1): ["-30.00", "-23.00"], UUID(2): ["1.00", "1.00"]])
            #expect(try await sums([]) == [:])
            #expect(try await sums(nil, for: 1) == [UUID(1): ["70.00", "77.00"]])
            #expect(try await sums([.spending], for: 1) == [UUID(1): ["-30.00", "-30.00"]])
            #expect(try await sums([.spending], for: 2) == [:])
            #expect(try await sums(nil, for: 4) == [:])
            #expect(
                try await store.read { try $0.balances(of: UUID(2), on: days) } == [UUID(2): [money("1"), money("1")]])
            // Also after a change of the choice alone.
            let opening = Transaction(
                id: UUID(13), assetID: UUID(2), amount: try money("1"), day: try day("2026-02-01"), kind: .opening,
                entered: start)
            try await store.apply([.update(try entry(13, of: 2, "1", .manual), to: Record(opening))])
            #expect(try await sums([.manual]) == [UUID(1): ["0.00", "7.00"]])
            #expect(try await sums([.opening])[UUID(2)] == ["1.00", "1.00"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What no kind declares cannot be asked for, and a kind that was never written is empty`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let unknown = StoreError.unknownColumn(kind: "asset", column: "colour")
            await #expect(throws: unknown) {
                try await store.read { try $0.all(Asset.self, where: "colour", is: .text("red")) }
            }
            try await store.insert(Record(asset(1)))
            await #expect(throws: StoreError.unknownColumn(kind: "asset", column: "name")) {
                try await store.read { try $0.sums(Asset.self, of: "name", for: nil, among: nil, upTo: []) }
            }
            #expect(try await store.read { try $0.all(Pledge.self).isEmpty })
            #expect(try await store.read { try $0.all(Pledge.self, where: "assetID", is: UUID(1)).isEmpty })
            #expect(try await store.read { try $0.find(Pledge.self, UUID(1)) } == nil)
            #expect(try await store.read { try $0.all(Asset.self, where: "chain", is: .null) } == [asset(1)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What goes on several ways at once goes once`(_ kind: StoreKind) async throws {
        for round in 0..<20 {
            try await kind.withStore { store in
                try await store.write(.test()) { writer in
                    try writer.insert(asset(1))
                    for number in 0..<5 {
                        let sighting = Sighting(
                            id: UUID(100 * round + number), assetID: UUID(1), amount: try money("1"))
                        try writer.insert(sighting)
                        for other in 0..<3 {
                            try writer.insert(
                                Glimpse(
                                    id: UUID(10_000 + 100 * round + 10 * number + other), assetID: UUID(1),
                                    sightingID: sighting.id))
                        }
                    }
                }
                try await store.write(.test()) { try $0.delete(asset(1)) }
                #expect(try await store.read { try $0.all(Sighting.self) } == [])
                #expect(try await store.read { try $0.all(Glimpse.self) } == [])
            }
        }
    }
}
