import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("Servers and programs that are stopped, and go on later")
struct StoppedTests {
    @Test func `a stopped server leaves nobody without an answer, and nothing is there by half`() async throws {
        let server = try PostgresTestServer()
        let owner = PostgresServer(try server.address(as: "cst_owner"), household: "none")
        try await owner.prepare(.samples, for: "cst_app")
        let address = try server.address(as: "cst_app")
        func store(_ connections: Int) throws -> PostgresStore {
            try PostgresStore(
                PostgresServer(address, household: "x", patience: .milliseconds(700)), kinds: .samples,
                connections: connections)
        }
        let (store, fresh) = (try store(2), try store(1))
        try await store.insert(Record(asset(1)))
        let acknowledged = Guarded<Set<Int>>([])
        let unknown = Guarded<Set<Int>>([])
        let isWriting = Guarded(true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    // More writers than connections, of which one has none yet.
                    let own = writer == 5 ? fresh : store
                    var number = writer * 10_000 + 100
                    while true {
                        number += 1
                        do {
                            try await own.insert(Record(try transaction(number, of: 1, "5")))
                            acknowledged.change { _ = $0.insert(number) }
                        } catch {
                            if case StoreError.unknownOutcome? = error as? StoreError {
                                unknown.change { _ = $0.insert(number) }
                            }
                            // The server is stopped until each has had an answer.
                            if !isWriting.value { return }
                        }
                    }
                }
            }
            group.addTask {
                while acknowledged.value.count < 20 { try? await Task.sleep(for: .milliseconds(1)) }
                try server.stop()
                isWriting.change { $0 = false }
            }
            try await group.waitForAll()
        }
        try server.goOn()
        let patient = try PostgresStore(
            PostgresServer(address, household: "x", patience: .seconds(30)), kinds: .samples, connections: 1)
        try await patient.insert(Record(asset(2)))
        let there = try await patient.read { Set(try $0.all(Transaction.self).map(\.id)) }
        let known = Set(acknowledged.value.map { UUID($0) })
        let either = Set(unknown.value.map { UUID($0) })
        #expect(known.isSubset(of: there))
        #expect(there.subtracting(known).isSubset(of: either))
        for store in [store, fresh, patient] { await store.close() }
    }

    @Test func `a program that is stopped while it holds a household loses it, and others go on`() async throws {
        let household = UUID().uuidString
        let (stopped, other) = (
            try await Prepared.store(household: household, patience: .seconds(60)),
            try await Prepared.store(household: household)
        )
        try await stopped.insert(Record(asset(1)))
        let (holds, wakes) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = Guarded(0)
        let writing = Task {
            try await stopped.write(.test()) { writer in
                try writer.apply(.insert(Record(try transaction(1, of: 1, "5"))))
                // What it stands for: SIGSTOP in the middle of a write.
                guard
                    runs.change({
                        $0 += 1
                        return $0 == 1
                    })
                else { return }
                holds.signal()
                wakes.wait()
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                holds.wait()
                continuation.resume()
            }
        }
        // Its patience is longer than the others have to wait.
        try await other.insert(Record(try transaction(2, of: 1, "5")))
        #expect(try await other.read { try $0.all(Transaction.self).map(\.id) } == [UUID(2)])
        wakes.signal()
        // What it did is done again.
        try await writing.value
        #expect(try await other.read { Set(try $0.all(Transaction.self).map(\.id)) } == [UUID(1), UUID(2)])
        #expect(runs.value == 2)
        for store in [stopped, other] { await store.close() }
    }
}
