import Foundation
import ProgramSupport
import Testing

/// Who saves 12000 USD for a car with 0.1 BTC and 1000 EUR: no rate is needed but BTC and EUR in USD.
struct Saver {
    let folder: ProgramFolder

    /// Entered once through the programs, and copied from then on.
    private static let original = Task { () throws -> ProgramFolder in
        let folder = try ProgramFolder()
        for line in [
            "cst-plan goal add Car --target 12000 --currency USD --start 2026-01-01 --deadline 2026-12-31",
            "cst-assets add Wallet --currency BTC", "cst-assets add Savings --currency EUR",
            "cst-assets deposit Wallet 0.1 --date 2026-02-01", "cst-assets deposit Savings 1000 --date 2026-02-01",
            "cst-assets allocate Wallet Car --share 100%", "cst-assets allocate Savings Car --share 100%",
        ] {
            let words = try CommandLineText(line).words
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            try #require(result.status == 0, "\(line): \(result.errors)")
        }
        return folder
    }

    init() async throws {
        folder = try await Saver.original.value.copy()
    }

    func run(_ command: String, _ environment: [String: String]) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        return try await folder.run(words[0], Array(words.dropFirst()), environment: environment, limit: 60)
    }

    /// The document of a command, checked against its schema, and what was said on standard error.
    func document(
        _ command: String, _ environment: [String: String], status: Int32 = 0
    ) async throws -> (JSONNode, errors: String) {
        let result = try await run(command + " --format json", environment)
        try #require(result.status == status, "\(command): \(result.errors)\(result.output)")
        let words = try CommandLineText(command).words
        #expect(try Repository.schemas().issues(of: result, arguments: words + ["--format", "json"]).isEmpty)
        return (try JSONNode(parsing: result.output), result.errors)
    }
}
