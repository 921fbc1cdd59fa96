import Foundation
import ProgramSupport
import Testing

/// People with passwords, programs with tokens and guests with links.
struct WebPeopleTests {
    private static let own = [("Sec-Fetch-Site", "same-origin")]
    private static let type = [("Content-Type", "application/x-www-form-urlencoded")]

    @Test func `a wrong name and a wrong password are told alike, and the sixth try waits`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let wrong = try await program.login("Ana", "wrong password 1")
        let unknown = try await program.login("Nobody", "wrong password 1")
        #expect(wrong.status == 401 && unknown.status == 401)
        #expect(wrong.body == unknown.body.replacing("value=\"Nobody\"", with: "value=\"Ana\""))
        #expect(wrong.body.contains("The name or the password is wrong.") && wrong.header("Set-Cookie") == nil)
        #expect(wrong.body.contains("autocomplete=\"current-password\"") && !wrong.body.contains("wrong password 1"))
        for _ in 0..<4 { #expect(try await program.login("Ana", "wrong password 2").status == 401) }
        let sixth = try await program.login("ANA", people.password)
        #expect(sixth.status == 429 && sixth.header("Retry-After") == "1", "\(sixth.status)")
        #expect(try await program.login("Ben", people.password).status == 303)
        // Another page cannot make a browser log in as somebody.
        let forged = try await program.ask(
            "POST", "/login", Self.type + [("Sec-Fetch-Site", "cross-site")],
            body: "name=Ben&password=correct%20horse%20battery")
        #expect(forged.status == 403 && forged.header("Set-Cookie") == nil)
        let big = try await program.login("Ben", String(repeating: "a", count: 100_000))
        #expect(big.status == 401)
    }

