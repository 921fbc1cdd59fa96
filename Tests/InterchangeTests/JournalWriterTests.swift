import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Interchange

/// Journals are read by the programs they are written for. Where one of these is not installed, its tests are left out.
@Suite struct JournalWriterTests {
    private static func isInstalled(_ dialect: JournalDialect) -> Bool { program(dialect) != nil }

    private static func program(_ dialect: JournalDialect) -> String? {
        let python = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appending(path: ".build/python/bin")
            .path
        let name = dialect == .beancount ? "bean-check" : dialect.rawValue
        return (["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", python].map { "\($0)/\(name)" })
            .first(where: FileManager.default.isExecutableFile)
    }

    static let installed = JournalDialect.allCases.filter(isInstalled)

    private func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

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
            for transaction in all { try writer.insert(transaction) }
            try writer.insert(car)
        }
        return store
    }

    /// What the program says of each account, as digits by account and symbol.
    private func balances(_ dialect: JournalDialect, _ path: String) throws -> Set<String> {
        let program = try #require(Self.program(dialect))
        switch dialect {
        case .hledger:
            let (text, status) = try run(
                program, ["-f", path, "bal", "assets", "--flat", "--no-total", "-O", "csv", "--layout=bare"])
            #expect(status == 0, "\(text)")
            return Set(text.split(separator: "\n").dropFirst().map(String.init))
        case .ledger:
            let (text, status) = try run(
                program,
                [
                    "-f", path, "--no-color", "bal", "assets", "--flat", "--no-total", "--balance-format",
                    "%(account)\t%(quantity(scrub(display_total)))\t%(commodity(scrub(display_total)))\n",
                ])
            #expect(status == 0, "\(text)")
            return Set(text.split(separator: "\n").map(String.init))
        case .beancount: return []
        }
    }

    @Test(arguments: installed)
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
            let program = try #require(Self.program(dialect))
            switch dialect {
            // Every assertion of a balance is checked too.
            case .hledger:
                let (text, status) = try run(program, ["-f", path, "check", "--strict"])
                #expect(status == 0, "seed \(seed): \(text.prefix(2000))")
            case .ledger:
                let (text, status) = try run(program, ["-f", path, "bal"])
                #expect(status == 0, "seed \(seed): \(text.prefix(2000))")
            case .beancount:
                let (text, status) = try run(program, [path])
                #expect(status == 0, "seed \(seed): \(text.prefix(2000))")
            }
            guard dialect == .hledger else { continue }
            let found = try balances(dialect, path).map { $0.split(separator: ",").last.map(String.init) ?? "" }
            let expected = try await store.read { try $0.balances(on: [today.today]) }.values.compactMap(\.first)
            func digits(_ text: String) throws -> Money {
                try Money(text.filter { $0.isNumber || $0 == "-" || $0 == "." }, currency("BTC"))
            }
            #expect(
                try found.map { try digits($0) }.map(\.amountText).sorted()
                    == expected.filter { !$0.isZero }.map { try digits($0.amountText) }.map(\.amountText).sorted())
        }
    }

    @Test(arguments: installed)
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
        let (_, status) = try run(
            #require(Self.program(dialect)),
            dialect == .beancount ? [path] : ["-f", path, "bal"])
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
