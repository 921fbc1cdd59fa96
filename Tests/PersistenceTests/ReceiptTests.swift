import Allocation
import Foundation
import Models
import Persistence
import StoreSamples
import Testing

@Suite("What is written once, and only on what was seen")
struct ReceiptTests {
    private static func call(
        _ command: String, once: String? = nil, basis: Call.ExpectedVersion? = nil, day: Double = 0,
        isDryRun: Bool = false
    ) -> Call {
        var call = Call(
            now: Date(timeIntervalSince1970: 1_800_000_000 + day * 86_400), program: "test", command: command)
        (call.idempotencyKey, call.expectedVersion, call.isDryRun) = (once, basis, isDryRun)
        return call
    }

    @Test(arguments: StoreKind.allCases)
    func `A request that is sent again is carried out once, and says by which entry`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write(Self.call("first")) { try $0.insert(asset(1, "1")) }
            try await store.write(Self.call("second", once: "a")) { try $0.insert(asset(2, "2")) }
            await #expect(throws: StoreError.alreadyDone(entry: 2)) {
                try await store.write(Self.call("second", once: "a")) { try $0.insert(asset(3, "3")) }
            }
            try await store.write(Self.call("third", once: "b")) { try $0.insert(asset(3, "3")) }
            await #expect(throws: StoreError.alreadyDone(entry: 3)) {
                try await store.write(Self.call("third", once: "b")) { try $0.insert(asset(4, "4")) }
            }
            #expect(try await store.read { try $0.all(Asset.self).count } == 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A dry run refuses what the write would`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let orphan = try transaction(3, of: 2)
            for isDryRun in [true, false] {
                let call = Self.call("orphan", isDryRun: isDryRun)
                await #expect(throws: StoreError.dangling(Record(orphan))) {
                    try await store.write(call) { try $0.apply(.insert(Record(orphan)), isEntered: false) }
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What was refused, or only tried, may be sent again`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            struct Refused: Error {}
            await #expect(throws: Refused.self) {
                try await store.write(Self.call("no", once: "a")) { _ in throw Refused() }
            }
            var trial = Self.call("try", once: "a")
            trial.isDryRun = true
            try await store.write(trial) { try $0.insert(asset(1, "1")) }
            try await store.write(Self.call("yes", once: "a")) { try $0.insert(asset(1, "1")) }
            #expect(try await store.read { try $0.all(Asset.self).count } == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A receipt says whether something was changed, and what was asked for`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            var call = Self.call("add", once: "a")
            call.fingerprint = "an asset"
            try await store.write(call) { try $0.insert(asset(1, "1")) }
            try await store.write(Self.call("nothing", once: "b")) { _ in }
            let (first, second, none) = try await store.read {
                (try Receipt.of("a", in: $0), try Receipt.of("b", in: $0), try Receipt.of("c", in: $0))
            }
            #expect(first?.entry == 1 && first?.madeEntry == true && first?.contents == "an asset")
            #expect(second?.entry == 1 && second?.madeEntry == false && second?.contents == nil)
            #expect(none == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Receipts go after a day, and no backup of them is undone`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 1...200 {
                try await store.write(Self.call("\(number)", once: "\(number)", day: Double(number) / 10)) {
                    try $0.insert(asset(number, "\(number)"))
                }
            }
            let left = try await store.read { try $0.all(Receipt.self).count }
            #expect((10...90).contains(left))
            await #expect(throws: StoreError.alreadyDone(entry: 200)) {
                try await store.write(Self.call("again", once: "200", day: 20)) { _ in }
            }
            try await store.write(Self.call("undo", once: "undo", day: 20)) {
                _ = try History.ofSamples.undo(in: $0, expecting: 200, now: Date(timeIntervalSince1970: 0))
            }
            #expect(try await store.read { try $0.all(Asset.self).count } == 199)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What was changed since it was seen is not written over`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (one, two) = (asset(1, "1"), asset(2, "2"))
            try await store.write(Self.call("add")) {
                try $0.insert(one)
                try $0.insert(two)
            }
            let basis = Call.ExpectedVersion(Record(one).key, entry: 1)
            var renamed = one
            renamed.name = "renamed"
            // Another thing changes: that is no matter.
            try await store.write(Self.call("other")) { try $0.delete(two) }
            try await store.write(Self.call("edit", basis: basis)) { [renamed] in try $0.update(one, to: renamed) }
            await #expect(
                throws: StoreError.changedUnderneath(expected: Record(one), found: Record(renamed))
            ) {
                try await store.write(Self.call("late", basis: basis)) { [renamed] in try $0.delete(renamed) }
            }
            let changes = try await store.read { try $0.changes(since: basis) }
            #expect(changes.map(\.entry.number) == [3])
            let fresh = Call.ExpectedVersion(Record(one).key, entry: 3)
            try await store.write(Self.call("delete", basis: fresh)) { [renamed] in try $0.delete(renamed) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `The version of a thing is the newest entry that changed it, not one that names it`(_ kind: StoreKind)
        async throws
    {
        try await kind.withStore { store in
            let (one, two) = (asset(1, "1"), asset(2, "2"))
            let goal = try goal(1)
            try await store.write(Self.call("add")) { try $0.insert(one) }
            try await store.write(Self.call("another")) {
                try $0.insert(two)
                try $0.insert(goal)
            }
            for number in 1...40 {
                // Of the first and of the second thing in turn, so that entries with the kind of one name the other.
                try await store.write(Self.call("\(number)")) { writer in
                    try writer.insertUnfollowed(try transaction(number, of: 1, "1"))
                    let old = try writer.find(Asset.self, two.id) ?? two
                    var new = old
                    new.name = "2 at \(number)"
                    try writer.update(old, to: new)
                }
            }
            let part = AssetAllocation(assetID: one.id, goalID: goal.id, size: .rest)
            try await store.write(Self.call("allocate")) { try $0.insertUnfollowed(part) }
            try await store.read { (reader) throws in
                func version(_ asset: Asset, parts: String? = nil, upTo entry: Int = .max) throws -> Int {
                    try reader.version(of: Call.ExpectedVersion(Record(asset).key, parts: parts, entry: entry))
                }
                #expect(try version(one) == 1)
                #expect(try version(two) == 42)
                #expect(try version(two, upTo: 20) == 20)
                #expect(try version(one, parts: "allocation") == 43)
                #expect(try version(one, parts: "allocation", upTo: 42) == 0)
                #expect(try version(two, parts: "allocation") == 0)
                func heads(_ asset: Asset, _ kind: String, from: Int?, limit: Int) throws -> [Int] {
                    try reader.journalHeads(of: Record(asset).key, changing: kind, from: from, limit: limit)
                        .map(\.number)
                }
                // Entries that change an asset and name this one are not those that change this one.
                #expect(try heads(one, "asset", from: 30, limit: 3) == [1])
                #expect(try heads(two, "asset", from: 30, limit: 3) == [30, 29, 28])
                #expect(try heads(one, "transaction", from: 30, limit: 2) == [30, 29])
                #expect(try heads(two, "transaction", from: nil, limit: 2) == [])
                #expect(try heads(one, "allocation", from: nil, limit: 2) == [43])
                #expect(try heads(one, "goal", from: nil, limit: 2) == [])
                #expect(
                    try reader.journalHeads(of: Record(goal).key, changing: "allocation", from: nil, limit: 2)
                        == reader.journalHeads(of: nil, from: 43, limit: 1))
            }
        }
    }
}
