import Foundation
import Models
import Persistence
import PersistenceSQLite

/// The stores that have to behave alike.
enum StoreKind: CaseIterable {
    case memory
    case sqlite

    /// An empty store of the kind, gone when `body` returns.
    func withStore(_ body: (any Store) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryStore())
        case .sqlite:
            try await withTemporaryFolder { folder in
                let store = try SQLiteStore(path: folder + "/store.sqlite", now: { start })
                try await body(store)
                try store.close()
            }
        }
    }
}

let start = Date(timeIntervalSince1970: 1_780_000_000.125)

/// A folder of its own, removed at the end.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cst-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
        try await body(folder)
    } catch {
        try? FileManager.default.removeItem(atPath: folder)
        throw error
    }
    try FileManager.default.removeItem(atPath: folder)
}

extension ChangeOrigin {
    static func test(_ command: String = "test") -> ChangeOrigin {
        ChangeOrigin(instant: start, program: "tests", command: command)
    }
}

extension Store {
    /// Applies changes in one write.
    func apply(_ changes: [Change], _ command: String = "test") async throws {
        try await write(.test(command)) { writer in
            for change in changes { try writer.apply(change) }
        }
    }

    func insert(_ records: Record...) async throws { try await apply(records.map(Change.insert)) }
}

/// Everything a store holds, read through every list.
struct Contents: Equatable, Sendable {
    var goals: [Goal]
    var assets: [Asset]
    var allocations: [AssetAllocation]
    var transactions: [Transaction]
    var plans: [MonthlyPlan]

    init(_ reader: any StoreReader) throws {
        goals = try reader.goals()
        assets = try reader.assets()
        allocations = try reader.allocations()
        transactions = try reader.transactions(of: nil)
        plans = try reader.plans()
    }
}

extension Store {
    func contents() async throws -> Contents { try await read { try Contents($0) } }
    func journal(of record: Record.Key? = nil, limit: Int? = nil) async throws -> [JournalEntry] {
        try await read { try $0.journal(of: record, limit: limit) }
    }
}
