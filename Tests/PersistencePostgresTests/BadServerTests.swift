import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("Servers that cannot be used")
struct BadServerTests {
    private func failure(
        as role: String = "cst_app", database: String = "cst", passwordFile: String? = nil,
        kinds: [EntityKind] = .samples
    ) async throws -> String {
        let server = try await Prepared.value
        let store = try PostgresStore(
            PostgresServer(
                try server.address(as: role, database: database), household: UUID().uuidString,
                passwordFile: passwordFile,
                patience: .seconds(5)),
            kinds: kinds, connections: 1)
        let error = await #expect(throws: StoreError.self) { try await store.insert(Record(asset(1))) }
        // Reading says the same: what cannot be read is never taken for empty.
        let same = await #expect(throws: StoreError.self) { try await store.read { try $0.all(Asset.self) } }
        #expect(error == same)
        await store.close()
        let text = error.map { "\($0)" } ?? ""
        #expect(!text.contains("hunter2"))
        return text
    }

    /// A database of its own, gone afterwards.
    private func withDatabase(_ options: String = "", _ body: (PostgresTestServer, String) async throws -> Void)
        async throws
    {
        let server = try await Prepared.value
        let name = "db\(UUID().uuidString.prefix(8).lowercased())"
        try server.execute("CREATE DATABASE \(name) OWNER cst_owner \(options)", database: "postgres")
        try await body(server, name)
        try server.execute("DROP DATABASE \(name) WITH (FORCE)", database: "postgres")
    }

    @Test func `a role or a password that is not accepted`() async throws {
        #expect(try await failure(as: "nobody").contains("may not log in"))
        try await withTemporaryFolder { folder in
            let file = "\(folder)/password"
            try Data("hunter2\n".utf8).write(to: URL(fileURLWithPath: file))
            #expect(chmod(file, 0o600) == 0)
            #expect(try await failure(as: "cst_secret", database: "locked", passwordFile: file).contains("password"))
            #expect(chmod(file, 0o644) == 0)
            #expect(
                try await failure(as: "cst_secret", database: "locked", passwordFile: file).contains("others can read"))
            #expect(
                try await failure(as: "cst_secret", database: "locked", passwordFile: file + "x").contains(
                    "cannot be read"))
        }
    }

    @Test func `no such database, and one of another program`() async throws {
        #expect(try await failure(database: "nothing").contains("no such database"))
        try await withDatabase { server, name in
            #expect(try await failure(database: name).contains("not prepared"))
            try server.execute("CREATE SCHEMA cst; GRANT ALL ON SCHEMA cst TO cst_app", database: name)
            #expect(try await failure(database: name).contains("another program"))
        }
    }

    @Test func `one that is not UTF-8`() async throws {
        try await withDatabase("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0") { _, name in
            let text = try await failure(database: name)
            #expect(text.contains("UTF-8"))
        }
    }

    @Test func `one that is newer, half made, or lacks a right`() async throws {
        try await withDatabase { server, name in
            let owner = PostgresServer(try server.address(as: "cst_owner", database: name), household: "none")
            try await owner.prepare(.samples, for: "cst_app")
            try server.execute("REVOKE SELECT ON cst.assets FROM cst_app", database: name)
            #expect(try await failure(database: name).contains("may not read or write all"))
            try server.execute("GRANT SELECT ON cst.assets TO cst_app; DELETE FROM cst._layout", database: name)
            #expect(try await failure(database: name).contains("only in part"))
            try server.execute("INSERT INTO cst._layout VALUES (1, '0.6.0'), (2, '9.9')", database: name)
            #expect(try await failure(database: name).contains("9.9"))
            try server.execute("DELETE FROM cst._layout WHERE version = 2; DROP TABLE cst.assets", database: name)
            #expect(try await failure(database: name).contains("not prepared, only in part"))
            try server.execute("REVOKE USAGE ON SCHEMA cst FROM cst_app", database: name)
            #expect(try await failure(database: name).contains("may not read or write all"))
        }
    }

    @Test func `one that only reads`() async throws {
        try await withDatabase { server, name in
            let owner = PostgresServer(try server.address(as: "cst_owner", database: name), household: "none")
            try await owner.prepare(.samples, for: "cst_app")
            try server.execute("ALTER DATABASE \(name) SET default_transaction_read_only = on", database: "postgres")
            let store = try PostgresStore(
                PostgresServer(
                    try server.address(as: "cst_app", database: name), household: "x", patience: .seconds(2)),
                kinds: .samples, connections: 1)
            #expect(try await store.read { try $0.all(Asset.self) } == [])
            let error = await #expect(throws: StoreError.self) { try await store.insert(Record(asset(1))) }
            #expect(error?.code == "store.readOnly")
            await store.close()
        }
    }

    @Test func `twenty programs prepare one database at once`() async throws {
        try await withDatabase { server, name in
            let address = try server.address(as: "cst_owner", database: name)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await PostgresServer(address, household: "x", patience: .seconds(60))
                            .prepare(.samples, for: "cst_app")
                    }
                }
                try await group.waitForAll()
            }
            let app = try server.address(as: "cst_app", database: name)
            let store = try PostgresStore(PostgresServer(app, household: "x"), kinds: .samples, connections: 1)
            try await store.insert(Record(asset(1)))
            #expect(try await store.read { try $0.all(Asset.self).count } == 1)
            await store.close()
        }
    }

    @Test func `a kind that is newer there refuses those who know an older one, and nobody else`() async throws {
        try await withDatabase { server, name in
            let owner = try server.address(as: "cst_owner", database: name)
            let old = try PostgresStore(
                PostgresServer(owner, household: "x"), kinds: [EntityKind(Note.self)], connections: 1)
            try await old.write(.test()) { try $0.insert(Note(id: UUID(1), text: "one")) }
            let other = try PostgresStore(
                PostgresServer(owner, household: "y"), kinds: [EntityKind(Note.self)], connections: 1)
            try await other.write(.test()) { try $0.insert(Note(id: UUID(2), text: "two")) }
            let new = try PostgresStore(
                PostgresServer(owner, household: "x"),
                kinds: [EntityKind(NewNote.self, upgrades: [1: { $0 + [.integer(7)] }])], connections: 1)
            #expect(try await new.read { try $0.all(NewNote.self) } == [NewNote(id: UUID(1), text: "one", size: 7)])
            await #expect(throws: StoreError.newerKind("note", needed: "9.0")) {
                try await old.read { try $0.all(Note.self) }
            }
            #expect(try await other.read { try $0.all(Note.self) } == [Note(id: UUID(2), text: "two")])
            // The journal stays as it was written, and is brought up to date when it is read.
            try await History().undo(in: new, .test("undo"))
            #expect(try await new.read { try $0.all(NewNote.self) } == [])
            for store in [old, other, new] { await store.close() }
        }
    }
}
