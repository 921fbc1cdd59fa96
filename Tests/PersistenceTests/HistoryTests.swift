import Models
import Persistence
import StoreSamples
import Testing

@Suite("Undo and redo")
struct HistoryTests {
    private static func add(_ number: Int, to store: any Store) async throws {
        try await store.apply([.insert(.asset(asset(number, "\(number)")))], "add \(number)")
    }

    private static func names(_ store: any Store) async throws -> [String] {
        try await store.contents().assets.map(\.name)
    }

    @Test(arguments: StoreKind.allCases)
    func `Undo and redo alternate at any depth`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let history = History(store: store)
            for number in 1...3 { try await HistoryTests.add(number, to: store) }
            #expect(try await history.undo(.test()).origin.command == "add 3")
            #expect(try await history.undo(.test()).origin.command == "add 2")
            #expect(try await HistoryTests.names(store) == ["1"])
            try await history.redo(.test())
            #expect(try await HistoryTests.names(store) == ["1", "2"])
            #expect(try await history.undo(.test()).origin.command == "add 2")
            try await history.redo(.test())
            try await history.redo(.test())
            #expect(try await HistoryTests.names(store) == ["1", "2", "3"])
            await #expect(throws: HistoryError.nothingToRedo) { try await history.redo(.test()) }
            #expect(try await store.read { try ($0.revision(), $0.journal(of: nil, limit: nil).count) } == (9, 9))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A new change ends what can be brought again, not what can be taken back`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let history = History(store: store)
            try await HistoryTests.add(1, to: store)
            try await HistoryTests.add(2, to: store)
            try await history.undo(.test())
            try await HistoryTests.add(3, to: store)
            #expect(try await history.redoable() == nil)
            await #expect(throws: HistoryError.nothingToRedo) { try await history.redo(.test()) }
            try await history.undo(.test())
            #expect(try await history.redoable()?.undoes == 4)
            #expect(try await history.undoable()?.number == 1)
            try await history.undo(.test())
            #expect(try await HistoryTests.names(store) == [])
            #expect(try await history.undoable() == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `An undo is journaled as one and changes nothing when it is refused`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let history = History(store: store)
            await #expect(throws: HistoryError.nothingToUndo) { try await history.undo(.test()) }
            #expect(try await store.journal().isEmpty)
            try await HistoryTests.add(1, to: store)
            try await history.undo(.test("undo"))
            let newest = try await store.journal(limit: 1).first
            #expect(newest?.undoes == 1 && newest?.origin.command == "undo")
            #expect(newest?.changes == [.delete(.asset(asset(1, "1")))])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What a later state contradicts is a conflict and changes nothing`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await HistoryTests.add(1, to: store)
            try await HistoryTests.add(2, to: store)
            // Says that it leaves the store as it was after the first entry, and does something else.
            try await store.write(.test()) { writer in
                try writer.apply(.delete(.asset(asset(1, "1"))))
                writer.undoing(2)
            }
            let missing = StoreError.changedUnderneath(expected: .asset(asset(1, "1")), found: nil)
            await #expect(throws: HistoryError.conflict(command: "add 1", cause: missing)) {
                try await History(store: store).undo(.test())
            }
            #expect(try await store.journal().count == 3)
        }
    }
}
