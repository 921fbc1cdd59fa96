import Foundation
import Models
import Persistence
import PersistencePostgres
import PersistenceSQLite
import PostgresTestServer
import StoreSamples

/// The stores that have to behave alike.
enum StoreKind: CaseIterable {
    case memory
    case sqlite
    /// As in programs that run one command.
    case sqliteWithOneConnection
    /// As a role that may read and write rows only, in the tables of all other tests.
    case postgres
    /// The same through a pooler, which is left out where none is installed.
    case pooled

    /// All but the pooled one, which is among them in long runs (`CST_POOLED`).
    static var allCases: [StoreKind] {
        let isLong = ProcessInfo.processInfo.environment["CST_POOLED"] != nil
        return isLong ? withPooler : withPooler.filter { $0 != .pooled }
    }

    static var withPooler: [StoreKind] {
        [.memory, .sqlite, .sqliteWithOneConnection, .postgres] + (Pooler.isThere ? [.pooled] : [])
    }

    private static let kinds: [EntityKind] =
        .samples + Invoice.kinds + [EntityKind(LongOther.self), EntityKind(LongName.self)]

    /// An empty store of the kind, gone when `body` returns.
    func withStore(_ body: (any Store) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryStore())
        case .sqlite, .sqliteWithOneConnection:
            let connections: SQLiteStore.Connections = self == .sqlite ? .several : .one
            try await withTemporaryFolder { folder in
                let store = try SQLiteStore(
                    path: folder + "/store.sqlite", kinds: StoreKind.kinds, now: { start }, connections: connections)
                try await body(store)
                try store.close()
            }
        case .postgres, .pooled:
            let (server, role) = (try PostgresTestServer.shared.get(), "cst_app")
            try await StoreKind.prepared.value
            let address =
                try self == .pooled ? Pooler.shared.get().address(as: role) : server.address(as: role)
            let store = try PostgresStore(
                PostgresServer(address, household: UUID().uuidString), kinds: StoreKind.kinds)
            try await body(store)
            await store.close()
        }
    }

    /// Kinds that tests write although the store was not opened with them.
    private static let others = [
        EntityKind(Glimpse.self), EntityKind(Pledge.self), EntityKind(Remark.self), EntityKind(Sighting.self),
    ]

    /// The tables, made once by the role that owns them.
    private static let prepared = Task {
        let address = try PostgresTestServer.shared.get().address(as: "cst_owner")
        try await PostgresServer(address, household: "none").prepare(kinds + others, for: "cst_app")
    }
}
