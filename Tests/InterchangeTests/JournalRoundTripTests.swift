import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// A household that is written to a journal and read back is the same, and the journal's program accepts it.
@Suite struct JournalRoundTripTests {
    private let kinds = EntityKind.shared + InterchangePlugin.kinds

    private static let texts = [
        "Savings", "a:b;c", "(odd) [2026-01-01]", "savings", "Zoë's \"pot\"", "*star", "日本", "two  spaces", "=1+1", "-",
        "A \\ b", "; no remark", "(code) x", "a | b", "date: 2026-01-01", "! x", "[2026/01/01]", "x, y: z", "ü€ ",
    ]

    private func household(_ random: inout SeededGenerator) throws -> [Record] {
        let currencies =
            try ["EUR", "BTC", "JPY", "USD", "ETH"].map { try currency($0) } + [
                Currency(
                    token: "1INCH", chain: "ethereum", contract: "0x111111111117dc0aa78b770fa6a738034120c302",
                    decimals: 18),
                Currency(
                    token: "USDC", chain: "ethereum", contract: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                    decimals: 6),
                Currency(
                    token: "USDC", chain: "polygon", contract: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", decimals: 6
                ),
            ]
        var records: [Record] = [Record(Household(displayCurrency: .eur))]
        let goals = try (0..<random.int(1...4)).map { _ in
            var goal = try goal(random.pick(Self.texts).trimmingCharacters(in: .whitespaces))
            goal.details =
                random.chance(1, in: 2) ? String(repeating: "a long [1] text; ", count: random.int(0...150)) : nil
            return goal
        }
        let assets = (0..<random.int(1...8)).map { _ in
            Asset(
                id: random.uuid(), name: random.pick(Self.texts).trimmingCharacters(in: .whitespaces),
                currency: random.pick(currencies))
        }
        records += goals.map { Record($0) } + assets.map { Record($0) }
        for asset in assets where random.chance(2, in: 3) {
            let goal = random.pick(goals)
            let size: AssetAllocation.Size = try random.pick([
                .rest, .share(Share(units: random.int(1...1_000_000))), .fixed(Money("5", asset.currency)),
            ])
            records.append(Record(AssetAllocation(assetID: asset.id, goalID: goal.id, size: size)))
        }
        for _ in 0..<random.int(0...40) {
            let asset = random.pick(assets)
            let digits = min(asset.currency.minorUnit, random.int(0...12))
            let fraction = digits == 0 ? "" : "." + (0..<digits).map { _ in "\(random.int(0...9))" }.joined() + "1"
            let kind = random.pick(Transaction.Kind.allCases)
            records.append(
                Record(
                    Transaction(
                        id: random.uuid(), assetID: asset.id,
                        amount: try Money(
                            "\(random.chance(1, in: 3) ? "-" : "")\(random.int(1...9_999_999))\(fraction)",
                            asset.currency),
                        day: CalendarDay(dayNumber: random.int(19_000...20_700)), kind: kind,
                        entered: Date(timeIntervalSince1970: Double(random.int(1_700_000_000...1_780_000_000))),
                        goalID: kind == .spending ? random.pick(goals).id : nil,
                        note: random.chance(2, in: 3) ? random.pick(Self.texts) : nil,
                        hash: random.chance(1, in: 9) ? "0xabc" : nil,
                        imported: random.chance(1, in: 3) ? importedLine(&random) : nil)))
        }
        return records
    }

    private func importedLine(_ random: inout SeededGenerator) -> ImportedLine {
        ImportedLine(
            day: CalendarDay(dayNumber: random.int(19_000...20_700)), amount: "-\(random.int(1...999)).5",
            text: random.next(), number: random.pick([nil, "F 1", "[2026-01-01]", "a; b: \"c\"", "2026/01/01"]))
    }

    private func records(_ store: MemoryStore) async throws -> Set<String> {
        try await store.read { reader in
            var all: Set<String> = []
            try reader.forEachRecord { all.insert("\($0.kind.description.kind) \(CellText.encode($0.cells))") }
            return all
        }
    }

    private func write(_ records: [Record]) async throws -> MemoryStore {
        let store = MemoryStore()
        try await store.write(anyCall) { writer in for record in records { try writer.apply(.insert(record)) } }
        return store
    }

    private func importing(_ path: String, _ store: MemoryStore) async throws -> Outcome<ImportReport> {
        try await ImportService(store: store).importTransactions(ImportRequest(path: path), call("2026-07-01"))
    }

