import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("What the role that works with a database may do")
struct RoleTests {
    @Test(
        arguments: [
            "UPDATE cst.journal SET command = 'x'", #"DELETE FROM cst."journalChanges""#, "DELETE FROM cst.journal",
            #"UPDATE cst."journalReferences" SET entry = 1"#, "DELETE FROM cst._heads", "DELETE FROM cst._commits",
            "UPDATE cst._kinds SET version = 2", "INSERT INTO cst._kinds VALUES ('x', 1, 'x', 1)",
            "UPDATE cst._households SET name = 'x'", "CREATE TABLE cst.mine (x int)", "DROP TABLE cst.assets",
            "ALTER TABLE cst.assets DISABLE ROW LEVEL SECURITY", "TRUNCATE cst.assets",
        ])
    func `the journal and the tables are not its own`(_ statement: String) async throws {
        let server = try await Prepared.value
        #expect(throws: PostgresTestServer.Failed.self) { try server.execute(statement, as: "cst_app") }
    }

    @Test func `it sees the rows of the household that it names, and no others`() async throws {
        let server = try await Prepared.value
        let names = [UUID().uuidString, UUID().uuidString]
        let stores = [try await Prepared.store(household: names[0]), try await Prepared.store(household: names[1])]
        for (number, store) in stores.enumerated() {
            for asset in 0...number { try await store.insert(Record(StoreSamples.asset(1 + asset))) }
        }
        #expect(try await stores[0].read { try $0.all(Asset.self).count } == 1)
        #expect(try await stores[1].read { try $0.all(Asset.self).count } == 2)
        #expect(try await stores[0].read { try $0.newestEntry()?.number } == 1)
        let tables = try server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'cst'").split(
            separator: "\n")
        for table in tables where !["_layout", "_kinds"].contains(table) {
            #expect(try server.execute("SELECT count(*) FROM cst.\"\(table)\"", as: "cst_app") == "0", "\(table)")
        }
        let id = try server.execute("SELECT id FROM cst._households WHERE name = '\(names[0])'")
        let seen = try server.execute(
            "SET cst.household = '\(id)'; SELECT count(*) FROM cst.assets; SELECT count(*) FROM cst.journal",
            as: "cst_app")
        #expect(seen == "1\n1")
        for store in stores { await store.close() }
    }
}
