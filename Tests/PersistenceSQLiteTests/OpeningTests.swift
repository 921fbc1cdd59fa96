import Foundation
import GRDB
import Models
import Persistence
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Opening a store's file")
struct OpeningTests {
    private static func mode(_ path: String) throws -> Int {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return try #require(mode).intValue
    }

    private static func open(_ path: String) throws -> SQLiteStore {
        try SQLiteStore(path: path, kinds: .samples, now: { start })
    }

    @Test func `A new file, what lies beside it, and its folders are the user's alone`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/a/b/store.sqlite"
            let store = try OpeningTests.open(path)
            try await store.insert(Record(asset(1)))
            for file in [path, path + "-wal", path + "-shm"] { #expect(try OpeningTests.mode(file) == 0o600) }
            for file in [folder + "/a", folder + "/a/b"] { #expect(try OpeningTests.mode(file) == 0o700) }
            #expect(store.warnings() == [])
            #expect(try await store.contents().assets.count == 1)
            try store.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func `Writes are on the disk when they are done, and other users are guarded against`() async throws {
        try await withTemporaryFolder { folder in
            let store = try OpeningTests.open(folder + "/store.sqlite")
            let settings = try await store.database.writeWithoutTransaction { database in
                try ["synchronous", "foreign_keys", "busy_timeout", "trusted_schema"].map {
                    try SQLConnection(database).integer("PRAGMA \($0)")
                }
            }
            #expect(settings == [2, 1, 5000, 0])
            let readers = try await store.database.read { try SQLConnection($0).integer("PRAGMA busy_timeout") }
            #expect(readers == 5000)
            try store.close()
        }
    }

    @Test func `A link is followed, and open permissions are warned of`() async throws {
        try await withTemporaryFolder { folder in
            let (real, link) = (folder + "/real.sqlite", folder + "/link.sqlite")
            let first = try OpeningTests.open(real)
            try await first.insert(Record(asset(1)))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: real)
            let second = try OpeningTests.open(link)
            #expect(try await second.contents().assets.count == 1)
            #expect(second.warnings().map(\.code) == ["symbolicLink", "openPermissions"])
            #expect(first.warnings().map(\.code) == ["openPermissions"])
            #expect(!FileManager.default.fileExists(atPath: link + "-wal"))
            try second.close()
            try first.close()
        }
    }

    @Test func `What is not a file of ours is refused and stays as it is`() async throws {
        try await withTemporaryFolder { folder in
            let text = folder + "/text"
            try Data("To be, or not to be, that is the question: whether 'tis nobler".utf8)
                .write(to: URL(fileURLWithPath: text))
            let foreign = folder + "/foreign.sqlite"
            let queue = try DatabaseQueue(path: foreign)
            try await queue.write { try $0.execute(sql: "CREATE TABLE photos (id INTEGER)") }
            try queue.close()
            mkfifo(folder + "/pipe", 0o600)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/dangling", withDestinationPath: folder + "/nowhere/at/all")
            let before = try Data(contentsOf: URL(fileURLWithPath: foreign))

            for (path, part) in [
                (text, "not a database"), (foreign, "another program"), (folder, "a folder"),
                (folder + "/pipe", "not a regular file"), ("", "not a path"), (folder + "/a\u{0}b", "not a path"),
                (folder + "/" + String(repeating: "x", count: 500), "at most 504"),
                (text + "/store.sqlite", "Not a directory"),
            ] {
                let error = #expect(throws: StoreError.self) { try OpeningTests.open(path) }
                guard case .unusable(_, let detail) = error else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
                #expect(detail.contains(part), "\(path): \(detail)")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)) == before)
            #expect(!FileManager.default.fileExists(atPath: foreign + "-wal"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: text)).count == 62)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read and write everything"))
    func `A file or folder without permission says so`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try OpeningTests.open(path).close()
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
            let store = try OpeningTests.open(path)
            #expect(try await store.contents().assets.isEmpty)
            await #expect(throws: StoreError.readOnly(at: .file(path))) { try await store.insert(Record(asset(1))) }
            #expect(store.warnings().map(\.code) == ["readOnly"])
            try store.close()
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            #expect(throws: StoreError.unusable(at: .file(path), detail: "you are not permitted to read it")) {
                try OpeningTests.open(path)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
            let new = folder + "/new.sqlite"
            #expect(throws: StoreError.readOnly(at: .file(new))) { try OpeningTests.open(new) }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        }
    }

    @Test func `A closed store says that it is closed`() async throws {
        try await withTemporaryFolder { folder in
            let store = try OpeningTests.open(folder + "/store.sqlite")
            try store.close()
            await #expect(throws: StoreError.unusable(at: .file(store.file.path), detail: "it has been closed")) {
                try await store.contents()
            }
        }
    }

    @Test func `Many may make the same file at once`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let store = try OpeningTests.open(path)
                        try await store.insert(Record(asset(number)))
                        try store.close()
                    }
                }
                try await group.waitForAll()
            }
            let store = try OpeningTests.open(path)
            #expect(try await store.contents().assets.count == 8)
            try store.close()
        }
    }

    @Test func `A file that another holds is busy, and the holder is named where the system tells`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try SQLiteStore(path: path, kinds: .samples, now: { start }, busySeconds: 0)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let holder = try DatabaseQueue(path: path, configuration: configuration)
            try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let error = await #expect(throws: StoreError.self) { try await store.insert(Record(asset(2))) }
            guard case .busy(.file(store.file.path), 0, let name) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            if FileManager.default.fileExists(atPath: "/proc/locks") {
                #expect(name?.hasSuffix("(process \(getpid()))") == true)
            }
            // Readers are never held up.
            #expect(try await store.contents().assets.isEmpty)
            try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await store.insert(Record(asset(2)))
            try holder.close()
            try store.close()
        }
    }
}
