import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("Eight writers, twelve readers, long names")
struct ManyWritersTests {
    /// How often each of eight writers writes: `CST_WRITES`.
    private static let writes = ProcessInfo.processInfo.environment["CST_WRITES"].flatMap { Int($0) } ?? 25

    /// Writes with eight writers, each to one of some households, and prints how long each write took.
    private func write(_ households: Int) async throws {
        let names = (0..<households).map { "\($0) \(UUID().uuidString)" }
        for name in names {
            let store = try await Prepared.store(household: name, connections: 1)
            try await store.insert(Record(asset(1)))
            await store.close()
        }
        let times = Guarded<[Duration]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                let store = try await Prepared.store(household: names[writer % households], connections: 1)
                group.addTask {
                    for number in 0..<Self.writes {
                        let time = try await ContinuousClock().measure {
                            try await store.insert(Record(try transaction(writer * 100_000 + number, of: 1, "5")))
                        }
                        times.change { $0.append(time) }
                    }
                    await store.close()
                }
            }
            try await group.waitForAll()
        }
        let sorted = times.value.sorted()
        func percentile(_ part: Int) -> Int { Int(sorted[(sorted.count - 1) * part / 100] / .microseconds(1)) }
        print("8 writers, \(households) households: p50 \(percentile(50)) µs, p99 \(percentile(99)) µs")
        for name in names {
            let store = try await Prepared.store(household: name, connections: 1)
            let count = try await store.read { try $0.all(Transaction.self).count }
            #expect(count == 8 * Self.writes / households)
            await store.close()
        }
    }

    @Test(arguments: [1, 8]) func `no write fails, and none is lost`(_ households: Int) async throws {
        try await write(households)
    }

    @Test func `twelve readers with a snapshot each get through on ten connections, beside writers`() async throws {
        let store = try await Prepared.store()
        try await store.insert(Record(asset(1)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<12 {
                group.addTask {
                    let snapshot = try await store.snapshot()
                    let count = try await snapshot.read { try $0.all(Transaction.self).count }
                    try await store.insert(Record(try transaction(reader + 1, of: 1, "5")))
                    for _ in 0..<5 {
                        #expect(try await snapshot.read { try $0.all(Transaction.self).count } == count)
                        #expect(try await snapshot.read { try $0.newestNumber() } <= count + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.read { try $0.all(Transaction.self).count } == 12)
        await store.close()
    }
}
