import Foundation
import Models
import Persistence
import PersistencePostgres
import StoreSamples
import Testing

@Suite("Round trips of a write")
struct RoundTripTests {
    /// The most round trips of one of a few writes, once the connection is there.
    private func most(_ write: (PostgresStore, Int) async throws -> Void) async throws -> Int {
        let store = try await Prepared.store(connections: 1)
        try await store.insert(Record(asset(1)))
        var most = 0
        for number in 1...5 {
            let before = await store.roundTrips
            try await write(store, number)
            most = max(most, await store.roundTrips - before)
        }
        await store.close()
        return most
    }

    @Test func `a deposit takes three`() async throws {
        let trips = try await most { store, number in try await store.insert(Record(try transaction(number, of: 1))) }
        #expect(trips == 3)
    }

    @Test func `a deposit by a form, with its own instant and a receipt, takes five`() async throws {
        let trips = try await most { store, number in
            var call = Call(now: start, program: "tests", command: "deposit")
            call.idempotencyKey = "deposit \(number)"
            try await store.write(call) { try $0.apply(.insert(Record(try transaction(number, of: 1)))) }
        }
        #expect(trips == 5)
    }
}
