import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

@Suite("Statements that the server keeps by name")
struct KeptStatementTests {
    /// The number of statements that the server keeps on the only connection of a store.
    private func count(_ store: PostgresStore) async throws -> Int? {
        try await store.withSession { session, deadline in
            try await session.run(until: deadline) { link in
                try link.run("SELECT count(*) FROM pg_prepared_statements").number(0, 0)
            }
        }
    }

    private func write(_ numbers: ClosedRange<Int>, to store: PostgresStore) async throws {
        for number in numbers { try await store.insert(Record(asset(number))) }
        #expect(try await store.read { try $0.all(Asset.self).count } == numbers.upperBound)
    }

    @Test func `those of writes are, and are made anew when it does not know them any more`() async throws {
        let store = try await Prepared.store(connections: 1)
        try await write(1...8, to: store)
        let kept = try await count(store) ?? 0
        #expect(kept > 5)
        try await write(9...16, to: store)
        #expect(try await count(store) == kept)
        try await store.withSession { session, deadline in
            try await session.run(until: deadline) { _ = try $0.run("DEALLOCATE ALL") }
        }
        try await write(17...18, to: store)
        await store.close()
    }

    @Test(.enabled(if: Pooler.isThere)) func `behind a pooler none is`() async throws {
        _ = try await Prepared.value
        let address = try Pooler.shared.get().address(as: "cst_app")
        let store = try PostgresStore(
            PostgresServer(address, household: UUID().uuidString), kinds: .samples, connections: 1)
        try await write(1...8, to: store)
        #expect(try await count(store) == 0)
        await store.close()
    }
}
