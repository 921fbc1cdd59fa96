import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Transactions with prices balance or not, as their program has it.
@Suite struct JournalPriceTests {
    /// Why transactions of a journal are refused.
    private func refused(_ path: String, _ dialect: JournalDialect) throws -> [String] {
        var refused: [String] = []
        try JournalReader(file: TextFile(path: path, encoding: .utf8), dialect: dialect).read { item in
            if case .refused(let row) = item { refused.append("\(row.line): \(row.reason)") }
        }
        return refused
    }

    private func write(_ text: String, _ dialect: JournalDialect) throws -> String {
        let suffix = dialect == .hledger ? "journal" : dialect.rawValue
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func refused(text: String, _ dialect: JournalDialect) throws -> [String] {
        let path = try write(text, dialect)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try refused(path, dialect)
    }

    @Test(arguments: [JournalDialect.hledger, .ledger])
    func `what prices leave is refused`(_ dialect: JournalDialect) throws {
        func refused(_ postings: String...) throws -> [String] {
            try self.refused(
                text: (["2026-01-01 buy"] + postings.map { "  " + $0 }).joined(separator: "\n") + "\n", dialect)
        }
        #expect(try refused("a  10 AAPL @ $5.00", "b  $-50.00") == [])
        #expect(try refused("a  10 AAPL @@ $50.00", "b  $-50.00") == [])
        #expect(try refused("a  3 AAPL @ $33.333", "b  $-100.00") == [])
        let tooMuch = "1: it does not balance: "
        #expect(try refused("a  3 AAPL @ $33.33", "b  $-100.00") == [tooMuch + "-0.01 $ too much"])
        #expect(try refused("a  10 AAPL @@ $50.00", "b  $-40") == [tooMuch + "10 $ too much"])
        // Where a price is told, none is found.
        #expect(
            try refused("a  10 AAPL @ $5.00", "b  $-40", "c  -10 EUR") == [tooMuch + "10 $, -10.00 EUR too much"])
        #expect(try refused("a  10 AAPL @@ 45 EUR", "b  $-50") == [tooMuch + "45.00 EUR, -50 $ too much"])
        #expect(try refused("[a]  3 AAPL @ $33", "[b]  $-98", "c  $1", "d  $-1") == [tooMuch + "1 $ too much"])
        #expect(try refused("(a)  3 AAPL @ $33", "c  $1", "d  $-1") == [])
        // What a lot was bought for stands elsewhere.
        #expect(try refused("a  -3 AAPL {$30} @ $33", "c  $90", "d  $9") == [])
    }

    @Test func `what prices leave in beancount is refused`() throws {
        func refused(_ postings: String...) throws -> [String] {
            try self.refused(
                text: (["2026-01-01 * \"buy\""] + postings.map { "  " + $0 }).joined(separator: "\n") + "\n",
                .beancount)
        }
        #expect(try refused("Assets:A  10 AAPL @ 5.00 USD", "Assets:B  -50.00 USD") == [])
        #expect(try refused("Assets:A  3 AAPL @ 33.333 USD", "Assets:B  -100.00 USD") == [])
        let tooMuch = "1: it does not balance: "
        #expect(
            try refused("Assets:A  3 AAPL @ 33.33 USD", "Assets:B  -100.00 USD") == [tooMuch + "-0.01 USD too much"])
        #expect(
            try refused("Assets:A  3 AAPL @ 33.333 USD", "Assets:B  -100 USD") == [tooMuch + "-0.001 USD too much"])
        #expect(
            try refused("Assets:A  10 AAPL {5.00 USD} @ 6.00 USD", "Assets:B  -60.00 USD")
                == [tooMuch + "-10.00 USD too much"])
        #expect(try refused("Assets:A  -10 AAPL {} @ 6.00 USD", "Assets:B  60.00 USD") == [])
    }

    @Test(arguments: JournalProgram.installed)
    func `what the program refuses is refused, and nothing else`(_ dialect: JournalDialect) throws {
        var random = SeededGenerator(seed: 11)
        let purchases = (0..<60).map { _ in Self.purchase(dialect, &random) }
        let refused = try JournalProgram.refused(purchases.map(\.text), after: Self.opening(dialect), dialect)
        var disagreed = 0
        for (round, (text, imbalance)) in purchases.enumerated() {
            let path = try write(Self.opening(dialect) + text, dialect)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let own = try self.refused(path, dialect)
            // Beancount divides a total price, and misses the total by its own rounding.
            if dialect == .beancount, text.contains("@@"), refused.contains(round), own.isEmpty {
                disagreed += 1
                continue
            }
            #expect(own.isEmpty != refused.contains(round), "round \(round), \(imbalance): \(own)\n\(text)")
        }
        #expect((10...50).contains(purchases.count - refused.count))
        #expect(disagreed < 15)
    }

    /// What stands before a purchase: the accounts and commodities that it names.
    private static func opening(_ dialect: JournalDialect) -> String {
        let lines =
            switch dialect {
            case .beancount: ["A", "B", "C", "D"].map { "2020-01-01 open Assets:\($0)" }
            case .hledger:
                ["commodity 1000.00 USD", "commodity 1000. AAA", "commodity 1000. BBB", "commodity 1000. CCC"]
                    + ["a", "b", "c", "d"].map { "account assets:\($0)" }
            case .ledger: [String]()
            }
        return lines.map { "\($0)\n" }.joined()
    }

    /// A purchase of one to three things, and by how much it may be off.
    private static func purchase(
        _ dialect: JournalDialect, _ random: inout SeededGenerator
    ) -> (text: String, imbalance: String) {
        let isBeancount = dialect == .beancount
        func account(_ name: String) -> String { isBeancount ? "Assets:\(name)" : "assets:\(name.lowercased())" }
        // The program knows of cents then.
        let head = { (name: String) in isBeancount ? "2026-01-01 * \"\(name)\"" : "2026-01-01 \(name)" }
        var lines = [head("before"), "  \(account("A"))  1.00 USD", "  \(account("B"))  -1.00 USD", "", head("buy")]
        var thousandths = 0
        for name in ["A", "B", "C"].prefix(random.int(1...3)) {
            let number = random.int(1...9)
            let price = random.int(1...99_999)
            let text = "\(price / 1000).\(String(format: "%03d", price % 1000)) USD"
            if random.chance(1, in: 4) {
                lines.append("  \(account(name))  \(number) \(name)\(name)\(name) @@ \(text)")
                thousandths += price
            } else {
                lines.append("  \(account(name))  \(number) \(name)\(name)\(name) @ \(text)")
                thousandths += price * number
            }
        }
        let off = random.pick([0, 0, 0, 1, 2, 4, 6, 10, 100, -3, -10, 5000])
        // Half a cent is rounded to either side.
        var cents = (thousandths + off) / 10
        if abs(thousandths - cents * 10) == 5 { cents += 1 }
        lines.append("  \(account("D"))  -\(cents / 100).\(String(format: "%02d", cents % 100)) USD")
        return (lines.joined(separator: "\n") + "\n", "\(thousandths - cents * 10) thousandths")
    }
}
