import Foundation
import ProgramSupport
import Testing

/// Forms begin with what is meant most, and take it as people write it.
struct WebPresetTests {
    private static func currency(_ visitor: Visitor, _ page: String, _ tag: String) async throws -> String? {
        let body = try await visitor.get(page, [("Accept-Language", tag)]).body
        return try Visitor.form(in: body, to: page).fields["currency"]
    }

    @Test func `the currency is the household's own, before that the one of the reader's region`() async throws {
        let folder = try ProgramFolder()
        let visitor = try await LocalDashboard(folder).comeIn()
        for page in ["/goals/new", "/assets/new"] {
            #expect(try await Self.currency(visitor, page, "de-DE,de") == "EUR")
            #expect(try await Self.currency(visitor, page, "en-GB") == "GBP")
            #expect(try await Self.currency(visitor, page, "en") == "USD")
        }
        // The first goal is previewed in its own currency: no rate is needed for it.
        let typed = ["name": "Bike", "target": "1200 €", "currency": "€", "deadline": "2027-12-31"]
        let form = try await visitor.form("/goals/new", to: "/goals/new", typed)
        let preview = try await visitor.preview("/goals/new/preview", form.body)
        #expect(preview.status == 200 && preview.body.contains("EUR"), "\(preview.body)")
        #expect(!preview.body.contains("USD") && !preview.body.contains("No rate"), "\(preview.body)")
        try await visitor.save("/goals/new", to: "/goals/new", typed)
        let list = try JSONNode(parsing: try await folder.run("cst-plan", ["goal", "list", "--format", "json"]).output)
        let target = list["goals"]?.elements.first?["target"]
        #expect(target?["currency"]?.text == "EUR" && target?["amount"]?.text == "1200.00")
        #expect(try await Self.currency(visitor, "/assets/new", "en-GB") == "EUR")
        // Nobody has to empty the currency for the coin of a chain.
        try await visitor.save(
            "/assets/new", to: "/assets/new",
            ["name": "Wallet", "chain": "bitcoin", "address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"])
        #expect(try await folder.run("cst-assets", ["list"]).output.contains("BTC"))
        let refused = try await visitor.send(
            try await visitor.form("/assets/new", to: "/assets/new", ["name": "Odd", "currency": "$"]))
        #expect(refused.status == 422 && refused.body.contains("USD (US Dollar)"))
    }

    @Test func `money goes into an asset of the own currency, whatever was used last`() async throws {
        let folder = try ProgramFolder()
        for words in [
            ["cst-plan", "goal", "add", "Bike", "--target", "900", "--currency", "EUR", "--deadline", "2027-12-31"],
            ["cst-assets", "add", "Savings", "--currency", "EUR"],
            ["cst-assets", "add", "US account", "--currency", "USD"], ["cst-assets", "deposit", "US account", "5"],
        ] {
            let told = try await folder.run(words[0], Array(words.dropFirst()))
            try #require(told.status == 0 || told.status == 4, "\(told.errors)")
        }
        let visitor = try await LocalDashboard(folder).comeIn()
        func chosen() async throws -> String {
            let body = try await visitor.get("/money/add").body
            return try #require(
                body.firstMatch(of: #/selected data-unit="[A-Z]+">([^<]+)/#).map { String($0.output.1) })
        }
        #expect(try await chosen() == "Savings (EUR)")
        #expect(try await folder.run("cst-assets", ["allocate", "Savings", "Bike", "--rest"]).status == 0)
        #expect(try await chosen().hasPrefix("Bike, which gets"))
    }

    @Test func `a rate that was given leads back to where it was missing`() async throws {
        let folder = try await Household().folder
        let told = try await folder.run(
            "cst-assets", ["add", "Fishing money", "--currency", "ISK", "--balance", "9000"])
        try #require(told.status == 0 || told.status == 4, "\(told.errors)")
        let visitor = try await LocalDashboard(folder).comeIn()
        let assets = try await visitor.get("/assets").body
        let path = try #require(
            assets.firstMatch(of: #/href="(\/assets\/[0-9a-f-]{36})"[^>]*>(?:<[^>]*>)*Fishing money/#)
        ).output.1
        let page = try await visitor.get(String(path)).body
        let link = try #require(page.firstMatch(of: #/href="(\/rates\?back=[^"#]+)#give/#)).output.1
        let address = String(link).replacing("&amp;", with: "&")
        let form = try Visitor.form(in: try await visitor.get(address).body, to: "/rates", ["rate": "0.0079"])
        #expect(form.fields["from"] == "ISK" && form.fields["to"] == "USD")
        #expect(try await visitor.send(form).header("Location")?.path == String(path))
        // Nobody is led out of the program.
        let evil = try Visitor.form(
            in: try await visitor.get(address).body, to: "/rates",
            ["from": "ISK", "rate": "0.008", "back": "//evil.example"])
        #expect(try await visitor.send(evil).header("Location")?.path == "/rates")
    }

    @Test func `all that a file leaves open is asked for at once`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let text = "Date,Amount,Note\n03/11/2026,-12.50,Bread\n04/11/2026,100.00,Gift\n"
        let boundary = "----------8d1f"
        let fields = ["csrf": try await visitor.csrf()].map { name, value in
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let sent = try await visitor.program.patiently(
            "POST", "/assets/import",
            [
                ("Cookie", visitor.cookie), ("Sec-Fetch-Site", "same-origin"),
                ("Content-Type", "multipart/form-data; boundary=\(boundary)"),
            ],
            body: fields.joined()
                + "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\(text)\r\n"
                + "--\(boundary)--\r\n")
        let page = try await visitor.get(try #require(sent.header("Location"))).body
        for name in ["dates", "asset", "currency"] { #expect(page.contains("#import-\(name)"), "\(name): \(page)") }
        #expect(page.contains(#/id="import-currency"[^>]*value="USD"/#), "the own currency is proposed")
    }

    @Test func `a reader changes the own password with the old one alone`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let ben = try await program.visitor("Ben", people.password)
        #expect(try await ben.get("/settings").body.contains("href=\"/people/password\""))
        let page = "/people/password"
        for (current, password, field) in [
            ("wrong", "another password", "current"), ("", "another password", "current"),
            (people.password, "short", "password"),
        ] {
            let form = try await ben.form(page, to: page, ["current": current, "password": password])
            let refused = try await ben.send(form)
            #expect(refused.status == 422 && refused.body.contains("#password-\(field)"), "\(current)")
            #expect(!refused.body.contains("another password"))
        }
        let form = try await ben.form(page, to: page, ["current": people.password, "password": "another password"])
        let changed = try await ben.send(form)
        #expect(changed.status == 200 && changed.body.contains("Your password was changed"))
        #expect(try await ben.get("/").status == 303, "the session has ended")
        #expect(try await program.login("Ben", people.password).status == 401)
        #expect(try await program.login("Ben", "another password").status == 303)
        // The address of the start has no password.
        let start = try await LocalDashboard(people.folder).comeIn()
        #expect(try await start.get(page).body.contains("needs no password"))
    }
}
