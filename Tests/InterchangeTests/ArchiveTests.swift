import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

@Suite struct ArchiveTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
    private let kinds = EntityKind.shared + InterchangePlugin.kinds

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// A store with things of every kind, some with names that spreadsheets and JSON have trouble with.
    private func filled(_ random: inout SeededGenerator) async throws -> MemoryStore {
        let store = MemoryStore()
        let names = ["Car", "=1+1", "say \"hi\"", "a,b;c", "\u{1F697} x", "Zoë\u{301}", "back\\slash"]
        let goals = try (0..<5).map { _ in
            try goal(
                random.pick(names), target: "\(random.int(1...99_999)).\(random.int(10...99)) EUR", id: random.uuid())
        }
        let assets = try (0..<4).map { _ in
            Asset(
                id: random.uuid(), name: random.pick(names), currency: try currency(random.pick(["EUR", "BTC", "JPY"])))
        }
        var transactions: [Transaction] = []
        for _ in 0..<60 {
            let asset = random.pick(assets)
            transactions.append(
                Transaction(
                    id: random.uuid(), assetID: asset.id,
                    amount: try Money(
                        "\(random.chance(1, in: 2) ? "-" : "")\(random.int(1...9_999_999))", asset.currency),
                    day: CalendarDay(dayNumber: random.int(20_000...21_000)), entered: Date(timeIntervalSince1970: 1.5),
                    note: random.chance(1, in: 2) ? random.pick(names) : nil))
        }
        let (all, others) = (transactions, goals)
        try await store.write(anyCall) { writer in
            for goal in others { try writer.insert(goal) }
            for asset in assets { try writer.insert(asset) }
            for transaction in all { try writer.insertUnfollowed(transaction) }
            try writer.insertUnfollowed(
                AssetAllocation(assetID: assets[0].id, goalID: others[0].id, size: .share(Share("33.3333%"))))
            try writer.insert(Household(displayCurrency: .eur))
            try writer.insert(
                SavedMapping(
                    name: "bank",
                    mapping: ColumnMapping(
                        columns: [.date: ["a=b"], .note: ["x", "y"]], decimalMark: .comma, dateOrder: .monthFirst,
                        delimiter: "\t")))
        }
        return store
    }

    private func records(_ store: some Store) async throws -> [Record] {
        try await store.read { reader in
            var records: [Record] = []
            try reader.forEachRecord { records.append($0) }
            return records
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `an archive is read back exactly, and again changes nothing`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try await filled(&random)
        let written = try await ArchiveService(store: store, kinds: kinds).export(to: path("a.json"), anyCall).value
        #expect(written.map(\.kind) == ["allocation", "asset", "goal", "household", "importMapping", "transaction"])
        #expect(written.map(\.records) == [1, 4, 5, 1, 1, 60])
        let other = MemoryStore()
        let service = ArchiveService(store: other, kinds: kinds)
        #expect(ArchiveService.isArchive(path("a.json")))
        #expect(try await service.importArchive(path("a.json"), anyCall).value.map(\.added) == [1, 4, 5, 1, 1, 60])
        #expect(try await records(other) == records(store), "seed \(seed)")
        #expect(try await service.importArchive(path("a.json"), anyCall).value.allSatisfy { $0.added == 0 })
        #expect(try await other.read { try $0.journal(of: nil, limit: nil).count } == 1)
        _ = try await service.export(to: path("b.json"), anyCall)
        #expect(
            try Data(contentsOf: folder.appending(path: "a.json")) == Data(contentsOf: folder.appending(path: "b.json"))
        )
    }

    @Test func `a store with something of its own is left alone`() async throws {
        var random = SeededGenerator(seed: 7)
        let store = try await filled(&random)
        _ = try await ArchiveService(store: store, kinds: kinds).export(to: path("a.json"), anyCall)
        let other = MemoryStore()
        let trip = try goal("Trip")
        try await other.write(anyCall) { try $0.insert(trip) }
        await #expect(throws: ArchiveError.otherData(trip.summary)) {
            try await ArchiveService(store: other, kinds: kinds).importArchive(path("a.json"), anyCall)
        }
        #expect(try await records(other).count == 1)
    }

    @Test func `a kind that the program lacks, a newer one, and damage are refused`() async throws {
        var random = SeededGenerator(seed: 7)
        let store = try await filled(&random)
        _ = try await ArchiveService(store: store, kinds: kinds).export(to: path("a.json"), anyCall)
        let text = try String(contentsOf: folder.appending(path: "a.json"), encoding: .utf8)
        func refusal(_ text: String, kinds: [EntityKind]? = nil) async throws -> (any Error)? {
            try Data(text.utf8).write(to: folder.appending(path: "b.json"))
            let empty = MemoryStore()
            do {
                _ = try await ArchiveService(store: empty, kinds: kinds ?? self.kinds)
                    .importArchive(path("b.json"), anyCall)
                return nil
            } catch {
                #expect(try await empty.read { try $0.revision() } == 0)
                return error
            }
        }
        #expect(try await refusal(text) == nil)
        #expect(try await refusal(text, kinds: EntityKind.shared) as? ArchiveError == .unknownKind("importMapping"))
        #expect(
            try await refusal(text.replacing("cst.archive/1", with: "cst.archive/2")) as? ArchiveError
                == .otherVersion("cst.archive/2"))
        let newer = text.replacing(
            "\"kind\":\"household\",\"order\":[\"name\"],\"since\":\"0.3.0\",\"table\":\"households\",\"totals\":[],\"undo\":\"free\",\"version\":1",
            with:
                "\"kind\":\"household\",\"order\":[\"name\"],\"since\":\"9.0\",\"table\":\"households\",\"totals\":[],\"undo\":\"free\",\"version\":9"
        )
        #expect(try await refusal(newer) as? ArchiveError == .newerKind("household", since: "9.0"))
        // Cut anywhere, it is refused: no archive is the beginning of another one.
        for _ in 0..<60 {
            let cut = String(decoding: Array(text.utf8).prefix(random.int(0...text.utf8.count - 3)), as: UTF8.self)
            #expect(try await refusal(cut) != nil)
        }
        // With a value of another type, a name that is missing, or a record without what it names.
        for (old, new) in [
            ("\"displayCurrency\":\"EUR\"", "\"displayCurrency\":7"),
            ("\"displayCurrency\":\"EUR\"", "\"display\":\"EUR\""),
            ("\"displayCurrency\":\"EUR\"", "\"displayCurrency\":\"DOGGO\""),
            ("\"share\":333333", "\"share\":333333.5"),
            ("\"share\":333333", "\"share\":3333333"), ("\"goalID\":\"", "\"goalID\":\"0"),
        ] {
            #expect(text.contains(old))
            #expect(try await refusal(text.replacing(old, with: new)) != nil, "\(new)")
        }
    }

    @Test func `tables have a row for each record, and no formula`() async throws {
        var random = SeededGenerator(seed: 3)
        let store = try await filled(&random)
        let service = ArchiveService(store: store, kinds: kinds)
        let written = try await service.export(to: path("tables"), anyCall).value
        for kind in written {
            var rows = 0
            let file = try #require(kind.file)
            try TextFile(path: path("tables/\(file)"), encoding: .utf8).forEachRow(delimiter: 0x2C) { row in
                rows += 1
                let isFormula = row.cells.contains { $0.first.map { "=+@".contains($0) } ?? false }
                #expect(!isFormula, "\(row.cells)")
            }
            #expect(rows == kind.records + 1, "\(kind.kind)")
        }
        await #expect(throws: ExportError.exists(path: path("tables"))) {
            try await service.export(to: path("tables"), anyCall)
        }
    }
}
