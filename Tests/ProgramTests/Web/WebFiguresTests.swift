import Foundation
import Models
import ProgramSupport
import Testing

/// Pages and the API have the figures of the programs, to the last digit.
struct WebFiguresTests {
    private static let documents = [
        ("/required", "cst-plan required"), ("/required?as-of=2026-03-01", "cst-plan required --as-of 2026-03-01"),
        ("/required?convention=calendarMonths", "cst-plan required --convention calendarMonths"),
        ("/goals", "cst-plan goal list --all"), ("/goals/Car", "cst-plan goal show Car"),
        ("/goals/Car/schedule", "cst-plan schedule Car"), ("/assets", "cst-assets list"),
        ("/assets/Savings/transactions", "cst-assets transactions Savings"),
        ("/assets/Savings/allocations", "cst-assets allocations Savings"), ("/budget", "cst-plan budget"),
        ("/rates", "cst-rates list"), ("/rates/BTC/EUR", "cst-rates get BTC EUR"),
        ("/required?display=JPY", "cst-plan required --display JPY"), ("/assets/Wallet", "cst-assets show Wallet"),
        ("/assets?display=BTC", "cst-assets list --display BTC"), ("/history?goal=Car", "cst-plan history --goal Car"),
        ("/history?asset=Savings&limit=2", "cst-plan history --asset Savings --limit 2"),
        ("/goals/Nobody", "cst-plan goal show Nobody"), ("/assets/Nobody", "cst-assets show Nobody"),
        ("/months", "cst-plan month history"),
        ("/months/2026-05", "cst-plan month status --month 2026-05"),
        ("/history?limit=3", "cst-plan history --limit 3"),
        ("/goals/Emergency%20fund/forecast", "cst-plan forecast 'Emergency fund'"),
    ]

