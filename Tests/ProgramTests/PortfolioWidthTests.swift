import Presentation
import ProgramSupport
import Testing

/// Tables and sentences of portfolios fit narrow and wide terminals, with names of any script.
struct PortfolioWidthTests {
    private static let household = [
        "add 'Depot bei der Sparkasse Köln-Bonn' --currency EUR", "add 'ארנק 🏦' --currency EUR",
        "instrument add 'Vanguard FTSE All-World UCITS ETF 🌍' --type etf --currency EUR --symbol VWRL",
        "instrument add 'ACME Incorporated of Delaware' --type stock --currency USD --symbol ACM",
        "instrument add 'טוקן' --type crypto --currency EUR --symbol TOK",
        "buy VWRL 1234.5678 --price 98.7654 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2022-01-03",
        "buy ACM 100 --price 120 --rate 0.95 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2023-02-01",
        "buy ACM 100 --price 120 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2024-03-01",
        "sell VWRL 200 --price 110 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2024-03-04",
        "sell VWRL 200 --price 90 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2025-03-04",
        "sell ACM 150 --price 150 --fees 3 --rate 0.9 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2026-02-04",
        "dividend VWRL 123.45 --taxes 20 -p 'Depot bei der Sparkasse Köln-Bonn' --date 2024-06-01",
        "receive TOK 3 --cost unknown -p 'ארנק 🏦'",
        "transfer VWRL 10 --from 'Depot bei der Sparkasse Köln-Bonn' --to 'ארנק 🏦' --received 9.5",
    ]
    private static let rates = """
        from,to,rate,date
        USD,EUR,0.92,2026-04-13
        USD,EUR,0.95,2024-03-01

        """

    private static func words(_ line: String) throws -> [String] {
        Array(try CommandLineText("cst-portfolio \(line)").words.dropFirst())
    }

    @Test(arguments: [40, 80, 200] as [UInt16])
    func `no figure is cut and no row is wider than the terminal`(columns: UInt16) async throws {
        let folder = try ProgramFolder()
        try folder.write(Self.rates, to: "rates.csv")
        let environment = ["CST_EXCHANGE_RATES_FIXED_FILE": "rates.csv", "NO_COLOR": "1"]
        for line in Self.household {
            let result = try await folder.run("cst-portfolio", try Self.words(line), environment: environment)
            try #require(result.status == 0, "\(line): \(result.errors)")
        }
        for (line, figures) in [
            ("positions", ["≥ 81 966.10 EUR", "74 211.10 EUR", "-7 227.67 EUR", "~ 88 077.04 EUR"]),
            ("lots", ["81 438.77 EUR", "+1 200.00 EUR", "unknown"]),
            ("gains --from 2022-01-01", ["+3 641.14 EUR", "-1 753.08 EUR", "+3 147.30 EUR", "103.45 EUR"]),
            ("gains --year 2024", ["+2 246.92 EUR", "20.00 EUR"]), ("transactions", ["121 932.58 EUR", "1234.5678"]),
            ("list", ["EUR"]), ("instrument list", ["USD"]),
        ] {
            let shown = try await folder.runOnTerminal(
                "cst-portfolio", try Self.words(line), columns: columns, environment: environment)
            #expect(shown.status == 0)
            #expect(!shown.screen.contains("\u{1B}"))
            // Digits are grouped by blanks that break no line.
            let screen = shown.screen.replacing("\u{A0}", with: " ")
            for figure in figures { #expect(screen.contains(figure), "\(line), \(columns): \(screen)") }
            // Commands to copy are broken by the terminal.
            for row in shown.screen.split(separator: "\n")
            where TextWidth.of(String(row)) > Int(columns) && !row.contains("cst-portfolio") {
                Issue.record("\(line): \(TextWidth.of(String(row))) of \(columns) columns: \(row)")
            }
        }
    }
}
