import Foundation
import GRDB
import Models
import Persistence
import PluginKit
import StoreSamples
import Testing

@testable import PersistenceSQLite

@Suite("Damage and want of room")
struct DamageTests {
    /// A closed store with some of everything, and what it holds.
    private static func makeStore(_ path: String, seed: UInt64) async throws -> (Contents, [JournalEntry]) {
        let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
        var changes = RandomChanges(seed: seed)
        for _ in 0..<60 { try await store.apply(try changes.command()) }
        let everything = (try await store.contents(), try await store.journal())
        try store.close()
        return everything
    }

    @Test(arguments: [UInt64.random(in: 0...9999), 3])
    func `Random bytes flipped in 100 copies never crash and never change what is read without an error`(
        _ seed: UInt64
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let (contents, journal) = try await DamageTests.makeStore(path, seed: seed)
            let original = try Data(contentsOf: URL(fileURLWithPath: path))
            var generator = SystemRandomNumberGenerator()
            var refused = 0
            for copy in 0..<100 {
                let damaged = folder + "/\(copy).sqlite"
                var bytes = original
                var flips: [String] = []
                for _ in 0..<(1 << (copy % 4)) {
                    // Every fourth copy is hit in its header or schema, where the most depends on a byte.
                    let range = copy % 4 == 3 ? 0..<6000 : 0..<bytes.count
                    let (index, mask) = (
                        Int.random(in: range, using: &generator), UInt8.random(in: 1...255, using: &generator)
                    )
                    bytes[index] ^= mask
                    flips.append("\(index)^\(mask)")
                }
                try bytes.write(to: URL(fileURLWithPath: damaged))
                let comment = Comment("seed \(seed), flips \(flips)")
                do {
                    let store = try SQLiteStore(path: damaged, kinds: .samples, now: { start })
                    defer { try? store.close() }
                    #expect(try await store.contents() == contents, comment)
                    #expect(try await store.journal() == journal, comment)
                    // Writing into what is damaged is found out as well, at the latest by the next reading.
                    try await store.insert(Record(asset(9999)))
                    let later = try await store.contents()
                    #expect(later.assets.count == contents.assets.count + 1, comment)
                    #expect(later.transactions == contents.transactions && later.goals == contents.goals, comment)
                } catch is StoreError {
                    refused += 1
                }
            }
            // A third of the bytes of a small file are in use.
            #expect(refused > 15, "seed \(seed)")
        }
    }

    @Test func `A row that is changed, lost or added behind the program's back is found`() async throws {
        for sql in [
            "UPDATE assets SET name = 'x' WHERE rowid = 1", "DELETE FROM assets WHERE rowid = 2",
            """
            INSERT INTO assets SELECT 'B' || substr(id, 2), name, currency, chain, address, source, reference, checksum
            FROM assets LIMIT 1
            """,
            "UPDATE transactions SET amount = '11.00' WHERE rowid = 1", "DELETE FROM totals",
            "UPDATE totals SET sum = sum + 1 WHERE name = 'assets'",
            "DROP TRIGGER journalNoUpdate; UPDATE journal SET command = 'x' WHERE number = 1",
            "DROP TRIGGER journalNoDelete; DELETE FROM journal WHERE number = 2",
            "DROP TRIGGER journalChangesNoDelete; DELETE FROM journalChanges WHERE entry = 1 AND position = 1",
            "DROP INDEX index_transactions_assetID", "DROP TABLE plans",
        ] {
            try await withTemporaryFolder { folder in
                let path = folder + "/store.sqlite"
                let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
                try await store.insert(
                    Record(asset(1)), Record(asset(2, "b")), Record(try transaction(3, of: 1)))
                try await store.insert(Record(asset(4, "d")))
                try await store.database.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA foreign_keys = OFF")
                    try database.execute(sql: sql)
                }
                let error = await #expect(throws: StoreError.self, "\(sql)") {
                    _ = try await store.contents()
                    _ = try await store.journal()
                    _ = try await store.read { try $0.balances(on: []) }
                }
                guard case .damaged(.file(store.file.path), _, nil) = error else {
                    Issue.record("\(sql): \(String(describing: error))")
                    return
                }
                guard case .failed(_, start) = await store.health() else {
                    Issue.record("\(sql): healthy")
                    return
                }
                try store.close()
            }
        }
    }

    @Test func `The journal cannot be altered`() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/store.sqlite", kinds: .samples, now: { start })
            try await store.insert(Record(asset(1)))
            for sql in [
                "UPDATE journal SET command = ''", "DELETE FROM journal", "UPDATE journalChanges SET after = ''",
                "DELETE FROM journalChanges", "UPDATE journalReferences SET key = ''", "DELETE FROM journalReferences",
            ] {
                await #expect(throws: DatabaseError.self) {
                    try await store.database.write { try $0.execute(sql: sql) }
                }
            }
            #expect(try await store.journal().count == 1)
            try store.close()
        }
    }

    @Test func `A file that ends too early is refused, unless nothing was there`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let (contents, journal) = try await DamageTests.makeStore(path, seed: 5)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for size in [1, 50, 100, 511, 512, 4000, 4096, bytes.count / 2, bytes.count - 4096, bytes.count - 1] {
                try bytes.prefix(size).write(to: URL(fileURLWithPath: path))
                do {
                    let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
                    defer { try? store.close() }
                    #expect(try await store.contents() == contents, "\(size)")
                    #expect(try await store.journal() == journal, "\(size)")
                    #expect(size == bytes.count - 1)
                } catch let error as StoreError {
                    switch error {
                    case .damaged, .unusable: break
                    default: Issue.record("\(size): \(error)")
                    }
                }
            }
        }
    }

    @Test func `Without room nothing is changed and the error says so`() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/store.sqlite", kinds: .samples, now: { start })
            try await store.insert(Record(asset(1)))
            let before = try await store.contents()
            try await store.database.writeWithoutTransaction { database in
                let pages = try SQLConnection(database).integer("PRAGMA page_count")
                try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
            }
            await #expect(throws: StoreError.full(at: .file(store.file.path))) {
                try await store.apply((0..<500).map { .insert(Record(asset(100 + $0))) })
            }
            // A body that goes on after the error does not get half of its changes either.
            await #expect(throws: StoreError.full(at: .file(store.file.path))) {
                try await store.write(.test()) { writer in
                    for number in 0..<500 { try? writer.apply(.insert(Record(asset(100 + number)))) }
                }
            }
            #expect(try await store.contents() == before)
            #expect(try await store.journal().count == 1)
            try await store.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
            try await store.insert(Record(asset(2)))
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }
}

extension DamageTests {
    @Test func `a kind of thing whose name is damaged anywhere in the file is never taken for one that has no rows`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let (contents, _) = try await DamageTests.makeStore(path, seed: 3)
            let original = try Data(contentsOf: URL(fileURLWithPath: path))
            var refused = 0
            for kind in ["goal", "asset", "allocation", "transaction", "plan", "month"] {
                let name = Data(kind.utf8)
                var from = original.startIndex
                while let place = original.range(of: name, in: from..<original.endIndex) {
                    from = place.upperBound
                    var bytes = original
                    bytes[place.lowerBound] ^= 26
                    let damaged = folder + "/damaged.sqlite"
                    try? FileManager.default.removeItem(atPath: damaged)
                    try bytes.write(to: URL(fileURLWithPath: damaged))
                    do {
                        let store = try SQLiteStore(path: damaged, kinds: .samples, now: { start })
                        defer { try? store.close() }
                        #expect(try await store.contents() == contents, "\(kind) at \(place.lowerBound)")
                    } catch is StoreError { refused += 1 }
                }
            }
            #expect(refused > 20)
        }
    }
}
