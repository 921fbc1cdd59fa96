import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples

/// A server whose database was prepared by its owner.
enum Prepared {
    private static let server = Task {
        let server = try PostgresTestServer.shared.get()
        let owner = PostgresServer(try server.address(as: "cst_owner"), household: "none")
        try await owner.prepare(.samples, for: "cst_app")
        return server
    }

    /// A store of a new household, or of one with a name, as the role that reads and writes rows only.
    static func store(
        household: String = UUID().uuidString, through proxy: CuttingProxy? = nil,
        patience: Duration = .seconds(15), connections: Int = 10
    ) async throws -> PostgresStore {
        let folder = try await server.value.folder
        let path = (proxy?.folder ?? folder).replacing("/", with: "%2F")
        return try PostgresStore(
            PostgresServer(
                PostgresAddress("postgresql://cst_app@\(path)/cst"), household: household, patience: patience),
            kinds: .samples, connections: connections)
    }

    static var value: PostgresTestServer { get async throws { try await server.value } }
}
