import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Journals as people write them: what their programs sum up is what we sum up, or the line is refused.
@Suite struct JournalReaderTests {
    private struct Reading {
        var sums: [JournalProgram.Place: Money] = [:]
        var refused: [String] = []
        var skipped: [Int] = []
        var days: Set<String> = []

        /// Where a program says something else: the place, what we say, what it says.
        func differences(from other: [JournalProgram.Place: String]) -> [String] {
            let own = sums.filter { !$0.value.isZero }.mapValues { JournalProgram.plain($0.amountText) }
            return Set(own.keys).union(other.keys).filter { own[$0] != other[$0] }
                .map { "\($0.account) \($0.symbol): \(own[$0] ?? "nothing"), \(other[$0] ?? "nothing")" }.sorted()
        }
    }

    private func write(_ text: String, _ dialect: JournalDialect) throws -> String {
        let suffix = dialect == .hledger ? "journal" : dialect.rawValue
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func read(_ path: String, _ dialect: JournalDialect) throws -> Reading {
        var reading = Reading()
        try JournalReader(file: TextFile(path: path, encoding: .utf8), dialect: dialect).read { item in
            switch item {
            case .transaction(let transaction):
                for posting in transaction.postings {
                    let place = JournalProgram.Place(
                        account: posting.account, symbol: JournalCommodities.symbol(posting.amount.currency))
                    let sum = reading.sums[place] ?? .zero(posting.amount.currency)
                    reading.sums[place] = try sum.adding(posting.amount)
                    reading.days.insert("\(posting.day ?? transaction.day)")
                }
            case .refused(let row): reading.refused.append("\(row.line): \(row.reason)")
            case .skipped(let line, _): reading.skipped.append(line)
            case .balance, .tag: break
            }
        }
        return reading
    }

    private func read(text: String, _ dialect: JournalDialect) throws -> Reading {
        let path = try write(text, dialect)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try read(path, dialect)
    }

    // MARK: - As people write them

    static let samples: [(JournalDialect, String)] = [
        (
            .hledger,
            """
            # A journal by hand.
            ; with comments
            * and headings
            comment
            2020-01-01 no transaction
              a  1
            end comment
            commodity $1,000.00
            commodity 1.000,00 EUR
            commodity "green apples"
              format 1,000. "green apples"
            account assets:bank   ; type: A
              ; a remark
            payee Grocer
            tag project

            2026/1/2=2026-02-03 * (12) Grocer; buys
              expenses:food:meat and veg   $1,234.50  ; [2026-01-05] remark
              assets:bank  $-1,234.5 = $-1,234.50

            2026-01-02 ! opening
              ! assets:bank  10.000,25 EUR
              (budget:food)  $5
              [assets:envelope]  $3
              [assets:bank]  $-3
              * equity:opening balances

            2026.01.03 shares
              assets:broker  10 AAPL @ $5.123
              assets:broker  -2 AAPL @@ $11
              assets:cash
            ~ monthly from 2026-02
              expenses:rent  $500
              assets:bank

            P 2026-01-03 AAPL $6
            P 2026-01-03 00:00:00 EUR $1.1
            2026-01-04 prices the other way round
              assets:a  "green apples" 1,234
              assets:a  -€5
              assets:a  EUR-1.000
              assets:b
            Y2025
            12-31 with a year from before
              assets:a  1.5 BTC
              assets:b  -1.5 BTC == -1.5 BTC
            2026-01-05 posting dates
              assets:a  1 BTC  ; date:2026-02-01
              assets:b  ; date:2-2
            D $1,000.00
            2026-01-06 no symbol
              assets:a  5
              assets:b
            2026-01-07 two commodities
              assets:a  10 USD
              assets:b  -9 XYZ
            2026-01-08 a lot
              assets:broker  1 AAPL {$5} @ $6
              income:gain  $-6
            """
        ),
        (
            .hledger,
            """
            decimal-mark ,
            2026-01-01 a
              assets:a  1.234 EUR
              assets:a  1,234 EUR
              assets:b  0,5 EUR
              assets:b
            2026-01-01 nothing
            """
        ),
        (
            .ledger,
            """
            ; ledger
            # all of these
            | are
            % comments
            commodity $
              note US dollars
              format $1,000.00
            commodity EUR
               format 1.000,00 EUR
               nomarket
            account Assets:Bank
              note mine
            payee Grocer
            tag x
            comment
            2020-01-01 none
              a  1
            end comment
            2026/01/02=2026/02/03 * (12) Grocer  ; buys
              Expenses:Food:Meat and Veg   $1,234.50  ; [2026/01/05] remark
              ; Tag: value
              Assets:Bank\t$-1,234.50 = $-1,234.50

            2026/01/02 ! opening
              ! Assets:Bank  10.000,25 EUR
              (Budget:Food)  $5
              * Equity:Opening Balances

            2026/01/03 shares
              Assets:Broker  10 AAPL @ $5.123
              Assets:Broker  -2 AAPL @@ $11
              Assets:Cash
            ~ Monthly
              Expenses:Rent  $500
              Assets:Bank

            P 2026/01/03 AAPL $6
            2026/01/04 a comma
              Assets:A  1,25 CHF
              Assets:A  -1.250,25 CHF
              Assets:A  1.234 CHF
              Assets:B
            2026/01/05 two commodities
              Assets:A  10 USD
              Assets:B  -9 XYZ
            2026/01/08 a lot
              Assets:Broker  1 AAPL {$5} [2026/01/01] @ $6
              Income:Gain  $-5
            2026/01/09 a name
              Assets:A  "S&P 500" 5
              Assets:B
            """
        ),
        (
            .beancount,
            """
            * Options
            option "title" "Sample"
            option "operating_currency" "USD"
            2026-01-01 commodity AAPL
              name: "Apple"
            2026-01-01 open Assets:Bank USD,EUR
            2026-01-01 open Assets:Broker
            2026-01-01 open Assets:Bank:Sub
            2026-01-01 open Expenses:Food
            2026-01-01 open Income:Gain
            2026-01-01 open Equity:Opening-Balances
            ; a comment
            2026-01-02 * "Grocer" "food; and \\"more\\"" #tag ^link
              receipt: "12"
              Expenses:Food   1,234.50 USD ; remark
                note: "x"
              Assets:Bank

            2026-01-02 txn "opening"
              ! Assets:Bank  2000.25 EUR
              Assets:Bank  10,000 USD
              ; a remark inside
              Equity:Opening-Balances
            2026-01-03 * "shares"
              Assets:Broker  10 AAPL {5.125 USD}
              Assets:Bank
            2026-01-04 * "sold"
              Assets:Broker  -4 AAPL {5.125 USD, 2026-01-03} @ 6.00 USD
              Assets:Bank  24.00 USD
              Income:Gain  -3.50 USD
            2026-01-05 * "change"
              Assets:Bank  -10.00 EUR @ 1.10 USD
              Assets:Bank  11.00 USD
            2026-01-05 * "change"
              Assets:Bank  -10.00 EUR @@ 11.005 USD
              Assets:Bank:Sub  11.00 USD
            2026-01-06 balance Assets:Bank  1980.25 EUR
            2026-01-06 balance Assets:Broker  6 AAPL
            2026-01-06 balance Assets:Bank:Sub  11.01 ~ 0.02 USD
            2026-01-06 price AAPL 6.00 USD
            2026-01-06 note Assets:Bank "called"
            2026-01-06 event "location" "home"
            2026-01-07 * "within half a cent"
              Assets:Bank  1.00 USD
              Assets:Bank:Sub  -1.003 USD
            2026-12-31 close Income:Gain
            """
        ),
    ]

    @Test(arguments: samples.indices.filter { JournalProgram.installed.contains(samples[$0].0) })
    func `journals by hand sum up as their programs say`(_ index: Int) throws {
        let (dialect, text) = Self.samples[index]
        let path = try write(text, dialect)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reading = try read(path, dialect)
        #expect(reading.refused == [])
        #expect(reading.differences(from: try JournalProgram.balances(dialect, path)) == [])
        if dialect != .beancount, index != 1 { #expect(reading.skipped.count == 1) }
        if index == 0 {
            #expect(reading.days.isSuperset(of: ["2025-12-31", "2026-01-05", "2026-02-01", "2026-02-02"]))
        }
    }

    // MARK: - What is refused

    private static func posting(_ text: String) -> String { "2026-01-01 a\n  \(text)\n  b\n" }

    static let refusals: [(JournalDialect, String, line: Int)] = [
        (.hledger, posting("assets:a  1,234 EUR"), 2), (.ledger, posting("assets:a  1,234 EUR"), 2),
        (.ledger, posting("assets:a  0,123456 EUR"), 2), (.hledger, posting("assets:a\t5 EUR"), 2),
        (.hledger, posting("assets:a  1 000 EUR"), 2), (.hledger, posting("assets:a  1e3 EUR"), 2),
        (.hledger, posting("assets:a  (5 + 5) EUR"), 2), (.ledger, posting("assets:a  (5 EUR * 2)"), 2),
        (.ledger, posting("assets:a  5 EUR (note)"), 2), (.hledger, posting("assets:a  = 5 EUR"), 2),
        (.hledger, posting("assets:a  5 EUR = 6 EUR"), 2), (.hledger, posting("assets:a  12,34.56 EUR"), 2),
        (.hledger, posting("assets:a ;x"), 2), (.hledger, posting("assets:a  5 EUR {$5}"), 1),
        (.hledger, "2026-01-01 a\n  a  1 EUR\n  b  1 EUR\n", 1), (.hledger, "2026-01-01 a\n  a\n  b\n", 1),
        (.hledger, "2026-01-01 a\n  a  1 EUR\n  b  -1 USD\n  c  1 CHF\n", 1),
        (.hledger, "2026-01-01 a\n  (a)\n  b  1 EUR\n  c\n", 1), (.hledger, "01-02 a\n  b  1 EUR\n  c\n", 1),
        (.hledger, "2026-02-30 a\n", 1), (.hledger, "= expenses\n  (budget)  *-1\n", 1),
        (.hledger, "include other.journal\n", 1), (.hledger, "alias a=b\n", 1),
        (.hledger, "apply account x\n", 1), (.ledger, "bucket Assets\n", 1), (.ledger, "A Assets\n", 1),
        (.ledger, "account a\n  alias b\n", 2), (.ledger, "define x=5\n", 1), (.ledger, "i 2026/01/01 a\n", 1),
        (.ledger, "C 1.00 Kb = 1024 b\n", 1), (.hledger, "  a  1 EUR\n", 1), (.hledger, "% x\n", 1),
        (.ledger, "2026/01/01 a\n  ; [2026/02/02]\n  a  1 EUR\n  b\n", 2),
        (.hledger, posting("assets:a  99999999999999999999999999999999999999999 EUR"), 2),
        (.hledger, "2026-01-01 a\n  a  1 EUR\n  [b]  1 EUR\n  c\n", 1),
        (.beancount, "2026-01-01 pad Assets:A Equity:B\n", 1), (.beancount, "plugin \"x\"\n", 1),
        (.beancount, "include \"x\"\n", 1), (.beancount, "option \"plugin\" \"x\"\n", 1),
        (.beancount, "2026-01-01 * \"a\n", 1), (.beancount, "2026-01-01 * \"a\"\n  Assets:A  5\n  Assets:B\n", 2),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  USD\n  Assets:B\n", 2),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  (1 + 2) USD\n  Assets:B\n", 2),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  4/3 USD\n  Assets:B\n", 2),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  1.01 USD\n  Assets:B  2.5 USD\n  Assets:C\n", 1),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  -5 AAPL {}\n  Assets:B\n", 1),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  1.00 USD\n  Assets:B  -1.01 USD\n", 1),
        (.beancount, "2026-01-01 * \"a\"\n  Assets:A  5 USD\n  Assets:B\n\n  Assets:C  1 USD\n", 5),
        (.beancount, "2026-01-01 balance Assets:A  5 USD\n", 1), (.beancount, "2026-01-01 query \"a\" \"b\n", 1),
    ]

    @Test(arguments: refusals.indices)
    func `what is not understood is refused by its line`(_ index: Int) throws {
        let (dialect, text, line) = Self.refusals[index]
        let refused = try read(text: text, dialect).refused
        #expect(refused.first?.hasPrefix("\(line): ") == true, "\(text): \(refused)")
    }

    @Test func `a balance holds in the order of the dates, in ledger in that of the lines`() throws {
        let text = """
            2026-01-02 later
              assets:a  1 EUR = 6 EUR
              b
            2026-01-01 earlier
              assets:a  5 EUR = 5 EUR
              b
            """
        #expect(try read(text: text, .hledger).refused == [])
        #expect(
            try read(text: text, .ledger).refused == [
                "2: 'assets:a' holds 1.00 and not 6.00 EUR", "5: 'assets:a' holds 6.00 and not 5.00 EUR",
            ])
        #expect(
            try read(text: "2026-01-01 a\n  a  1 EUR == 1 EUR\n  a  1 USD == 1 USD\n  b\n", .hledger).refused == [
                "3: 'a' holds another commodity too"
            ])
        #expect(try read(text: "2026-01-01 a\n  a:b  1 EUR\n  a  1 EUR =* 2 EUR\n  b\n", .hledger).refused == [])
    }

    // MARK: - At random

    @Test(arguments: JournalProgram.installed)
    func `random journals sum up as their programs say`(_ dialect: JournalDialect) throws {
        for seed in UInt64(1)...12 {
            var random = SeededGenerator(seed: seed)
            let text = RandomJournal(dialect, &random).text
            let path = try write(text, dialect)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let reading = try read(path, dialect)
            #expect(reading.refused == [], "seed \(seed)")
            do {
                let found = try JournalProgram.balances(dialect, path)
                #expect(reading.differences(from: found) == [], "seed \(seed)")
            } catch { Issue.record("seed \(seed): \("\(error)".prefix(2000))") }
        }
    }
}

