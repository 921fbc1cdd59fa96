import Foundation
import Models
import Persistence
import StoreSamples
import Testing

@Suite("Every store is used by many at once")
struct ConcurrencyTests {
    @Test(arguments: StoreKind.allCases)
    func `Concurrent writers lose nothing`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(asset(0, "0")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<10 {
                            try await store.write(.test()) { writer in
                                guard let old = try writer.find(Asset.self, UUID(0)), let count = Int(old.name) else {
                                    return
                                }
                                var new = old
                                new.name = "\(count + 1)"
                                try writer.update(old, to: new)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.contents().assets.map(\.name) == ["80"])
            #expect(try await store.journal().map(\.number) == (1...81).reversed())
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Readers see every write whole or not at all`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.insert(Record(asset(1)))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<30 {
                        // In pairs that come to nothing: no reader may ever see another balance.
                        try await store.insert(
                            Record(try transaction(100 + 2 * number, of: 1, "5")),
                            Record(try transaction(101 + 2 * number, of: 1, "-5")))
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<60 {
                            let (first, second, balance) = try await store.read { reader in
                                (
                                    try reader.transactions(of: nil).count, try reader.transactions(of: UUID(1)).count,
                                    try reader.balances(on: [CalendarDay(dayNumber: 30_000)])
                                )
                            }
                            #expect(first % 2 == 0 && first == second)
                            #expect(balance.values.allSatisfy { $0.allSatisfy(\.isZero) })
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.contents().transactions.count == 60)
        }
    }
}