    @Test(arguments: JournalDialect.allCases)
    func `what is written comes back`(_ dialect: JournalDialect) async throws {
        for seed in UInt64(1)...30 {
            var random = SeededGenerator(seed: seed)
            let store = try await write(household(&random))
            let suffix = dialect == .hledger ? "journal" : dialect.rawValue
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            _ = try await ArchiveService(store: store, kinds: kinds).export(to: path, call("2026-07-01"))
            let empty = MemoryStore()
            let report = try await importing(path, empty).value
            let (written, read) = (try await records(store), try await records(empty))
            #expect(written.subtracting(read).sorted() == [], "seed \(seed): lost")
            #expect(read.subtracting(written).sorted() == [], "seed \(seed): new")
            #expect(report.count(.refused) == 0)
            #expect(try await empty.read { try $0.journal(of: nil, limit: nil).count } == 1)
            // Once more: all is there already.
            let again = try await importing(path, store).value
            #expect(again.count(.added) == 0 && again.goals == 0 && again.allocations == 0)
            if seed <= 5, JournalProgram.installed.contains(dialect) {
                let (text, status) = try JournalProgram.check(dialect, path)
                #expect(status == 0, "seed \(seed): \(text.prefix(1000))")
            }
        }
    }

    @Test func `a household of its own takes transactions, not goals`() async throws {
        var random = SeededGenerator(seed: 7)
        let store = try await write(household(&random))
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).journal").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try await ArchiveService(store: store, kinds: kinds).export(to: path, call("2026-07-01"))
        let other = try await write([Record(Asset(id: UUID(), name: "Mine", currency: .eur))])
        let outcome = try await importing(path, other)
        #expect(outcome.value.goals == 0 && outcome.warnings.map(\.code).contains("householdLeftOut"))
        let sums = { (store: MemoryStore) in
            try await store.read { reader in
                try Dictionary(grouping: reader.transactions(of: nil), by: \.amount.currency).mapValues { all in
                    try Money.sum(all.map(\.amount), in: all[0].amount.currency)
                }
            }
        }
        #expect(try await sums(store) == sums(other))
        let mine = MemoryStore()
        _ = try await importing(path, mine)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // One amount is another now.
        let changed = text.replacing(try Regex(#"(\n    assets:[^\n]*  -?)(\d)"#), maxReplacements: 1) {
            "\($0.output[1].substring ?? "")9\($0.output[2].substring ?? "")"
        }.replacing(try Regex(#" = [^\n]*"#), with: "")
        try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
        let error = await #expect(throws: ImportError.self) { try await importing(path, mine) }
        #expect(
            error?.description.contains("differs from what is there by its id") == true, "\(String(describing: error))")
    }

    @Test func `a journal by hand becomes assets, one for each currency`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).journal").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = """
            2026-05-01 opening
              assets:bank:giro  1000.00 EUR
              equity:opening balances
            2026-05-02 * Grocer  ; food
              expenses:food  12.50 EUR
              assets:bank:giro
            2026-05-03 change
              assets:bank:giro  -100.00 EUR @ 1.10 USD
              assets:bank:giro  110.00 USD
            2026-05-04 buy
              assets:wallet  0.005 BTC @@ 300 EUR
              assets:bank:giro
            ~ monthly
              expenses:rent  500 EUR
              assets:bank:giro
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let store = MemoryStore()
        let outcome = try await importing(path, store)
        #expect(
            outcome.value.assets.map { "\($0.asset.name) \($0.balance)" } == [
                "bank:giro EUR 587.50 EUR", "bank:giro USD 110.00 USD", "wallet 0.005 BTC",
            ])
        #expect(outcome.value.unread == ["equity", "expenses"])
        #expect(outcome.warnings.map(\.code) == ["notRead"])
        let kinds = try await store.read { try $0.transactions(of: nil).map(\.kind) }
        #expect(kinds == [.opening, .manual, .manual, .manual, .manual, .manual])
        #expect(try await importing(path, store).value.count(.known) == 6)
        var request = ImportRequest(path: path)
        request.account = "assets:none"
        let service = ImportService(store: store)
        await #expect(throws: ImportError.noJournalAccount("assets:none", accounts: ["assets", "equity", "expenses"])) {
            try await service.importTransactions(request, call("2026-07-01"))
        }
    }
}