    @Test(arguments: SharedDashboard.Kind.allCases)
    func `every document is byte for byte that of the program`(kind: SharedDashboard.Kind) async throws {
        let dashboard = try await SharedDashboard.of(kind)
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        for (path, command) in Self.documents {
            let words = try CommandLineText(command).words
            let told = try await household.folder.run(words[0], Array(words.dropFirst()) + ["--format", "json"])
            let answer = try await visitor.get("/api/v1\(path)")
            #expect(
                answer.status == (told.status == 0 ? 200 : path.contains("Nobody") ? 404 : 422),
                "\(path): \(answer.body.prefix(300)) \(told.errors)")
            #expect(answer.body == (told.status == 0 ? told.output : told.errors), "\(path)")
            #expect(answer.header("Content-Type") == "application/json")
            guard told.status == 0, let tag = answer.header("ETag") else { continue }
            let again = try await visitor.get("/api/v1\(path)", [("If-None-Match", tag)])
            #expect(again.status == 304 && again.body.isEmpty && again.header("ETag") == tag, "\(path)")
        }
    }

    @Test func `the settings are those of the program`() async throws {
        let dashboard = try await SharedDashboard.sample
        let told = try await dashboard.household.folder.run("cst-web", ["config", "show", "--format", "json"])
        #expect(try await dashboard.visitor.get("/api/v1/settings").body == told.output)
    }

    /// The sums of the payments of each year of a schedule.
    private static func sumsOfYears(_ schedule: JSONNode) throws -> [String] {
        let years = Dictionary(grouping: schedule["payments"]?.elements ?? []) { $0["date"]?.text?.prefix(4) }
        return try years.values.map { payments in
            let amounts = try payments.map { payment in
                let amount = try #require(payment["amount"])
                return try Money(
                    try #require(amount["amount"]?.text), Currency(code: try #require(amount["currency"]?.text)))
            }
            return try Money.sum(amounts, in: try #require(amounts.first).currency).amountText
        }
    }

    /// Every amount of a JSON document.
    private static func amounts(_ text: String) -> Set<String> {
        Set(text.matches(of: #/"(-?\d+(?:\.\d+)?)"/#).map { String($0.output.1) })
    }

    @Test(arguments: [SharedDashboard.Kind.sample, .withoutUSDC])
    func `every amount on a page is one that a program prints`(kind: SharedDashboard.Kind) async throws {
        let dashboard = try await SharedDashboard.of(kind)
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        var known: Set<String> = []
        for command in Self.documents.map(\.1) + [
            "cst-plan flex", "cst-plan schedule Japan", "cst-plan schedule 'Emergency fund'",
            "cst-plan goal show Japan", "cst-plan goal show 'Emergency fund'", "cst-plan month status",
            "cst-plan forecast Car", "cst-plan forecast Japan",
            "cst-assets show Wallet", "cst-assets show Savings", "cst-assets transactions",
        ] {
            let words = try CommandLineText(command).words
            known.formUnion(
                Self.amounts(
                    try await household.folder.run(words[0], Array(words.dropFirst()) + ["--format", "json"]).output))
        }
        // The page of a goal sums up the payments of each year, which programs print one by one.
        for goal in ["Car", "Japan", "Emergency fund"] {
            known.formUnion(try Self.sumsOfYears(try await household.document("cst-plan schedule '\(goal)'")))
        }
        let ids = try await visitor.get("/goals").body.matches(of: #/href="(\/goals\/[0-9a-f-]{36})"/#).map {
            String($0.output.1)
        }
        let assets = try await visitor.get("/assets").body.matches(of: #/href="(\/assets\/[0-9a-f-]{36})"/#).map {
            String($0.output.1)
        }
        #expect(Set(ids).count == 3 && Set(assets).count == 4)
        var count = 0
        for path in ["/", "/goals", "/assets", "/month", "/budget", "/flex", "/print/2026-05"] + Set(ids) + Set(assets)
        {
            let page = try await visitor.get(path)
            #expect(page.status == 200, "\(path)")
            // What all assets were once is in no document.
            let body = page.body.replacing(#/data-live-id="history".*?<\/section>/#.dotMatchesNewlines(), with: "")
            for match in body.matches(of: #/<data class="amount" value="([^"]*)">/#) {
                count += 1
                // A sum of nothing is in no document.
                #expect(
                    known.contains(String(match.output.1)) || Double(match.output.1) == 0,
                    "\(path) shows \(match.output.1)")
            }
        }
        #expect(count > 100)
    }

    @Test func `a missing rate is a word before the figure, and its gap is told`() async throws {
        let dashboard = try await SharedDashboard.of(.withoutUSDC)
        let required = try await dashboard.household.document("cst-plan required")
        let total = try #require(required["plannedTotal"]?["amount"]?.text)
        let page = try await dashboard.visitor.get("/").body
        let hero = try #require(
            page.firstMatch(of: #/data-live-id="total">(.*?)<\/span><\/p>/#).map { String($0.output.1) })
        #expect(hero.contains(#"<span class="bound">at most</span>"#), "\(hero)")
        #expect(hero.contains("value=\"\(total)\""), "\(hero) \(total)")
        #expect(page.contains("Not counted:") && page.contains("Exchange (USDC)"))
    }

    @Test func `the slider at a hundred percent is the page's total, and elsewhere what flex says`() async throws {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let total = try await household.document("cst-plan required")["total"]?["amount"]?.text
        func shown(_ percent: String) async throws -> String {
            let answer = try await visitor.preview("/flex/preview", "percent=\(percent)&strategy=balanced")
            #expect(answer.status == 200, "\(answer.body)")
            return try #require(
                answer.body.firstMatch(of: #/You pay <data class="amount" value="([^"]*)"/#).map { String($0.output.1) }
            )
        }
        let whole = try await shown("100")
        #expect(total == whole)
        for (percent, factor) in [("80", "0.8"), ("50", "0.5"), ("133.5", "1.335")] {
            let flex = try await household.document("cst-plan flex --factor \(factor)")
            let adjusted = try #require(flex["totalAdjusted"]?["amount"]?.text)
            let shown = try await shown(percent)
            #expect(adjusted == shown, "\(percent)")
        }
    }

    @Test(arguments: [
        "", "0", "x", "-5", "1e400", "١٢", "12,5", "1_0", String(repeating: "9", count: 400), "NaN", "<b>",
    ])
    func `what cannot be worked out is told at its field`(percent: String) async throws {
        let visitor = try await SharedDashboard.sample.visitor
        let escaped = try #require(percent.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let answer = try await visitor.preview("/flex/preview", "percent=\(escaped)")
        #expect(answer.status == (percent.isEmpty ? 200 : 422), "\(percent): \(answer.status)")
        if answer.status == 422 {
            #expect(answer.body.contains("role=\"alert\"") && answer.body.contains("href=\"#flex-percent\""))
            #expect(!answer.body.contains("<b>"))
        }
        let page = try await visitor.get("/flex?percent=\(escaped)")
        #expect(page.status == answer.status && page.body.contains("<h1>Pay more or less</h1>"))
    }

    @Test func `hidden amounts are nowhere in a page`() async throws {
        let visitor = try await SharedDashboard.sample.visitor
        let port = visitor.program.port
        let answer = try await visitor.post(
            "/preferences", "private=1&back=%2Fgoals&csrf=\(try await visitor.csrf())",
            [("Sec-Fetch-Site", "same-origin")])
        #expect(answer.status == 303 && answer.header("Location") == "/goals")
        #expect(answer.header("Set-Cookie")?.hasPrefix("cst-\(port)-private=1; ") == true)
        let hiding = "\(visitor.cookie); cst-\(port)-private=1"
        let goal = try #require(
            try await visitor.get("/goals").body.firstMatch(of: #/href="(\/goals\/[0-9a-f-]{36})"/#)
        )
        .output.1
        for path in [
            "/", "/goals", "/assets", "/month", "/budget", "/flex", "/activity", String(goal), "\(goal)/edit",
            "\(goal)/what-if",
        ] {
            let page = try await visitor.program.ask("GET", path, [("Cookie", hiding)]).body
            #expect(page.contains("•••") || path == "/activity" || path.hasSuffix("edit"), "\(path)")
            for amount in ["18000", "18,000", "10,000.00", "4,500.00", "4500", "900,000", "0.12", "2,500"] {
                // Ids and the points of a line have digits of their own.
                let written = try Regex(
                    "[^0-9A-Fa-f.,-]\(NSRegularExpression.escapedPattern(for: amount))[^0-9A-Fa-f-]")
                #expect(!page.contains(written), "\(path) shows \(amount)")
            }
        }
    }

    @Test(arguments: [
        ("de-DE,de;q=0.9", "18.000,00\u{A0}EUR"), ("en-IN", "9,00,000\u{A0}JPY"), ("fr", "18\u{202F}000,00\u{A0}EUR"),
    ])
    func `numbers are written as the reader knows them, beside their canonical form`(accepted: String, shown: String)
        async throws
    {
        let visitor = try await SharedDashboard.sample.visitor
        let page = try await visitor.get("/goals", [("Accept-Language", accepted)]).body
        #expect(page.contains(shown), "\(accepted)")
        #expect(page.contains("value=\"18000.00\""))
    }

    @Test func `a day in the past is answered as the programs do, and says so`() async throws {
        let dashboard = try await SharedDashboard.sample
        let (household, visitor) = (dashboard.household, dashboard.visitor)
        let past = try await visitor.get("/?as-of=2026-03-01")
        let total = try await household.document("cst-plan required --as-of 2026-03-01")["plannedTotal"]?["amount"]?
            .text
        let shown = try #require(
            past.body.firstMatch(of: #/data-live-id="total"><data class="amount" value="([^"]*)"/#)
        ).output.1
        #expect(try #require(total) == shown && past.body.contains("as-of-banner"))
        #expect(try await visitor.get("/?as-of=2026-02-30").status == 400)
        #expect(try await visitor.get("/api/v1/required?asof=2026-03-01").body.contains("Did you mean 'as-of'?"))
    }
}
