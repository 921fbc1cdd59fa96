import Foundation
import ProgramSupport
import Testing

/// A statement that a program of the user's reads.
struct ExecStatementTests {
    /// A program that answers with the text of the file, which it checks to be asked as agreed.
    private static let reader = """
        question=$(cat)
        case "$question" in *'"file":"/'*'"method":"statement"'*'"version":1'*) ;; *) echo "strange: $question" >&2; exit 1;; esac
        case "$question" in *'"text":null'*) echo "a scan cannot be read" >&2; exit 1;; esac
        cat answer.json
        """

    private static let environment = [
        "CST_IMPORTS_EXEC_COMMAND": "/bin/sh,reader.sh", "CST_NETWORK_OFFLINE": "false", "CST_NETWORK_BUDGET": "50s",
    ]

    private func folder(_ answer: String) throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try folder.write(Self.reader, to: "reader.sh")
        try folder.write(answer, to: "answer.json")
        try folder.write("anything", to: "bank.txt")
        return folder
    }

    private func run(_ command: String, in folder: ProgramFolder, status: Int32 = 0) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let result = try await folder.run(words[0], Array(words.dropFirst()), environment: Self.environment)
        #expect(result.status == status, "\(command): \(result.errors)")
        return result
    }

    private static let april = """
        {"account":{"number":"DE89370400440532013000","bank":"COBADEFF"},
         "rows":[{"day":"2026-04-02","amount":"1500.00","currency":"EUR","payee":"Employer","note":"Salary","number":"4711"},
                 {"day":"2026-04-03","amount":-19.5,"currency":"EUR","number":"4712","line":7}],
         "balances":[{"day":"2026-04-03","amount":"1480.50","currency":"EUR"}]}
        """

    @Test func `rows of a program become transactions of the account, each once`() async throws {
        let folder = try folder(Self.april)
        let first = try await run("cst-assets import bank.txt --reader exec --format json", in: folder)
        let report = try JSONNode(parsing: first.output)
        #expect(report["format"]?.text == "other" && report["added"] == .number("2"))
        let list = try JSONNode(parsing: try await run("cst-assets transactions --format json", in: folder).output)
        let rows = try #require(list["transactions"]?.elements)
        #expect(rows.compactMap { $0["amount"]?.money } == ["1500.00 EUR", "-19.50 EUR"])
        #expect(rows.first?["note"]?.text == "Employer, Salary" && rows.last?["date"]?.text == "2026-04-03")
        // The next statement has the last movement again, and finds the account by its number.
        try folder.write(
            Self.april.replacing(
                #"{"day":"2026-04-02","amount":"1500.00","currency":"EUR","payee":"Employer","note":"Salary","number":"4711"}"#,
                with: #"{"day":"2026-04-09","amount":"-80","currency":"EUR","number":"4713"}"#
            ).replacing(#""day":"2026-04-03","amount":"1480.50""#, with: #""day":"2026-04-09","amount":"1400.50""#),
            to: "answer.json")
        let second = try JSONNode(
            parsing: try await run("cst-assets import bank.txt --reader exec --format json", in: folder).output)
        #expect(second["added"] == .number("1") && second["known"] == .number("1"))
        #expect(second["assets"]?.elements.first?["balance"]?.money == "1400.50 EUR")
    }

    @Test func `a stated balance is the opening one of a new asset, and compared with the rows of one that is there`()
        async throws
    {
        let folder = try folder(Self.april.replacing("1480.50", with: "1500.50"))
        let first = try await run("cst-assets import bank.txt --reader exec", in: folder)
        #expect(first.errors.contains("held 20.00 EUR before its first row"), "\(first.errors)")
        try folder.write(
            #"{"account":{"number":"DE89370400440532013000","bank":"COBADEFF"},"rows":[{"day":"2026-04-09","amount":"-80","currency":"EUR"}],"balances":[{"day":"2026-04-09","amount":"1400.50","currency":"EUR"}]}"#,
            to: "answer.json")
        let second = try await run("cst-assets import bank.txt --reader exec", in: folder)
        #expect(second.errors.contains("1400.50") && second.errors.contains("1420.50"), "\(second.errors)")
    }

    @Test(arguments: [
        (#"{"rows":[{"day":"2026-04-31","amount":"1"}]}"#, "is not the JSON that was asked for"),
        (#"{"rows":[{"day":"2026-04-30","amount":"1,5"}]}"#, "is not the JSON that was asked for"),
        (#"{"rows":[{"day":"2026-04-30"}]}"#, "is not the JSON that was asked for"),
        (#"{"rows":[],"balances":5}"#, "is not the JSON that was asked for"),
        (#"{"balances":[]}"#, "is not the JSON that was asked for"), ("<html>", "is not the JSON that was asked for"),
        ("", "it wrote nothing"), (#"{"rows":[]}"#, "no transactions"),
        (#"{"rows":[{"day":"2026-04-30","amount":"1","currency":"EUR"}]}"#, "--asset"),
    ])
    func `an answer that cannot be used enters nothing`(answer: String, reason: String) async throws {
        let folder = try folder(answer)
        let result = try await folder.run(
            "cst-assets", ["import", "bank.txt", "--reader", "exec"], environment: Self.environment)
        #expect(result.status != 0 && result.errors.contains(reason), "\(result.status) \(result.errors)")
        #expect(try await run("cst-assets list", in: folder).output.contains("No assets"))
    }

    @Test func `what else goes wrong is said, and nothing is entered`() async throws {
        let folder = try folder(Self.april)
        try folder.write("\u{FF}", to: "note.txt")
        try Data([0xFF, 0xFE, 0x00, 0xD8]).write(to: folder.url.appending(path: "scan.bin"))
        for (file, variable, reader, reason, status) in [
            ("scan.bin", [:], "exec", "a scan cannot be read", Int32(1)),
            ("bank.txt", ["CST_IMPORTS_EXEC_COMMAND": ""], "exec", "set imports.exec.command", 1),
            ("bank.txt", ["CST_IMPORTS_EXEC_COMMAND": "/no/such/program"], "exec", "cannot be run", 1),
            ("bank.txt", ["CST_NETWORK_OFFLINE": "true"], "exec", "offline", 1),
            ("bank.txt", [:], "excel", "No reader is called 'excel'. There are: 'exec'.", 2),
            ("gone.txt", [:], "exec", "gone.txt", 1),
        ] as [(String, [String: String], String, String, Int32)] {
            let result = try await folder.run(
                "cst-assets", ["import", file, "--reader", reader],
                environment: Self.environment.merging(variable) { $1 })
            #expect(result.status == status && result.errors.contains(reason), "\(file) \(variable) \(result.errors)")
        }
        let mixed = try await folder.run(
            "cst-assets", ["import", "bank.txt", "--reader", "exec", "--column", "date=Datum"],
            environment: Self.environment)
        #expect(mixed.status == 64 && mixed.errors.contains("leave out"))
    }
}
