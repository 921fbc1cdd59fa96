import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Kinds and their versions")
struct KindTests {
    private static let note = Note(id: UUID(1), text: "milk")
    private static let loud = LoudNote(id: UUID(1), text: "MILK", length: 4)
    private static let first = EntityKind.shared + [EntityKind(Note.self), EntityKind(Pin.self)]
    private static let second = EntityKind.shared + [LoudNote.kind, EntityKind(Pin.self)]

    /// A closed file with a note of the first version, which a pin names.
    private static func withFile(_ body: (_ path: String, _ folder: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, kinds: first, now: { start })
            try await store.insert(Record(asset(1)))
            try await store.insert(Record(note))
            try await store.insert(Record(Pin(id: UUID(5), noteID: UUID(1))))
            try store.close()
            try await body(path, folder)
        }
    }

    @Test func `A step that rewrites what is there copies the file aside first`() async throws {
        try await KindTests.withFile { path, folder in
            let store = try SQLiteStore(path: path, kinds: KindTests.second, now: { start })
            #expect(try await store.read { try $0.all(LoudNote.self) } == [KindTests.loud])
            #expect(await store.health() == .healthy)
            #expect(store.warnings() == [])
            try store.close()
            let copies = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "store.sqlite" }
            #expect(copies == ["store-before-upgrade-20260528T202640Z.sqlite"])
            let copy = try SQLiteStore(path: folder + "/" + copies[0], kinds: KindTests.first, now: { start })
            #expect(try await copy.read { try $0.all(Note.self) } == [KindTests.note])
            #expect(copy.warnings() == [])
            try copy.close()
        }
    }

    @Test func `What the journal tells of the first version is read and undone as the second`() async throws {
        try await KindTests.withFile { path, _ in
            let store = try SQLiteStore(path: path, kinds: KindTests.second, now: { start })
            #expect(try await store.journal().map(\.changes)[1] == [.insert(Record(KindTests.loud))])
            #expect(
                try await store.journal(of: EntityKey(LoudNote.self, UUID(1))).map(\.number) == [3, 2])
            // A later change of the second version, then all the way back and again.
            let louder = LoudNote(id: UUID(1), text: "MILK!", length: 5)
            try await store.write(.test()) { try $0.update(KindTests.loud, to: louder) }
            let history = History()
            for number in [4, 3, 2] { #expect(try await history.undo(in: store, .test("undo")).number == number) }
            #expect(try await store.read { try $0.all(LoudNote.self) } == [])
            for expected in [[KindTests.loud], [KindTests.loud], [louder]] {
                try await history.redo(in: store, .test("redo"))
                #expect(try await store.read { try $0.all(LoudNote.self) } == expected)
            }
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }

    @Test func `A program that knows only the first version says what it needs, and can do everything else`()
        async throws
    {
        try await KindTests.withFile { path, _ in
            try SQLiteStore(path: path, kinds: KindTests.second, now: { start }).close()
            let store = try SQLiteStore(path: path, kinds: KindTests.first, now: { start })
            let needed = StoreError.newerKind("note", needed: "9.9.0")
            #expect(needed.description.contains("9.9.0"))
            await #expect(throws: needed) { try await store.read { try $0.all(Note.self) } }
            await #expect(throws: needed) { try await store.read { try $0.find(Note.self, UUID(1)) } }
            await #expect(throws: needed) { try await store.insert(Record(Note(id: UUID(2), text: "egg"))) }
            try await store.insert(Record(asset(2)))
            #expect(try await store.contents().assets.count == 2)
            #expect(try await store.read { try $0.all(Pin.self).count } == 1)
            // What names a thing of the newer kind is held against it.
            try await store.insert(Record(Pin(id: UUID(6), noteID: UUID(1))))
            let lost = Record(Pin(id: UUID(7), noteID: UUID(9)))
            await #expect(throws: StoreError.dangling(lost)) { try await store.insert(lost) }
            for _ in 0..<3 { try await History().undo(in: store, .test()) }
            #expect(try await store.contents().assets.count == 1)
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }

    @Test func `A change of an older version is not undone by a program that knows no way from it`() async throws {
        try await KindTests.withFile { path, _ in
            try SQLiteStore(path: path, kinds: KindTests.second, now: { start }).close()
            for kinds in [KindTests.first, EntityKind.shared] {
                let store = try SQLiteStore(path: path, kinds: kinds, now: { start })
                let journal = try await store.journal()
                try await History().undo(in: store, .test())
                await #expect(throws: StoreError.self) { try await History().undo(in: store, .test()) }
                #expect(try await store.journal().count == journal.count + 1)
                try await History().redo(in: store, .test())
                #expect(await store.health() == .healthy)
                try store.close()
            }
        }
    }

    @Test func `A program without a kind checks, undoes, backs up and restores its things`() async throws {
        try await KindTests.withFile { path, folder in
            let store = try SQLiteStore(path: path, kinds: EntityKind.shared, now: { start })
            try await store.insert(Record(asset(2)))
            #expect(await store.health() == .healthy)
            #expect(try await store.journal().map { $0.changes[0].key.kind } == ["asset", "pin", "note", "asset"])
            #expect(try await store.journal()[2].changes[0].after?.summary.contains("milk") == true)
            let summary = try await store.backup(to: folder + "/backup")
            #expect(summary.records["notes"] == 1 && summary.records["pins"] == 1)
            for _ in 0..<3 { try await History().undo(in: store, .test()) }
            #expect(try await store.contents().assets == [asset(1)])
            #expect(try await store.read { try $0.all(Note.self) } == [])
            try store.close()
            try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start, force: true)
            let restored = try SQLiteStore(path: path, kinds: KindTests.second, now: { start })
            #expect(try await restored.read { try $0.all(LoudNote.self) } == [KindTests.loud])
            try restored.close()
        }
    }

    @Test func `A file gets the indexes that a linked kind declares`() async throws {
        try await KindTests.withFile { path, _ in
            func indexes() throws -> Set<String> {
                try DatabaseQueue(path: path).read {
                    try Set(String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'index'"))
                }
            }
            try await DatabaseQueue(path: path).write { try $0.execute(sql: "DROP INDEX index_goals_name") }
            #expect(try !indexes().contains("index_goals_name"))
            try SQLiteStore(path: path, kinds: KindTests.first, now: { start }).close()
            #expect(try indexes().isSuperset(of: ["index_goals_name", "index_assets_name"]))
        }
    }

    @Test func `A step that fails leaves the file as it was`() async throws {
        struct Stop: Error {}
        let failing = EntityKind(LoudNote.self, upgrades: [1: { _ in throw Stop() }])
        let narrow = EntityKind(LoudNote.self, upgrades: [1: { $0 }])
        let wayless = EntityKind(LoudNote.self)
        try await KindTests.withFile { path, _ in
            for kind in [failing, narrow, wayless] {
                #expect(throws: (any Error).self) {
                    try SQLiteStore(path: path, kinds: EntityKind.shared + [kind], now: { start })
                }
                let again = try SQLiteStore(path: path, kinds: KindTests.first, now: { start })
                #expect(try await again.read { try $0.all(Note.self) } == [KindTests.note])
                #expect(await again.health() == .healthy)
                try again.close()
            }
        }
    }

    @Test func `One name for two kinds is refused`() async throws {
        for other in [EntityKind(OtherNote.self), EntityKind(LoudNote.self)] {
            #expect(throws: StoreError.differentKind("note")) {
                try SQLiteStore(path: "/nowhere", kinds: [EntityKind(Note.self), other], now: { start })
            }
        }
        #expect(throws: StoreError.differentKind("letter")) {
            try SQLiteStore(path: "/nowhere", kinds: [EntityKind(Note.self), EntityKind(Letter.self)], now: { start })
        }
        try await KindTests.withFile { path, _ in
            let store = try SQLiteStore(path: path, kinds: [EntityKind(OtherNote.self)], now: { start })
            await #expect(throws: StoreError.differentKind("note")) {
                try await store.read { try $0.all(OtherNote.self) }
            }
            await #expect(throws: StoreError.differentKind("note")) {
                try await store.insert(Record(OtherNote(id: UUID(3))))
            }
            await #expect(throws: StoreError.differentKind("note")) {
                try await store.insert(Record(Letter(id: UUID(3))))
            }
            try await store.insert(Record(asset(2)))
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }

    @Test func `A description or a way to a history that others changed is found by a check`() async throws {
        for sql in [
            "UPDATE kinds SET description = replace(description, 'notes', 'goals') WHERE kind = 'note'",
            "UPDATE kinds SET description = '{}' WHERE kind = 'note'", "DELETE FROM kinds WHERE kind = 'note'",
            "UPDATE kinds SET version = 3 WHERE kind = 'note'",
            "DROP TRIGGER journalReferencesNoDelete; DELETE FROM journalReferences WHERE entry = 1",
        ] {
            try await KindTests.withFile { path, _ in
                let store = try SQLiteStore(path: path, kinds: KindTests.first, now: { start })
                try await store.database.writeWithoutTransaction { try $0.execute(sql: sql) }
                guard case .failed = await store.health() else {
                    Issue.record("\(sql): healthy")
                    return
                }
                try store.close()
            }
        }
    }
}
