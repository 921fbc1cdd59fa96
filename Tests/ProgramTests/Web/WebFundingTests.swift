import Foundation
import ProgramSupport
import Testing

/// What is chosen in forms about assets and goals is checked at its field, and nothing that was typed is lost.
struct WebFundingTests {
    private static func id(_ list: String, _ name: String, _ folder: ProgramFolder) async throws -> String {
        let words = list == "goals" ? ["goal", "list", "--all"] : ["list"]
        let told = try await folder.run(
            list == "goals" ? "cst-plan" : "cst-assets", words + ["--format", "json"])
        let row = try JSONNode(parsing: told.output)[list]?.elements.first { $0["name"]?.text == name }
        return try #require(row?["id"]?.text)
    }

    private static func revision(_ folder: ProgramFolder) async throws -> String? {
        let told = try await folder.run("cst-plan", ["history", "--limit", "1", "--format", "json"])
        return try JSONNode(parsing: told.output)["history"]?.elements.first?["number"]?.text
    }

    @Test(arguments: [
        ("fund", ["asset": "", "size": "60%"], "asset", "Say which asset."),
        ("fund", ["asset": "nothing", "size": "60%"], "asset", "nothing"),
        ("fund", ["asset": "Savings", "size": ""], "size", "is not a number"),
        ("fund", ["asset": "Savings", "size": "100.1%"], "size", "100"),
        ("fund", ["asset": "Savings", "size": "9999999"], "size", "9999999"),
        ("transfer", ["to": "", "amount": "5"], "to", "Say which asset."),
        ("transfer", ["to": "Wallet", "amount": "5"], "received", "needs the amount in BTC that arrives"),
        ("transfer", ["to": "Savings", "amount": "5"], "to", "to itself"),
        ("transfer", ["to": "Wallet", "amount": "5", "received": "-1"], "received", "negative"),
        ("transactions", ["amount": "5", "goal": "Car"], "goal", "Only what is taken out"),
        ("transactions", ["amount": "5", "goal": "nothing", "act": "withdraw"], "goal", "nothing"),
        ("transactions", ["amount": "5", "goal": "Car", "act": "withdraw"], "goal", "has not ended"),
    ])
    func `what is wrong is told at its field`(
        form: String, typed: [String: String], field: String, message: String
    ) async throws {
        let dashboard = try await SharedDashboard.sample
        let (folder, visitor) = (dashboard.household.folder, dashboard.visitor)
        let path =
            form == "fund"
            ? "/goals/\(try await Self.id("goals", "Car", folder))"
            : "/assets/\(try await Self.id("assets", "Savings", folder))"
        let before = try await Self.revision(folder)
        let page = form == "transactions" ? path : "\(path)/\(form)"
        let answer = try await visitor.send(try visitor.form(page, to: "\(path)/\(form)", typed))
        #expect(answer.status == 422, "\(answer.body.suffix(2000))")
        let prefix = form == "transactions" ? "enter" : form
        #expect(answer.body.contains("<a href=\"#\(prefix)-\(field)\">"))
        #expect(answer.body.contains(message), "\(answer.body.suffix(4000))")
        let kept = try Visitor.form(in: answer.body, to: "\(path)/\(form)")
        for (name, value) in typed where name != "act" && name != "asset" && name != "to" && name != "goal" {
            #expect(kept.fields[name] == value)
        }
        #expect(try await Self.revision(folder) == before)
    }

    @Test func `what is spent for an ended goal is what the command spends`() async throws {
        let folder = try await Household().folder
        #expect(try await folder.run("cst-plan", ["goal", "finish", "Car"]).status == 0)
        let other = try folder.copy()
        try other.write(try folder.read("settings/cst/config.yaml"), to: "settings/cst/config.yaml")
        let savings = "/assets/\(try await Self.id("assets", "Savings", folder))"
        let visitor = try await LocalDashboard(folder).comeIn()
        let car = try await Self.id("goals", "Car", folder)
        try await visitor.save(
            savings, to: "\(savings)/transactions", ["amount": "100", "goal": car, "act": "withdraw"])
        let told = try await other.run("cst-assets", ["withdraw", "Savings", "100", "--for", "Car"])
        #expect(told.status == 0, "\(told.errors)")
        for words in [["show", "Savings"], ["allocations"]] {
            let (own, theirs) = (
                try await folder.run("cst-assets", words + ["--format", "json"]),
                try await other.run("cst-assets", words + ["--format", "json"])
            )
            #expect(own.status == 0 && own.output == theirs.output)
        }
        // More than it had is refused with what is left.
        let form = try await visitor.form(
            savings, to: "\(savings)/transactions", ["amount": "9000", "goal": car, "act": "withdraw"])
        #expect(try await visitor.send(form).body.contains("is more than the"))
    }

    @Test func `transactions are found by note and day`() async throws {
        let folder = try await Household().folder
        for day in 1...12 {
            let told = try await folder.run(
                "cst-assets",
                [
                    "deposit", "Savings", "\(day)", "--date", "2026-03-\(day + 10)", "--note",
                    day < 7 ? "Salary" : "Gift",
                ])
            try #require(told.status == 0)
        }
        let path = "/assets/\(try await Self.id("assets", "Savings", folder))"
        let visitor = try await LocalDashboard(folder).comeIn()
        func found(_ query: String) async throws -> [String] {
            let body = try await visitor.get("\(path)?\(query)").body
            let list = try #require(body.components(separatedBy: "data-live-id=\"transactions\"").last)
            return list.matches(of: #/datetime="(2026-[0-9-]{5})"/#).map { String($0.output.1) }
        }
        await #expect(try found("q=sAlAry").count == 6)
        await #expect(try found("from=2026-03-20&to=2026-03-21") == ["2026-03-21", "2026-03-20"])
        await #expect(try found("q=gift&from=2026-03-01&to=2026-03-18") == ["2026-03-18", "2026-03-17"])
        #expect(try await visitor.get("\(path)?q=nobody").body.contains("No transaction is like that."))
        #expect(try await visitor.get("\(path)?from=2026-02-30").status == 400)
    }
}
