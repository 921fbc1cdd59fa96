import Foundation
import ProgramSupport
import Testing

/// What programs try out by the API is what the commands print for the same, and nothing is written.
struct WebPreviewTests {
    private static let cases = [
        ("/flex/preview", "{}", "cst-plan flex"),
        ("/flex/preview", #"{"factor":"0.8"}"#, "cst-plan flex --factor 0.8"),
        (
            "/flex/preview",
            #"{"budget":"900","strategy":"minimizeRisk","protect":["Car"],"skip":["Japan"],"factor":null}"#,
            "cst-plan flex --budget 900 --strategy minimizeRisk --protect Car --skip Japan"
        ),
        (
            "/flex/preview",
            #"{"factor":"1.2","lower":"0.2","upper":"1.9","skip":["Car"],"redistributeSkipped":true}"#,
            "cst-plan flex --factor 1.2 --lower 0.2 --upper 1.9 --skip Car --redistribute-skipped"
        ),
        ("/flex/preview?display=EUR", #"{"factor":"0.9"}"#, "cst-plan flex --factor 0.9 --display EUR"),
        ("/flex/preview", #"{"factor":"7"}"#, "cst-plan flex --factor 7"),
        ("/flex/preview", #"{"budget":"1,5"}"#, "cst-plan flex --budget 1,5"),
        ("/budget/preview", "{}", "cst-plan budget"),
        ("/budget/preview", #"{"amount":"400"}"#, "cst-plan budget --amount 400"),
        ("/budget/preview", #"{"amount":"-1"}"#, "cst-plan budget --amount=-1"),
        (
            "/goals/Car/preview", #"{"deadline":"2030-12-31","name":"Van"}"#,
            "cst-plan goal edit Car --deadline 2030-12-31 --name Van --preview"
        ),
        (
            "/goals/Car/preview?as-of=2026-03-01", #"{"target":"14000"}"#,
            "cst-plan goal edit Car --target 14000 --preview --as-of 2026-03-01"
        ),
        ("/goals/Car/preview", #"{"target":"1e400"}"#, "cst-plan goal edit Car --target 1e400 --preview"),
        ("/goals/Nobody/preview", "{}", "cst-plan goal edit Nobody --preview"),
        ("/goals/Car/what-if", #"{"monthly":"300"}"#, "cst-plan what-if Car --monthly 300"),
        (
            "/goals/Japan/what-if", #"{"once":"2000","deadline":"2030-12-31"}"#,
            "cst-plan what-if Japan --once 2000 --deadline 2030-12-31"
        ),
        ("/goals/Car/what-if", #"{"deadline":"2026-02-30"}"#, "cst-plan what-if Car --deadline 2026-02-30"),
    ]

    @Test func `a preview is byte for byte what the command prints`() async throws {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let before = try await household.folder.run("cst-plan", ["history", "--format", "json"]).output
        for (path, body, command) in Self.cases {
            let words = try CommandLineText(command).words
            let told = try await household.folder.run(words[0], Array(words.dropFirst()) + ["--format", "json"])
            let answer = try await visitor.sendJSON(path, body)
            let status = [0: 200, 2: path.contains("Nobody") ? 404 : 422, 64: 422][told.status]
            #expect(answer.status == status, "\(path) \(body): \(answer.body) \(told.errors)")
            #expect(answer.body == (told.status == 0 ? told.output : told.errors), "\(path) \(body)")
        }
        #expect(try await household.folder.run("cst-plan", ["history", "--format", "json"]).output == before)
    }

    @Test func `other allocations are shown as they are after saving them`() async throws {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let present = try await household.folder.run("cst-assets", ["allocations", "Savings", "--format", "json"])
            .output
        #expect(try await visitor.sendJSON("/assets/Savings/allocations/preview", "{}").body == present)
        let shown = try await visitor.sendJSON(
            "/assets/Savings/allocations/preview", #"{"sizes":{"Car":"1200.50","Japan":"35%","Emergency fund":"rest"}}"#
        )
        #expect(shown.status == 200)
        for words in [
            ["allocate", "Savings", "Car", "--amount", "1200.50"], ["allocate", "Savings", "Japan", "--share", "35%"],
        ] {
            let result = try await household.folder.run("cst-assets", words)
            try #require(result.status == 0, "\(result.errors)")
        }
        let saved = try await household.folder.run("cst-assets", ["allocations", "Savings", "--format", "json"]).output
        #expect(shown.body == saved)

        for (sizes, code) in [
            (#"{"Car":"60%","Japan":"40.0001%"}"#, "assetSplit.sharesPassWhole"),
            (#"{"Car":"rest","Japan":"rest"}"#, "assetSplit.restTwice"), (#"{"Car":"1,5"}"#, "number"),
            (#"{"Nobody":"5%"}"#, "unknown"), (#"{"Car":"-5"}"#, "allocation.amountNotPositive"),
            (#"{"Car":"0.015"}"#, "allocation.amountTooPrecise"),
        ] {
            let answer = try await visitor.sendJSON("/assets/Savings/allocations/preview", "{\"sizes\":\(sizes)}")
            #expect([404, 422].contains(answer.status), "\(sizes): \(answer.body)")
            let told = try #require(try JSONNode(parsing: answer.body)["error"]?["code"]?.text)
            #expect(told.contains(code), "\(sizes): \(told)")
        }
    }

    @Test(arguments: [
        ("", "application/json", 400, "web.badBody"), ("[]", "application/json", 400, "web.badBody"),
        ("{", "application/json", 400, "web.badBody"), ("\u{0}", "application/json", 400, "web.badBody"),
        (String(repeating: "[", count: 100_000), "application/json", 400, "web.badBody"),
        ("{}", "text/plain", 415, "web.noJSON"), ("factor=0.8", "application/x-www-form-urlencoded", 415, "web.noJSON"),
        (#"{"factr":"0.8"}"#, "application/json", 400, "web.unknownMember"),
        (#"{"factor":0.8}"#, "application/json; charset=utf-8", 422, "web.badMember"),
        (#"{"factor":true}"#, "application/json", 422, "web.badMember"),
        (#"{"strategy":"best"}"#, "application/json", 422, "web.badMember"),
        (#"{"skip":"Car"}"#, "application/json", 422, "web.badMember"),
        (#"{"skip":[1]}"#, "application/json", 422, "web.badMember"),
        (#"{"redistributeSkipped":1}"#, "application/json", 422, "web.badMember"),
        (#"{"factor":"1","budget":"5"}"#, "application/json", 422, "web.twoMembers"),
        (#"{"redistributeSkipped":true,"budget":"5"}"#, "application/json", 422, "web.twoMembers"),
    ]) func `what cannot be read is refused with what is wrong`(body: String, type: String, status: Int, code: String)
        async throws
    {
        let visitor = try await SharedDashboard.demo
        let answer = try await visitor.sendJSON("/flex/preview", body, type: type)
        #expect(answer.status == status, "\(answer.body)")
        #expect(try JSONNode(parsing: answer.body)["error"]?["code"]?.text == code, "\(answer.body)")
    }

    @Test func `strangers and foreign pages try nothing`() async throws {
        let visitor = try await SharedDashboard.demo
        let program = visitor.program
        let csrf = try await visitor.csrf()
        for (headers, status) in [
            ([("Content-Type", "application/json")], 401),
            ([("Cookie", visitor.cookie), ("Content-Type", "application/json")], 403),
            (
                [
                    ("Cookie", visitor.cookie), ("Content-Type", "application/json"), ("X-CSRF-Token", csrf),
                    ("Sec-Fetch-Site", "cross-site"),
                ], 403
            ),
            (
                [
                    ("Cookie", visitor.cookie), ("Content-Type", "application/json"), ("X-CSRF-Token", csrf),
                    ("Origin", "http://localhost:\(program.port)"),
                ], 200
            ),
        ] {
            let answer = try await program.ask("POST", "/api/v1/flex/preview", headers, body: "{}")
            #expect(answer.status == status, "\(headers): \(answer.body)")
        }
        #expect(try await visitor.get("/api/v1/flex/preview").status == 405)
    }

    @Test func `only complete figures are answered to who wants no others`() async throws {
        let visitor = try await SharedDashboard.of(.withoutUSDC).visitor
        #expect(try await visitor.get("/api/v1/required?strict=false").status == 200)
        let answer = try await visitor.get("/api/v1/required?strict=true")
        #expect(answer.status == 422 && answer.body.contains("web.incomplete"), "\(answer.body)")
        #expect(try await visitor.get("/api/v1/goals/Car?strict=true").status == 200)
        #expect(try await visitor.get("/api/v1/history?goal=Car&asset=Savings").status == 422)
        #expect(try await visitor.get("/api/v1/required?display=XYZQ").status >= 400)
    }

    @Test func `what a form tries out is of the day and the currency of its page`() async throws {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let page = try await visitor.get("/?as-of=2026-03-01&display=EUR").body
        let sent = page.matches(of: #/<input type="hidden" name="(as-of|display)" value="([^"]*)"/#)
        #expect(Set(sent.map { "\($0.output.1)=\($0.output.2)" }) == ["as-of=2026-03-01", "display=EUR"])
        let flex = try await household.document("cst-plan flex --factor 0.8 --as-of 2026-03-01 --display EUR")
        let adjusted = try #require(flex["totalAdjusted"]?["amount"]?.text)
        let answer = try await visitor.preview("/flex/preview", "percent=80&as-of=2026-03-01&display=EUR").body
        #expect(answer.contains("You pay <data class=\"amount\" value=\"\(adjusted)\""), "\(answer)")
    }
}
