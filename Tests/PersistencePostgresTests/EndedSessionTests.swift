import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Synchronization
import Testing

/// The state that writers and the disturber share.
private final class Notes: Sendable {
    let acknowledged = Mutex<[Int]>([])
    let isDone = Mutex(false)
    let kills = Mutex(0)
}

@Suite("Servers and sessions that end in the middle")
struct EndedSessionTests {
    /// Writers that note what was acknowledged, while something is done to the server.
    private func write(
        _ each: Int, on server: PostgresTestServer, meanwhile disturb: @escaping @Sendable () throws -> Void
    ) async throws {
        let address = try server.address(as: "cst_app")
        let household = UUID().uuidString
        func store() throws -> PostgresStore {
            try PostgresStore(
                PostgresServer(address, household: household, patience: .seconds(30)), kinds: .samples, connections: 1)
        }
        let first = try store()
        try await first.insert(Record(asset(1)))
        let notes = Notes()
        Thread.detachNewThread { while !notes.isDone.withLock({ $0 }) { try? disturb() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                let own = try store()
                group.addTask {
                    for number in 0..<each {
                        let id = 1000 + writer * 10_000 + number
                        try await own.insert(Record(try transaction(id, of: 1, "5")))
                        notes.acknowledged.withLock { $0.append(id) }
                    }
                    await own.close()
                }
            }
            try await group.waitForAll()
        }
        notes.isDone.withLock { $0 = true }
        let (ids, entries) = try await first.read { reader in
            (Set(try reader.all(Transaction.self).map(\.id)), try reader.newestEntry()?.number)
        }
        let expected = notes.acknowledged.withLock { $0 }
        #expect(ids == Set(expected.map { UUID($0) }))
        #expect(expected.count == 4 * each && entries == 4 * each + 1)
        await first.close()
    }

    @Test func `what was acknowledged while sessions were ended is there, and nothing is there twice`() async throws {
        let server = try await Prepared.value
        try await write(60, on: server) {
            try server.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'cst_app' ORDER BY random() LIMIT 1
                """)
        }
    }

    @Test func `the same while all processes of the server are killed and started again`() async throws {
        let server = try PostgresTestServer()
        let owner = PostgresServer(try server.address(as: "cst_owner"), household: "none")
        try await owner.prepare(.samples, for: "cst_app")
        let notes = Notes()
        try await write(60, on: server) {
            let number = notes.kills.withLock { kills in
                kills += 1
                return kills
            }
            guard number <= 3 else { return _ = usleep(20_000) }
            usleep(150_000)
            try server.killAndRestart()
        }
    }
}
