import Persistence
import Values

import struct Foundation.Date

/// Operations on a store in a file besides reading and writing it: it needs none but to be moved to a server.
struct SQLiteAdministration: StoreAdministration {
    let path: String
    let kinds: [EntityKind]
    let now: @Sendable () -> Date
    /// The place that an address names; nil for what is none of a server.
    let target: @Sendable (String) throws -> (any MoveTarget)?

    private var none: NoAdministration { NoAdministration(of: .file(path)) }

    func prepare(for role: String?, _ call: Call) async throws -> Outcome<StoreReport> {
        try await none.prepare(for: role, call)
    }

    func check(_ call: Call) async throws -> Outcome<StoreReport> { try await none.check(call) }

    func upgrade(_ call: Call) async throws -> Outcome<StoreReport> { try await none.upgrade(call) }

    @concurrent
    func move(to target: String, _ call: Call) async throws -> Outcome<StoreReport> {
        guard let target = try self.target(target) else {
            throw StoreError.noTarget(detail: "what is in a file is moved to the address of a server")
        }
        guard !StoreFile.isMissing(path) else { throw StoreError.noFile(path: path) }
        // Opened once as a store, so that everything is in today's form.
        try SQLiteStore(path: path, kinds: kinds, now: now, connections: .one).close()
        let report = try SQLiteStore.move(path, to: target, at: call.now, isDryRun: call.isDryRun)
        return Outcome(report)
    }
}
