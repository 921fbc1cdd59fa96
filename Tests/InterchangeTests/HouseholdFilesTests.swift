import Allocation
import ExchangeRates
import Foundation
import HouseholdLaws
import Models
import Persistence
import Planning
import RealHousehold
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

@Suite("Archives and journals of households that lived a random year") struct HouseholdFilesTests {
    private static let kinds = EntityKind.shared + PlanningPlugin.kinds + InterchangePlugin.kinds
    /// As many households as `CST_HOUSEHOLDS` says.
    private static let batches: [ClosedRange<UInt64>] = {
        let count = ProcessInfo.processInfo.environment["CST_HOUSEHOLDS"].flatMap(UInt64.init) ?? 20
        let first = ProcessInfo.processInfo.environment["CST_TEST_SEED"].flatMap(UInt64.init) ?? 1
        return stride(from: first, to: first + count, by: 10).map { $0...min($0 + 9, first + count - 1) }
    }()

    private let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func records(_ store: MemoryStore, of kinds: [EntityKind]? = nil) async throws -> Set<String> {
        try await store.read { reader in
            var all: Set<String> = []
            try reader.forEachRecord { record in
                let kind = record.kind.description.kind
                if kinds?.contains(where: { $0.description.kind == kind }) ?? true {
                    all.insert("\(kind) \(CellText.encode(record.cells))")
                }
            }
            return all
        }
    }

    private func expectSame(_ one: Set<String>, _ other: Set<String>, _ context: Comment) {
        #expect(one.subtracting(other).sorted() == [], "lost: \(context)")
        #expect(other.subtracting(one).sorted() == [], "new: \(context)")
    }

    @Test(arguments: batches)
    func `an archive is read back exactly, and its archive is the same`(seeds: ClosedRange<UInt64>) async throws {
        for seed in seeds {
            let (household, moment) = try await RealHousehold.lived(seed: seed)
            let call = household.call(moment)
            let source = RateSource(service: household.rates, display: DisplayCurrency(nil))
            let paths = ["a", "b"].map { folder.appending(path: "\(seed)\($0).json").path }
            _ = try await ArchiveService(store: household.store, kinds: Self.kinds).export(
                to: paths[0], rates: source, call)
            let other = MemoryStore()
            let service = ArchiveService(store: other, kinds: Self.kinds)
            _ = try await service.importArchive(paths[0], call)
            try await expectSame(records(household.store), records(other), "seed \(seed)")
            #expect(try await other.displayCurrency(nil) == household.store.displayCurrency(nil), "seed \(seed)")
            _ = try await service.export(to: paths[1], rates: source, call)
            let texts = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            #expect(texts[0] == texts[1], "seed \(seed)")
        }
    }

