import Foundation
import Models
import Persistence
import PostgresTestServer
import StoreSamples
import Testing

@testable import PersistencePostgres

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

    @Test func `of writes in quick succession the first is hinted at, and then the others together`() {
        var pause = HintPause()
        let start = ContinuousClock.now
        func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
        let first = [0, 10, 20].map { pause.note(at: at($0)) }
        #expect(first == [.now, .later, .never])
        let taken = [60, 61].map { pause.take(at: at($0)) }
        #expect(taken == [true, false])
        let second = [70, 200].map { pause.note(at: at($0)) }
        #expect(second == [.later, .now])
        let isLeft = pause.take(at: at(250))
        #expect(!isLeft)
    }

    @Test func `when its connection is ended, it comes again, and writers do not notice`() async throws {
        let server = try await Prepared.value
        let household = UUID().uuidString
        let store = try await Prepared.store(household: household)
        try await store.insert(Record(asset(1)))
        let channel = PostgresServer(try server.address(as: "cst_app"), household: household).channel
        func session() async throws -> String {
            while true {
                let found = try server.execute("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%\(channel)%'")
                if !found.isEmpty { return found }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        var hints = store.hints().makeAsyncIterator()
        let first = try await session()
        try await store.insert(Record(try transaction(1, of: 1, "5")))
        _ = await hints.next()
        try server.execute("SELECT pg_terminate_backend(\(first))")
        while try await session() == first {}
        try await store.insert(Record(try transaction(2, of: 1, "5")))
        _ = await hints.next()
        await store.close()
    }
}
