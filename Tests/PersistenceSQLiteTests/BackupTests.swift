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
    static func withStore(_ body: (SQLiteStore, String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/store.sqlite", kinds: .samples, now: { start })
            var changes = RandomChanges(seed: 11)
            for _ in 0..<40 { try await store.apply(try changes.command()) }
            try await body(store, folder)
            try? store.close()
        }
    }

    @Test func `Nothing that belongs to the store is replaced, by whatever way it is named`() async throws {
        try await BackupTests.withStore { store, folder in
            try FileManager.default.createDirectory(
                atPath: store.file.path + ".copies", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: folder + "/way", withDestinationPath: folder)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/nowhere", withDestinationPath: "store.sqlite-journal")
            for name in [
                "way/store.sqlite-journal", "nowhere", "store.sqlite", "way/store.sqlite-wal", "store.sqlite.copies",
                "way/store.sqlite.copies/anything",
            ] {
                await #expect(throws: BackupError.self, "\(name)") {
                    try await store.backup(to: folder + "/" + name, replacing: true)
                }
            }
        }
    }

    @Test func `What killed programs left of backups is removed, and what is being written stays`() async throws {
        try await withTemporaryFolder { folder in
            let foreign = [".backup.0A1B2C3D", ".backup.cst-notes", "backup.cst-0A1B2C3D"]
            for name in foreign + [".backup.cst-0A1B2C3D", ".backup.cst-0A1B2C3D-journal", ".other.cst-0A1B2C3D"] {
                try Data("left".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let first = try NewFile(at: folder + "/backup")
            try Data("half".utf8).write(to: URL(fileURLWithPath: first.temporaryPath))
            let second = try NewFile(at: folder + "/backup")
            let names = [first.temporaryPath, second.temporaryPath].map { URL(fileURLWithPath: $0).lastPathComponent }
            #expect(try BackupTests.files(folder) == (foreign + names).sorted())
        }
    }

    static func files(_ folder: String) throws -> [String] {
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
            try await store.insert(Record(asset(500)))
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
                let opened = try SQLiteStore(path: file, kinds: .samples, now: { start })
                #expect(try await opened.contents() == expected)
                #expect(opened.warnings() == [])
                #expect(await opened.health() == .healthy)
                try opened.close()
            }
            let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(try await restored.journal() == journal)
            try restored.close()
        }
    }

    @Test func `A backup can be taken while others write, and holds one state`() async throws {
        try await BackupTests.withStore { store, folder in
            try await store.insert(Record(asset(400, "Even")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<60 {
                        try await store.insert(
                            Record(try transaction(5000 + 2 * number, of: 400, "5")),
                            Record(try transaction(5001 + 2 * number, of: 400, "-5")))
                    }
                }
                group.addTask {
                    for number in 0..<5 { try await store.backup(to: folder + "/backup\(number)") }
                }
                try await group.waitForAll()
            }
            for number in 0..<5 {
                let copy = try SQLiteStore(path: folder + "/backup\(number)", kinds: .samples, now: { start })
                let pairs = try await copy.read { try $0.transactions(of: UUID(400)) }
                #expect(pairs.count % 2 == 0)
                try copy.close()
            }
        }
    }

    @Test func `100,000 transactions are backed up while others write, and restored as of one instant`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
            try await store.insert(Record(asset(1)))
            for chunk in 0..<10 {
                try await store.apply(
                    try (0..<10_000).map { number in
                        .insert(Record(try transaction(100_000 + chunk * 10_000 + number, of: 1, "0.01")))
                    })
            }
            let summaries = try await withThrowingTaskGroup(of: BackupSummary?.self) { group in
                for number in 0..<2 {
                    group.addTask {
                        for step in 0..<40 {
                            try await store.insert(Record(try transaction(1_000 + 2 * step + number, of: 1)))
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
                let restored = try SQLiteStore(path: target, kinds: .samples, now: { start })
                #expect(try await restored.contents().records == expected)
                #expect(summary.records["transactions"] == expected.count - 1)
                try restored.close()
            }
        }
    }

    @Test func `Nothing is overwritten by a backup`() async throws {
        try await BackupTests.withStore { store, folder in
            try Data("letter".utf8).write(to: URL(fileURLWithPath: folder + "/letter"))
            let letter = folder + "/letter"
            await #expect(throws: BackupError.exists(path: letter)) { try await store.backup(to: letter) }
            // No advice to replace what is never replaced.
            await #expect(throws: BackupError.notReplaceable(path: folder, detail: "it is not a file")) {
                try await store.backup(to: folder)
            }
            let nowhere = folder + "/none/backup"
            await #expect(throws: StoreError.unusable(at: .file(nowhere), detail: "its folder does not exist")) {
                try await store.backup(to: nowhere)
            }
            await #expect(throws: BackupError.emptyPassphrase) {
                try await store.backup(to: folder + "/b", passphrase: "")
            }
            #expect(try BackupTests.files(folder).filter { !$0.hasPrefix("store.sqlite") } == ["letter"])
        }
    }

    @Test func `A backup replaces an older one only when told to, and nothing else`() async throws {
        try await BackupTests.withStore { store, folder in
            let backup = folder + "/backup"
            try await store.backup(to: backup)
            let old = try Data(contentsOf: URL(fileURLWithPath: backup))
            try await store.insert(Record(asset(500)))
            await #expect(throws: BackupError.exists(path: backup)) { try await store.backup(to: backup) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == old)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: backup)
            try await store.backup(to: folder + "/link", replacing: true)
            let saved = try await store.contents()
            let copy = try SQLiteStore(path: backup, kinds: .samples, now: { start })
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
}
