import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Pages do not wait for a source of rates that is silent: they show what is known, say so, and follow when it answers.
struct WebProgressiveTests {
    @Test func `a page is shown at once with the rates of before, and with the new ones when they arrive`() async throws
    {
        // Answers after the first are held back until it is signalled.
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let server = try LoopbackServer { _, index in
            if index > 0 {
                gate.wait()
                gate.signal()
            }
            return .text(#"{"data":{"currency":"USD","rates":{"EUR":"\#(index > 0 ? "0.8" : "0.5")"}}}"#)
        }
        let environment = [
            "CST_NETWORK_OFFLINE": "false", "CST_EXCHANGE_RATES_PROVIDERS": "coinbase",
            "CST_EXCHANGE_RATES_COINBASE_BASE_URL": "http://127.0.0.1:\(server.port)",
            "CST_NETWORK_BUDGET": "60s",
        ]
        let folder = try ProgramFolder()
        for command in ["cst-assets add Savings --currency EUR --balance 400", "cst-assets list --display USD"] {
            let words = try CommandLineText(command).words
            let result = try await folder.run(
                words[0], Array(words.dropFirst()),
                environment: environment.merging(["CST_NOW": "2026-05-20T08:00:00Z"]) { _, own in own })
            try #require(result.status == 0, "\(command): \(result.errors)")
        }
        #expect(server.requests.count == 1)

        let program = try await LocalDashboard(
            folder, environment: environment.merging(["CST_NOW": "2026-05-20T18:00:00Z"]) { _, own in own })
        let visitor = try await program.comeIn()
        let page = try await visitor.get("/assets?display=USD").body
        #expect(page.contains("Rates are being fetched") && page.contains("value=\"800.00\""), "\(page)")
        let asset = try #require(page.firstMatch(of: #/data-key="([0-9A-F-]{36})"/#)?.output.1).lowercased()
        // A deposit is on the page at once.
        let saved = try await visitor.send(
            try visitor.form(
                "/assets/\(asset)", to: "/assets/\(asset)/transactions", ["amount": "100", "act": "deposit"]))
        #expect(saved.status == 303)
        let after = try await visitor.get("/assets?display=USD").body
        #expect(after.contains("Rates are being fetched") && after.contains("value=\"1000.00\""))
        // A form that shows no figure neither waits nor says so.
        await #expect(try !visitor.get("/assets/new").body.contains("being fetched"))

        // An open page is told when they are there, and what it fetches then is no provisional page again.
        let revision = try #require(after.firstMatch(of: #/data-revision="([0-9]+)"/#)?.output.1)
        let events = try await program.listen("/events?since=\(revision)", [("Cookie", visitor.cookie)])
        gate.signal()
        await #expect(try !visitor.get("/assets?display=USD", [("X-Live", "1")]).body.contains("being fetched"))
        let fresh = try await eventually {
            try await visitor.get("/assets?display=USD").body
        } until: {
            !$0.contains("being fetched")
        }
        #expect(fresh.contains("value=\"625.00\""), "\(fresh)")
        #expect(await events.contains { $0.hasPrefix("event: figures") })
    }

    @Test func `a page that is shown again waits longer for a program that takes its time`() async throws {
        let folder = try ProgramFolder()
        let script = folder.url.appending(path: "balances.sh")
        // Longer than a page waits at first.
        let text = #"cat >/dev/null; sleep 0.4; echo '{"amount":"6000.00","currency":"EUR"}'"#
        try Data(text.utf8).write(to: script)
        let environment = ["CST_ASSETS_EXEC_COMMAND": "/bin/sh,\(script.path)", "CST_NETWORK_OFFLINE": "false"]
        for command in [
            "cst-plan goal add Car --target 12000 --currency EUR --deadline 2026-12-31",
            "cst-assets add Depot --currency EUR --source exec --reference x",
            "cst-assets allocate Depot Car --share 100%",
        ] {
            let words = try CommandLineText(command).words
            let result = try await folder.run(words[0], Array(words.dropFirst()), environment: environment)
            try #require(result.status == 0, "\(command): \(result.errors)")
        }
        let program = try await LocalDashboard(folder, environment: environment)
        let visitor = try await program.comeIn()
        let goals = try await visitor.get("/goals").body
        let goal = try #require(goals.firstMatch(of: #/href="\/goals\/([0-9a-f-]{36})"/#)?.output.1)
        for page in ["/goals/\(goal)", "/goals/\(goal)/payments", "/month", "/budget"] {
            let shown = try await eventually(
                { try await visitor.get(page).body }, until: { !$0.contains("being fetched") }, tries: 4)
            #expect(!shown.contains("being fetched"), "\(page)")
        }
    }

    /// The first page that is as it should be; the last one where none is.
    private func eventually(
        _ page: () async throws -> String, until isRight: (String) -> Bool, tries: Int = 2000
    ) async throws -> String {
        for _ in 0..<tries {
            let text = try await page()
            if isRight(text) { return text }
            await Task.yield()
        }
        return try await page()
    }
}
