import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Backups")
struct BackupTests {
    private static func withStore(_ body: (SQLiteStore, String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/store.sqlite", now: { start })
            var changes = RandomChanges(seed: 11)
            for _ in 0..<40 { try await store.apply(try changes.command()) }
            try await body(store, folder)
            try? store.close()
        }
    }

    private static func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(arguments: [nil, "correct horse"])
    func `A backup brings back what the store held, and the replaced file is kept`(
        _ passphrase: String?
    ) async throws {
        try await BackupTests.withStore { store, folder in
            let (backup, path) = (folder + "/backup", store.file.path)
            let saved = try await store.contents()
            let journal = try await store.journal()
            let summary = try await store.backup(to: backup, passphrase: passphrase)
            #expect(summary.changes == journal.count && summary.newest == start)
            #expect(summary.records["transactions"] == saved.transactions.count)
            #expect(summary.isEncrypted == (passphrase != nil))
            #expect(summary.bytes == (try Data(contentsOf: URL(fileURLWithPath: backup)).count))
            try await store.insert(.asset(asset(500)))
            let later = try await store.contents()
            try store.close()
            #expect(try BackupTests.files(folder) == ["backup", "store.sqlite"])
            await #expect(throws: BackupError.newerChanges(path: path, count: 1, newest: start)) {
                try await SQLiteStore.restore(from: backup, to: path, passphrase: passphrase, at: start)
            }
            let restoration = try await SQLiteStore.restore(
                from: backup, to: path, passphrase: passphrase, at: start, force: true)
            #expect(restoration.summary == summary)
            let kept = try #require(restoration.replaced)
            #expect(
                try BackupTests.files(folder) == [
                    "backup", "store-replaced-20260528T202640Z.sqlite", "store.sqlite",
                ])
            for (file, expected) in [(path, saved), (kept, later)] {
                let opened = try SQLiteStore(path: file, now: { start })
                #expect(try await opened.contents() == expected)
                #expect(opened.warnings() == [])
                #expect(await opened.health() == .healthy)
                try opened.close()
            }
            let restored = try SQLiteStore(path: path, now: { start })
            #expect(try await restored.journal() == journal)
            try restored.close()
        }
    }

    @Test func `A backup can be taken while others write, and holds one state`() async throws {
        try await BackupTests.withStore { store, folder in
            try await store.insert(.asset(asset(400, "Even")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<60 {
                        try await store.insert(
                            .transaction(try transaction(5000 + 2 * number, of: 400, "5")),
                            .transaction(try transaction(5001 + 2 * number, of: 400, "-5")))
                    }
                }
                group.addTask {
                    for number in 0..<5 { try await store.backup(to: folder + "/backup\(number)") }
                }
                try await group.waitForAll()
            }
            for number in 0..<5 {
                let copy = try SQLiteStore(path: folder + "/backup\(number)", now: { start })
                let pairs = try await copy.read { try $0.transactions(of: UUID(400)) }
                #expect(pairs.count % 2 == 0)
                try copy.close()
            }
        }
    }

    @Test func `100,000 transactions are backed up while others write, and restored as of one instant`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, now: { start })
            try await store.insert(.asset(asset(1)))
            for chunk in 0..<10 {
                try await store.apply(
                    try (0..<10_000).map { number in
                        .insert(.transaction(try transaction(100_000 + chunk * 10_000 + number, of: 1, "0.01")))
                    })
            }
            let summaries = try await withThrowingTaskGroup(of: BackupSummary?.self) { group in
                for number in 0..<2 {
                    group.addTask {
                        for step in 0..<40 {
                            try await store.insert(.transaction(try transaction(1_000 + 2 * step + number, of: 1)))
                        }
                        return nil
                    }
                    group.addTask {
                        try await store.backup(
                            to: "\(folder)/backup\(number)", passphrase: number == 0 ? nil : "correct horse")
                    }
                }
                return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
            }
            #expect(summaries.count == 2)
            let (contents, journal) = (try await store.contents(), try await store.journal(limit: 80))
            try store.close()
            for number in 0..<2 {
                let target = "\(folder)/restored\(number)"
                let summary = try await SQLiteStore.restore(
                    from: "\(folder)/backup\(number)", to: target, passphrase: "correct horse", at: start
                ).summary
                var expected = contents.records
                for entry in journal where entry.number > summary.changes {
                    for change in entry.changes.compactMap(\.after) { expected[change.key] = nil }
                }
                let restored = try SQLiteStore(path: target, now: { start })
                #expect(try await restored.contents().records == expected)
                #expect(summary.records["transactions"] == expected.count - 1)
                try restored.close()
            }
        }
    }

    @Test func `Nothing is overwritten by a backup`() async throws {
        try await BackupTests.withStore { store, folder in
            try Data("letter".utf8).write(to: URL(fileURLWithPath: folder + "/letter"))
            for path in [folder + "/letter", folder] {
                await #expect(throws: BackupError.exists(path: path)) { try await store.backup(to: path) }
            }
            let nowhere = folder + "/none/backup"
            await #expect(throws: StoreError.unusable(path: nowhere, detail: "its folder does not exist")) {
                try await store.backup(to: nowhere)
            }
            await #expect(throws: BackupError.emptyPassphrase) {
                try await store.backup(to: folder + "/b", passphrase: "")
            }
            #expect(try BackupTests.files(folder).filter { !$0.hasPrefix("store.sqlite") } == ["letter"])
        }
    }

    @Test func `A store that is in use is not replaced`() async throws {
        try await BackupTests.withStore { store, folder in
            try await store.backup(to: folder + "/backup")
            let before = try await store.contents()
            let error = #expect(throws: StoreError.self) {
                try SQLiteStore.restore(
                    from: folder + "/backup", named: "backup", to: store.file.path, at: start, busySeconds: 0)
            }
            guard case .busy(store.file.path, 0, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await store.contents() == before)
            try await store.insert(.asset(asset(500)))
        }
    }

    @Test func `A damaged store is replaced, and kept with all that belongs to it`() async throws {
        try await BackupTests.withStore { store, folder in
            let path = store.file.path
            try await store.backup(to: folder + "/backup")
            let saved = try await store.contents()
            try store.close()
            for (number, damage) in [Data("rubbish".utf8), Data()].enumerated() {
                try damage.write(to: URL(fileURLWithPath: path))
                try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
                let kept = try #require(
                    try await SQLiteStore.restore(
                        from: folder + "/backup", to: path, at: start.addingTimeInterval(Double(number))
                    ).replaced)
                #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == damage)
                let restored = try SQLiteStore(path: path, now: { start })
                #expect(try await restored.contents() == saved)
                try restored.close()
            }
        }
    }

    @Test func `A backup is restored where no store was`() async throws {
        try await BackupTests.withStore { store, folder in
            try await store.backup(to: folder + "/backup")
            let path = folder + "/new/store.sqlite"
            #expect(try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start).replaced == nil)
            let restored = try SQLiteStore(path: path, now: { start })
            #expect(try await restored.contents() == store.contents())
            #expect(restored.warnings() == [])
            try restored.close()
        }
    }

    @Test func `The log of a database that was removed does not get into the restored one`() async throws {
        try await BackupTests.withStore { store, folder in
            let path = store.file.path
            try await store.backup(to: folder + "/backup")
            let saved = try await store.contents()
            for number in 0..<5 { try await store.insert(.asset(asset(500 + number))) }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            try store.close()
            try FileManager.default.removeItem(atPath: path)
            try log.write(to: URL(fileURLWithPath: path + "-wal"))
            try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start)
            let restored = try SQLiteStore(path: path, now: { start })
            #expect(try await restored.contents() == saved)
            try restored.close()
            #expect(
                try BackupTests.files(folder) == [
                    "backup", "store-replaced-20260528T202640Z.sqlite-wal", "store.sqlite",
                ])
        }
    }

    @Test func `A readable backup that is not whole is refused, and nothing is changed`() async throws {
        try await BackupTests.withStore { store, folder in
            let (backup, path) = (folder + "/backup", store.file.path)
            try await store.backup(to: backup)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
            let saved = try await store.contents()
            try store.close()
            var generator = SystemRandomNumberGenerator()
            for attempt in 0..<40 {
                var damaged = bytes
                if attempt < 10 {
                    damaged = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
                } else {
                    for _ in 0..<3 {
                        damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8.random(
                            in: 1...255, using: &generator)
                    }
                }
                try damaged.write(to: URL(fileURLWithPath: backup))
                do {
                    let kept = try #require(
                        try await SQLiteStore.restore(from: backup, to: path, at: start).replaced)
                    // The flipped bytes carried nothing.
                    let restored = try SQLiteStore(path: path, now: { start })
                    #expect(try await restored.contents() == saved)
                    try restored.close()
                    try FileManager.default.removeItem(atPath: path)
                    try FileManager.default.moveItem(atPath: kept, toPath: path)
                } catch  where error is StoreError || error is BackupError {
                    let untouched = try SQLiteStore(path: path, now: { start })
                    #expect(try await untouched.contents() == saved)
                    try untouched.close()
                }
                #expect(try BackupTests.files(folder) == ["backup", "store.sqlite"])
            }
        }
    }

    @Test func `A backup replaces an older one only when told to, and nothing else`() async throws {
        try await BackupTests.withStore { store, folder in
            let backup = folder + "/backup"
            try await store.backup(to: backup)
            let old = try Data(contentsOf: URL(fileURLWithPath: backup))
            try await store.insert(.asset(asset(500)))
            await #expect(throws: BackupError.exists(path: backup)) { try await store.backup(to: backup) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == old)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: backup)
            try await store.backup(to: folder + "/link", replacing: true)
            let saved = try await store.contents()
            let copy = try SQLiteStore(path: backup, now: { start })
            #expect(try await copy.contents() == saved)
            try copy.close()
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/own", withDestinationPath: store.file.path + "-wal")
            for path in [store.file.path, folder + "/own", folder, "/dev/null"] {
                let error = await #expect(throws: BackupError.self) {
                    try await store.backup(to: path, replacing: true)
                }
                guard case .notReplaceable(path, _) = error else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
            }
            #expect(try await store.contents() == saved)
        }
    }

    @Test func `Only changes that the backup has may be replaced unasked`() async throws {
        try await BackupTests.withStore { store, folder in
            let path = store.file.path
            try await store.backup(to: folder + "/old")
            for number in 0..<3 { try await store.insert(.asset(asset(500 + number))) }
            try await store.backup(to: folder + "/new")
            try store.close()
            await #expect(throws: BackupError.newerChanges(path: path, count: 3, newest: start)) {
                try await SQLiteStore.restore(from: folder + "/old", to: path, at: start)
            }
            let restoration = try await SQLiteStore.restore(
                from: folder + "/old", to: path, at: start, force: true, dryRun: true)
            #expect(restoration.replaced.map(FileManager.default.fileExists(atPath:)) == false)
            try await SQLiteStore.restore(from: folder + "/old", to: path, at: start, force: true)
            // The old one is where the new one began.
            try await SQLiteStore.restore(from: folder + "/new", to: path, at: start)
            try await SQLiteStore.restore(from: folder + "/old", to: path, at: start, force: true)
            let other = try SQLiteStore(path: path, now: { start })
            try await other.insert(.asset(asset(600)))
            try other.close()
            // From here on the two have gone apart.
            await #expect(throws: BackupError.newerChanges(path: path, count: 1, newest: start)) {
                try await SQLiteStore.restore(from: folder + "/new", to: path, at: start)
            }
        }
    }

    @Test func `A backup of the first version is restored by this one`() async throws {
        try await withTemporaryFolder { folder in
            let fixture = try #require(Bundle.module.url(forResource: "Fixtures/v1", withExtension: "sqlite"))
            let path = folder + "/store.sqlite"
            let restoration = try await SQLiteStore.restore(from: fixture.path, to: path, at: start)
            #expect(restoration.summary.changes == 3)
            let restored = try SQLiteStore(path: path, now: { start })
            let expected = try FirstVersion.records()
            #expect(try await Set(restored.contents().records.values) == Set(expected))
            #expect(await restored.health() == .healthy)
            try restored.close()
            #expect(try BackupTests.files(folder) == ["store.sqlite"])
        }
    }
}
