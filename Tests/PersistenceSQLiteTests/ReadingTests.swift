import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

/// A store with one connection, as programs have that run one command: what reads leaves the file as it is.
@Suite("Reading with one connection")
struct ReadingTests {
    private static func open(_ path: String, day: Int = 0, keeping: Int = 0) throws -> SQLiteStore {
        let instant = start.addingTimeInterval(Double(day) * 86_400)
        return try SQLiteStore(
            path: path, kinds: .samples, now: { instant }, keptCopies: CopyLimits(count: keeping), connections: .one)
    }

    /// What shows that somebody wrote: the bytes, the time of the last change, and the names beside the file.
    private struct Traces: Equatable {
        let bytes: Data
        let seconds: Int
        let nanoseconds: Int
        let names: [String]

        init(_ path: String) throws {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            var info = stat()
            _ = stat(path, &info)
            #if canImport(Darwin)
                (seconds, nanoseconds) = (info.st_mtimespec.tv_sec, info.st_mtimespec.tv_nsec)
            #else
                (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
            #endif
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        }
    }

    /// How a file comes to be as it is found.
    enum Found: CaseIterable {
        case closed
        case restored
        case closedBySeveral
    }

    private static func make(_ found: Found, in folder: String) async throws -> String {
        let path = folder + "/store.sqlite"
        let store = try SQLiteStore(
            path: path, kinds: .samples, now: { start }, connections: found == .closedBySeveral ? .several : .one)
        try await store.insert(Record(asset(1)), Record(try transaction(2, of: 1)))
        if found == .restored {
            try await store.backup(to: folder + "/backup")
            try store.close()
            try await SQLiteStore.restore(from: folder + "/backup", to: path, at: start)
        } else {
            try store.close()
        }
        return path
    }

    @Test(arguments: Found.allCases)
    func `every way to read leaves no trace`(found: Found) async throws {
        try await withTemporaryFolder { folder in
            let path = try await Self.make(found, in: folder)
            let before = try Traces(path)
            let store = try Self.open(path)
            #expect(try await store.contents().assets == [asset(1)])
            #expect(try await store.journal().count == 1)
            // Let go before the store is closed.
            #expect(try await store.snapshot().contents().assets == [asset(1)])
            #expect(await store.health() == .healthy)
            #expect(store.warnings() == [])
            try store.close()
            #expect(try Traces(path) == before)
            #expect(!before.names.contains("store.sqlite-wal") && !before.names.contains("store.sqlite-shm"))
        }
    }

    @Test func `what is refused leaves no trace in a file that was closed`() async throws {
        struct Refused: Error {}
        try await withTemporaryFolder { folder in
            let path = try await Self.make(.closed, in: folder)
            let before = try Traces(path)
            let store = try Self.open(path)
            await #expect(throws: Refused.self) {
                try await store.write(.test()) { writer in
                    try writer.insert(asset(3))
                    throw Refused()
                }
            }
            try await store.write(.test()) { _ in }
            try store.close()
            #expect(try Traces(path) == before)
        }
    }

    @Test(arguments: Found.allCases)
    func `the first write turns to the log, beside which others read what was there`(found: Found) async throws {
        try await withTemporaryFolder { folder in
            let path = try await Self.make(found, in: folder)
            let (writer, reader) = (try Self.open(path), try Self.open(path))
            #expect(try await reader.contents().assets.count == 1)
            try await writer.write(.test()) { unit in
                try unit.insert(asset(3))
                // Another connection neither waits nor sees it.
                let other = try writer.file.openToRead()
                let count = try other.read { try SQLConnection($0).integer("SELECT COUNT(*) FROM assets") }
                #expect(count == 1)
            }
            #expect(try await reader.contents().assets.count == 2)
            #expect(try await writer.database.read { try writer.file.isLogged($0) })
            try reader.close()
            try writer.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func `a snapshot stays as it is while its store writes`() async throws {
        try await withTemporaryFolder { folder in
            let store = try Self.open(try await Self.make(.closed, in: folder))
            let snapshot = try await store.snapshot()
            for number in 3...5 { try await store.insert(Record(asset(number))) }
            #expect(try await snapshot.contents().assets.count == 1)
            #expect(try await store.contents().assets.count == 4)
            await #expect(throws: StoreError.snapshot) { try await snapshot.insert(Record(asset(9))) }
            try store.close()
        }
    }

    @Test(arguments: Found.allCases)
    func `the day's copy and the copy before an upgrade hold what was there before`(found: Found) async throws {
        try await withTemporaryFolder { folder in
            let path = try await Self.make(found, in: folder)
            let store = try Self.open(path, day: 1, keeping: 3)
            try await store.insert(Record(asset(3)))
            #expect(store.warnings() == [])
            try store.close()
            let copies = DailyCopies(of: path)
            #expect(copies.all.count == 1)
            let copy = try Self.open(try #require(copies.all.first))
            #expect(try await copy.contents().assets == [asset(1)])
            try copy.close()
        }
    }

    @Test func `several may write to one new file at once`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let store = try Self.open(path)
                        try await store.insert(Record(asset(number)))
                        try store.close()
                    }
                }
                try await group.waitForAll()
            }
            let store = try Self.open(path)
            #expect(try await store.contents().assets.count == 8)
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }
}
