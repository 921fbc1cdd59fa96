import Presentation
import ProgramSupport
import Testing

/// Tables of the ledger fit narrow and wide terminals, with names of any script.
struct LedgerWidthTests {
    private static let household = [
        "account add 'חשבון עו״ש 🏦' --type checking --currency EUR --opening 1234567.89 --opening-day 2026-03-01",
        "account add 'The account at the credit union 👨‍👩‍👧‍👦' --type savings --currency USD --opening 98765.43 --opening-day 2026-03-01",
        "category add 'מזון:קפה ☕️'", "category add Pay --kind income",
        "expense 'חשבון עו״ש 🏦' 12345.67 'קפה ☕️' --payee 'קפה 🏦 Rothschild, with a very long name' --date 2026-04-02",
        "expense 'חשבון עו״ש 🏦' 12 --payee 'مقهى' --date 2026-04-03",
        "expense 'חשבון עו״ש 🏦' 4.10 --payee 'Café 👩🏽‍🍳 Central'", "income 'חשבון עו״ש 🏦' 4000 Pay --payee ACME",
        "transfer 'חשבון עו״ש 🏦' 'The account at the credit union 👨‍👩‍👧‍👦' 100 --arrives 110",
    ]
    private static let bank = """
        Date;Payee;Description;Amount
        07.04.2026;قهوة 🏦;Card payment with a very long description that never seems to end;-31,20
        09.04.2026;To Visa;Transfer;-1234567,00

        """

    private static func words(_ line: String) throws -> [String] {
        Array(try CommandLineText("cst-ledger \(line)").words.dropFirst())
    }

    @Test(arguments: [40, 80, 200] as [UInt16])
    func `no figure is cut and no row is wider than the terminal`(columns: UInt16) async throws {
        let folder = try ProgramFolder()
        try folder.write(Self.bank, to: "bank.csv")
        for line in Self.household {
            let result = try await folder.run("cst-ledger", try Self.words(line))
            try #require(result.status == 0, "\(line): \(result.errors)")
        }
        for (line, figures) in [
            ("overview", ["1 226 106.12 EUR", "98 875.43 USD", "12 345.67 EUR"]),
            ("stats", ["12 361.77 EUR", "4 000.00 EUR", "-8 361.77 EUR"]),
            ("networth --explain", ["1 226 106.12 EUR", "-12 361.77 EUR"]),
            ("import bank.csv --account 'חשבון עו״ש 🏦' --preview", ["-1 234 567.00 EUR", "-31.20 EUR"]),
            ("review", ["-12.00 EUR", "-4.10 EUR"]),
        ] {
            let shown = try await folder.runOnTerminal(
                "cst-ledger", try Self.words(line), columns: columns, environment: ["NO_COLOR": "1"])
            #expect(shown.status == 0)
            #expect(!shown.screen.contains("\u{1B}"))
            // Digits are grouped by blanks that break no line.
            let screen = shown.screen.replacing("\u{A0}", with: " ")
            for figure in figures { #expect(screen.contains(figure), "\(line), \(columns): \(screen)") }
            // Commands to copy and sentences about what is missing are broken by the terminal.
            for row in shown.screen.split(separator: "\n")
            where TextWidth.of(String(row)) > Int(columns) && !row.contains("cst-ledger") && !row.hasSuffix("none") {
                Issue.record("\(line): \(TextWidth.of(String(row))) of \(columns) columns: \(row)")
            }
        }
    }
}
