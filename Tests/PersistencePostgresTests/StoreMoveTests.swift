import Foundation
import Models
import PostgresTestServer
import StoreSamples
import Testing

@testable import Persistence
@testable import PersistencePostgres
@testable import PersistenceSQLite

@Suite("A household that moves from a file to a server, and back")
struct StoreMoveTests {
    private static let archive = SQLiteArchive(now: { start })

    /// A place that takes everything, after which the program ends.
    private struct Ending: MoveTarget {
        struct Ended: Error {}

        let target: any MoveTarget
        var location: StoreLocation { target.location }

        func receive(_ source: any ContentSource, isDryRun: Bool) throws {
            try target.receive(source, isDryRun: isDryRun)
            throw Ended()
        }
    }

    private static func server(_ household: String, as role: String = "cst_owner") async throws -> PostgresServer {
        PostgresServer(try await Prepared.value.address(as: role), household: household)
    }

    private static func open(_ household: String) async throws -> PostgresStore {
        try PostgresStore(try await server(household), kinds: .samples, connections: 2)
    }

    private static func open(file path: String) throws -> SQLiteStore {
        try SQLiteStore(path: path, kinds: .samples, now: { start })
    }

    /// Makes a file with many changes, of which some were undone.
    private static func fill(_ path: String, seed: UInt64) async throws -> Whole {
        let file = try open(file: path)
        var model = RandomChanges(seed: seed)
        for _ in 0..<80 { try await file.apply(try model.command()) }
        for _ in 0..<5 { try await History.ofSamples.undo(in: file, .test("undo")) }
        try await file.insert(Record(asset(900, "a\u{0}b\u{1}c")))
        let whole = try await Whole(file)
        try file.close()
        return whole
    }

    private struct Whole: Equatable {
        let contents: Contents
        let journal: [JournalEntry]
        let totals: [TableTotal]

        init(_ store: SQLiteStore) async throws {
            contents = try await store.contents()
            journal = try await store.journal()
            totals = try StoreMoveTests.archive.read("\(store.location)") { try $0.contentTotals() }
        }

        init(_ store: PostgresStore) async throws {
            contents = try await store.contents()
            journal = try await store.journal()
            totals = try await store.reading({ try $0.contentTotals() }, orNone: { [] })
        }
    }