/// A journal in the syntax of a dialect: every form in which people write amounts, dates and accounts.
private struct RandomJournal {
    private(set) var text = ""
    private let dialect: JournalDialect
    /// Whether amounts of euros have a comma before decimals, as a directive says.
    private let hasCommas: Bool
    private var held: [String: [String: Int]] = [:]

    init(_ dialect: JournalDialect, _ random: inout SeededGenerator) {
        self.dialect = dialect
        hasCommas = dialect != .beancount && random.chance(1, in: 2)
        let accounts = [
            "Assets:Bank", "Assets:Cash", "Assets:Bank:Savings", "Expenses:Food", "Equity:Opening-Balances",
        ]
        switch dialect {
        case .hledger: text += hasCommas ? "commodity 1.000,00 EUR\n" : "commodity 1,000.00 EUR\n"
        case .ledger: text += "commodity EUR\n  format \(hasCommas ? "1.000,00" : "1,000.00") EUR\n"
        case .beancount: for account in accounts { text += "2020-01-01 open \(account)\n" }
        }
        for _ in 0..<60 { transaction(accounts, &random) }
    }

    private mutating func transaction(_ accounts: [String], _ random: inout SeededGenerator) {
        let day = CalendarDay(dayNumber: random.int(18_500...20_500))
        let parts = day.parts
        let mark = dialect == .beancount ? random.pick(["-", "/"]) : random.pick(["-", "/", "."])
        let date =
            random.chance(1, in: 3) && dialect != .beancount
            ? "\(parts.year)\(mark)\(parts.month)\(mark)\(parts.day)" : "\(day)".replacing("-", with: mark)
        if random.chance(1, in: 4) { text += random.pick(["\n", "; a remark: 5 EUR\n", "\n\n"]) }
        if dialect == .beancount {
            text +=
                "\(date) \(random.pick(["*", "!", "txn"])) \(random.pick(["\"a\" \"b; c\"", "\"x\"", "\"y\" #tag"]))\n"
        } else {
            text += date + (random.chance(1, in: 5) ? "=\(day.adding(days: 3))" : "")
            text +=
                " " + random.pick(["", "* ", "! ", "(c1) ", "* (c 2) "]) + random.pick(["Shop", "Shop | b", "x  y"])
            text += random.chance(1, in: 4) ? "  ; remark, 5\n" : "\n"
        }
        let symbols = ["EUR", "BTC", "USD"]
        let count = random.int(2...4)
        let isElided = random.chance(1, in: 2)
        let symbol = random.pick(symbols)
        var left: [String: Int] = [:]
        for number in 0..<count {
            let account = random.pick(accounts)
            let isLast = number == count - 1
            if isLast, isElided {
                text += "  \(account)\(random.pick(["", "  ; rest"]))\n"
                continue
            }
            let own = isElided && random.chance(1, in: 3) ? random.pick(symbols) : symbol
            let cents = isLast ? -(left[own] ?? 0) : random.int(-500_000...5_000_000)
            left[own, default: 0] += cents
            text += "  \(random.chance(1, in: 8) ? "! " : "")\(account)  \(amount(cents, own, &random))"
            if isElided, own != "USD", random.chance(1, in: 3) {
                // Beancount rounds what is left out.
                text += random.pick([" @ \(dialect == .beancount ? "2" : "1.25") USD", " @@ 12.50 USD"])
            }
            text += random.chance(1, in: 5) ? "  ; remark\n" : "\n"
            if dialect != .beancount, random.chance(1, in: 8) {
                text += "  (\(random.pick(accounts)))  \(amount(random.int(-99...99), own, &random))\n"
            }
        }
    }

    private func amount(_ cents: Int, _ symbol: String, _ random: inout SeededGenerator) -> String {
        let (whole, fraction) = (cents.magnitude / 100, cents.magnitude % 100)
        let isComma = hasCommas && symbol == "EUR"
        let isGrouped = (symbol == "EUR" || dialect == .beancount) && random.chance(1, in: 2)
        var digits = String(whole)
        if isGrouped {
            var groups: [Substring] = []
            var rest = digits[...]
            while rest.count > 3 {
                groups.insert(rest.suffix(3), at: 0)
                rest = rest.dropLast(3)
            }
            digits = ([rest] + groups).joined(separator: isComma ? "." : ",")
        }
        digits += (isComma ? "," : ".") + (fraction < 10 ? "0" : "") + "\(fraction)"
        let sign = cents < 0 ? "-" : ""
        guard dialect != .beancount else { return "\(sign)\(digits) \(symbol)" }
        return random.pick([
            "\(sign)\(digits) \(symbol)", "\(symbol) \(sign)\(digits)", "\(sign)\(symbol)\(digits)",
            "\(sign)\(digits)\(symbol)",
        ])
    }
}
