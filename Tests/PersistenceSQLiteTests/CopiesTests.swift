import Foundation
import Models
import Persistence
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Daily copies")
struct CopiesTests {
    private static let oneDay = 86_400.0

    private static func store(_ folder: String, day: Int, keeping count: Int = 3) throws -> SQLiteStore {
        let instant = start.addingTimeInterval(Double(day) * oneDay)
        return try SQLiteStore(
            path: folder + "/store.sqlite", kinds: .samples, now: { instant }, keptCopies: CopyLimits(count: count))
    }

    /// Inserts an asset as a program does that is started on the day.
    private static func insert(_ number: Int, day: Int, keeping count: Int = 3, in folder: String) async throws {
        let store = try store(folder, day: day, keeping: count)
        let origin = ChangeOrigin(
            instant: start.addingTimeInterval(Double(day) * oneDay), program: "tests", command: "insert")
        try await store.write(origin) { try $0.insert(asset(number)) }
        #expect(store.warnings() == [])
        try store.close()
    }

    private static func copies(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/store.sqlite.copies").sorted()
    }

    @Test func `The state before the first change of a day is kept once, and those between older ones go`()
        async throws
    {
        try await withTemporaryFolder { folder in
            var number = 0
            for day in 0..<6 {
                for _ in 0..<2 {
                    number += 1
                    try await CopiesTests.insert(number, day: day, in: folder)
                }
                if day == 0 { #expect(!FileManager.default.fileExists(atPath: folder + "/store.sqlite.copies")) }
            }
            #expect(
                try CopiesTests.copies(folder) == [
                    "store-2026-05-29.sqlite", "store-2026-06-01.sqlite", "store-2026-06-02.sqlite",
                ])
            for (day, name) in zip([1, 4, 5], try CopiesTests.copies(folder)) {
                let path = folder + "/store.sqlite.copies/" + name
                let copy = try SQLiteStore(path: path, kinds: .samples, now: { start })
                #expect(try await copy.contents().assets.count == 2 * day)
                #expect(copy.warnings() == [])
                try copy.close()
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/store.sqlite.copies")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
    }

    @Test func `Reading, what is refused, and what changes nothing make no copy`() async throws {
        struct Refused: Error {}
        try await withTemporaryFolder { folder in
            try await CopiesTests.insert(1, day: 0, in: folder)
            let store = try CopiesTests.store(folder, day: 1)
            _ = try await store.contents()
            try await store.write(.test()) { _ in }
            await #expect(throws: Refused.self) {
                try await store.write(.test()) { writer in
                    try writer.insert(asset(2))
                    throw Refused()
                }
            }
            await #expect(throws: StoreError.self) { try await store.insert(Record(asset(1))) }
            #expect(try CopiesTests.copies(folder) == [])
            try store.close()
            try await CopiesTests.insert(2, day: 1, keeping: 0, in: folder)
            #expect(try CopiesTests.copies(folder) == [])
        }
    }

    @Test func `Of many who write at once only one makes the copy, and nothing of the day is in it`() async throws {
        try await withTemporaryFolder { folder in
            try await CopiesTests.insert(100, day: 0, in: folder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask { try await CopiesTests.insert(number, day: 1, in: folder) }
                }
                try await group.waitForAll()
            }
            let copy = try #require(try CopiesTests.copies(folder).first)
            #expect(try CopiesTests.copies(folder) == [copy])
            let store = try SQLiteStore(path: folder + "/store.sqlite.copies/" + copy, kinds: .samples, now: { start })
            #expect(try await store.contents().assets == [asset(100)])
            try store.close()
        }
    }

