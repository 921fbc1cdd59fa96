import GRDB
import Persistence
public import PluginKit
import Synchronization
public import Values

import struct Foundation.Date

extension SQLiteStore: HealthCheckable {
    /// Checks the store by its own clock.
    public func health(_ call: Call) async -> HealthStatus { await health() }

    /// Checks the whole file, pages and content, and whether it can be written.
    public func health() async -> HealthStatus {
        do {
            try await check()
            failingSince.withLock { $0 = nil }
            let limits = (copyToRead == nil ? [] : [readOnlyWarning]) + leftoverWarnings
            return limits.isEmpty
                ? .healthy : .degraded(detail: limits.map(\.message).joined(separator: " "), since: now())
        } catch {
            let since = failingSince.withLock { since in
                let first = since ?? now()
                since = first
                return first
            }
            if case StoreError.busy = error { return .degraded(detail: "\(error)", since: since) }
            return .failed(detail: "\(error)", since: since)
        }
    }

    private func check() async throws {
        let (file, catalog) = (file, catalog)
        do {
            try await database.read { database in
                _ = try ContentCheck.run(
                    "quick_check", in: SQLiteRows(SQLConnection(database), file: file, catalog: catalog))
            }
            try await database.writeWithoutTransaction { database in
                try database.inTransaction {
                    // A number that is written as it was, and not even that.
                    let version = try SQLConnection(database).integer("PRAGMA user_version")
                    try SQLConnection(database).execute("PRAGMA user_version = \(version)")
                    return .rollback
                }
            }
        } catch {
            throw file.storeError(error)
        }
    }

    /// What the user should know about the file although it works: others may read it, it lies behind a link, the copy
    /// of this day could not be made.
    public func warnings() -> [Warning] {
        file.warnings() + (copyToRead == nil ? [] : [readOnlyWarning]) + leftoverWarnings + noted.withLock { $0 }
    }

    private var readOnlyWarning: Warning {
        Warning(code: "readOnly", message: "\(file.path) cannot be written: it can only be looked at as it is.")
    }

    private var leftoverWarnings: [Warning] {
        leftovers.map {
            Warning(
                code: "leftover",
                message: "A program that was killed left \($0), in which everything can be read. Remove it.")
        }
    }
}
