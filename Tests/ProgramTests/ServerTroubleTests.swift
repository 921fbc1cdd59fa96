import Foundation
import PostgresTestServer
import ProgramSupport
import Testing

@Suite("Programs whose server cannot be used")
struct ServerTroubleTests {
    /// Something that is wrong with a server, and what a program says of it.
    private struct Trouble {
        /// Done to the database before, by its administrator.
        var statements = ""
        var role = "cst_app"
        var database: String?
        /// In place of the socket.
        var host: String?
        /// The password in its file, and the mode of the file.
        var password: (text: String, mode: mode_t)?
        var command = "list"
        var status: Int32 = 1
        let words: String
    }

    private static let troubles = [
        Trouble(
            role: "cst_secret", database: "locked", password: ("hunter2", 0o600), words: "password is not accepted"),
        Trouble(
            role: "cst_secret", database: "locked", password: ("hunter3", 0o644), words: "others can read the file"),
        Trouble(role: "cst_secret", database: "locked", password: ("", 0o600), words: "is empty"),
        Trouble(role: "nobody", words: "may not log in from here"),
        Trouble(database: "nothing", words: "no such database"),
        Trouble(database: "postgres", words: "is not prepared"),
        Trouble(database: "latin", words: "does not keep its texts as UTF-8"),
        Trouble(host: "nowhere.invalid", words: "no host of that name"),
        Trouble(host: "127.0.0.1:1", words: "cannot be reached"),
        Trouble(host: "ana:hunter2@127.0.0.1", status: 2, words: "holds a password"),
        Trouble(statements: "REVOKE SELECT ON cst.transactions_2 FROM cst_app", words: "may not read or write all"),
        Trouble(
            statements: "GRANT SELECT ON cst.transactions_2 TO cst_app; REVOKE USAGE ON SCHEMA cst FROM cst_app",
            words: "may not read or write all"),
        Trouble(
            statements: "GRANT USAGE ON SCHEMA cst TO cst_app; INSERT INTO cst._layout VALUES (99, '9.9')",
            words: "9.9"),
        Trouble(
            statements: "DELETE FROM cst._layout; INSERT INTO cst._layout VALUES (1, '0.6.0'); "
                + "ALTER TABLE cst.transactions_2 RENAME TO hidden",
            words: "not prepared, only in part"),
        Trouble(
            statements: "ALTER TABLE cst.hidden RENAME TO transactions_2; DELETE FROM cst._layout",
            words: "prepared only in part"),
        Trouble(
            statements: "INSERT INTO cst._layout VALUES (1, '0.6.0'); DO $$ BEGIN EXECUTE "
                + "format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
            command: "deposit Savings 5", words: "cannot be written"),
        Trouble(
            statements: "SET transaction_read_only = off; DO $$ BEGIN EXECUTE "
                + "format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$; "
                + "COMMENT ON SCHEMA cst IS 'mine'",
            words: "belongs to another program"),
    ]

    @Test func `each is one sentence, a status and no secret, and nothing is taken for empty`() async throws {
        let (server, place, folder) = (try PostgresTestServer.shared.get(), try ServerPlace(), try ProgramFolder())
        let prepared = try await folder.run(
            "cst-assets", ["store", "prepare", "--role", "cst_app"], environment: place.owner)
        #expect(prepared.status == 0, "\(prepared.errors)")
        let added = try await folder.run(
            "cst-assets", ["add", "Savings", "--currency", "EUR", "--balance", "300"], environment: place.app)
        #expect(added.status == 0, "\(added.errors)")
        try server.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
            database: "postgres")
        for (number, trouble) in Self.troubles.enumerated() {
            if !trouble.statements.isEmpty { try server.execute(trouble.statements, database: place.database) }
            let host = trouble.host ?? server.folder.replacing("/", with: "%2F")
            var environment = [
                "CST_PERSISTENCE_PROVIDER": "postgres", "CST_PERSISTENCE_POSTGRES_WAIT": "2", "PGPASSWORD": "hunter3",
                "CST_PERSISTENCE_POSTGRES_ADDRESS":
                    "postgresql://\(host.contains("@") ? "" : "\(trouble.role)@")\(host)/\(trouble.database ?? place.database)",
            ]
            if let password = trouble.password {
                let path = try folder.write("\(password.text)\n", to: "password\(number)")
                #expect(chmod(path, password.mode) == 0)
                environment["CST_PERSISTENCE_POSTGRES_PASSWORD_FILE"] = path
            }
            let words = trouble.command.split(separator: " ").map(String.init)
            let told = try await folder.run("cst-assets", words, environment: environment)
            #expect(told.status == trouble.status, "\(trouble.words): \(told.errors)")
            #expect(told.errors.contains(trouble.words), "\(trouble.words): \(told.errors)")
            #expect(told.errors.split(separator: "\n").count == 1 && told.output.isEmpty, "\(told.errors)")
            #expect(!told.errors.contains("hunter"), "\(told.errors)")
        }
        // Everything is as it was.
        try server.execute(
            "COMMENT ON SCHEMA cst IS 'CryptoSavingsTracker: households'", database: place.database)
        let list = try await folder.run("cst-assets", ["list", "--format", "csv"], environment: place.app)
        #expect(list.status == 0 && list.output.contains("300.00"), "\(list.errors)")
    }
}
