import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Schemas of other versions")
struct MigrationTests {
    private static let next = Migration(
        name: "louder names", version: "9.9.0", changesData: true,
        statements: ["ALTER TABLE goals ADD COLUMN mood TEXT", "UPDATE totals SET rows = rows WHERE name = 'goals'"])

    @Test(arguments: ReleasedVersion.allCases)
    func `A file of every version is read as it was written`(version: ReleasedVersion) async throws {
        try await withTemporaryFolder { folder in
            let fixture = try #require(
                Bundle.module.url(forResource: version.rawValue, withExtension: "sqlite", subdirectory: "Fixtures"))
            let path = folder + "/store.sqlite"
            try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
            let store = try SQLiteStore(path: path, now: { start })
            let records = try version.records()
            #expect(
                try await store.contents().records
                    == Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) }))
            let journal = try await store.journal()
            #expect(journal.map(\.undoes) == [2, nil, nil])
            #expect(
                journal.last
                    == JournalEntry(
                        number: 1, origin: .test("first"), changes: records.map(Change.insert), undoes: nil))
            #expect(await store.health() == .healthy)
            try await store.insert(.asset(asset(77)))
            try store.close()
        }
    }

    @Test func `A step that rewrites what is there copies the file aside first`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, now: { start })
            try await store.insert(.asset(asset(1)))
            try Migration.runPending(
                Migration.all + [MigrationTests.next], on: store.pool, file: store.file, now: { start })
            try store.close()
            let copies = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "store.sqlite" }
            #expect(copies == ["store-before-upgrade-20260528T202640Z.sqlite"])
            let copy = try SQLiteStore(path: folder + "/" + copies[0], now: { start })
            #expect(try await copy.contents().assets == [asset(1)])
            #expect(copy.warnings() == [])
            try copy.close()
        }
    }

    @Test func `A file of a newer version is refused with the version it needs, and stays as it is`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, now: { start })
            try Migration.runPending(
                Migration.all + [MigrationTests.next], on: store.pool, file: store.file, now: { start })
            try store.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.newerVersion(path: store.file.path, needed: "9.9.0")) {
                try SQLiteStore(path: path, now: { start })
            }
            #expect(error?.description.contains("9.9.0") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test func `A step that fails leaves the file as it was`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, now: { start })
            try await store.insert(.asset(asset(1)))
            let broken = Migration(
                name: "broken", version: "9.9.1", statements: ["DROP TABLE plans", "CREATE TABLE goals (id TEXT)"])
            #expect(throws: DatabaseError.self) {
                try Migration.runPending(
                    Migration.all + [broken], on: store.pool, file: store.file, now: { start })
            }
            try store.close()
            let again = try SQLiteStore(path: path, now: { start })
            #expect(try await again.contents().plans.isEmpty)
            try again.close()
        }
    }
}