    @Test(arguments: batches)
    func `a journal of each dialect is read back exactly, and its program finds the same balances`(
        seeds: ClosedRange<UInt64>
    ) async throws {
        let kinds = JournalTag.kinds + [EntityKind(Transaction.self)]
        for seed in seeds {
            let (household, moment) = try await RealHousehold.lived(seed: seed)
            let call = household.call(moment)
            for dialect in JournalDialect.allCases {
                let path = folder.appending(
                    path: "\(seed).\(dialect == .hledger ? "journal" : dialect.rawValue)"
                ).path
                _ = try await ArchiveService(store: household.store, kinds: Self.kinds).export(to: path, call)
                let other = MemoryStore()
                let report = try await ImportService(store: other).importTransactions(
                    ImportRequest(path: path), call)
                #expect(report.value.count(.refused) == 0, "seed \(seed)")
                try await expectSame(
                    records(household.store, of: kinds), records(other, of: kinds), "seed \(seed) \(dialect)")
                #expect(
                    try await other.displayCurrency(nil) == household.store.displayCurrency(nil), "seed \(seed)")
                let balances = try await balances(household.store)
                #expect(try await self.balances(other) == balances, "seed \(seed) \(dialect)")
                guard JournalProgram.installed.contains(dialect) else { continue }
                // The others say what is wrong when they are asked for balances.
                if dialect == .hledger {
                    let (text, status) = try JournalProgram.check(dialect, path)
                    #expect(status == 0, "seed \(seed): \(text.prefix(500))")
                }
                let found = try JournalProgram.balances(dialect, path)
                    .filter { $0.key.account.lowercased().hasPrefix("assets") }.map(\.value)
                #expect(found.sorted() == balances.values.sorted(), "seed \(seed) \(dialect)")
            }
        }
    }

    /// What each asset holds, those with nothing left out, without zeros at the end.
    private func balances(_ store: MemoryStore) async throws -> [UUID: String] {
        try await store.read { reader in
            try Dictionary(grouping: reader.transactions(of: nil), by: \.assetID).compactMapValues { all in
                let sum = try Money.sum(all.map(\.amount), in: all[0].amount.currency)
                return sum.isZero ? nil : JournalProgram.plain(sum.amountText)
            }
        }
    }

    // MARK: - By hand

    /// A goal that ended with savings of several assets, beside names that look like JSON and dates.
    private func ended() async throws -> MemoryStore {
        let store = MemoryStore()
        let snapshot = GoalSnapshot(
            day: try day("2026-05-20"), saved: try money("3000 EUR"), isComplete: true,
            funding: [
                .init(asset: "[2026-01-01] \"x\" \\", amount: try money("1000 EUR"), rate: nil, assetID: UUID()),
                .init(asset: "a, b]", amount: try money("0.5 BTC"), rate: "50000", assetID: UUID()),
            ])
        let goal = Goal(
            id: UUID(), name: "Car [2]", target: try money("3000 EUR"), start: try day("2026-01-01"),
            deadline: try day("2026-12-31"), lifecycle: .finished, snapshot: snapshot)
        let asset = Asset(id: UUID(), name: "Cash", currency: .eur)
        let transaction = Transaction(
            id: UUID(), assetID: asset.id, amount: try money("5 EUR"), day: try day("2026-05-01"), entered: anyCall.now)
        try await store.write(anyCall) { writer in
            try writer.insert(goal)
            try writer.insert(asset)
            try writer.insertUnfollowed(transaction)
        }
        return store
    }

    @Test(arguments: JournalDialect.allCases)
    func `a goal that ended is read back, also from journals with escaped brackets`(_ dialect: JournalDialect)
        async throws
    {
        let store = try await ended()
        let path = folder.appending(path: "x.\(dialect == .hledger ? "journal" : dialect.rawValue)").path
        _ = try await ArchiveService(store: store, kinds: Self.kinds).export(to: path, anyCall)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("[2026") && !text.contains("[2]"))
        let escaped = dialect == .beancount ? #"\\u005b"# : #"\u005b"#
        for old in [text, text.replacing("[ ", with: escaped)] {
            try Data(old.utf8).write(to: URL(fileURLWithPath: path))
            let other = MemoryStore()
            _ = try await ImportService(store: other).importTransactions(ImportRequest(path: path), anyCall)
            try await expectSame(records(store), records(other), "\(dialect)")
        }
        if JournalProgram.installed.contains(dialect) {
            let (output, status) = try JournalProgram.check(dialect, path)
            #expect(status == 0, "\(output.prefix(500))")
        }
    }

    @Test(arguments: ["json", "journal", "ledger", "beancount"])
    func `without a goal totals stay in the currency of the asset entered first`(suffix: String) async throws {
        for order in [["Zloty", "Anchor", "Money"], ["Anchor", "Zloty"], ["Money", "Anchor", "anchor"]] {
            let codes = ["Zloty": "JPY", "Anchor": "USD", "Money": "EUR", "anchor": "EUR"]
            let store = MemoryStore()
            for name in order {
                let asset = Asset(id: UUID(), name: name, currency: try currency(codes[name] ?? ""))
                try await store.write(anyCall) { try $0.insert(asset) }
            }
            let path = folder.appending(path: "\(order.joined()).\(suffix)").path
            _ = try await ArchiveService(store: store, kinds: Self.kinds).export(to: path, anyCall)
            let other = MemoryStore()
            if suffix == "json" {
                _ = try await ArchiveService(store: other, kinds: Self.kinds).importArchive(path, anyCall)
            } else {
                _ = try await ImportService(store: other).importTransactions(ImportRequest(path: path), anyCall)
            }
            #expect(try await other.displayCurrency(nil).code == codes[order[0]], "\(order)")
            try await expectSame(records(store), records(other), "\(order)")
        }
    }
}
