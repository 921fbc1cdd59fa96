import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Journals are read by the programs they are written for. Where one of these is not installed, its tests are left out.
@Suite struct JournalWriterTests {
    private func household(_ random: inout SeededGenerator, transactions count: Int) async throws -> MemoryStore {
        let store = MemoryStore()
        let names = [
            "Savings", "a:b;c", "(odd) [x]", "savings", "Zoë's \"pot\"", "*star", "日本", "1st", "two  spaces", "=1+1",
            "A", "-",
        ]
        let codes = ["EUR", "BTC", "JPY", "USD"]
        let assets =
            try names.map { name in
                Asset(id: random.uuid(), name: name, currency: try currency(random.pick(codes)))
            } + [
                Asset(
                    id: random.uuid(), name: "Vault",
                    currency: try Currency(
                        token: "1INCH", chain: "ethereum", contract: "0x111111111117dc0aa78b770fa6a738034120c302",
                        decimals: 18)),
                Asset(
                    id: random.uuid(), name: "Vault 2",
                    currency: try Currency(
                        token: "USDC", chain: "ethereum", contract: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                        decimals: 6)),
                Asset(
                    id: random.uuid(), name: "Vault 3",
                    currency: try Currency(
                        token: "USDC", chain: "polygon", contract: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
                        decimals: 6)),
            ]
        let notes = [
            "May", "; not a comment", "(code) x", "a | b", "say \"hi\" \\", "= 5", "* done", "x  y", "zwei\nZeilen",
            "ü€",
        ]
        var transactions: [Transaction] = []
        for _ in 0..<count {
            let asset = random.pick(assets)
            let places = asset.currency.minorUnit
            let fraction = places == 0 ? "" : "." + String(format: "%0*d", min(places, 9), random.int(0...99))
            transactions.append(
                Transaction(
                    id: random.uuid(), assetID: asset.id,
                    amount: try Money(
                        "\(random.chance(1, in: 3) ? "-" : "")\(random.int(1...999_999))\(fraction)", asset.currency),
                    day: CalendarDay(dayNumber: random.int(19_000...20_500)),
                    kind: random.chance(1, in: 9) ? .opening : .manual, entered: Date(timeIntervalSince1970: 1),
                    note: random.chance(2, in: 3) ? random.pick(notes) : nil))
        }
        let (all, car) = (transactions, try goal("Car; not a comment"))
        try await store.write(anyCall) { writer in
            for asset in assets { try writer.insert(asset) }
            for transaction in all { try writer.insertUnfollowed(transaction) }
            try writer.insert(car)
        }
        return store
    }

    @Test(arguments: JournalProgram.installed)
    func `the program accepts the journal, and its balances are ours to the last digit`(
        _ dialect: JournalDialect
    ) async throws {
        for (seed, count) in [(UInt64(1), 40), (2, 10_000)] {
            var random = SeededGenerator(seed: seed)
            let store = try await household(&random, transactions: count)
            let suffix = dialect == .hledger ? "journal" : dialect.rawValue
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let today = try call("2026-07-01")
            _ = try await ArchiveService(store: store, kinds: EntityKind.shared).export(to: path, today)
            // Every assertion of a balance is checked too.
            let (text, status) = try JournalProgram.check(dialect, path)
            #expect(status == 0, "seed \(seed): \(text.prefix(2000))")
            let balances = try await store.read { try $0.balances(on: [today.today]) }
            let expected = balances.values.compactMap(\.first).filter { !$0.isZero }.map(\.amountText)
            let found = try JournalProgram.balances(dialect, path)
                .filter { $0.key.account.lowercased().hasPrefix("assets") }.map(\.value)
            #expect(found.sorted() == expected.map(JournalProgram.plain).sorted(), "seed \(seed)")
        }
    }

    @Test(arguments: JournalProgram.installed)
    func `a program refuses a journal whose balance was changed`(_ dialect: JournalDialect) async throws {
        var random = SeededGenerator(seed: 3)
        let store = try await household(&random, transactions: 60)
        let suffix = dialect == .hledger ? "journal" : dialect.rawValue
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try await ArchiveService(store: store, kinds: EntityKind.shared).export(to: path, call("2026-07-01"))
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map(String.init)
        // The first amount of a transaction becomes another one.
        let index = try #require(
            lines.firstIndex { $0.hasPrefix("    ") && $0.contains(where: \.isNumber) && !$0.contains("id:") })
        let amount = try #require(lines[index].range(of: "  ", options: .backwards))
        lines[index].replaceSubrange(amount, with: "  7")
        lines[index] = lines[index].replacing("  7-", with: "  -7")
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        let (_, status) = try JournalProgram.check(dialect, path)
        #expect(status != 0)
    }

    @Test func `names that journals cannot have`() {
        #expect(JournalDialect.hledger.account("assets", "a:b;c") == "assets:a-b-c")
        #expect(JournalDialect.ledger.account("assets", "* x  y") == "assets:x y")
        #expect(JournalDialect.beancount.account("assets", "zoë's pot") == "Assets:Zoë-s-pot")
        #expect(JournalDialect.beancount.account("assets", "=1+1") == "Assets:1-1")
        #expect(JournalDialect.beancount.account("assets", "日本") == "Assets:X日本")
        #expect(JournalDialect.beancount.symbol("1INCH") == "X1INCH")
        #expect(JournalDialect.hledger.symbol("1INCH") == "\"1INCH\"")
        #expect(JournalDialect(path: "a.JOURNAL") == .hledger)
        #expect(JournalDialect(path: "folder") == nil)
    }
}