    @Test func `to a server and back: equal totals, equal journal, and undo goes on`() async throws {
        let (seed, household) = (UInt64.random(in: 0...9999), UUID().uuidString)
        try await withTemporaryFolder { folder in
            let (path, back) = ("\(folder)/cst.sqlite", "\(folder)/back.sqlite")
            let before = try await Self.fill(path, seed: seed)
            let moved = try SQLiteStore.move(
                path, to: PostgresTarget(server: try await Self.server(household)), at: start, isDryRun: false)
            #expect(!FileManager.default.fileExists(atPath: path), "seed \(seed)")
            let kept = try Self.open(file: try #require(moved.kept))
            #expect(try await Whole(kept) == before, "seed \(seed)")
            try kept.close()
            let store = try await Self.open(household)
            #expect(try await Whole(store) == before, "seed \(seed)")
            #expect(moved.changes == before.journal.count)
            try await History.ofSamples.undo(in: store, .test("undo"))
            let undone = try await Whole(store)

            let report = try await store.move(
                to: ArchiveTarget(back, archive: Self.archive), at: start, isDryRun: false)
            #expect(report.kept?.hasPrefix("\(household) (moved ") == true)
            let file = try Self.open(file: back)
            #expect(try await Whole(file) == undone, "seed \(seed)")
            try await History.ofSamples.redo(in: file, .test("redo"))
            #expect(try await Whole(file).contents == before.contents, "seed \(seed)")
            try file.close()
            // Who still has it open on the server does not go on with what is not there any more, and begins nothing new.
            let error = await #expect(throws: StoreError.self) { try await store.insert(Record(asset(901))) }
            #expect(error?.code == "store.gone")
            await #expect(throws: StoreError.self) { try await store.read { try $0.revision() } }
            await store.close()
        }
    }

    @Test func `a server that starts again meanwhile is waited for`() async throws {
        let server = try PostgresTestServer()
        try await withTemporaryFolder { folder in
            let path = "\(folder)/cst.sqlite"
            let before = try await Self.fill(path, seed: 1)
            try server.stop()
            try server.killAndRestart()
            _ = try SQLiteStore.move(
                path, to: PostgresTarget(server: PostgresServer(server.address(as: "cst_owner"), household: "x")),
                at: start, isDryRun: false)
            let store = try PostgresStore(
                PostgresServer(server.address(as: "cst_owner"), household: "x"), kinds: .samples, connections: 1)
            #expect(try await Whole(store) == before)
            await store.close()
        }
    }

    @Test func `many transactions go to a server and back, and nothing of them changes`() async throws {
        let count = ProcessInfo.processInfo.environment["CST_MOVED"].flatMap { Int($0) } ?? 1500
        let household = UUID().uuidString
        try await withTemporaryFolder { folder in
            let (path, back) = ("\(folder)/cst.sqlite", "\(folder)/back.sqlite")
            let file = try Self.open(file: path)
            try await file.insert(Record(asset(1)))
            for first in stride(from: 0, to: count, by: 500) {
                try await file.write(.test("import")) { writer in
                    for number in first..<first + 500 {
                        try writer.apply(.insert(Record(try transaction(number + 10, of: 1, "5"))))
                    }
                }
            }
            try file.close()
            func totals(_ path: String) throws -> [TableTotal] {
                try Self.archive.read(path) { try $0.contentTotals() }
            }
            let before = try totals(path)
            let clock = ContinuousClock()
            let there = try await clock.measure {
                _ = try SQLiteStore.move(
                    path, to: PostgresTarget(server: try await Self.server(household)), at: start, isDryRun: false)
            }
            let store = try await Self.open(household)
            #expect(try await store.reading({ try $0.contentTotals() }, orNone: { [] }) == before)
            try await History.ofSamples.undo(in: store, .test("undo"))
            try await History.ofSamples.redo(in: store, .test("redo"))
            let after = try await store.reading({ try $0.contentTotals() }, orNone: { [] })
            let home = try await clock.measure {
                _ = try await store.move(to: ArchiveTarget(back, archive: Self.archive), at: start, isDryRun: false)
            }
            #expect(try totals(back) == after)
            print("\(count) transactions: to the server in \(there), back in \(home)")
            let last = try Self.open(file: back)
            try await History.ofSamples.undo(in: last, .test("undo"))
            #expect(try await last.read { try $0.all(Transaction.self).count } == count - 500)
            try last.close()
            await store.close()
        }
    }

    @Test func `a program that ends in between leaves two whole ones, and the same again goes on`() async throws {
        let household = UUID().uuidString
        try await withTemporaryFolder { folder in
            let (path, back) = ("\(folder)/cst.sqlite", "\(folder)/back.sqlite")
            let before = try await Self.fill(path, seed: 3)
            let target = PostgresTarget(server: try await Self.server(household))
            #expect(throws: Ending.Ended.self) {
                try SQLiteStore.move(path, to: Ending(target: target), at: start, isDryRun: false)
            }
            let file = try Self.open(file: path)
            #expect(try await Whole(file) == before)
            try file.close()
            _ = try SQLiteStore.move(path, to: target, at: start, isDryRun: false)
            let store = try await Self.open(household)
            #expect(try await Whole(store) == before)

            let other = ArchiveTarget(back, archive: Self.archive)
            await #expect(throws: Ending.Ended.self) {
                try await store.move(to: Ending(target: other), at: start, isDryRun: false)
            }
            #expect(try await Whole(store) == before)
            _ = try await store.move(to: other, at: start, isDryRun: false)
            let last = try Self.open(file: back)
            #expect(try await Whole(last) == before)
            try last.close()
            await store.close()
        }
    }

    @Test func `what holds something else is not replaced, and a dry run moves nothing`() async throws {
        let household = UUID().uuidString
        let store = try await Self.open(household)
        try await store.insert(Record(asset(1)))
        try await withTemporaryFolder { folder in
            let path = "\(folder)/cst.sqlite"
            let before = try await Self.fill(path, seed: 4)
            let target = PostgresTarget(server: try await Self.server(household))
            #expect(throws: StoreError.occupied(at: target.location)) {
                try SQLiteStore.move(path, to: target, at: start, isDryRun: false)
            }
            await #expect(throws: StoreError.occupied(at: .file(FilePlace.resolved(path)))) {
                try await store.move(to: ArchiveTarget(path, archive: Self.archive), at: start, isDryRun: false)
            }
            let free = UUID().uuidString
            _ = try SQLiteStore.move(
                path, to: PostgresTarget(server: try await Self.server(free)), at: start, isDryRun: true)
            _ = try await store.move(to: ArchiveTarget("\(folder)/x", archive: Self.archive), at: start, isDryRun: true)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/x"))
            let count = "SELECT count(*) FROM cst._households WHERE name = '\(free)'"
            #expect(try await Prepared.value.execute(count) == "0")
            // The role that works with the database may neither take a household nor give it away.
            let lesser = try await Self.server(free, as: "cst_app")
            #expect(throws: StoreError.self) {
                try SQLiteStore.move(path, to: PostgresTarget(server: lesser), at: start, isDryRun: false)
            }
            let app = try await Prepared.store(household: household)
            await #expect(throws: StoreError.self) {
                try await app.move(to: ArchiveTarget("\(folder)/y", archive: Self.archive), at: start, isDryRun: false)
            }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/y"))
            await app.close()
            let file = try Self.open(file: path)
            #expect(try await Whole(file) == before)
            try file.close()
            #expect(try await store.read { try $0.all(Asset.self).count } == 1)
        }
        await store.close()
    }

    @Test func `a restored household is seen by those who have the replaced one open`() async throws {
        let household = UUID().uuidString
        let (open, owner) = (try await Prepared.store(household: household), try await Self.open(household))
        try await open.insert(Record(asset(1)))
        try await withTemporaryFolder { folder in
            let path = "\(folder)/x.sqlite"
            try await owner.export(to: path, through: Self.archive)
            try await open.insert(Record(asset(2)))
            let revision = try await open.read { try $0.revision() }
            _ = try await owner.replace(with: path, through: Self.archive, force: true, isDryRun: false, at: start)
            #expect(try await open.read { try $0.all(Asset.self).count } == 1)
            #expect(try await open.read { try $0.revision() } > revision)
            try await open.insert(Record(asset(3)))
            #expect(try await owner.read { try $0.all(Asset.self).count } == 2)
        }
        for store in [open, owner] { await store.close() }
    }

    @Test func `things in an older form in the journal go along`() async throws {
        let household = UUID().uuidString
        let new = [EntityKind(NewNote.self, upgrades: [1: { $0 + [.integer(7)] }])]
        try await withTemporaryFolder { folder in
            let path = "\(folder)/cst.sqlite"
            let first = try SQLiteStore(path: path, kinds: [EntityKind(Note.self)], now: { start })
            try await first.write(.test()) { try $0.insert(Note(id: UUID(1), text: "one")) }
            try first.close()
            try SQLiteStore(path: path, kinds: new, now: { start }).close()
            let name = "db\(household.prefix(8).lowercased())"
            try await Prepared.value.execute("CREATE DATABASE \(name) OWNER cst_owner", database: "postgres")
            let server = PostgresServer(
                try await Prepared.value.address(as: "cst_owner", database: name), household: household)
            _ = try SQLiteStore.move(path, to: PostgresTarget(server: server), at: start, isDryRun: false)
            let store = try PostgresStore(server, kinds: new, connections: 1)
            #expect(try await store.read { try $0.all(NewNote.self) } == [NewNote(id: UUID(1), text: "one", size: 7)])
            try await History().undo(in: store, .test("undo"))
            #expect(try await store.read { try $0.all(NewNote.self) } == [])
            await store.close()
        }
    }
}
