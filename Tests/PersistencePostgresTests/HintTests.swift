import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("Hints of what others write")
struct HintTests {
    @Test func `a write of another program is hinted at`() async throws {
        let household = UUID().uuidString
        let (store, other) = (
            try await Prepared.store(household: household), try await Prepared.store(household: household)
        )
        try await store.insert(Record(asset(1)))
        var hints = store.hints().makeAsyncIterator()
        // From some moment on it listens.
        let writing = Task {
            var number = 100
            while !Task.isCancelled {
                try await other.insert(Record(try transaction(number, of: 1, "5")))
                number += 1
            }
            return number
        }
        _ = await hints.next()
        writing.cancel()
        let last = try await writing.value
        #expect(try await store.read { try $0.all(Transaction.self).count } == last - 100)
        for store in [store, other] { await store.close() }
    }

    @Test func `when its connection is ended, it comes again, and writers do not notice`() async throws {
        let server = try await Prepared.value
        let store = try await Prepared.store()
        try await store.insert(Record(asset(1)))
        var hints = store.hints().makeAsyncIterator()
        for round in 1...2 {
            let writing = Task {
                var number = round * 100_000
                while !Task.isCancelled {
                    try await store.insert(Record(try transaction(number, of: 1, "5")))
                    number += 1
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            _ = await hints.next()
            try server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND usename = 'cst_app'"
            )
            writing.cancel()
            _ = try await writing.value
        }
        await store.close()
    }
}
