import Foundation
import ProgramSupport
import Testing

/// A page waits only for what it shows: a form without figures asks nobody for rates.
struct WebFormWaitTests {
    private static let asked = "asked"

    private func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        // It answers nothing, and notes that somebody asked.
        let mark = folder.url.appending(path: Self.asked).path
        try folder.write("cat >/dev/null; touch '\(mark)'; exit 1\n", to: "slow.sh")
        for command in [
            "cst-plan goal add Car --target 12000 --currency USD --start 2026-01-01 --deadline 2027-12-31",
            "cst-assets add Savings --currency EUR --balance 400", "cst-assets add Cash --currency EUR",
            "cst-assets deposit Savings 5", "cst-assets allocate Savings Car --rest",
        ] {
            let words = try CommandLineText(command).words
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            try #require(result.status == 0, "\(command): \(result.errors)")
        }
        return folder
    }

    @Test func `forms ask for no rate, and the list beside them is there`() async throws {
        let folder = try await folder()
        let mark = folder.url.appending(path: Self.asked).path
        let list = try JSONNode(
            parsing: try await folder.run("cst-assets", ["list", "--offline", "--format", "json"]).output)
        let asset = try #require(try list.named("Savings", in: "assets")["id"]?.text).lowercased()
        let entries = try JSONNode(
            parsing: try await folder.run("cst-assets", ["transactions", "Savings", "--format", "json"]).output)
        let transaction = try #require(entries["transactions"]?.elements.last?["id"]?.text).lowercased()
        let environment = [
            "CST_EXCHANGE_RATES_PROVIDERS": "exec", "CST_NETWORK_OFFLINE": "false",
            "CST_EXCHANGE_RATES_EXEC_COMMAND": "/bin/sh,\(folder.url.appending(path: "slow.sh").path)",
        ]
        let visitor = try await LocalDashboard(folder, environment: environment).comeIn()
        for page in [
            "/assets/new", "/goals/new", "/assets/\(asset)/edit", "/assets/\(asset)/transfer",
            "/transactions/\(transaction)",
            "/settings", "/help",
        ] {
            let answer = try await visitor.get(page)
            #expect(answer.status == 200, "\(page) \(answer.status)")
            #expect(!FileManager.default.fileExists(atPath: mark), "\(page) asked for rates")
            if page.hasPrefix("/assets") || page.hasPrefix("/goals") {
                #expect(answer.body.contains("aria-label=\"Goals\"") && answer.body.contains(">Car<"), "\(page)")
            }
        }
        // A form that is refused asks for none either.
        let refused = try await visitor.send(
            try visitor.form("/assets/new", to: "/assets/new", ["name": "", "currency": "EUR"]))
        #expect(refused.status == 422 && !FileManager.default.fileExists(atPath: mark))
        #expect(try await visitor.get("/").status == 200)
        #expect(FileManager.default.fileExists(atPath: mark), "the overview shows figures that need rates")
    }
}
