import Foundation
import HTTPTypes
import ProgramSupport
import Testing

@testable import WebApplication

/// The list of those who are signed in, with their browsers, and the pages of guests before and after.
struct WebSignedInTests {
    @Test(
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
                "Chrome on Android"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
                "Edge on Windows"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari on Mac"
            ),
            ("curl/8.5.0", nil), ("<script>Windows", "a browser on Windows"), ("", nil),
        ] as [(String, String?)])
    func `a browser is named by its browser and system alone`(agent: String, words: String?) {
        #expect(BrowserName.words(agent) == words)
    }

    @Test func `the list of sessions names browsers`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let agent = ("User-Agent", "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0")
        let body = "name=Ana&password=\(people.password.replacing(" ", with: "+"))"
        let answer = try await program.ask(
            "POST", "/login",
            [agent, ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")],
            host: nil, body: body)
        #expect(answer.status == 303)
        let ana = Visitor(program: program, cookie: try #require(answer.cookie))
        #expect(try await ana.get("/sessions").body.contains("Firefox on Android"))
    }

    @Test func `a guest is told whose link it is, until when, and to open it again`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        func follow() async throws -> DashboardAnswer {
            try await program.ask(
                "POST", people.link,
                [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")],
                host: nil, body: "")
        }
        let cookies = try await follow().headers.filter { $0.0.lowercased() == "set-cookie" }
            .compactMap { $0.1.split(separator: ";").first.map(String.init) }
        #expect(cookies.count == 2)
        let page = try await program.ask("GET", "/shared", [("Cookie", cookies[0])], host: nil, body: nil)
        #expect(page.status == 200 && page.body.contains("Shown to <bdi>Grandma</bdi> until "), "\(page.body)")
        // The session is over; the browser still knows whose link it was.
        let ended = try await program.ask("GET", "/shared", [("Cookie", cookies[1])], host: nil, body: nil)
        #expect(ended.status == 401 && ended.body.contains("Open your link again"), "\(ended.body)")
        #expect(ended.body.contains("it was the one for <bdi>Grandma</bdi>"))
        let nobody = try await program.ask("GET", "/shared", [], host: nil, body: nil)
        #expect(nobody.status == 401 && !nobody.body.contains("Grandma"))
    }

    @Test func `what is passed on has buttons to copy and share it, and a reader is told where nothing can be saved`()
        async throws
    {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let ana = try await program.visitor("Ana", people.password)
        let made = try await ana.send(try await ana.form("/people", to: "/people/links/add", ["name": "Uncle"]))
        #expect(made.body.contains("data-copies=\"made\"") && made.body.contains("data-shares=\"made\""))
        let short = try await ana.send(
            try await ana.form("/people", to: "/people/add", ["name": "Cid", "password": "short"]))
        #expect(short.status == 422 && short.body.contains("12 characters or more"), "\(short.body)")
        let ben = try await program.visitor("Ben", people.password)
        #expect(try await ben.get("/goals/new").body.contains("You may look at everything here, and change nothing."))
        for page in ["/health", "/settings"] {
            let body = try await ben.get(page).body
            for path in ["/people", "/sessions", "/data"] {
                #expect(!body.contains("href=\"\(path)\""), "\(page) \(path)")
            }
        }
    }
}
