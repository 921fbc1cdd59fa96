import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

/// How the server carries out statements that many rows depend on: no row is looked for among all of its household, also where
/// the household has grown since the server made its statistics.
@Suite("Plans of the server")
struct StatementTests {
    private static let transactions = Transaction.declaration.description

    /// The plan of a statement for a household of 20,000 transactions that came after the statistics, for the role that works with
    /// rows. Nothing of it stays.
    private func plan(_ statement: (Int) throws -> String) async throws -> String {
        let server = try await Prepared.value
        let id = Int.random(in: 1...Int.max - 1)
        let table = "cst.\(Self.transactions.postgresTable)"
        func fill(_ household: Int, _ count: Int) -> String {
            """
            INSERT INTO \(table) SELECT \(household), gen_random_uuid(), gen_random_uuid(), '2026-01-01', '1', 'EUR', 'deposit', 0,
            NULL, NULL, NULL, NULL, 0 FROM generate_series(1, \(count))
            """
        }
        return try server.execute(
            """
            BEGIN; \(fill(id + 1, 1_000)); ANALYZE \(table); \(fill(id, 20_000)); SET LOCAL ROLE cst_app;
            SELECT set_config('cst.household', '\(id)', true), set_config('enable_sort', 'off', true); EXPLAIN (COSTS OFF) \(try statement(id)); ROLLBACK
            """)
    }

    @Test func `one row is found by its key`() async throws {
        let plan = try await plan { id in
            let table = try KindCatalog([EntityKind(Transaction.self)], dialect: .postgres(household: id))
                .table(of: EntityKind(Transaction.self))
            return table.byKey.replacing("?", with: "'\(UUID().uuidString)'")
        }
        #expect(plan.contains("AND (id = "))
    }

    @Test func `each row that goes is found by its key`() async throws {
        let table = Self.transactions
        let ids = (0..<1_000).map { _ in UUID().uuidString }.joined(separator: ",")
        let plan = try await plan { id in
            RowBatch(
                table: table.postgresTable, household: id, columns: table.postgresColumns, keyWidth: table.keyWidth
            ).statement(.delete).replacing("?", with: "'{\(ids)}'")
        }
        #expect(plan.contains("AND (id = new.id)"))
        #expect(plan.contains("Tid Scan"))
    }

    @Test func `sums are read from their index, in its order`() async throws {
        let kind = EntityKind(Transaction.self)
        let plan = try await plan { id in
            let table = try KindCatalog([kind], dialect: .postgres(household: id)).table(of: kind)
            return try #require(table.totals.first).query + " ORDER BY \"assetID\", day"
        }
        #expect(plan.contains("Index Only Scan"))
    }

    @Test func `preparing removes what the server noted of households before, and keeps them apart`() async throws {
        let server = try await Prepared.value
        let name = "s\(UUID().uuidString.prefix(8).lowercased())"
        try server.execute("CREATE DATABASE \(name) OWNER cst_owner", database: "postgres")
        let owner = PostgresServer(try server.address(as: "cst_owner", database: name), household: "none")
        try await owner.prepare(.samples, for: "cst_app")
        func store(_ household: String) throws -> PostgresStore {
            try PostgresStore(
                PostgresServer(try server.address(as: "cst_app", database: name), household: household),
                kinds: .samples,
                connections: 1)
        }
        let (one, other) = (try store("one"), try store("other"))
        for store in [one, other] { try await store.insert(Record(asset(1))) }
        let noted =
            "SELECT count(*) FROM pg_stats WHERE schemaname = 'cst' AND attname = '_household' AND tablename = 'assets'"
        try server.execute(
            "ALTER TABLE cst.assets ALTER COLUMN _household SET STATISTICS -1; ANALYZE cst.assets", database: name)
        #expect(try server.execute(noted, database: name) == "1")
        try await owner.prepare(.samples, for: "cst_app")
        try server.execute("ANALYZE cst.assets", database: name)
        #expect(try server.execute(noted, database: name) == "0")
        #expect(try server.execute("SELECT count(*) FROM cst.assets", as: "cst_app", database: name) == "0")
        for store in [one, other] {
            #expect(try await store.read { try $0.all(Asset.self).count } == 1)
            await store.close()
        }
        try server.execute("DROP DATABASE \(name) WITH (FORCE)", database: "postgres")
    }
}
