import Foundation
import PersistencePostgres
import PostgresTestServer
import ProgramSupport

/// A database of its own on the tests' server, and the environment of its owner and of who works with it.
struct ServerPlace {
    let owner: [String: String]
    let app: [String: String]
    /// The address of the owner.
    let address: String
    /// The name of the database.
    let database: String

    init() throws {
        let server = try PostgresTestServer.shared.get()
        let name = "p\(UUID().uuidString.prefix(8).lowercased())"
        try server.execute("CREATE DATABASE \(name) OWNER cst_owner", database: "postgres")
        let path = server.folder.replacing("/", with: "%2F")
        func environment(_ role: String) -> [String: String] {
            [
                "CST_PERSISTENCE_PROVIDER": "postgres",
                "CST_PERSISTENCE_POSTGRES_ADDRESS": "postgresql://\(role)@\(path)/\(name)",
            ]
        }
        (owner, app) = (environment("cst_owner"), environment("cst_app"))
        database = name
        address = "postgresql://cst_owner@\(path)/\(name)"
    }
}
