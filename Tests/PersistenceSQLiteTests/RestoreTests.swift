import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Restoring")
struct RestoreTests {
    @Test func `A store that is in use is not replaced`() async throws {
        try await BackupTests.withStore { store, folder in
            try await store.backup(to: folder + "/backup")
            let before = try await store.contents()
            let error = #expect(throws: StoreError.self) {
                try SQLiteStore.restore(
                    from: folder + "/backup", named: "backup", to: store.file.path, at: start, busySeconds: 0)
            }
            guard case .busy(.file(store.file.path), 0, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await store.contents() == before)
            try await store.insert(Record(asset(500)))
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
                let kept = try await SQLiteStore.restore(
                    from: folder + "/backup", to: path, at: start.addingTimeInterval(Double(number)), force: true
                ).replaced
                #expect(try kept.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? Data() == damage)
                let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
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
            let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
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
            for number in 0..<5 { try await store.insert(Record(asset(500 + number))) }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            try store.close()
            try FileManager.default.removeItem(atPath: path)
            try log.write(to: URL(fileURLWithPath: path + "-wal"))
            try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start)
            let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(try await restored.contents() == saved)
            try restored.close()
            #expect(
                try BackupTests.files(folder) == [
                    "backup", "store-replaced-20260528T202640Z.sqlite-wal", "store.sqlite",
                ])
        }
    }

    @Test func `What is no database is replaced only by force, and what is no file never`() async throws {
        try await BackupTests.withStore { store, folder in
            let backup = folder + "/backup"
            try await store.backup(to: backup)
            let notes = folder + "/notes.txt"
            for text in ["short", String(repeating: "A long letter. ", count: 200)] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: notes))
                await #expect(throws: BackupError.notDatabase(path: notes)) {
                    try await SQLiteStore.restore(from: backup, to: notes, at: start)
                }
                #expect(try Data(contentsOf: URL(fileURLWithPath: notes)) == Data(text.utf8))
            }
            for place in ["/dev/null", folder] {
                await #expect(throws: StoreError.unusable(at: .file(place), detail: "it is not a regular file")) {
                    try await SQLiteStore.restore(from: backup, to: place, at: start, force: true)
                }
            }
            // Copies of a database beside it: then this was one.
            try FileManager.default.createDirectory(atPath: notes + ".copies", withIntermediateDirectories: false)
            #expect(try await SQLiteStore.restore(from: backup, to: notes, at: start).replaced != nil)
        }
    }

    @Test func `A place is claimed only where no file is, and left as it was unless it is filled`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            do {
                guard let place = try ClaimedPlace(path) else {
                    Issue.record("not claimed")
                    return
                }
                #expect(FileManager.default.fileExists(atPath: path))
                _ = consume place
            }
            try Data("text".utf8).write(to: URL(fileURLWithPath: path))
            if case .some = try ClaimedPlace(path) { Issue.record("claimed") }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("text".utf8))
            try FileManager.default.removeItem(atPath: path)
            #expect(try BackupTests.files(folder) == [])
        }
    }

    @Test func `The second name of a restoration that was killed goes, another hard link is warned of`() async throws {
        try await BackupTests.withStore { store, folder in
            let path = store.file.path
            try store.close()
            try FileManager.default.linkItem(atPath: path, toPath: folder + "/store-replaced-20260520T081530Z.sqlite")
            var opened = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(opened.warnings() == [])
            try opened.close()
            #expect(try BackupTests.files(folder) == ["store.sqlite"])
            try FileManager.default.linkItem(atPath: path, toPath: folder + "/other.sqlite")
            opened = try SQLiteStore(path: path, kinds: .samples, now: { start })
            #expect(opened.warnings().map(\.code) == ["severalNames"])
            try opened.close()
            #expect(try BackupTests.files(folder) == ["other.sqlite", "store.sqlite"])
        }
    }

    @Test func `A damaged store is replaced by a backup with fewer changes`() async throws {
        try await BackupTests.withStore { store, folder in
            let path = store.file.path
            try await store.backup(to: folder + "/backup")
            try await store.insert(Record(asset(500)))
            try store.close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "UPDATE assets SET name = name || 'x'") }
            try queue.close()
            #expect(try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start).replaced != nil)
        }
    }

    @Test func `An empty file is no backup`() async throws {
        try await BackupTests.withStore { store, folder in
            let empty = folder + "/empty"
            try Data().write(to: URL(fileURLWithPath: empty))
            await #expect(throws: StoreError.unusable(at: .file("a file"), detail: "it is empty")) {
                try await SQLiteStore.restore(from: empty, named: "a file", to: store.file.path, at: start)
            }
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
                    let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
                    #expect(try await restored.contents() == saved)
                    try restored.close()
                    try FileManager.default.removeItem(atPath: path)
                    try FileManager.default.moveItem(atPath: kept, toPath: path)
                } catch  where error is StoreError || error is BackupError {
                    let untouched = try SQLiteStore(path: path, kinds: .samples, now: { start })
                    #expect(try await untouched.contents() == saved)
                    try untouched.close()
                }
                #expect(try BackupTests.files(folder) == ["backup", "store.sqlite"])
            }
        }
    }

    @Test func `Only changes that the backup has may be replaced unasked`() async throws {
        try await BackupTests.withStore { store, folder in
            let path = store.file.path
            try await store.backup(to: folder + "/old")
            for number in 0..<3 { try await store.insert(Record(asset(500 + number))) }
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
            let other = try SQLiteStore(path: path, kinds: .samples, now: { start })
            try await other.insert(Record(asset(600)))
            try other.close()
            // From here on the two have gone apart.
            await #expect(throws: BackupError.newerChanges(path: path, count: 1, newest: start)) {
                try await SQLiteStore.restore(from: folder + "/new", to: path, at: start)
            }
        }
    }

    @Test(arguments: ReleasedVersion.allCases)
    func `A backup of every version is restored by this one`(_ version: ReleasedVersion) async throws {
        try await withTemporaryFolder { folder in
            let fixture = try #require(
                Bundle.module.url(forResource: "Fixtures/\(version.rawValue)", withExtension: "sqlite"))
            let path = folder + "/store.sqlite"
            let restoration = try await SQLiteStore.restore(from: fixture.path, to: path, at: start)
            #expect(restoration.summary.changes == 3)
            let restored = try SQLiteStore(path: path, kinds: .samples, now: { start })
            let expected = try version.records()
            #expect(try await Set(restored.contents().records.values) == Set(expected))
            #expect(await restored.health() == .healthy)
            try restored.close()
            // Kinds in older versions are brought up to date when the file is opened, which copies it aside first.
            let others = try BackupTests.files(folder).filter { $0 != "store.sqlite" }
            #expect(others.count == 1 && others.allSatisfy { $0.contains("before-upgrade-") })
        }
    }

    @Test func `What is not journalled stays as it is, unless the backup has another version of what it names`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let kinds = [EntityKind(Note.self), EntityKind(Sighting.self)]
            let (one, other) = (Note(id: UUID(1), text: "one"), Note(id: UUID(2), text: "other"))
            let old = [
                Sighting(id: UUID(11), noteID: UUID(1), text: "old"),
                Sighting(id: UUID(12), noteID: UUID(2), text: "old"),
            ]
            let store = try SQLiteStore(path: path, kinds: kinds, now: { start })
            try await store.write(.test("before")) { writer in
                try writer.insert(one)
                try writer.insert(other)
                for sighting in old { try writer.insert(sighting) }
            }
            try await store.backup(to: folder + "/backup")
            try await store.write(.test("after")) { writer in
                try writer.update(other, to: Note(id: UUID(2), text: "changed"))
                try writer.insert(Note(id: UUID(3), text: "new"))
                for sighting in old {
                    var newer = sighting
                    newer.text = "new"
                    try writer.update(sighting, to: newer)
                }
                for (number, note) in [(13, 1), (14, 3)] {
                    try writer.insert(Sighting(id: UUID(number), noteID: UUID(note), text: "new"))
                }
            }
            try store.close()
            try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start, force: true)
            let restored = try SQLiteStore(path: path, kinds: kinds, now: { start })
            let (notes, sightings) = try await restored.read { try ($0.all(Note.self), $0.all(Sighting.self)) }
            #expect(notes.map(\.text) == ["one", "other"])
            #expect(sightings.map { $0.id } == [UUID(11), UUID(12), UUID(13)])
            #expect(sightings.map(\.text) == ["new", "old", "new"])
            #expect(await restored.health() == .healthy)
            #expect(try await restored.journal().count == 1)
            try restored.close()
        }
    }
}
