import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("A standby that takes the place of its server")
struct FailoverTests {
    /// How often the server is lost: `CST_FAILOVERS`.
    private static let count = ProcessInfo.processInfo.environment["CST_FAILOVERS"].flatMap { Int($0) } ?? 1

    /// Writes with four writers while the server is lost again and again.
    ///
    /// - Returns: the number of writes that were acknowledged and are not there.
    private func lost(isSynchronous: Bool) async throws -> Int {
        let servers = try ReplicatedServer(isSynchronous: isSynchronous)
        try await PostgresServer(servers.address(as: "cst_owner"), household: "none").prepare(.samples, for: "cst_app")
        let address = try servers.address(as: "cst_app")
        func store() throws -> PostgresStore {
            try PostgresStore(
                PostgresServer(address, household: "x", patience: .seconds(60)), kinds: .samples, connections: 1)
        }
        let first = try store()
        try await first.insert(Record(asset(1)))
        var lost = 0
        for round in 1...Self.count {
            let acknowledged = Guarded<[Int]>([])
            let isDone = Guarded(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    let own = try store()
                    group.addTask {
                        var number = round * 1_000_000 + writer * 100_000
                        while !isDone.value, !Task.isCancelled {
                            try await own.insert(Record(try transaction(number, of: 1, "5")))
                            let id = number
                            acknowledged.change { $0.append(id) }
                            number += 1
                        }
                        await own.close()
                    }
                }
                group.addTask {
                    func wait(for count: Int) async throws {
                        while acknowledged.value.count < count { try await Task.sleep(for: .milliseconds(2)) }
                    }
                    try await wait(for: 100)
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread { continuation.resume(with: Result { try servers.fail() }) }
                    }
                    try await wait(for: acknowledged.value.count + 40)
                    isDone.change { $0 = true }
                }
                try await group.waitForAll()
            }
            let (ids, entries) = try await first.read { reader in
                (try reader.all(Transaction.self).map(\.id), try reader.newestEntry()?.number)
            }
            #expect(Set(ids).count == ids.count && entries == ids.count + 1)
            lost += Set(acknowledged.value.map { UUID($0) }).subtracting(ids).count
            if round < Self.count { try servers.follow() }
        }
        await first.close()
        return lost
    }

    @Test func `no write that a replica shows before it is acknowledged is lost`() async throws {
        #expect(try await lost(isSynchronous: true) == 0)
    }

    @Test(.enabled(if: count > 1, "a long test"))
    func `without that, the newest ones may be`() async throws {
        let count = try await lost(isSynchronous: false)
        print("\(count) acknowledged writes were lost in \(Self.count) failovers without a synchronous replica")
    }
}
