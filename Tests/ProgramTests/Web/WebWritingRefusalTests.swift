import Foundation
import ProgramSupport
import Testing

/// What the commands refuse the API refuses with the same words, and nothing is written.
struct WebWritingRefusalTests {
    private static let long = String(repeating: "n", count: 10_000)

    private static func goal(_ members: String, _ options: String) -> (String, String, String) {
        (
            "POST /goals", "{\"name\":\"Boat\",\"target\":\"5\",\"deadline\":\"2028-01-01\",\(members)}",
            "cst-plan goal add Boat --target 5 --deadline 2028-01-01 \(options)"
        )
    }

    private static func target(_ text: String) -> (String, String, String) {
        (
            "POST /goals", "{\"name\":\"Boat\",\"target\":\"\(text)\",\"deadline\":\"2028-01-01\"}",
            "cst-plan goal add Boat '--target=\(text)' --deadline 2028-01-01"
        )
    }

    private static func deposit(_ text: String) -> (String, String, String) {
        ("POST /assets/Savings/transactions", "{\"amount\":\"\(text)\"}", "cst-assets deposit Savings -- \(text)")
    }

    private static let inputs =
        ["1e400", "١٢", "12.000,5", "12,5", "-5", "0", "NaN", "0x10", "1 000"].map(target)
        + ["1e400", "١٢", "12.000,5", "-5", "0"].map(deposit) + [
            (
                "POST /goals", #"{"name":"","target":"5","deadline":"2028-01-01"}"#,
                "cst-plan goal add '' --target 5 --deadline 2028-01-01"
            ),
            (
                "POST /goals", #"{"name":" ","target":"x","deadline":"2026-02-30","currency":"??"}"#,
                "cst-plan goal add ' ' --target x --deadline 2026-02-30 --currency '??'"
            ),
            (
                "POST /goals", "{\"name\":\"\(long)\",\"target\":\"5\",\"deadline\":\"2028-01-01\"}",
                "cst-plan goal add \(long) --target 5 --deadline 2028-01-01"
            ),
            goal(#""start":"2030-01-01""#, "--start 2030-01-01"), goal(#""start":"30.02.2026""#, "--start 30.02.2026"),
            goal(#""currency":"EURO€""#, "--currency EURO€"), goal(#""emoji":"ab""#, "--emoji ab"),
            goal(#""link":"javascript:alert(1)""#, "--link 'javascript:alert(1)'"),
            goal(#""remind":"weekly","remindAt":"25:00""#, "--remind weekly --remind-at 25:00"),
            goal(#""remindAt":"12:00""#, "--remind-at 12:00"),
            (
                "PATCH /goals/Car", #"{"name":"","deadline":"2020-01-01"}"#,
                "cst-plan goal edit Car --name '' --deadline 2020-01-01"
            ),
            ("PATCH /goals/Nobody", #"{"name":"x"}"#, "cst-plan goal edit Nobody --name x"),
            ("DELETE /goals/Nobody", "", "cst-plan goal delete Nobody --yes"),
            ("POST /goals/Car/resume", "", "cst-plan goal resume Car"),
            (
                "PUT /goals/Car/flex-state", #"{"state":"protected","custom":"1e400"}"#,
                "cst-plan protect Car --custom 1e400"
            ),
            (
                "PUT /goals/Car/flex-state", #"{"state":"protected","custom":"99999999"}"#,
                "cst-plan protect Car --custom 99999999"
            ),
            ("POST /assets", #"{"name":"","currency":"EUR"}"#, "cst-assets add '' --currency EUR"),
            ("POST /assets", #"{"name":"Gold","currency":"E R"}"#, "cst-assets add Gold --currency 'E R'"),
            (
                "POST /assets", #"{"name":"Gold","currency":"EUR","balance":"5","date":"2027-01-01"}"#,
                "cst-assets add Gold --currency EUR --balance 5 --date 2027-01-01"
            ),
            (
                "POST /assets", #"{"name":"W","currency":"BTC","chain":"bitcoin","address":"bc1qnothing"}"#,
                "cst-assets add W --currency BTC --chain bitcoin --address bc1qnothing"
            ),
            ("PATCH /assets/Savings", #"{"name":""}"#, "cst-assets edit Savings --name ''"),
            (
                "POST /assets/Savings/transactions", #"{"amount":"5","date":"2026-02-30"}"#,
                "cst-assets deposit Savings 5 --date 2026-02-30"
            ),
            (
                "POST /assets/Savings/transactions", #"{"amount":"5","type":"withdrawal","for":"Car"}"#,
                "cst-assets withdraw Savings 5 --for Car"
            ),
            ("POST /assets/Nobody/transactions", #"{"amount":"5"}"#, "cst-assets deposit Nobody 5"),
            ("PUT /flex", #"{"factor":"7"}"#, "cst-plan flex --factor 7 --save"),
            ("PUT /flex", #"{"budget":"1,5"}"#, "cst-plan flex --budget 1,5 --save"),
            ("POST /budget/apply", #"{"amount":"1"}"#, "cst-plan budget --amount 1 --apply"),
            ("POST /months/2026-09/start", "", "cst-plan month start --month 2026-09"),
            ("POST /months/2026-05/close", "", "cst-plan month close --month 2026-05"),
            ("POST /undo", #"{"entry":1}"#, "cst-plan undo 1"),
            ("POST /redo", #"{"entry":1}"#, "cst-plan undo --redo 1"),
        ]

    @Test func `refusals are those of the commands`() async throws {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let newest = try await household.newest()
        for (operation, body, command) in Self.inputs {
            let words = try CommandLineText(command).words
            // Behind '--' everything is an argument.
            let told = try await household.folder.run(
                words[0], [words[1], "--format", "json"] + Array(words.dropFirst(2)))
            let result =
                words[1] == "goal" || words[1] == "month"
                ? try await household.folder.run(words[0], Array(words.dropFirst()) + ["--format", "json"]) : told
            let answer = try await visitor.write(operation, body, [("If-Match", "*")])
            #expect(result.status != 0, "\(command.prefix(200))")
            #expect([404, 409, 422].contains(answer.status), "\(operation) \(body.prefix(200)): \(answer.body)")
            #expect(answer.body == result.errors, "\(operation) \(body.prefix(200))")
        }
        #expect(try await household.newest() == newest)
    }

    @Test(arguments: [
        ("POST /goals", #"{"nam":"x"}"#, 400, "web.unknownMember"), ("POST /goals", "[]", 400, "web.badBody"),
        ("POST /goals", #"{"name":"x","target":5,"deadline":"2028-01-01"}"#, 422, "web.badMember"),
        ("POST /goals", #"{"remind":"sometimes"}"#, 422, "web.badMember"),
        ("PUT /goals/Car/flex-state", "{}", 422, "web.badMember"),
        ("PUT /goals/Car/flex-state", #"{"state":null}"#, 422, "web.badMember"),
        ("POST /assets", #"{"name":"x","currency":"EUR","decimals":"6"}"#, 422, "web.badMember"),
        ("POST /assets", #"{"name":"x","currency":"EUR","date":"2026-01-01"}"#, 422, "web.badMember"),
        ("POST /assets/Savings/transactions", #"{"amount":"5","for":"Car"}"#, 422, "web.badMember"),
        ("POST /assets/Savings/transactions", "{}", 422, "web.badMember"),
        (
            "PUT /assets/Savings/allocations", #"{"sizes":{"Car":"60%","Japan":"40.0001%"}}"#, 422,
            "assetSplit.sharesPassWhole"
        ),
        ("PUT /assets/Savings/allocations", #"{"sizes":{"Nobody":"60%"}}"#, 404, "goal.unknown"),
        ("POST /undo", "{}", 422, "web.badMember"), ("POST /undo", #"{"entry":"1"}"#, 422, "web.badMember"),
        ("POST /undo", #"{"entry":1.5}"#, 422, "web.badMember"),
        ("POST /undo", #"{"entry":-1}"#, 409, "history.notLast"),
        ("POST /goals/Car/pause", #"{"name":"x"}"#, 400, "web.unknownMember"),
        ("POST /months/2026-13/start", "", 400, "calendar.invalidMonth"),
        ("PUT /flex", #"{"factor":"1","budget":"5"}"#, 422, "web.twoMembers"),
        ("PUT /flex?strict=true", "{}", 400, "web.unknownParameter"),
    ]) func `what no command can be given is refused too`(operation: String, body: String, status: Int, code: String)
        async throws
    {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let newest = try await household.newest()
        let answer = try await visitor.write(operation, body, [("If-Match", "*")])
        #expect(answer.status == status, "\(answer.body)")
        #expect(try JSONNode(parsing: answer.body)["error"]?["code"]?.text == code, "\(answer.body)")
        #expect(try await household.newest() == newest)
    }

    @Test func `a strict start that does not know everything writes nothing`() async throws {
        let household = try await Household()
        // What is in a currency without a rate is known in that currency, and not in the total.
        for command in [
            "cst-plan goal add Plot --target 40 --currency XMR --deadline 2028-01-01",
            "cst-assets add Acres --currency XMR --balance 3", "cst-assets allocate Acres Plot --rest",
        ] {
            let words = try CommandLineText(command).words
            try #require(try await household.folder.run(words[0], Array(words.dropFirst())).status == 0)
        }
        let told = try await household.twin().run("cst-plan", ["month", "start", "--strict"])
        #expect(told.status == 3, "\(told.output)")
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let newest = try await household.newest()
        let answer = try await visitor.write("POST /months/2026-05/start?strict=true")
        #expect(answer.status == 422 && answer.body.contains("web.incomplete"), "\(answer.body)")
        #expect(try await household.newest() == newest)
        await #expect(try visitor.write("POST /months/2026-05/start").status == 200)
    }
}
