import Foundation
import ProgramSupport
import Testing

/// What programs write by the API is what the commands write, with the same documents, warnings and refusals.
struct WebWritingAPITests {
    /// Operations of the API beside the command that does the same, one after the other. `{transaction}` is the last one that was
    /// entered, `{newest}` the newest entry of the journal.
    private static let steps = [
        (
            "POST /goals",
            #"{"name":"Boat","target":"5000","currency":"EUR","deadline":"2028-06-30","emoji":"⛵","remind":"monthly","remindAt":"18:30"}"#,
            "cst-plan goal add Boat --target 5000 --currency EUR --deadline 2028-06-30 --emoji ⛵ --remind monthly --remind-at 18:30"
        ),
        (
            "POST /goals", #"{"name":"Old","target":"1","start":"2019-01-01","deadline":"2020-01-01","emoji":null}"#,
            "cst-plan goal add Old --target 1 --start 2019-01-01 --deadline 2020-01-01"
        ),
        (
            "POST /goals", #"{"template":"vacation","target":"2400"}"#,
            "cst-plan goal add --template vacation --target 2400"
        ),
        (
            "PATCH /goals/Boat", #"{"target":"6000","link":"https://example.org/","description":"A boat"}"#,
            "cst-plan goal edit Boat --target 6000 --link https://example.org/ --description 'A boat'"
        ),
        (
            "PATCH /goals/Boat", #"{"emoji":null,"remind":null,"link":null}"#,
            "cst-plan goal edit Boat --emoji '' --no-remind --link ''"
        ),
        ("PATCH /goals/Boat", "{}", "cst-plan goal edit Boat"),
        (
            "PUT /goals/Car/flex-state", #"{"state":"protected","custom":"500"}"#,
            "cst-plan protect Car --custom 500"
        ),
        (
            "PUT /goals/Car/flex-state", #"{"state":"flexible","custom":null,"always":true}"#,
            "cst-plan flexible Car --no-custom --always"
        ),
        ("PUT /goals/Japan/flex-state", #"{"state":"skipped"}"#, "cst-plan skip Japan"),
        ("POST /goals/Boat/pause", "", "cst-plan goal pause Boat"),
        ("POST /goals/Boat/resume", "{}", "cst-plan goal resume Boat"),
        ("POST /goals/Boat/archive", "", "cst-plan goal archive Boat"),
        (
            "POST /assets", #"{"name":"Gold","currency":"EUR","balance":"120.50","date":"2026-04-01"}"#,
            "cst-assets add Gold --currency EUR --balance 120.50 --date 2026-04-01"
        ),
        (
            "POST /assets",
            #"{"name":"Vault","currency":"USDC","decimals":6,"chain":"ethereum","contract":"0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"}"#,
            "cst-assets add Vault --currency USDC --decimals 6 --chain ethereum --contract 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
        ),
        ("PATCH /assets/Gold", #"{"name":"Savings"}"#, "cst-assets edit Gold --name Savings"),
        ("POST /undo", #"{"entry":{newest}}"#, "cst-plan undo {newest}"),
        ("POST /redo", #"{"entry":{newest}}"#, "cst-plan undo --redo {newest}"),
        ("POST /undo", #"{"entry":{before}}"#, "cst-plan undo {before}"),
        (
            "POST /assets/Savings/transactions", #"{"amount":"250","date":"2026-05-10","note":"May"}"#,
            "cst-assets deposit Savings 250 --date 2026-05-10 --note May"
        ),
        (
            "POST /assets/Savings/adjust", #"{"balance":"7000.5","note":"May"}"#,
            "cst-assets adjust Savings --to 7000.5 --note May"
        ),
        ("POST /assets/Savings/adjust", #"{"balance":"7000.50"}"#, "cst-assets adjust Savings --to 7000.50"),
        (
            "POST /assets/Savings/adjust", #"{"balance":"-20","date":"2026-05-01"}"#,
            "cst-assets adjust Savings --to -20 --date 2026-05-01"
        ),
        (
            "POST /assets/Savings/adjust", #"{"balance":"5","date":"2999-05-01"}"#,
            "cst-assets adjust Savings --to 5 --date 2999-05-01"
        ),
        (
            "PATCH /transactions/{transaction}", #"{"amount":"251","note":null}"#,
            "cst-assets transaction edit {transaction} --amount 251 --note ''"
        ),
        ("DELETE /transactions/{transaction}", "", "cst-assets transaction delete {transaction}"),
        (
            "POST /assets/Gold/transactions", #"{"amount":"500","type":"withdrawal"}"#, "cst-assets withdraw Gold 500"
        ),
        ("PUT /flex", #"{"factor":"0.8","protect":["Car"]}"#, "cst-plan flex --factor 0.8 --protect Car --save"),
        ("DELETE /flex", "", "cst-plan flex --reset"),
        ("PUT /flex?display=EUR", #"{"budget":"1100"}"#, "cst-plan flex --budget 1100 --save --display EUR"),
        ("POST /budget/apply", "{}", "cst-plan budget --apply"),
        ("POST /budget/apply", #"{"amount":"2000"}"#, "cst-plan budget --amount 2000 --apply"),
        ("POST /months/2026-04/start?strict=true", "", "cst-plan month start --month 2026-04 --strict"),
        ("POST /months/2026-05/start?strict=true", "", "cst-plan month start --month 2026-05 --strict"),
        ("POST /months/2026-05/close", "", "cst-plan month close --month 2026-05"),
        ("POST /months/2026-05/undo", "", "cst-plan month undo --month 2026-05"),
        ("POST /months/2026-05/undo", "", "cst-plan month undo --month 2026-05"),
        ("POST /goals/Boat/cancel", "", "cst-plan goal cancel Boat"),
        ("POST /goals/Emergency%20fund/finish", "", "cst-plan goal finish 'Emergency fund'"),
        (
            "POST /assets/Ether/transactions", #"{"amount":"0.1","type":"withdrawal","for":"Emergency fund"}"#,
            "cst-assets withdraw Ether 0.1 --for 'Emergency fund'"
        ),
        ("DELETE /goals/Old", "", "cst-plan goal delete Old --yes"),
        ("DELETE /assets/Gold", "", "cst-assets delete Gold --yes"),
    ]

    @Test func `every operation answers what the command prints`() async throws {
        let household = try await Household()
        let copy = try household.twin()
        let visitor = try await LocalDashboard(copy).comeIn()
        var transactions = (api: "", command: "")
        for (operation, body, command) in Self.steps {
            let newest = try await household.newest()
            #expect(try await household.newest(in: copy) == newest, "before \(command)")
            func filled(_ text: String, _ transaction: String) -> String {
                text.replacing("{transaction}", with: transaction).replacing("{newest}", with: "\(newest)")
                    .replacing("{before}", with: "\(newest - 2)")
            }
            let words = try CommandLineText(filled(command, transactions.command)).words
            let told = try await household.folder.run(words[0], Array(words.dropFirst()) + ["--format", "json"])
            let answer = try await visitor.write(
                filled(operation, transactions.api), filled(body, transactions.api), [("If-Match", "*")])
            let printed = told.status == 0 ? told.output : told.errors
            #expect(answer.body.withoutFreshIDs == printed.withoutFreshIDs, "\(operation) \(body)")
            let isNew =
                operation.hasPrefix("POST /goals") && !operation.contains("/goals/")
                || operation == "POST /assets" || operation.hasSuffix("/transactions")
            #expect(answer.status == (told.status != 0 ? 422 : isNew ? 201 : 200), "\(operation): \(printed)")
            #expect(answer.header("Content-Type") == "application/json")
            if let id = try JSONNode(parsing: answer.body)["transaction"]?["id"]?.text {
                transactions = (id, try JSONNode(parsing: printed)["transaction"]?["id"]?.text ?? "")
            }
            guard isNew, told.status == 0 else { continue }
            // What is new stands at its address, in the version that is told.
            let place = try #require(answer.header("Location"))
            let there = try await visitor.get(place)
            #expect(there.status == 200)
            let tag = try #require(answer.header("ETag"))
            #expect(there.header("ETag")?.hasPrefix(tag.dropLast() + "-") == true, "\(tag) \(there.headers)")
        }
        for document in ["cst-plan required", "cst-plan goal list --all", "cst-assets list", "cst-plan month history"] {
            let words = try CommandLineText(document).words + ["--format", "json"]
            let mine = try await household.folder.run(words[0], Array(words.dropFirst())).output
            let theirs = try await copy.run(words[0], Array(words.dropFirst())).output
            #expect(mine.withoutFreshIDs == theirs.withoutFreshIDs, "\(document)")
        }
    }

    @Test func `all allocations of an asset are changed together`() async throws {
        let household = try await Household()
        let copy = try household.twin()
        let visitor = try await LocalDashboard(copy).comeIn()
        let answer = try await visitor.write(
            "PUT /assets/Savings/allocations",
            #"{"sizes":{"Car":"1200.50","Japan":"35%","Emergency fund":"rest"}}"#, [("If-Match", "*")])
        #expect(answer.status == 200, "\(answer.body)")
        for words in [
            ["allocate", "Savings", "Car", "--amount", "1200.50"], ["allocate", "Savings", "Japan", "--share", "35%"],
        ] {
            try #require(try await household.folder.run("cst-assets", words).status == 0)
        }
        let listed = ["allocations", "Savings", "--format", "json"]
        #expect(answer.body == (try await household.folder.run("cst-assets", listed).output))
        #expect(answer.body == (try await visitor.get("/api/v1/assets/Savings/allocations").body))
        let all = try await visitor.write(
            "PUT /assets/Savings/allocations", #"{"sizes":{"Car":"all"}}"#, [("If-Match", "*")])
        #expect(try JSONNode(parsing: all.body)["allocations"]?.elements.first?["share"]?.text == "1", "\(all.body)")
        let none = try await visitor.write("PUT /assets/Savings/allocations", #"{"sizes":{}}"#, [("If-Match", "*")])
        #expect(none.status == 200)
        #expect(try JSONNode(parsing: none.body)["allocations"]?.elements.isEmpty == true)
        await #expect(try visitor.write("PUT /assets/Savings/allocations", "{}", [("If-Match", "*")]).status == 422)
    }

    @Test func `null removes what may be missing`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let full =
            #"{"emoji":"🚗","description":"A car","link":"https://example.org/","remind":"weekly","remindFrom":"2026-05-01","remindAt":"07:15"}"#
        let names = ["emoji", "description", "link", "remind", "remindFrom", "remindAt"]
        let before = try JSONNode(parsing: try await visitor.get("/api/v1/goals/Japan").body)["goal"]
        let set = try await visitor.write(
            "PATCH /goals/Japan", full, [("If-Match", "*")], type: "application/merge-patch+json")
        #expect(set.status == 200, "\(set.body)")
        let members = try #require(try JSONNode(parsing: set.body)["goal"])
        #expect(members["emoji"]?.text == "🚗" && members["link"]?.text == "https://example.org/")
        let empty = "{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}"
        await #expect(try visitor.write("PATCH /goals/Japan", empty, [("If-Match", "*")]).status == 200)
        #expect(try JSONNode(parsing: try await visitor.get("/api/v1/goals/Japan").body)["goal"] == before)
        // What a goal cannot be without is not removed.
        for name in ["name", "target", "currency", "deadline", "start"] {
            let answer = try await visitor.write("PATCH /goals/Japan", "{\"\(name)\":null}", [("If-Match", "*")])
            #expect(answer.status == 422, "\(name): \(answer.body)")
            #expect(answer.body.contains("\"\(name)\""), "\(answer.body)")
        }
        await #expect(
            try visitor.write("PATCH /goals/Japan", "{}", [("If-Match", "*")], type: "text/plain").status == 415)
        await #expect(
            try visitor.write("PUT /flex", "{}", type: "application/merge-patch+json").status == 415)
    }
}

extension Household {
    /// Another folder with the same database and rates.
    func twin() throws -> ProgramFolder {
        let copy = try folder.copy()
        let path = try copy.write(try folder.read("rates.csv"), to: "rates.csv")
        try copy.write("exchangeRates:\n  fixed:\n    file: \(path)\n", to: "settings/cst/config.yaml")
        return copy
    }

    /// The number of the journal's newest entry.
    func newest(in folder: ProgramFolder? = nil) async throws -> Int {
        let result = try await (folder ?? self.folder).run("cst-plan", ["history", "--limit", "1", "--format", "json"])
        let entry = try JSONNode(parsing: result.output)["history"]?.elements.first
        return entry?["number"]?.text.flatMap { Int($0) } ?? 0
    }
}

extension Visitor {
    /// Sends an operation of the API, as in "POST /goals".
    func write(
        _ operation: String, _ body: String = "", _ headers: [(String, String)] = [],
        type: String = "application/json", csrf: String? = nil
    ) async throws -> DashboardAnswer {
        let parts = operation.split(separator: " ", maxSplits: 1).map(String.init)
        let own = try await self.csrf()
        let always = [
            ("Cookie", cookie), ("X-CSRF-Token", csrf ?? own),
            ("Origin", "http://127.0.0.1:\(program.port)"),
        ]
        return try await program.patiently(
            parts[0], "/api/v1\(parts[1])", always + (body.isEmpty ? [] : [("Content-Type", type)]) + headers,
            body: body)
    }
}

extension String {
    /// The text with ids told apart by their order alone, and without the program and the words of a change.
    fileprivate var withoutFreshIDs: String {
        var known: [Substring: Int] = [:]
        let ids = replacing(#/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#) { match in
            let number = known[match.output.0] ?? known.count
            known[match.output.0] = number
            return "id \(number)"
        }
        return ids.replacing(#/"(program|command)": *"[^"]*"/#) { "\"\($0.output.1)\": …" }
    }
}
