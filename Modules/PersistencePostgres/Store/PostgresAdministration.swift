import Persistence
import Values

/// Operations on a database besides reading and writing one household.
struct PostgresAdministration: StoreAdministration {
    let store: PostgresStore
    /// The place that an address or a path names.
    let target: @Sendable (String) throws -> any MoveTarget

    func prepare(for role: String?, _ call: Call) async throws -> Outcome<StoreReport> {
        guard !call.isDryRun else { return try await check(call) }
        try await store.server.prepare(store.kinds, for: role)
        return Outcome(
            try await store.withSession { session, deadline in
                try await session.run(until: deadline) { link in
                    StoreReport(location: store.location, households: try households(link).count)
                }
            })
    }

    func check(_ call: Call) async throws -> Outcome<StoreReport> {
        let seen = try await store.withSession { session, deadline in
            // Looked up first, so that a database that cannot be used is refused as it is.
            _ = try await store.lookUp(session, until: deadline, making: false)
            return try await session.run(until: deadline) { try (households($0).count, Self.warnings($0)) }
        }
        let report = try await store.reading(
            isLong: true,
            { rows in
                _ = try ContentCheck.totals(in: rows)
                return StoreReport(
                    location: store.location, households: seen.0, records: try rows.counts(),
                    changes: try rows.newestNumber())
            }, orNone: { StoreReport(location: store.location, households: seen.0) })
        return Outcome(report, warnings: store.warnings() + seen.1)
    }

    func upgrade(_ call: Call) async throws -> Outcome<StoreReport> {
        let names = try await store.withSession { session, deadline in
            _ = try await store.lookUp(session, until: deadline, making: false)
            return try await session.run(until: deadline) { try households($0) }
        }
        // Each is brought up to date when it is opened.
        for name in call.isDryRun ? [] : names {
            let server = PostgresServer(
                store.server.address, household: name, passwordFile: store.server.passwordFile,
                patience: store.server.patience)
            let other = try PostgresStore(server, kinds: store.kinds, connections: 1)
            _ = try await other.read { try $0.revision() }
            await other.close()
        }
        return Outcome(StoreReport(location: store.location, households: names.count))
    }

    func move(to target: String, _ call: Call) async throws -> Outcome<StoreReport> {
        Outcome(try await store.move(to: self.target(target), at: call.now, isDryRun: call.isDryRun))
    }

    /// The names of all households; a role that owns nothing sees its own.
    private func households(_ link: PostgresLink) throws -> [String] {
        try link.queue("BEGIN READ ONLY")
        try link.queue("SELECT set_config('cst.name', ?, true)", [.text(store.server.household)])
        let found = try link.run("SELECT name FROM cst._households ORDER BY name")
        _ = try link.run("COMMIT")
        return (0..<found.count).compactMap { found.text($0, 0) }
    }

    /// Notes for the operator of the server.
    private static func warnings(_ link: PostgresLink) throws -> [Warning] {
        let found = try link.run(
            """
            SELECT current_setting('data_checksums'), current_setting('archive_mode'),
            (SELECT age(datfrozenxid) > 1000000000 FROM pg_database WHERE datname = current_database()),
            has_table_privilege('cst.journal', 'UPDATE')
            """)
        let rules: [(isSo: Bool, code: String, message: String)] = [
            (
                found.text(0, 0) == "off", "pageChecksums",
                "The server keeps no checksums of its pages: damage shows only where rows are read."
            ),
            (
                found.text(0, 1) == "off", "noArchive",
                "The server archives nothing: what was written since the last backup is lost with its disk."
            ),
            (
                found.text(0, 2) == "t", "oldRows",
                "The server has not frozen old rows for long: see that autovacuum runs."
            ),
            (
                found.text(0, 3) == "t", "ownerRole",
                "The role may change the journal: use it to prepare the database, and another one to work with it."
            ),
        ]
        return rules.filter(\.isSo).map { Warning(code: $0.code, message: $0.message) }
    }
}
