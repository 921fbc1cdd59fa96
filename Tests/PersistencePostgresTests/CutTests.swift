import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("A connection that is cut before and after each message")
struct CutTests {
    /// The write during which the connection is cut.
    enum Write: CaseIterable {
        case deposit, undo, importing

        func run(_ number: Int, in store: PostgresStore) async throws {
            switch self {
            case .deposit: try await store.insert(Record(try transaction(number, of: 1, "5")))
            case .undo: try await History.ofSamples.undo(in: store, .test("undo"))
            case .importing:
                try await store.write(.test("import")) { writer in
                    for row in 0..<30 {
                        try writer.apply(.insert(Record(try transaction(number * 100 + row, of: 1, "1"))))
                    }
                }
            }
        }

        /// The data before the write.
        func prepare(_ number: Int, in store: PostgresStore) async throws {
            if self == .undo { try await store.insert(Record(try transaction(number, of: 1, "5"))) }
        }

        /// How many transactions its entry changes.
        var changes: Int { self == .importing ? 30 : 1 }

        /// How many messages are passed over from one trial to the next: an import has very many that are alike.
        var step: Int { self == .importing ? 7 : 1 }
    }

    private struct Counted: Equatable {
        let entries: Int
        let changes: Int

        init(_ store: PostgresStore) async throws {
            let newest = try await store.read { try $0.newestEntry() }
            (entries, changes) = (newest?.number ?? 0, newest?.changeCount ?? 0)
        }
    }

    @Test(arguments: Write.allCases)
    func `it is written once, whatever message was the last`(_ write: Write) async throws {
        let proxy = try CuttingProxy(of: await Prepared.value.folder)
        defer { proxy.close() }
        let household = UUID().uuidString
        let direct = try await Prepared.store(household: household)
        try await direct.insert(Record(asset(1)))
        let store = try await Prepared.store(household: household, through: proxy, connections: 1)
        _ = try await store.read { try $0.revision() }
        var count = 0
        while count < 1000 {
            try await write.prepare(10_000 + count, in: store)
            let before = try await Counted(direct)
            proxy.cut(after: count)
            try await write.run(10_000 + count, in: store)
            let isCut = proxy.stopCutting()
            let after = try await Counted(direct)
            #expect(after.entries == before.entries + 1, "after \(count) messages")
            #expect(after.changes == write.changes, "after \(count) messages")
            guard isCut else { break }
            count += write.step
        }
        let rows = try await direct.read { try $0.all(Transaction.self).count }
        #expect(rows == (write == .undo ? 0 : write.changes * (count / write.step + 1)))
        // Every message of the flights to and from the server.
        #expect(count > 30)
        await store.close()
        await direct.close()
    }

    @Test func `where no connection comes again, whoever waits is told what is known`() async throws {
        let proxy = try CuttingProxy(of: await Prepared.value.folder)
        defer { proxy.close() }
        let household = UUID().uuidString
        let direct = try await Prepared.store(household: household)
        try await direct.insert(Record(asset(1)))
        var (count, unknown) = (0, 0)
        while count < 1000 {
            let store = try await Prepared.store(
                household: household, through: proxy, patience: .milliseconds(120), connections: 1)
            // On a busy machine connecting alone takes longer at times.
            while (try? await store.read { try $0.revision() }) == nil {}
            let before = try await Counted(direct)
            proxy.cut(after: count, isFinal: true)
            var failure: StoreError?
            do { try await Write.deposit.run(10_000 + count, in: store) } catch let error as StoreError {
                failure = error
            }
            let isCut = proxy.stopCutting()
            // The server sees a moment later that nobody listens any more.
            let after = try await Counted(direct)
            switch failure {
            case nil: #expect(after.entries == before.entries + 1, "after \(count) messages")
            case .unknownOutcome: unknown += 1
            default: #expect(after == before, "after \(count) messages: \(String(describing: failure))")
            }
            await store.close()
            guard isCut else { break }
            count += 3
        }
        #expect(unknown > 0)
        await direct.close()
    }

    @Test func `a server that hangs keeps nobody longer than the time that was given`() async throws {
        let proxy = try CuttingProxy(of: await Prepared.value.folder)
        let store = try await Prepared.store(through: proxy, patience: .seconds(1), connections: 4)
        try await store.insert(Record(asset(1)))
        proxy.freeze()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(throws: StoreError.self) {
                        try await store.insert(Record(try transaction(10 + number, of: 1, "5")))
                    }
                }
            }
        }
        proxy.close()
        await store.close()
    }
}
