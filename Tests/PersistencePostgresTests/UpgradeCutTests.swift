import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

@Suite("A household that is brought to a newer version over a connection that is cut")
struct UpgradeCutTests {
    private static let newer = EntityKind(NewNote.self, upgrades: [1: { $0 + [.integer(7)] }])

    /// - Parameter isFinal: whether no connection comes again.
    @Test(arguments: [false, true])
    func `all of it is in the one version or in the other, whatever message was the last`(isFinal: Bool) async throws {
        let server = try await Prepared.value
        let proxy = try CuttingProxy(of: server.folder)
        defer { proxy.close() }
        let name = "u\(UUID().uuidString.prefix(8).lowercased())"
        try server.execute("CREATE DATABASE \(name) OWNER cst_owner", database: "postgres")
        func store(_ household: Int, _ kind: EntityKind, in folder: String, _ patience: Duration) throws
            -> PostgresStore
        {
            let path = folder.replacing("/", with: "%2F")
            return try PostgresStore(
                PostgresServer(
                    PostgresAddress("postgresql://cst_owner@\(path)/\(name)"), household: "\(household)",
                    patience: patience), kinds: [kind], connections: 1)
        }
        // The tables of both versions are there before.
        for kind in [EntityKind(Note.self), Self.newer] {
            try await PostgresServer(server.address(as: "cst_owner", database: name), household: "none")
                .prepare([kind], for: nil)
        }
        var count = 0
        while count < 1000 {
            let old = try store(count, EntityKind(Note.self), in: server.folder, .seconds(15))
            try await old.write(.test()) { writer in
                for number in 1...3 { try writer.insert(Note(id: UUID(number), text: "\(number)")) }
            }
            await old.close()
            proxy.cut(after: count, isFinal: isFinal)
            let new = try store(count, Self.newer, in: proxy.folder, isFinal ? .milliseconds(300) : .seconds(15))
            do {
                #expect(try await new.read { try $0.all(NewNote.self).map(\.size) } == [7, 7, 7], "\(count) messages")
            } catch let error as StoreError {
                #expect(isFinal, "\(count) messages: \(error)")
            }
            let isCut = proxy.stopCutting()
            await new.close()
            let direct = try store(count, Self.newer, in: server.folder, .seconds(15))
            let sizes: [Int] = try await direct.reading(
                { rows in
                    _ = try ContentCheck.totals(in: rows)
                    return try rows.all(NewNote.self).map(\.size)
                }, orNone: { [] })
            #expect(sizes == [7, 7, 7], "\(count) messages")
            await direct.close()
            guard isCut else { break }
            // Whoever gets no connection waits until the time is over.
            count += isFinal ? 14 : 2
        }
        #expect(count > 30)
        try server.execute("DROP DATABASE \(name) WITH (FORCE)", database: "postgres")
    }
}
