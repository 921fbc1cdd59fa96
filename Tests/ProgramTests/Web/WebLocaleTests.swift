import Foundation
import ProgramSupport
import Testing

/// Amounts are typed as the reader writes them, in every form, preview and editor.
struct WebLocaleTests {
    /// Somebody whose browser asks for a language.
    private struct Reader {
        let visitor: Visitor
        let language: [(String, String)]

        init(_ visitor: Visitor, _ tag: String) {
            (self.visitor, language) = (visitor, [("Accept-Language", tag)])
        }

        func get(_ path: String) async throws -> DashboardAnswer { try await visitor.get(path, language) }

        func send(_ page: String, to action: String, _ typed: [String: String]) async throws -> DashboardAnswer {
            let form = try Visitor.form(in: try await get(page).body, to: action, typed)
            return try await send(form)
        }

        func send(_ form: WebForm) async throws -> DashboardAnswer {
            try await visitor.post(form.action, form.body, [("Sec-Fetch-Site", "same-origin")] + language)
        }

        func preview(_ path: String, _ body: String) async throws -> DashboardAnswer {
            let own = [("Sec-Fetch-Site", "same-origin"), ("X-CSRF-Token", try await visitor.csrf())]
            return try await visitor.post(path, body, own + language)
        }
    }

    /// Regions with their decimal sign.
    private static let regions = [
        ("en-US", "."), ("de-DE", ","), ("fr-FR", ","), ("de-CH", "."), ("pt-BR", ","), ("pl-PL", ","), ("es-ES", ","),
        ("sv-SE", ","),
    ]

