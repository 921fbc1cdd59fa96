import Models
import Persistence
import StoreSamples
import Testing

@Suite("Random sequences of writes")
struct RandomTests {
    @Test(arguments: StoreKind.allCases, [UInt64.random(in: 0...9999), 1, 2])
    func `A store holds what a plain dictionary would`(_ kind: StoreKind, seed: UInt64) async throws {
        try await kind.withStore { store in
            var model = RandomChanges(seed: seed)
            for step in 0..<150 {
                try await store.apply(try model.command())
                guard step % 10 == 0 else { continue }
                let contents = try await store.contents()
                #expect(contents.records == model.records, "seed \(seed), step \(step)")
                let days = [CalendarDay(dayNumber: 20_200), CalendarDay(dayNumber: 20_399)]
                #expect(
                    try await store.read { try $0.balances(on: days) } == RandomTests.balances(of: contents, on: days),
                    "seed \(seed), step \(step)")
            }
        }
    }

    /// The balances in the plainest way.
    private static func balances(of contents: Contents, on days: [CalendarDay]) throws -> [Asset.ID: [Money]] {
        try Dictionary(grouping: contents.transactions, by: \.assetID).mapValues { transactions in
            try days.map { day in
                try Money.sum(transactions.filter { $0.day <= day }.map(\.amount), in: transactions[0].amount.currency)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Taking 500 commands back one by one leads through every earlier state, and bringing them again`(
        _ kind: StoreKind
    ) async throws {
        let seed = UInt64.random(in: 0...9999)
        try await kind.withStore { store in
            var model = RandomChanges(seed: seed)
            var states: [Contents] = [try await store.contents()]
            while states.count <= 500 {
                let changes = try model.command()
                guard !changes.isEmpty else { continue }
                try await store.apply(changes)
                states.append(try await store.contents())
            }
            let history = History.ofSamples
            for number in (0..<500).reversed() {
                #expect(try await history.undo(in: store, .test("undo")).number == number + 1, "seed \(seed)")
                #expect(try await store.contents() == states[number], "seed \(seed)")
            }
            await #expect(throws: HistoryError.nothingToUndo) { try await history.undo(in: store, .test()) }
            for number in 1...500 {
                try await history.redo(in: store, .test("redo"))
                #expect(try await store.contents() == states[number], "seed \(seed)")
            }
            await #expect(throws: HistoryError.nothingToRedo) { try await history.redo(in: store, .test()) }
            #expect(try await store.journal().count == 1500)
        }
    }
}
