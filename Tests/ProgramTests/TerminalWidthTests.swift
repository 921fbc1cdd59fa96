import ProgramSupport
import Testing

/// Every table for people fits a terminal of 80 columns, however large its amounts are.
struct TerminalWidthTests {
    @Test func `no row of a table is wider than a terminal of 80 columns`() async throws {
        let folder = try ProgramFolder()
        try folder.write("from,to,rate,date\nEUR,JPY,163.123456,\nBTC,EUR,61234.56,\n", to: "rates.csv")
        let environment = ["CST_EXCHANGE_RATES_FIXED_FILE": "rates.csv"]
        for words in [
            [
                "cst-plan", "goal", "add", "A house by the sea with a garden", "--target", "12345678.90", "--currency",
                "EUR",
                "--deadline", "2031-06-30", "--emoji", "🏡",
            ],
            [
                "cst-plan", "goal", "add", "Japan in spring", "--target", "123456789", "--currency", "JPY",
                "--deadline",
                "2027-03-01",
            ],
            [
                "cst-plan", "goal", "add", "Coins", "--target", "21.12345678", "--currency", "BTC", "--deadline",
                "2028-03-01",
            ],
            [
                "cst-assets", "add", "The account at the credit union", "--currency", "EUR", "--balance", "4200123.45",
                "--date", "2026-03-01",
            ],
            [
                "cst-assets", "add", "Cold-wallet-in-the-safe", "--currency", "BTC", "--balance", "1.23456789",
                "--date",
                "2026-03-01",
            ],
            [
                "cst-assets", "allocate", "The account at the credit union", "A house by the sea with a garden",
                "--share",
                "60%",
            ],
            ["cst-assets", "allocate", "The account at the credit union", "Japan in spring", "--amount", "1000000"],
            ["cst-assets", "allocate", "Cold-wallet-in-the-safe", "Coins", "--rest"],
            ["cst-plan", "month", "start"],
            ["cst-assets", "deposit", "The account at the credit union", "12345.67", "--note", "From the old account"],
        ] {
            let result = try await folder.run(words[0], Array(words.dropFirst()), environment: environment)
            try #require(result.status == 0, "\(words): \(result.errors)")
        }
        for command in [
            "cst-plan required -X EUR", "cst-plan goal list -X EUR", "cst-plan goal show Coins",
            "cst-plan schedule Coins",
            "cst-plan flex --factor 0.8 -X EUR", "cst-plan budget -X EUR", "cst-plan budget --amount 1000 -X EUR",
            "cst-plan month status -X EUR", "cst-plan month history -X EUR", "cst-plan history", "cst-plan demo",
            "cst-plan what-if Coins --monthly 0.5 -X EUR", "cst-plan goal edit Coins --target 30 --preview -X EUR",
            "cst-plan goal templates", "cst-plan config show", "cst-assets list -X EUR",
            "cst-assets show Cold-wallet-in-the-safe -X EUR", "cst-assets transactions", "cst-assets allocations",
            "cst-assets doctor",
            "cst-rates list -X EUR", "cst-rates get BTC JPY", "cst-rates convert 12345.67 EUR JPY",
            "cst-rates history EUR JPY --from 2026-04-01",
        ] {
            let words = command.split(separator: " ").map(String.init)
            let shown = try await folder.runOnTerminal(
                words[0], Array(words.dropFirst()), columns: 80,
                environment: environment.merging(["NO_COLOR": "1"]) { $1 })
            // Sentences and commands as they were given are broken by the terminal; columns cannot be.
            let rows = shown.screen.split(separator: "\n").filter { $0.drop { $0 == " " }.contains("  ") }
            #expect(command.hasSuffix("history") || !rows.isEmpty || command.contains("rates"), "\(command)")
            for row in rows where row.count > 80 && command != "cst-plan history" {
                Issue.record("\(command): \(row.count) columns: \(row)")
            }
        }
    }
}