    @Test func `cents are typed with the sign of each region, and shown with it`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        for (tag, sign) in Self.regions {
            let reader = Reader(visitor, tag)
            let added = try await reader.send(
                "/goals/new", to: "/goals/new",
                ["name": "Goal \(tag)", "target": "12000\(sign)50", "currency": "EUR", "deadline": "2027-06-30"])
            #expect(added.status == 303, "\(tag): \(added.body.suffix(1500))")
            let path = try #require(added.header("Location")).path
            let form = try Visitor.form(in: try await reader.get("\(path)/edit").body, to: "\(path)/edit")
            #expect(form.fields["target"] == "12000\(sign)50", "\(tag): \(form.fields)")
            // Saved as it is shown, nothing changes.
            #expect(try await reader.send(form).header("Location")?.contains("done=0") == true, "\(tag)")
            let edited = try await reader.send("\(path)/edit", to: "\(path)/edit", ["target": "315\(sign)81"])
            #expect(edited.status == 303, "\(tag)")
            let asset = try await reader.send(
                "/assets/new", to: "/assets/new",
                ["name": "Asset \(tag)", "currency": "BTC", "balance": "0\(sign)12345678"])
            #expect(asset.status == 303, "\(tag): \(asset.body.suffix(1500))")
        }
        let goals = try JSONNode(
            parsing: try await folder.run("cst-plan", ["goal", "list", "--format", "json"]).output)
        let targets = (goals["goals"]?.elements ?? []).map { $0["target"]?["amount"]?.text }
        #expect(targets == Array(repeating: "315.81", count: Self.regions.count))
        let assets = try JSONNode(parsing: try await folder.run("cst-assets", ["list", "--format", "json"]).output)
        let balances = (assets["assets"]?.elements ?? []).map { $0["balance"]?["amount"]?.text }
        #expect(balances == Array(repeating: "0.12345678", count: Self.regions.count))
        await #expect(try Reader(visitor, "de-CH").get("/goals").body.contains("315.81\u{A0}EUR"))
        await #expect(try Reader(visitor, "de-DE").get("/goals").body.contains("315,81\u{A0}EUR"))
    }

    @Test func `every form and every preview reads a decimal comma, and refuses signs between thousands`()
        async throws
    {
        let household = try await Household()
        let visitor = try await LocalDashboard(household.folder).comeIn()
        let reader = Reader(visitor, "de-DE,de;q=0.9")
        func path(_ list: String, _ name: String) async throws -> String {
            let words = list == "goals" ? ["cst-plan", "goal", "list"] : ["cst-assets", "list"]
            let told = try await household.document(words.joined(separator: " "))
            return "/\(list)/\(try #require(told.named(name, in: list)["id"]?.text))"
        }
        let (car, savings, wallet) = (
            try await path("goals", "Car"), try await path("assets", "Savings"), try await path("assets", "Wallet")
        )
        let goal = String(car.dropFirst("/goals/".count))
        let forms: [(page: String, action: String, field: String, typed: [String: String])] = [
            (savings, "\(savings)/transactions", "amount", ["note": "Mai"]),
            (
                "\(savings)/transfer", "\(savings)/transfer", "amount",
                ["to": String(wallet.dropFirst(8)), "received": "0,0011"]
            ),
            (car, "\(car)/payment", "custom", [:]), ("\(car)/edit", "\(car)/edit", "target", [:]),
            ("\(car)/fund", "\(car)/fund", "size", ["asset": String(savings.dropFirst(8))]),
            ("\(savings)/allocations", "\(savings)/allocations", goal, [:]),
        ]
        for (page, action, field, typed) in forms {
            let refused = try await reader.send(page, to: action, typed.merging([field: "1.250"]) { $1 })
            #expect(refused.status == 422, "\(action): \(refused.status)")
            #expect(
                refused.body.contains("&#39;1250&#39;") && refused.body.contains("&#39;1,25&#39;"), "\(action)")
            // What was typed is still there, and sent again once it is right.
            let form = try Visitor.form(in: refused.body, to: action)
            #expect(form.fields[field] == "1.250", "\(action): \(form.fields)")
            var right = form
            right.fields[field] = "1.250,75"
            let saved = try await reader.send(right)
            #expect(saved.status == 303, "\(action): \(saved.body.suffix(2000))")
        }
        for (path, body, into) in [
            ("/flex/preview", "percent=80,5", "flex-effect"), ("/budget/preview", "amount=1250,75", "budget-effect"),
            ("\(car)/what-if/preview", "monthly=250,5", "what-if-effect"),
            ("\(car)/what-if/preview", "once=250,5&target=9000,25", "what-if-effect"),
            ("\(car)/edit/preview", "target=9000,25", "edit-effect"),
            ("/goals/new/preview", "name=X&target=9000,25&currency=EUR&deadline=2027-06-30", "new-effect"),
            ("\(savings)/allocations/preview", "\(goal)=12,5%25", "allocations-effect"),
        ] {
            let shown = try await reader.preview(path, body)
            #expect(shown.status == 200 && shown.body.contains("id=\"\(into)\""), "\(path): \(shown.body)")
            let grouped = body.replacing("1250,75", with: "1.250").replacing("250,5", with: "2.500").replacing(
                "9000,25", with: "9.000"
            ).replacing("80,5", with: "1.080").replacing("12,5%25", with: "1.200")
            let refused = try await reader.preview(path, grouped)
            #expect(refused.status == 422, "\(path) \(grouped): \(refused.status)")
            #expect(refused.body.contains("sign between thousands"), "\(path) \(grouped): \(refused.body)")
        }
        // Addresses with what was typed do the same, where there is no script.
        for path in ["/budget?amount=1250,75", "/flex?percent=80,5", "\(car)/what-if?monthly=250,5"] {
            let page = try await reader.get(path)
            #expect(page.status == 200 && !page.body.contains("issue-summary"), "\(path)")
        }
        // What is kept of it is what was shown.
        let flex = try Visitor.form(in: try await reader.get("/flex?percent=80,5").body, to: "/flex/save")
        #expect(flex.fields["percent"] == "80,5")
        #expect(try await reader.send(flex).status == 303)
        let history = try await household.document("cst-plan history --limit 1")
        #expect(history["history"]?.elements.first?["command"]?.text == "flex --factor 0.805 --save")
    }
}
