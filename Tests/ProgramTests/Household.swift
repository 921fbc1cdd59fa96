import Foundation
import ProgramSupport
import Testing

/// A household of three goals in three currencies and four assets, with a share, an amount and the rest.
struct Household: Sendable {
    let folder: ProgramFolder

    /// Reference rates of the European Central Bank of 13 April 2026, and coin prices beside them, without their header.
    static let rates = Array(table.dropFirst())

    private static let table = lines(of: "household-rates.csv")

    /// Copies the database that the programs made of the commands, once for all tests.
    ///
    /// A rich one also has names of every kind, a currency without a rate, more allocated than there is, and a month in progress.
    init(rates: [String] = Household.rates, isRich: Bool = false) async throws {
        folder = try await (isRich ? Household.rich : Household.sample).value.copy()
        let table = (Household.table.prefix(1) + rates).joined(separator: "\n") + "\n"
        let path = try folder.write(table, to: "rates.csv")
        try folder.write("exchangeRates:\n  fixed:\n    file: \(path)\n", to: "settings/cst/config.yaml")
    }

    /// The lines of a file that the tests of the browser read too; none if it cannot be read, so that the tests fail.
    private static func lines(of name: String) -> [String] {
        let file = Repository.root.appending(path: "Tests/Support/\(name)")
        return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
    }

    private static let sample = Task { try await run("household.txt", in: ProgramFolder()) }
    private static let rich = Task { try await run("household-rich.txt", in: Household().folder) }

    /// Runs the commands of a file in a folder.
    private static func run(_ file: String, in folder: ProgramFolder) async throws -> ProgramFolder {
        for line in lines(of: file) {
            let command = try CommandLineText(line)
            let result = try await folder.run(command.words[0], Array(command.words.dropFirst()))
            try #require([0, 4].contains(result.status), "\(line): \(result.errors)")
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
}

extension JSONNode {
    /// The goal or asset of a list with a name.
    func named(_ name: String, in list: String) throws -> JSONNode {
        try #require(self[list]?.elements.first { $0["name"]?.text == name })
    }
}
