import Foundation
import ProgramSupport
import Testing

/// The household of `household.txt`: three goals in three currencies, four assets, a share, an amount and the rest.
struct Household {
    let folder: ProgramFolder

    /// Reference rates of the European Central Bank of 13 April 2026, and coin prices beside them.
    static let rates = [
        "EUR,USD,1.1684,2026-04-13", "EUR,JPY,186.75,2026-04-13", "BTC,USD,70187,2026-04-13",
        "ETH,BTC,0.03134207,2026-04-13", "USDC,USD,0.999846,2026-04-13",
    ]

    /// Copies the database that the programs made of the commands, once for all tests.
    init(rates: [String] = Household.rates) async throws {
        folder = try await Household.entered.value.copy()
        let table = (["from,to,rate,date"] + rates).joined(separator: "\n") + "\n"
        let path = try folder.write(table, to: "rates.csv")
        try folder.write("exchangeRates:\n  fixed:\n    file: \(path)\n", to: "settings/cst/config.yaml")
    }

    /// The folder in which the commands were run.
    private static let entered = Task {
        let folder = try ProgramFolder()
        for line in commands {
            let command = try CommandLineText(line)
            let result = try await folder.run(command.words[0], Array(command.words.dropFirst()))
            try #require(result.status == 0, "\(line): \(result.errors)")
        }
        return folder
    }

    /// The document of a command, checked against its schema.
    func document(
        _ command: String, status: Int32 = 0, environment: [String: String] = [:]
    ) async throws -> JSONNode {
        let words = try CommandLineText(command).words + ["--format", "json"]
        let result = try await folder.run(words[0], Array(words.dropFirst()), environment: environment)
        #expect(result.status == status, "\(command): \(result.errors)")
        #expect(try Repository.schemas().issues(of: result, arguments: words).isEmpty)
        return try JSONNode(parsing: result.output)
    }

    private static let commands = [
        "cst-plan goal add 'Emergency fund' --target 10000 --currency USD --start 2026-01-01 --deadline 2026-12-31",
        "cst-plan goal add Car --target 18000 --currency EUR --start 2026-01-01 --deadline 2027-06-30",
        "cst-plan goal add Japan --target 900000 --currency JPY --start 2026-01-01 --deadline 2027-04-01",
        "cst-assets add Wallet --currency BTC", "cst-assets add Ether --currency ETH",
        "cst-assets add Exchange --currency USDC", "cst-assets add Savings --currency EUR",
        "cst-assets deposit Wallet 0.12 --date 2026-02-01", "cst-assets deposit Ether 1.5 --date 2026-02-01",
        "cst-assets deposit Exchange 2400 --date 2026-02-01", "cst-assets deposit Savings 4200 --date 2026-02-01",
        "cst-assets deposit Savings 300 --date 2026-04-05", "cst-assets allocate Wallet Car --share 60%",
        "cst-assets allocate Wallet Japan --share 25%", "cst-assets allocate Ether 'Emergency fund' --share 100%",
        "cst-assets allocate Exchange Japan --rest", "cst-assets allocate Savings Car --amount 2500",
        "cst-assets allocate Savings 'Emergency fund' --rest",
    ]
}

extension JSONNode {
    /// The goal or asset of a list with a name.
    func named(_ name: String, in list: String) throws -> JSONNode {
        try #require(self[list]?.elements.first { $0["name"]?.text == name })
    }
}
