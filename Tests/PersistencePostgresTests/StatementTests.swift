import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

/// How the server carries out statements that many rows depend on. Nothing of it may follow from statistics, which it makes
/// some time after a household has grown.
@Suite("Plans of the server")
struct StatementTests {
    /// The plan of a statement for a household of 5,000 transactions that was just filled, as the role that works with rows.
    private func plan(_ statement: (Int) throws -> String) async throws -> String {
        let server = try await Prepared.value
        let name = UUID().uuidString
        let store = try await Prepared.store(household: name)
        try await store.write(.test()) { writer in
            try writer.insert(asset(1))
            for number in 0..<5_000 { try writer.insert(try transaction(10 + number, of: 1)) }
        }
        await store.close()
        let id = try #require(Int(try server.execute("SELECT id FROM cst._households WHERE name = '\(name)'")))
        return try server.execute(
            """
            BEGIN; SELECT set_config('cst.household', '\(id)', true); EXPLAIN (COSTS OFF) \(try statement(id)); ROLLBACK
            """, as: "cst_app")
    }

    @Test func `each row that goes is found by its key`() async throws {
        let table = Transaction.declaration.description
        let ids = (0..<1_000).map { "\"\(UUID(10 + $0).uuidString)\"" }.joined(separator: ",")
        let plan = try await plan { id in
            RowBatch(
                table: table.postgresTable, household: id, columns: table.postgresColumns, keyWidth: table.keyWidth
            ).statement(.delete).replacing("?", with: "'{\(ids)}'")
        }
        #expect(plan.contains("Tid Scan"))
        #expect(plan.contains("AND (id = new.id)"))
        #expect(!plan.contains("Seq Scan"))
    }

    @Test func `sums are read in the order of their index, without sorting`() async throws {
        let plan = try await plan { id in
            let kind = EntityKind(Transaction.self)
            let catalog = try KindCatalog([kind], dialect: .postgres(household: id))
            let total = try #require(try catalog.table(of: kind).totals.first)
            // What a server does that knows how many rows there are.
            return "\(total.query) ORDER BY \"assetID\", day"
        }
        #expect(!plan.contains("upper"))
        #expect(plan.contains("assetID"))
    }
}