    @Test func `A copy that shows the day's beginning takes the place of one that was begun later and done earlier`()
        async throws
    {
        try await withTemporaryFolder { folder in
            try await CopiesTests.insert(100, day: 0, in: folder)
            let first = try CopiesTests.store(folder, day: 1)
            var due = await first.dueCopy()
            let place = due.temporaryPath
            let path = try #require(place)
            let copied = SQLiteStore.copyBefore(first.file, to: path)
            // Its own change, and then another program that is quicker with its copy.
            try await CopiesTests.insert(1, day: 1, keeping: 0, in: folder)
            try await CopiesTests.insert(2, day: 1, in: folder)
            let name = try #require(try CopiesTests.copies(folder).first { !$0.hasPrefix(".") })
            if let due = due.take() { first.finish(due, copied) }
            try first.close()
            #expect(try CopiesTests.copies(folder) == [name])
            let copy = try SQLiteStore(path: folder + "/store.sqlite.copies/" + name, kinds: .samples, now: { start })
            #expect(try await copy.contents().assets == [asset(100)])
            try copy.close()
        }
    }

    @Test func `A copy that cannot be made is a warning, and the change is made`() async throws {
        try await withTemporaryFolder { folder in
            try await CopiesTests.insert(1, day: 0, in: folder)
            try Data("in the way".utf8).write(to: URL(fileURLWithPath: folder + "/store.sqlite.copies"))
            let store = try CopiesTests.store(folder, day: 1)
            try await store.insert(Record(asset(2)))
            #expect(store.warnings().map(\.code) == ["copyFailed"])
            #expect(try await store.contents().assets.count == 2)
            try store.close()
        }
    }

    @Test func `What killed programs left behind is removed, and nothing that is not ours`() async throws {
        try await withTemporaryFolder { folder in
            try await CopiesTests.insert(1, day: 0, in: folder)
            try await CopiesTests.insert(2, day: 1, in: folder)
            let names = [".store-2026-05-29.sqlite.0A1B2C3D", "store-notes.sqlite", ".hidden"]
            for name in names {
                try Data().write(to: URL(fileURLWithPath: folder + "/store.sqlite.copies/" + name))
            }
            try await CopiesTests.insert(3, day: 2, in: folder)
            #expect(try CopiesTests.copies(folder).filter(names.contains) == [".hidden", "store-notes.sqlite"])
        }
    }

    @Test func `A clock that was ahead costs no new copy, and the copy with the most changes is offered`() async throws
    {
        try await withTemporaryFolder { folder in
            try await CopiesTests.insert(0, day: 0, in: folder)
            for day in [100, 101, 102, 1, 2] { try await CopiesTests.insert(day, day: day, in: folder) }
            #expect(
                try CopiesTests.copies(folder) == [
                    "store-2026-05-29.sqlite", "store-2026-05-30.sqlite", "store-2026-09-07.sqlite",
                ])
            #expect(
                DailyCopies(of: folder + "/store.sqlite").newestWhole?.hasSuffix("store-2026-05-30.sqlite") == true)
        }
    }

    @Test func `Damage offers the newest copy that is whole`() async throws {
        try await withTemporaryFolder { folder in
            for day in 0..<4 { try await CopiesTests.insert(day, day: day, in: folder) }
            let names = try CopiesTests.copies(folder)
            #expect(names.count == 3)
            let path = folder + "/store.sqlite"
            let newest = folder + "/store.sqlite.copies/" + names[2]
            var bytes = try Data(contentsOf: URL(fileURLWithPath: newest))
            for position in 0..<bytes.count / 100 { bytes[position * 100 + 50] ^= 0x55 }
            try bytes.write(to: URL(fileURLWithPath: newest))
            for damage in [
                Data("rubbish, and more than a sector of it".utf8) + Data(count: 600), bytes, Data(count: 4096),
            ] {
                try damage.write(to: URL(fileURLWithPath: path))
                let error = await #expect(throws: StoreError.self) {
                    let store = try CopiesTests.store(folder, day: 4)
                    defer { try? store.close() }
                    _ = try await store.contents()
                }
                guard case .damaged(_, _, let copy) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(copy?.hasSuffix(names[1]) == true)
            }
            let copy = folder + "/store.sqlite.copies/" + names[1]
            try await SQLiteStore.restore(from: copy, to: path, at: start)
            let restored = try CopiesTests.store(folder, day: 4)
            #expect(try await restored.contents().assets.count == 2)
            try restored.close()
        }
    }
}
