import Foundation
import Persistence
import Values

/// Notes in the database of a household, kept by its name: they stay when a backup takes its place.
struct PostgresNotes: SharedNotes {
    private let server: PostgresServer
    private let pool: SessionPool
    let isShared = true

    init(_ server: PostgresServer, connections: Int) {
        self.server = server
        pool = SessionPool(server, limit: connections)
    }

    func read(_ prefixes: [String], at now: Date) async throws -> [String: String] {
        try await run { link in
            try link.queue("BEGIN READ ONLY")
            let found = try select(prefixes, at: now, link)
            try link.queue("COMMIT")
            link.send()
            return found.mapValues(\.text)
        }
    }

    func change<Result: Sendable>(
        _ prefixes: [String], at now: Date, _ body: @Sendable (inout [String: SharedNote]) throws -> Result
    ) async throws -> Result {
        try await run { link in
            try link.queue("BEGIN")
            // One after another, whatever names they are of: there may be no row to lock yet.
            try link.queue("SELECT pg_advisory_xact_lock(hashtextextended(?, 4738211905))", [.text(server.household)])
            let old = try select(prefixes, at: now, link)
            var new = old
            let result = try body(&new)
            for name in old.keys where new[name] == nil {
                try link.queue(
                    "DELETE FROM cst._notes WHERE household = ? AND name = ?", [.text(server.household), .text(name)])
            }
            for (name, note) in new where old[name] != note {
                try link.queue(
                    """
                    INSERT INTO cst._notes (household, name, value, ends) VALUES (?, ?, ?, ?)
                    ON CONFLICT (household, name) DO UPDATE SET value = excluded.value, ends = excluded.ends
                    """,
                    [
                        .text(server.household), .text(name), .text(note.text),
                        note.end.map { .integer(Self.number($0)) } ?? .null,
                    ])
            }
            // Nobody's clock, set ahead, ends what is of others.
            try link.queue(
                """
                DELETE FROM cst._notes WHERE household = ? AND ends <= ?
                AND ends <= (extract(epoch FROM clock_timestamp()) * 1000)::bigint
                """, [.text(server.household), .integer(Self.number(now))])
            _ = try link.run("COMMIT")
            return result
        }
    }

    func take(_ name: String, for holder: String, lasting: Duration) async throws -> Bool {
        let milliseconds = Int(lasting / .milliseconds(1))
        return try await run { link in
            try link.queue("BEGIN")
            try link.queue("SELECT set_config('cst.name', ?, true)\(server.settings)", [.text(server.household)])
            try link.queue(
                "DELETE FROM cst._leases WHERE household = ? AND ends < clock_timestamp() - interval '1 hour'",
                [.text(server.household)])
            let taken = try link.run(
                """
                INSERT INTO cst._leases AS lease (household, name, holder, ends)
                VALUES (?, ?, ?, clock_timestamp() + ?::bigint * interval '1 millisecond')
                ON CONFLICT (household, name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
                WHERE lease.holder = excluded.holder OR lease.ends <= clock_timestamp()
                """, [.text(server.household), .text(name), .text(holder), .integer(milliseconds)])
            _ = try link.run("COMMIT")
            return taken.changed > 0
        }
    }

    func giveBack(_ name: String, by holder: String) async throws {
        try await run { link in
            try link.queue("BEGIN")
            try link.queue("SELECT set_config('cst.name', ?, true)\(server.settings)", [.text(server.household)])
            try link.queue(
                "DELETE FROM cst._leases WHERE household = ? AND name = ? AND holder = ?",
                [.text(server.household), .text(name), .text(holder)])
            _ = try link.run("COMMIT")
        }
    }

    private func select(_ prefixes: [String], at now: Date, _ link: PostgresLink) throws -> [String: SharedNote] {
        try link.queue(
            "SELECT set_config('cst.name', ?, true)\(server.settings)", [.text(server.household)])
        // As ranges they are found by the table's key: there may be many notes, and large ones.
        let names = prefixes.map { _ in "(name >= ? AND name < ?)" }.joined(separator: " OR ")
        var notes: [String: SharedNote] = [:]
        let found = try link.run(
            "SELECT name, value, ends FROM cst._notes WHERE household = ? AND (ends IS NULL OR ends > ?) AND (\(names))",
            [.text(server.household), .integer(Self.number(now))]
                + prefixes.flatMap { [.text($0), .text($0 + "\u{10FFFF}")] }, isBinary: true)
        try found.forEachRow(link.currencies, limit: nil) { row in
            var end: Date?
            if case .integer(let number) = row.values[2] { end = Date(timeIntervalSince1970: Double(number) / 1000) }
            notes[try row.text(0)] = SharedNote(try row.text(1), until: end)
        }
        return notes
    }

    private static func number(_ instant: Date) -> Int { Int((instant.timeIntervalSince1970 * 1000).rounded()) }

    private func run<Result: Sendable>(
        _ body: @Sendable (PostgresLink) throws -> Result
    ) async throws -> Result {
        let deadline = server.deadline
        do {
            return try await pool.withSession(until: deadline) { try await $0.run(until: deadline, body) }
        } catch {
            throw server.storeError(error)
        }
    }

    func close() async { await pool.close() }
}
