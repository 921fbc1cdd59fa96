import Testing

@testable import Interchange

/// Lines of journals that are not understood, and balances that do not hold.
@Suite struct JournalRefusalTests {
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
        let refused = try JournalReading(text: text, dialect).refused
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
        #expect(try JournalReading(text: text, .hledger).refused == [])
        #expect(
            try JournalReading(text: text, .ledger).refused == [
                "2: 'assets:a' holds 1.00 and not 6.00 EUR", "5: 'assets:a' holds 6.00 and not 5.00 EUR",
            ])
        #expect(
            try JournalReading(text: "2026-01-01 a\n  a  1 EUR == 1 EUR\n  a  1 USD == 1 USD\n  b\n", .hledger).refused
                == [
                    "3: 'a' holds another commodity too"
                ])
        #expect(
            try JournalReading(text: "2026-01-01 a\n  a:b  1 EUR\n  a  1 EUR =* 2 EUR\n  b\n", .hledger).refused == [])
    }
}
