import Foundation
import Models
import Persistence
import PersistenceSQLite
import StoreSamples

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
                let store = try SQLiteStore(path: folder + "/store.sqlite", kinds: .samples, now: { start })
                try await body(store)
                try store.close()
            }
        }
    }
}
