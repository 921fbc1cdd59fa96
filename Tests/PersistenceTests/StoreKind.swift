import Foundation
import Models
import Persistence
import PersistenceSQLite
import StoreSamples

/// The stores that have to behave alike.
enum StoreKind: CaseIterable {
    case memory
    case sqlite
    /// As in programs that run one command.
    case sqliteWithOneConnection

    /// An empty store of the kind, gone when `body` returns.
    func withStore(_ body: (any Store) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryStore())
        case .sqlite, .sqliteWithOneConnection:
            let connections: SQLiteStore.Connections = self == .sqlite ? .several : .one
            try await withTemporaryFolder { folder in
                let store = try SQLiteStore(
                    path: folder + "/store.sqlite", kinds: .samples + Invoice.kinds, now: { start },
                    connections: connections)
                try await body(store)
                try store.close()
            }
        }
    }
}