    @Test func `who logs in gets a session of its own, goes on within the program, and leaves it on the server`()
        async throws
    {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let asked = try await program.ask("GET", "/goals?state=ended")
        #expect(asked.status == 303)
        let place = try #require(asked.header("Location"))
        #expect(place == "/login?next=%2Fgoals%3Fstate%3Dended")
        #expect(try await program.ask("GET", place).body.contains("name=\"next\" value=\"/goals?state=ended\""))
        let known = try await program.login("Ana", people.password, "&next=%2Fgoals%3Fstate%3Dended")
        #expect(known.header("Location") == "/goals?state=ended")
        for evil in [
            "https:%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example", "evil", "%2Fa%0d%0ab:c",
            "%2F%09%2Fevil",
        ] {
            #expect(
                try await program.login("Ana", people.password, "&next=\(evil)").header("Location") == "/", "\(evil)")
        }
        // A cookie that somebody planted is not the session's afterwards.
        let name = "cst-\(program.port)"
        let planted = try await program.login("Ana", people.password, headers: [("Cookie", "\(name)=planted")])
        let cookie = try #require(planted.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        #expect(cookie != "\(name)=planted" && cookie.hasPrefix("\(name)="))
        #expect(try await program.ask("GET", "/", [("Cookie", "\(name)=planted")]).status == 303)
        // Logging in again ends the session before.
        let visitor = Visitor(program: program, cookie: cookie)
        let again = try await program.login("Ana", people.password, headers: [("Cookie", cookie)])
        #expect(again.status == 303)
        #expect(try await visitor.get("/").status == 303)
        let next = try await program.visitor("Ana", people.password)
        let left = try await next.post("/logout", "csrf=\(try await next.csrf())", Self.own)
        #expect(left.status == 200 && left.header("Clear-Site-Data") != nil && left.body.contains("/login"))
        #expect(try await next.get("/").status == 303)
    }

    @Test func `another password, a removal and an end in the list end sessions at once`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let (ana, ben, other) = (
            try await program.visitor("Ana", people.password), try await program.visitor("Ben", people.password),
            try await program.visitor("Ana", people.password)
        )
        let list = try await ana.get("/sessions").body
        #expect(list.contains("Ben") && list.contains("this one"))
        let ids = list.matches(of: #/name="id" value="([^"]+)"/#).map { String($0.output.1) }
        #expect(ids.count == 2)
        #expect(try await ben.get("/sessions").status == 403)
        let csrf = try await ana.csrf()
        for id in ids { #expect(try await ana.post("/sessions/end", "csrf=\(csrf)&id=\(id)", Self.own).status == 303) }
        #expect(try await ben.get("/").status == 303)
        #expect(try await other.get("/").status == 303)
        #expect(try await ana.get("/").status == 200)
        let again = try await program.visitor("Ben", people.password)
        #expect(try await people.folder.run("cst-web", ["user", "remove", "Ben"]).status == 0)
        #expect(try await again.get("/").status == 303)
        #expect(try await program.login("Ben", people.password).status == 401)
        try Data("another password".utf8).write(to: people.folder.url.appending(path: "other"))
        #expect(
            try await people.folder.run("cst-web", ["user", "password", "Ana", "--password-file", "other"]).status == 0)
        #expect(try await ana.get("/").status == 303)
        #expect(try await program.visitor("Ana", "another password").get("/").status == 200)
        let bearer = WebPeople.bearer(people.ownerToken)
        #expect(try await program.ask("GET", "/api/v1/goals", bearer).status == 200)
        #expect(try await people.folder.run("cst-web", ["token", "revoke", "phone"]).status == 0)
        #expect(try await program.ask("GET", "/api/v1/goals", bearer).status == 401)
        // A file that others may read lets nobody in.
        let file = people.folder.url.appending(path: "config/cst/access.json").path
        let found = try FileManager.default.subpathsOfDirectory(atPath: people.folder.url.path).first {
            $0.hasSuffix("access.json")
        }
        let path = people.folder.url.appending(path: try #require(found)).path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(
            try await program.ask("GET", "/api/v1/goals", WebPeople.bearer(people.readerToken)).status == 401, "\(file)"
        )
        let refused = try await people.folder.run("cst-web", ["--no-open"])
        #expect(refused.status != 0 && refused.errors.contains("Others can read or change"))
    }

    @Test func `what is sent when the session has ended is kept, and sent after coming in again`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder)
        let ana = try await program.visitor("Ana", people.password)
        let form = try await ana.form("/assets/new", to: "/assets/new", ["name": "Chest & Co", "currency": "EUR"])
        _ = try await ana.post("/logout", "csrf=\(try await ana.csrf())", Self.own)
        let refused = try await ana.send(form)
        #expect(refused.status == 401 && refused.body.contains("What you typed was not saved yet."))
        let login = try Visitor.form(
            in: refused.body, to: "/login", ["name": "Ana", "password": people.password])
        let entered = try await program.ask("POST", "/login", Self.type + Self.own, body: login.body)
        #expect(entered.status == 200 && entered.body.contains("Chest &amp; Co"), "\(entered.status)")
        let cookie = try #require(entered.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        let now = Visitor(program: program, cookie: cookie)
        let again = try Visitor.form(in: entered.body, to: "/assets/new")
        let (first, second) = await (try now.send(again), try now.send(again))
        #expect(first.status == 303 && second.status == 303 && first.header("Location") == second.header("Location"))
        #expect(try await people.history().first?["person"]?.text == "Ana")
        // What another page sends is not kept.
        let foreign = try await program.ask(
            "POST", "/assets/new", Self.type + [("Sec-Fetch-Site", "cross-site")], body: "name=Evil")
        #expect(foreign.status == 401 && !foreign.body.contains("Evil"))
    }

    @Test func `a guest sees how far goals are, and nothing that leads further`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder)
        // Programs that look at links in messages use nothing up.
        for method in ["GET", "HEAD"] {
            let looked = try await program.ask(method, people.link)
            #expect(looked.status == 200 && looked.header("Set-Cookie") == nil)
        }
        func follow(_ path: String) async throws -> DashboardAnswer {
            try await program.ask("POST", path, Self.own + Self.type, body: "")
        }
        let followed = try await follow(people.link)
        #expect(followed.status == 303 && followed.header("Location") == "/shared")
        let cookie = try #require(followed.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        let guest = Visitor(program: program, cookie: cookie)
        let page = try await guest.get("/shared?as-of=2026-01-01")
        #expect(page.status == 200 && page.body.contains("Car") && page.body.contains(" %"))
        for hidden in ["EUR", "USD", "12,000", "Wallet", "/goals", "data-csrf", "<script", "https://"] {
            #expect(!page.body.contains(hidden), "\(hidden)")
        }
        #expect(
            try await program.ask("POST", people.link, Self.type + [("Sec-Fetch-Site", "cross-site")], body: "").status
                == 403
        )
        let list = try await people.folder.run("cst-web", ["link", "list"]).output
        #expect(list.contains("Grandma") && !list.contains("never"))
        // One goal, with its amounts.
        let one = try await people.folder.run("cst-web", ["link", "add", "Ben", "--goal", "Car", "--amounts"])
        let path = try #require(URL(string: one.output.trimmingCharacters(in: .whitespacesAndNewlines))?.path)
        let other = try #require(
            try await follow(path).header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        let shown = try await Visitor(program: program, cookie: other).get("/shared").body
        #expect(shown.contains("Car") && shown.contains("EUR") && !shown.contains("Japan"))
        // An owner who tries a link stays who she is.
        let ana = try await program.visitor("Ana", people.password)
        let tried = try await ana.post(people.link, "", Self.own)
        #expect(tried.status == 200 && tried.header("Set-Cookie") == nil && tried.body.contains("Savings goals"))
        #expect(try await ana.get("/").status == 200)
        #expect(try await people.folder.run("cst-web", ["link", "revoke", "Grandma"]).status == 0)
        #expect(try await guest.get("/shared").status == 401)
        #expect(try await follow(people.link).status == 404)
        #expect(try await program.ask("GET", "/g/guessed").status == 404)
    }

    @Test func `nobody changes anything where that is switched off`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder, isReadOnly: true)
        let ana = try await program.visitor("Ana", people.password)
        await #expect(try !ana.get("/assets").body.contains("/assets/new"))
        let answer = try await ana.post("/assets/new", "csrf=\(try await ana.csrf())&name=Chest&currency=EUR", Self.own)
        #expect(answer.status == 403)
        let started = try await program.comeIn()
        #expect(try await started.post("/history/undo", "csrf=\(try await started.csrf())", Self.own).status == 403)
        let tried = try await started.preview("/flex/preview", "percent=80")
        #expect(tried.status == 200)
    }
}
