import Foundation
import Models
import Persistence
import StoreSamples
import Testing

@Suite("Undo and redo")
struct HistoryTests {
    private static func add(_ number: Int, to store: any Store) async throws {
        try await store.apply([.insert(Record(asset(number, "\(number)")))], "add \(number)")
    }

    private static func names(_ store: any Store) async throws -> [String] {
        try await store.contents().assets.map(\.name)
    }

    @Test(arguments: StoreKind.allCases)
    func `Undo and redo alternate at any depth`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let history = History.ofSamples
            for number in 1...3 { try await HistoryTests.add(number, to: store) }
            #expect(try await history.undo(in: store, .test()).origin.command == "add 3")
            #expect(try await history.undo(in: store, .test()).origin.command == "add 2")
            #expect(try await HistoryTests.names(store) == ["1"])
            try await history.redo(in: store, .test())
            #expect(try await HistoryTests.names(store) == ["1", "2"])
            #expect(try await history.undo(in: store, .test()).origin.command == "add 2")
            try await history.redo(in: store, .test())
            try await history.redo(in: store, .test())
            #expect(try await HistoryTests.names(store) == ["1", "2", "3"])
            await #expect(throws: HistoryError.nothingToRedo) { try await history.redo(in: store, .test()) }
            #expect(try await store.read { try ($0.revision(), $0.journal(of: nil, limit: nil).count) } == (9, 9))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A new change ends what can be brought again, not what can be taken back`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let history = History.ofSamples
            try await HistoryTests.add(1, to: store)
            try await HistoryTests.add(2, to: store)
            try await history.undo(in: store, .test())
            try await HistoryTests.add(3, to: store)
            await #expect(throws: HistoryError.nothingToRedo) { try await history.redo(in: store, .test()) }
            try await history.undo(in: store, .test())
            #expect(try await history.redo(in: store, .test()).undoes == 4)
            #expect(try await HistoryTests.names(store) == ["1", "3"])
            #expect(try await history.undo(in: store, .test()).origin.command == "add 3")
            #expect(try await history.undo(in: store, .test()).number == 1)
            #expect(try await HistoryTests.names(store) == [])
            await #expect(throws: HistoryError.nothingToUndo) { try await history.undo(in: store, .test()) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `An undo that names its entry takes back no other, however often it is asked for`(_ kind: StoreKind)
        async throws
    {
        try await kind.withStore { store in
            let history = History.ofSamples
            for number in 1...3 { try await HistoryTests.add(number, to: store) }
            func refusal(_ entry: Int) async throws -> HistoryError {
                .notLast(entry: entry, newest: try await store.read { try $0.newestEntry() })
            }
            func undo(_ entry: Int) async throws {
                _ = try await store.write(.test()) {
                    try history.undo(in: $0, expecting: entry, now: Date(timeIntervalSince1970: 0))
                }
            }
            func redo(_ entry: Int) async throws {
                _ = try await store.write(.test()) {
                    try history.redo(in: $0, expecting: entry, now: Date(timeIntervalSince1970: 0))
                }
            }
            for entry in [0, 1, 2, 4] {
                await #expect(throws: try await refusal(entry)) { try await undo(entry) }
            }
            try await undo(3)
            await #expect(throws: try await refusal(3)) { try await undo(3) }
            #expect(try await HistoryTests.names(store) == ["1", "2"])
            await #expect(throws: try await refusal(3)) { try await redo(3) }
            try await redo(4)
            await #expect(throws: try await refusal(4)) { try await redo(4) }
            #expect(try await HistoryTests.names(store) == ["1", "2", "3"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Heads are the journal without its changes`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 1...4 { try await HistoryTests.add(number, to: store) }
            try await History.ofSamples.undo(in: store, .test())
            try await store.apply((5...9).map { .insert(Record(asset($0, "\($0)"))) }, "five")
            try await store.read { reader in
                let all = try reader.journal(of: nil, limit: nil)
                #expect(try reader.newestEntry() == all.first?.head)
                #expect(all.first?.head.changeCount == 5)
                for from in [nil, -1, 0, 1, 3, 6, 7] {
                    for limit in [0, 1, 3, 10] {
                        let wanted = all.filter { entry in from.map { entry.number <= $0 } ?? true }.prefix(limit)
                        #expect(try reader.journalHeads(of: nil, from: from, limit: limit) == wanted.map(\.head))
                    }
                }
                let key = Record(asset(4, "4")).key
                #expect(
                    try reader.journalHeads(of: key, from: nil, limit: 9)
                        == reader.journal(of: key, limit: 9).map(\.head))
                #expect(try reader.journalHeads(of: key, from: 4, limit: 9).map(\.number) == [4])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `An undo is journaled as one and changes nothing when it is refused`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let history = History.ofSamples
            await #expect(throws: HistoryError.nothingToUndo) { try await history.undo(in: store, .test()) }
            #expect(try await store.journal().isEmpty)
            try await HistoryTests.add(1, to: store)
            try await history.undo(in: store, .test("undo"))
            let newest = try await store.journal(limit: 1).first
            #expect(newest?.undoes == 1 && newest?.origin.command == "undo")
            #expect(newest?.changes == [.delete(Record(asset(1, "1")))])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `What a later state contradicts is a conflict and changes nothing`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await HistoryTests.add(1, to: store)
            try await HistoryTests.add(2, to: store)
            // Says that it leaves the store as it was after the first entry, and does something else.
            try await store.write(.test()) { writer in
                try writer.delete(asset(1, "1"))
                writer.markAsUndo(of: 2)
            }
            let missing = StoreError.changedUnderneath(expected: Record(asset(1, "1")), found: nil)
            await #expect(throws: HistoryError.conflict(command: "add 1", cause: missing)) {
                try await History.ofSamples.undo(in: store, .test())
            }
            #expect(try await store.journal().count == 3)
        }
    }
}
