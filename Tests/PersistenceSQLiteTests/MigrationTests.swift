import Foundation
import GRDB
import Models
import Persistence
import Planning
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Layouts of other versions")
struct MigrationTests {
    private static func version(_ path: String) throws -> Int {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try Layout.version(SQLConnection($0)) }
    }

    private static func others(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "store.sqlite" }.sorted()
    }

    /// Does something to the file behind the store's back.
    private static func alter(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            try database.execute(sql: sql)
        }
        try queue.close()
    }

    @Test(arguments: ReleasedVersion.allCases)
    func `A file of every version is read as it was written`(version: ReleasedVersion) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
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
            #expect(journal.map(\.origin.command) == ["undo", "second", "first"])
            #expect(try await store.journal(of: EntityKey(Asset.self, UUID(7))).map(\.number) == [3, 2])
            #expect(try await store.journal(of: EntityKey(Goal.self, UUID(1))).map(\.number) == [1])
            #expect(try await store.read { try $0.revision() } == 3)
            #expect(await store.health() == .healthy)
            try await store.insert(Record(asset(77)))
            #expect(try await store.journal(limit: 1).first?.number == 4)
            try store.close()
            #expect(try MigrationTests.version(path) == Layout.current)
        }
    }

    @Test(arguments: ReleasedVersion.allCases)
    func `What a file of every version tells of can be undone and brought again`(
        version: ReleasedVersion
    ) async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: try version.copy(to: folder), kinds: .samples, now: { start })
            let before = try await store.contents()
            #expect(try await History.ofSamples.undo(in: store, .test("undo")).number == 1)
            #expect(try await store.contents().records.isEmpty)
            #expect(await store.health() == .healthy)
            try await History.ofSamples.redo(in: store, .test("redo"))
            #expect(try await store.contents() == before)
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }

    @Test func `A program that lacks the kinds of an old file keeps them`() async throws {
        try await withTemporaryFolder { folder in
            let path = try ReleasedVersion.v2.copy(to: folder)
            let store = try SQLiteStore(path: path, kinds: EntityKind.shared, now: { start })
            try await store.insert(Record(asset(77)))
            #expect(await store.health() == .healthy)
            try store.close()
            let whole = try SQLiteStore(path: path, kinds: .samples, now: { start })
            let expected = try ReleasedVersion.v2.records() + [Record(asset(77))]
            #expect(try await Set(whole.contents().records.values) == Set(expected))
            try whole.close()
        }
    }

    @Test(arguments: [ReleasedVersion.v1, .v2, .v3, .v4])
    func `Upgrading copies the file aside first, and happens once`(version: ReleasedVersion) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            for _ in 0..<2 { try SQLiteStore(path: path, kinds: .samples, now: { start }).close() }
            let copies = try MigrationTests.others(folder)
            #expect(copies == ["store-before-upgrade-20260528T202640Z.sqlite"])
            let copy = try #require(copies.first.map { folder + "/" + $0 })
            #expect(try MigrationTests.version(copy) == version.layout)
            let opened = try SQLiteStore(path: copy, kinds: .samples, now: { start })
            #expect(try await Set(opened.contents().records.values) == Set(version.records()))
            try opened.close()
        }
    }

    @Test(arguments: [ReleasedVersion.v1, .v2, .v3, .v4])
    func `Two copies of an old file have the same journal after their upgrades`(version: ReleasedVersion) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            let fixture = try Data(contentsOf: URL(fileURLWithPath: path))
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
            try await store.insert(Record(asset(77)))
            try await store.backup(to: folder + "/backup")
            try store.close()
            // What was changed after one upgrade continues what the other one made of the same file.
            try FileManager.default.removeItem(atPath: path)
            try fixture.write(to: URL(fileURLWithPath: path))
            try SQLiteStore(path: path, kinds: EntityKind.shared, now: { start.addingTimeInterval(5) }).close()
            try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start)
            let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(try await restored.journal().count == 4)
            try restored.close()
        }
    }

    private static let damage = [
        "UPDATE goals SET name = 'x' WHERE rowid = 1", "UPDATE goals SET snapshot = NULL", "DELETE FROM goals",
        "UPDATE assets SET currency = 'EUR' WHERE rowid = 1", "DELETE FROM plans", "DELETE FROM transactions",
        "UPDATE transactions SET amount = '1000.51' WHERE amount = '1000.50'",
        "UPDATE allocations SET share = share + 1", "UPDATE totals SET sum = sum + 1 WHERE name = 'transactions'",
        "DELETE FROM totals WHERE name = 'goals'",
        "DROP TRIGGER journalNoUpdate; UPDATE journal SET command = 'x' WHERE number = 1; " + noUpdate,
        "DROP TRIGGER journalNoUpdate; UPDATE journal SET undoes = 1 WHERE number = 3; " + noUpdate,
        """
        DROP TRIGGER journalChangesNoUpdate; UPDATE journalChanges SET change = replace(change, '1200', '1201');
        CREATE TRIGGER journalChangesNoUpdate BEFORE UPDATE ON journalChanges BEGIN SELECT RAISE(ABORT, ''); END
        """,
        """
        DROP TRIGGER journalChangesNoDelete; DELETE FROM journalChanges WHERE position = 1;
        CREATE TRIGGER journalChangesNoDelete BEFORE DELETE ON journalChanges BEGIN SELECT RAISE(ABORT, ''); END
        """,
    ]
    @Test(
        arguments: [ReleasedVersion.v3, .v4],
        [
            "DROP TRIGGER journalReferencesNoDelete; DELETE FROM journalReferences WHERE entry = 2",
            "DROP TRIGGER journalReferencesNoUpdate; UPDATE journalReferences SET kind = 'x' WHERE entry = 2",
            "INSERT INTO journalReferences (kind, key, entry) VALUES ('asset', 'x', 2)",
        ])
    func `References of an old journal that were lost are made anew from its changes`(
        version: ReleasedVersion, sql: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            try MigrationTests.alter(path, sql)
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(await store.health() == .healthy)
            #expect(try await store.journal(of: EntityKey(Asset.self, UUID(7))).map(\.number) == [3, 2])
            try store.close()
        }
    }

    private static let damagedJournal = [
        "UPDATE totals SET rows = rows + 1 WHERE name = 'journalReferences'",
        """
        DROP TRIGGER journalChangesNoUpdate; UPDATE journalChanges SET after = replace(after, '1200', '1201');
        """,
        "DROP TRIGGER journalChangesNoDelete; DELETE FROM journalChanges WHERE entry = 3",
    ]

    @Test(arguments: [ReleasedVersion.v3, .v4], damagedJournal)
    func `References are not made anew from changes that are not what was written`(
        version: ReleasedVersion, sql: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            try MigrationTests.alter(path, sql)
            let error = #expect(throws: StoreError.self, "\(sql)") {
                try SQLiteStore(path: path, kinds: .samples, now: { start })
            }
            guard case .damaged = error else {
                Issue.record("\(sql): \(String(describing: error))")
                return
            }
            #expect(try MigrationTests.version(path) == 3)
        }
    }

    @Test(arguments: ReleasedVersion.allCases)
    func `The references of an upgraded journal are those that are written today`(
        version: ReleasedVersion
    ) async throws {
        func references(_ path: String) throws -> [String] {
            try DatabaseQueue(path: path).read {
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT kind || ' ' || key || ' ' || part || ' ' || entry || ' ' || position FROM journalReferences
                        ORDER BY kind, key, part, entry
                        """)
            }
        }
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            try SQLiteStore(path: path, kinds: .samples, now: { start }).close()
            let new = folder + "/new.sqlite"
            try await version.write(new)
            #expect(try references(path) == references(new))
            #expect(try references(new).count > 10)
        }
    }

    private static let noUpdate =
        "CREATE TRIGGER journalNoUpdate BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, ''); END"

    @Test(arguments: [ReleasedVersion.v1, .v2], damage)
    func `Damage in an old file is refused, not made a sound file of`(
        version: ReleasedVersion, sql: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            try MigrationTests.alter(path, sql)
            for _ in 0..<2 {
                let error = #expect(throws: StoreError.self, "\(sql)") {
                    try SQLiteStore(path: path, kinds: .samples, now: { start })
                }
                guard case .damaged = error else {
                    Issue.record("\(sql): \(String(describing: error))")
                    return
                }
            }
            #expect(try MigrationTests.version(path) == version.layout)
        }
    }

    @Test(arguments: [ReleasedVersion.v1, .v2])
    func `One flipped byte in a name is refused, in its row and in the journal`(version: ReleasedVersion) async throws {
        try await withTemporaryFolder { folder in
            let path = try version.copy(to: folder)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            var found = 0
            var rest = bytes.startIndex..<bytes.endIndex
            while let place = bytes.range(of: Data("Wallet".utf8), in: rest) {
                rest = place.upperBound..<bytes.endIndex
                found += 1
                var damaged = bytes
                damaged[place.lowerBound] ^= 1
                try damaged.write(to: URL(fileURLWithPath: path))
                let error = #expect(throws: StoreError.self, "at \(place)") {
                    try SQLiteStore(path: path, kinds: .samples, now: { start })
                }
                guard case .damaged = error else {
                    Issue.record("at \(place): \(String(describing: error))")
                    continue
                }
            }
            // In the asset's row, in the snapshot of a goal, and in what the journal tells of both.
            #expect(found >= 4)
        }
    }

    @Test func `A file of a newer layout is refused with the version it needs, and stays as it is`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try SQLiteStore(path: path, kinds: .samples, now: { start }).close()
            try MigrationTests.alter(
                path,
                "INSERT INTO migrations (number, name, version) VALUES (5, 'next', '9.9.0'); PRAGMA user_version = 5")
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.newerVersion(at: .file(path), needed: "9.9.0")) {
                try SQLiteStore(path: path, kinds: EntityKind.shared, now: { start })
            }
            #expect(error?.description.contains("9.9.0") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try MigrationTests.others(folder).isEmpty)
        }
    }

    @Test func `What old files become is what this version writes, as long as the kinds stay as they are`() {
        func expectSame<E: Entity>(_ text: String, _ type: E.Type, _ location: SourceLocation = #_sourceLocation) {
            guard E.declaration.description.version == 1 else { return }
            #expect(text == E.declaration.text, sourceLocation: location)
        }
        expectSame(OldDescriptions.goal, Goal.self)
        expectSame(OldDescriptions.asset, Asset.self)
        expectSame(OldDescriptions.allocation, AssetAllocation.self)
        expectSame(OldDescriptions.transaction, Transaction.self)
        expectSame(OldDescriptions.plan, MonthlyPlan.self)
        expectSame(OldDescriptions.month, MonthExecution.self)
        expectSame(OldDescriptions.household, Household.self)
    }
}
