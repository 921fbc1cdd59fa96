import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

@Suite("A standby that takes the place of its server")
struct FailoverTests {
    /// How often the server is lost: `CST_FAILOVERS`.
    private static let count = ProcessInfo.processInfo.environment["CST_FAILOVERS"].flatMap { Int($0) } ?? 1

    /// The way in which the standby follows.
    private enum Replica {
        /// A write is acknowledged when the standby shows it.
        case synchronous
        /// A moment later.
        case later
        /// Not any more, before the server is lost.
        case detached
    }

    /// The server, the standby, and what the writers did.
    private struct Trial {
        let servers: ReplicatedServer
        let first: PostgresStore

        init(_ replica: Replica) async throws {
            servers = try ReplicatedServer(isSynchronous: replica == .synchronous)
            try await PostgresServer(servers.address(as: "cst_owner"), household: "none").prepare(
                .samples, for: "cst_app")
            first = try Self.store(servers)
            try await first.insert(Record(asset(1)))
        }

        static func store(_ servers: ReplicatedServer) throws -> PostgresStore {
            let address = try servers.address(as: "cst_app")
            return try PostgresStore(
                PostgresServer(address, household: "x", patience: .seconds(60)), kinds: .samples, connections: 1)
        }

        /// The two transactions of a write, in one entry.
        static func pair(_ number: Int) -> [UUID] { [UUID(number), UUID(number + 50_000)] }

        /// Writes with four writers while the server is lost. No write may fail.
        ///
        /// - Returns: the writes that were acknowledged.
        func write(_ round: Int, _ replica: Replica) async throws -> [Int] {
            let acknowledged = Guarded<[Int]>([])
            let isDone = Guarded(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    let own = try Self.store(servers)
                    group.addTask {
                        var number = round * 1_000_000 + writer * 100_000
                        while !isDone.value, !Task.isCancelled {
                            let id = number
                            try await own.write(.test()) { store in
                                try store.apply(.insert(Record(try transaction(id, of: 1, "5"))))
                                try store.apply(.insert(Record(try transaction(id + 50_000, of: 1, "-5"))))
                            }
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
                    if replica == .detached {
                        try await run(servers.detach)
                        try await wait(for: acknowledged.value.count + 40)
                    }
                    try await run(servers.fail)
                    try await wait(for: acknowledged.value.count + 40)
                    isDone.change { $0 = true }
                }
                try await group.waitForAll()
            }
            return acknowledged.value
        }

        private func run(_ body: @escaping @Sendable () throws -> Void) async throws {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        /// The number of writes that are not there. The rest is whole: each row and each total as its checksum says, each write with both
        /// of its transactions and one entry.
        func lost(of acknowledged: [Int]) async throws -> Int {
            let (ids, entries): ([UUID], Int) = try await first.reading(
                { rows in
                    _ = try ContentCheck.totals(in: rows)
                    return (try rows.all(Transaction.self).map(\.id), try rows.newestNumber())
                }, orNone: { ([], 0) })
            let there = Set(ids)
            #expect(there.count == ids.count && ids.count == 2 * (entries - 1))
            let pairs = acknowledged.map { Self.pair($0).filter(there.contains).count }
            #expect(!pairs.contains(1))
            return pairs.count { $0 == 0 }
        }
    }

    private func lost(_ replica: Replica) async throws -> [Int] {
        let trial = try await Trial(replica)
        var counts: [Int] = []
        for round in 1...Self.count {
            counts.append(try await trial.lost(of: try await trial.write(round, replica)))
            if round < Self.count { try trial.servers.follow() }
        }
        await trial.first.close()
        return counts
    }

    @Test func `no write that a replica shows before it is acknowledged is lost`() async throws {
        #expect(try await lost(.synchronous).allSatisfy { $0 == 0 })
    }

    @Test(.enabled(if: count > 1, "a long test"))
    func `without that, the newest ones may be, and the rest is whole`() async throws {
        let counts = try await lost(.later)
        print(
            "Acknowledged writes that were lost in \(counts.count) failovers without a synchronous replica: \(counts)")
    }

    @Test func `writes that no replica has are lost alone, and nobody takes what follows for them`() async throws {
        let trial = try await Trial(.detached)
        let written = try await trial.write(1, .detached)
        #expect(try await trial.lost(of: written) >= 40)
        // As many writes as before make the same number of writes, of other things.
        let (store, servers) = (trial.first, trial.servers)
        try servers.follow()
        try servers.detach()
        try await store.insert(Record(try transaction(1, of: 1, "5")))
        let known = try await store.snapshot().read { (try $0.revision(), try $0.all(Transaction.self).count) }
        let knownSum = try await store.read { try $0.journalChecksum() }
        try servers.fail()
        try await store.insert(Record(try transaction(2, of: 1, "5")))
        let (revision, count, isThere) = try await store.snapshot().read { reader in
            (
                try reader.revision(), try reader.all(Transaction.self).count,
                try reader.find(Transaction.self, key: [.text(UUID(1).uuidString)]) != nil
            )
        }
        #expect((revision, count) == known)
        #expect(!isThere)
        // Pages know by it that figures of the same revision are of a state that was lost.
        let sum = try await store.read { try $0.journalChecksum() }
        #expect(try await store.snapshot().read { try $0.journalChecksum() } == sum)
        #expect(sum != knownSum)
        await store.close()
    }
}
