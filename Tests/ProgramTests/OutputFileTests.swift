import Foundation
import ProgramSupport
import Testing

/// The file that `--output` names, and days that have not come.
struct OutputFileTests {
    private static let table = "from,to,rate,date\nEUR,USD,1.25,\n"

    private func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try folder.write(Self.table, to: "rates.csv")
        for words in [["add", "Savings", "--currency", "EUR"], ["backup", "plain.backup"]] {
            #expect(try await folder.run("cst-assets", words).status == 0)
        }
        return folder
    }

    @Test(arguments: [
        ("rates.csv", "the file that the setting exchangeRates.fixed.file names"),
        ("plain.backup", "a backup or another database"), ("sealed.backup", "a backup or another database"),
    ])
    func `an answer is never written over a file that settings name, or over a backup`(
        name: String, what: String
    ) async throws {
        let folder = try await folder()
        if name == "sealed.backup" {
            let sealed = try await folder.run(
                "cst-assets", ["backup", name], environment: ["CST_PASSPHRASE": "correct horse"])
            #expect(sealed.status == 0, "\(sealed.errors)")
        }
        let file = folder.url.appending(path: name)
        let before = try Data(contentsOf: file)
        let result = try await folder.run(
            "cst-assets", ["list", "--output", name],
            environment: ["CST_EXCHANGE_RATES_FIXED_FILE": folder.url.appending(path: "rates.csv").path])
        #expect(result.status == 64 && result.errors.contains(what), "\(result.errors)")
        #expect(try Data(contentsOf: file) == before)
    }

    @Test(arguments: [["-o", ""], ["--output", ""]])
    func `an output without a path is refused`(option: [String]) async throws {
        let result = try await folder().run("cst-assets", ["list"] + option)
        #expect(result.status == 64)
        #expect(result.errors.contains("--output needs the path of a file"), "\(result.errors)")
    }

    @Test func `a new file is for the user alone, and one that is there keeps its mode`() async throws {
        let folder = try await folder()
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: name).path)[.posixPermissions]
                as? Int
        }
        try folder.write("old", to: "shared.csv")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.url.appending(path: "shared.csv").path)
        for name in ["new.csv", "shared.csv"] {
            let result = try await folder.run("cst-assets", ["transactions", "--format", "csv", "-o", name])
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try mode("new.csv") == 0o600 && mode("shared.csv") == 0o640)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.contains(".cst-") })
        let lost = try await folder.run("cst-assets", ["list", "-o", "no/such/folder.txt"])
        #expect(lost.status == 1 && lost.errors.contains("there is no such folder"), "\(lost.errors)")
    }

    @Test(arguments: [
        ("cst-plan", "month start"), ("cst-plan", "month start --dry-run"), ("cst-assets", "deposit Savings 5"),
        ("cst-plan", "flex --factor 0.9 --save"), ("cst-assets", "delete Savings --yes"), ("cst-plan", "undo"),
    ])
    func `nothing is written as of a day that has not come`(program: String, command: String) async throws {
        let folder = try await folder()
        let words = command.split(separator: " ").map(String.init) + ["--as-of", "2030-01-05"]
        let result = try await folder.run(program, words)
        #expect(result.status == 64 && result.errors.contains("2030-01-05 has not come yet"), "\(result.errors)")
        #expect(try await folder.run("cst-assets", ["show", "Savings"]).status == 0)
        // Looking ahead is no writing.
        #expect(try await folder.run("cst-plan", ["flex", "--as-of", "2030-01-05"]).status == 0)
    }
}
