import Foundation
import Models
import PostgresTestServer
import StoreSamples
import Testing

@testable import Persistence
@testable import PersistencePostgres
@testable import PersistenceSQLite

@Suite("A household between a file and a server")
struct MovingTests {
    private static let archive = SQLiteArchive(now: { start })
    private static let call = Call(now: start, program: "tests", command: "move")

    private static func owner(_ household: String) async throws -> PostgresStore {
        let address = try await Prepared.value.address(as: "cst_owner")
        return try PostgresStore(PostgresServer(address, household: household), kinds: .samples, connections: 2)
    }

    /// A household of many changes, of which some were undone.
    private static func fill(_ store: any Store, seed: UInt64) async throws {
        var model = RandomChanges(seed: seed)
        for _ in 0..<120 { try await store.apply(try model.command()) }
        for _ in 0..<5 { try await History.ofSamples.undo(in: store, .test("undo")) }
        try await store.insert(Record(asset(900, "a\u{0}b\u{1}c")))
    }

    private static func totals(_ store: PostgresStore) async throws -> [TableTotal] {
        try await store.reading({ try $0.contentTotals() }, orNone: { [] })
    }

    @Test func `to a file and back: equal totals, equal journal, and undo goes on`() async throws {
        let seed = UInt64.random(in: 0...9999)
        let store = try await Self.owner(UUID().uuidString)
        try await Self.fill(store, seed: seed)
        let (contents, journal) = (try await store.contents(), try await store.journal())
        let totals = try await Self.totals(store)
        try await withTemporaryFolder { folder in
            let path = "\(folder)/moved.sqlite"
            try await store.export(to: path, through: Self.archive)
            #expect(try Self.archive.read(path) { try $0.contentTotals() } == totals, "seed \(seed)")
            let file = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(try await file.contents() == contents, "seed \(seed)")
            #expect(try await file.journal() == journal, "seed \(seed)")
            try await History.ofSamples.undo(in: file, .test("undo"))
            let (undone, longer) = (try await file.contents(), try await file.journal())
            try file.close()

            let back = try await Self.owner(UUID().uuidString)
            #expect(
                try await back.replace(with: path, through: Self.archive, force: false, isDryRun: false, at: start)
                    == nil)
            #expect(try await back.contents() == undone, "seed \(seed)")
            #expect(try await back.journal() == longer, "seed \(seed)")
            try await History.ofSamples.redo(in: back, .test("redo"))
            #expect(try await back.contents() == contents, "seed \(seed)")
            await back.close()
        }
        await store.close()
    }

    @Test func `a backup is a file of the other store, encrypted or not, and is restored into either`() async throws {
        let household = UUID().uuidString
        let store = try await Self.owner(household)
        try await Self.fill(store, seed: 7)
        let contents = try await store.contents()
        let backups = PostgresBackups(store: store, archive: Self.archive)
        try await withTemporaryFolder { folder in
            let (plain, sealed) = ("\(folder)/plain.backup", "\(folder)/sealed.backup")
            let summary = try await backups.backup(to: plain, replacing: false, Self.call) { nil }.value
            #expect(summary?.changes == (try await store.journal().count))
            _ = try await backups.backup(to: sealed, replacing: false, Self.call) { "correct horse" }
            #expect(backups.isEncrypted(sealed) && !backups.isEncrypted(plain))

            // Later writes are kept, and replaced only on request.
            try await store.insert(Record(asset(901, "later")))
            let revision = try await store.read { try $0.revision() }
            await #expect(throws: BackupError.self) {
                try await backups.restore(
                    from: plain, named: plain, passphrase: nil, force: false, Self.call)
            }
            let restored = try await backups.restore(
                from: sealed, named: sealed, passphrase: "correct horse", force: true, Self.call)
            #expect(try await store.contents() == contents)
            #expect(try await store.read { try $0.revision() } > revision)
            let kept = try await Self.owner(try #require(restored.value.replaced))
            #expect(try await kept.read { try $0.all(Asset.self).contains { $0.name == "later" } })
            await kept.close()

            let path = "\(folder)/own.sqlite"
            _ = try await Self.archive.backups(of: path).restore(
                from: sealed, named: sealed, passphrase: "correct horse", force: false, Self.call)
            let file = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(try await file.contents() == contents)
            try file.close()
        }
        await store.close()
    }

    @Test func `a dry run changes nothing, and a role that owns nothing may not restore`() async throws {
        let household = UUID().uuidString
        let store = try await Self.owner(household)
        try await store.insert(Record(asset(1)))
        let contents = try await store.contents()
        try await withTemporaryFolder { folder in
            let path = "\(folder)/x.backup"
            let backups = PostgresBackups(store: store, archive: Self.archive)
            _ = try await backups.backup(to: path, replacing: false, Self.call) { nil }
            var call = Self.call
            call.isDryRun = true
            _ = try await backups.restore(from: path, named: path, passphrase: nil, force: false, call)
            #expect(try await store.contents() == contents)
            let app = try await Prepared.store(household: household)
            await #expect(throws: StoreError.self) {
                try await PostgresBackups(store: app, archive: Self.archive).restore(
                    from: path, named: path, passphrase: nil, force: true, Self.call)
            }
            #expect(try await app.contents() == contents)
            await app.close()
        }
        await store.close()
    }

    @Test func `damage in a row, in the journal and in the head is found`() async throws {
        let server = try await Prepared.value
        for damage in [
            "UPDATE cst.assets SET name = 'other'", "DELETE FROM cst.assets", "UPDATE cst.journal SET command = 'x'",
            "UPDATE cst._heads SET totals = replace(totals, 'a', 'b')", "UPDATE cst._heads SET revision = revision + 1",
        ] {
            let household = UUID().uuidString
            let store = try await Prepared.store(household: household)
            try await store.insert(Record(asset(1)))
            let id = "(SELECT id FROM cst._households WHERE name = '\(household)')"
            try server.execute("\(damage) WHERE _household = \(id)")
            let error = await #expect(throws: StoreError.self, "\(damage)") { _ = try await Self.totals(store) }
            #expect(error?.code == "store.damaged", "\(damage)")
            await store.close()
        }
    }
}
