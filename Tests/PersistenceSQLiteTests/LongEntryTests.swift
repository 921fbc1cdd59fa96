import Allocation
import Foundation
import GRDB
import Models
import Persistence
import StoreSamples
import Testing

@testable import PersistenceSQLite

/// Entries of the journal with very many changes, and things with very many entries: what is asked of them is found without
/// reading the rest.
struct LongEntryTests {
    private static let call = Call(
        now: start, today: CalendarDay(dayNumber: 20_000), zone: .gmt, program: "tests", command: "history")

    private static func open(_ path: String) throws -> SQLiteStore {
        try SQLiteStore(path: path, kinds: .samples, now: { start }, connections: .one)
    }

    /// Damages the changes in the middle of an entry, which shows when they are read.
    private static func damage(entry: Int, of path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            let changes = "SELECT sql FROM sqlite_master WHERE name = 'journalChangesNoUpdate'"
            let guardian = try #require(try String.fetchOne(database, sql: changes))
            try database.execute(sql: "DROP TRIGGER journalChangesNoUpdate")
            try database.execute(
                sql:
                    "UPDATE journalChanges SET before = 'x', after = 'x' WHERE entry = ? AND position BETWEEN 6 AND 290",
                arguments: [entry])
            try database.execute(sql: guardian)
        }
        try queue.close()
    }

    /// An asset with 300 transactions, entered by one command and undone by another.
    private static func household(_ folder: String) async throws -> String {
        let path = folder + "/store.sqlite"
        let store = try open(path)
        try await store.write(.test("import")) { writer in
            try writer.insert(asset(1, "Savings"))
            for number in 2...301 { try writer.insertUnfollowed(try transaction(number, of: 1)) }
        }
        try await History.ofSamples.undo(in: store, .test("undo"))
        try store.close()
        return path
    }

    @Test(arguments: [1, 2])
    func `the first changes of an entry are told without the others`(damaged: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = try await Self.household(folder)
            try Self.damage(entry: damaged, of: path)
            let store = try Self.open(path)
            let service = HistoryService(store: store, guards: [])
            let entries = try await service.entries(limit: 20, most: 5).value
            #expect(entries.map(\.head.changeCount) == [301, 301])
            #expect(entries.map(\.changes.count) == [5, 5])
            // The asset is gone; what it was called is found in the entry that took it away.
            #expect(entries.allSatisfy { entry in entry.changes.suffix(4).allSatisfy { $0.owners == ["Savings"] } })
            await #expect(throws: StoreError.self) { try await service.entries(limit: 20) }
            try store.close()
        }
    }

    @Test func `a change of one thing is found in an entry, and is held against its checksum`() async throws {
        try await withTemporaryFolder { folder in
            let path = try await Self.household(folder)
            for isDamaged in [false, true] {
                if isDamaged { try Self.damage(entry: 1, of: path) }
                let store = try Self.open(path)
                try await store.read { reader in
                    let (first, middle) = (Record(asset(1, "Savings")), Record(try transaction(150, of: 1)))
                    #expect(try reader.change(of: first.key, inEntry: 1) == .insert(first))
                    #expect(try reader.change(of: first.key, inEntry: 2) == .delete(first))
                    #expect(try reader.change(of: first.key, inEntry: 3) == nil)
                    #expect(try reader.change(of: Record(asset(9)).key, inEntry: 1) == nil)
                    if isDamaged {
                        #expect(throws: StoreError.self) { try reader.change(of: middle.key, inEntry: 1) }
                    } else {
                        #expect(try reader.change(of: middle.key, inEntry: 1) == .insert(middle))
                    }
                }
                try store.close()
            }
        }
    }

    /// How SQLite says that it finds the rows of a query.
    private static func plan(_ sql: String, in path: String) throws -> String {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
                .joined(separator: "; ")
        }
    }

    @Test func `the newest entry of a thing, and the transactions of some days, are found by an index`() async throws {
        try await withTemporaryFolder { folder in
            let path = try await Self.household(folder)
            #expect(
                try Self.plan(
                    """
                    SELECT entry FROM journalReferences WHERE kind = 'a' AND key = 'b' AND part = '' AND entry <= 9
                    ORDER BY entry DESC LIMIT 1
                    """, in: path)
                    == "SEARCH journalReferences USING PRIMARY KEY (kind=? AND key=? AND part=? AND entry<?)")
            let rows = try Self.plan(
                "SELECT * FROM transactions WHERE [assetID] IS 'a' AND [day] BETWEEN 'b' AND 'c'", in: path)
            #expect(rows.hasPrefix("SEARCH transactions USING INDEX index_transactions_assetID (assetID=? AND day>"))
        }
    }
}
