import Foundation
import ProgramSupport
import Testing

/// Who may come in, and what nobody may do.
struct WebDoorTests {
    private static let pages = [
        "/", "/goals", "/assets", "/month", "/budget", "/flex", "/activity", "/rates", "/search", "/health", "/help",
        "/api",
        "/events",
        "/api/v1/required", "/print/2026-05",
    ]

    @Test func `nobody comes in without the address, and it lets in once`() async throws {
        let program = try await LocalDashboard(try ProgramFolder())
        for page in Self.pages {
            let answer = try await program.ask("GET", page)
            #expect(answer.status == 401, "\(page): \(answer.status)")
            #expect(!answer.body.contains("data-csrf"))
        }
        let path = "/" + program.start.split(separator: "/").dropFirst(2).joined(separator: "/")
        // What only looks ahead uses nothing up, and neither does a guess.
        #expect(try await program.ask("HEAD", path).status == 401)
        #expect(try await program.ask("GET", path, [("Sec-Purpose", "prefetch")]).status == 401)
        #expect(try await program.ask("GET", "/open?token=guessed").status == 401)
        #expect(try await program.ask("GET", "/open").status == 401)
        let first = try await program.ask("GET", path)
        #expect(first.status == 200 && first.body.contains("http-equiv=\"refresh\" content=\"0; url=/\""))
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Strict") && cookie.hasPrefix("cst-\(program.port)="))
        #expect(try await program.ask("GET", path).status == 401)
        let value = String(cookie.prefix { $0 != ";" })
        #expect(try await program.ask("GET", "/", [("Cookie", value)]).status == 200)
        // The cookie of another port is another cookie.
        #expect(
            try await program.ask("GET", "/", [("Cookie", value.replacing("\(program.port)", with: "1"))]).status == 401
        )
        #expect(try await program.ask("GET", "/", [("Cookie", value + "x")]).status == 401)
    }

    @Test func `no other name leads here`() async throws {
        let visitor = try await SharedDashboard.sample.visitor
        let program = visitor.program
        for host in [
            "evil.example", "evil.example:\(program.port)", "127.0.0.1", "127.0.0.1:1",
            "localhost.evil.example:\(program.port)", "127.0.0.1.:\(program.port)", "0.0.0.0:\(program.port)",
        ] {
            let answer = try await program.ask("GET", "/", [("Cookie", visitor.cookie)], host: host)
            #expect(answer.status == 421, "\(host): \(answer.status)")
            #expect(!answer.body.contains("data-csrf"))
        }
        for host in ["localhost:\(program.port)", "LOCALHOST:\(program.port)", "[::1]:\(program.port)"] {
            #expect(
                try await program.ask("GET", "/", [("Cookie", visitor.cookie)], host: host).status == 200, "\(host)")
        }
    }

    @Test func `a form of somebody else does nothing`() async throws {
        let visitor = try await SharedDashboard.sample.visitor
        let program = visitor.program
        let csrf = try await visitor.csrf()
        let own = ("Sec-Fetch-Site", "same-origin")
        let (path, body) = ("/flex/preview", "percent=80")
        let origin = "http://127.0.0.1:\(program.port)"
        let right = [[own, ("X-CSRF-Token", csrf)], [("Origin", origin), ("X-CSRF-Token", csrf)]]
        for headers in right { #expect(try await visitor.post(path, body, headers).status == 200) }
        #expect(try await visitor.post(path, "\(body)&csrf=\(csrf)", [own]).status == 200)
        let wrong: [[(String, String)]] = [
            [], [own], [("X-CSRF-Token", csrf)], [("Sec-Fetch-Site", "cross-site"), ("X-CSRF-Token", csrf)],
            [("Sec-Fetch-Site", "same-site"), ("X-CSRF-Token", csrf)],
            [("Sec-Fetch-Site", "none"), ("X-CSRF-Token", csrf)],
            [own, ("X-CSRF-Token", "x")], [own, ("X-CSRF-Token", "")],
            [("Origin", "http://127.0.0.1:1"), ("X-CSRF-Token", csrf)], [("Origin", "null"), ("X-CSRF-Token", csrf)],
            [("Sec-Fetch-Site", "cross-site"), ("Origin", origin), ("X-CSRF-Token", csrf)],
        ]
        for headers in wrong { #expect(try await visitor.post(path, body, headers).status == 403, "\(headers)") }
        // The token of another session is as good as none.
        let other = try await SharedDashboard.demo.csrf()
        #expect(try await visitor.post(path, body, [own, ("X-CSRF-Token", other)]).status == 403)
        #expect(try await program.ask("POST", path, [own, ("X-CSRF-Token", csrf)], body: body).status == 401)
    }

    @Test func `who leaves has left`() async throws {
        let program = try await LocalDashboard(try ProgramFolder())
        let visitor = try await program.comeIn()
        let answer = try await visitor.post(
            "/logout", "csrf=\(try await visitor.csrf())", [("Sec-Fetch-Site", "same-origin")])
        #expect(answer.status == 200 && answer.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(answer.header("Clear-Site-Data") != nil)
        #expect(try await visitor.get("/").status == 401)
    }

    @Test func `every answer says the same to a browser`() async throws {
        let visitor = try await SharedDashboard.sample.visitor
        let program = visitor.program
        var answers = [
            try await program.ask("GET", "/"), try await program.ask("DELETE", "/"),
            try await program.ask("GET", "/", host: "evil.example"),
        ]
        let others = ["/nothing", "/goals/nobody", "/month/2026-13", "/files/x.css", "/health/live"]
        for path in Self.pages.filter({ $0 != "/events" }) + others { answers.append(try await visitor.get(path)) }
        for answer in answers {
            let policy = answer.header("Content-Security-Policy")
            #expect(policy?.contains("default-src 'none'") == true && policy?.contains("unsafe") == false)
            #expect(
                answer.header("X-Content-Type-Options") == "nosniff"
                    && answer.header("Referrer-Policy") == "no-referrer")
            #expect(
                answer.header("Cross-Origin-Opener-Policy") == "same-origin"
                    && answer.header("Permissions-Policy") != nil)
            #expect(answer.header("Cache-Control") != nil && answer.header("Access-Control-Allow-Origin") == nil)
            #expect(!answer.body.contains(" style=\"") && !answer.body.contains("onclick"))
        }
    }

    @Test func `a path that means nothing is refused, and one with another method says which`() async throws {
        let visitor = try await SharedDashboard.sample.visitor
        let program = visitor.program
        for path in [
            "/../etc/passwd", "/files/..%2f..%2fetc%2fpasswd", "/%2e%2e/", "//goals", "/goals//x", "/goals/%00",
            "/goals/%ff%fe", "/goals/%zz", "/goals/a%2Fb", "/goals\\..", "/./goals", "/goals/",
        ] {
            let status = try await visitor.get(path).status
            #expect([400, 404].contains(status), "\(path): \(status)")
        }
        for path in ["goals/%5C", "goals/%FF", "goals/%00", "goals/a%2Fb", "rates/%/USD"] {
            let answer = try await visitor.get("/api/v1/\(path)")
            #expect([400, 404].contains(answer.status) && answer.code != nil, "\(path): \(answer)")
            #expect(answer.header("Content-Type")?.hasPrefix("application/json") == true, "\(path)")
        }
        #expect(try await visitor.get("/?as-of=%zz").status == 400)
        #expect(try await visitor.get("/" + String(repeating: "a", count: 9000)).status == 414)
        for (method, path, allowed) in [
            ("DELETE", "/", "GET, HEAD"), ("GET", "/flex/preview", "POST"), ("PUT", "/api/v1/required", "GET, HEAD"),
        ] {
            let answer = try await program.ask(method, path, [("Cookie", visitor.cookie)])
            #expect(answer.status == 405 && answer.header("Allow") == allowed, "\(method) \(path)")
        }
        let head = try await program.ask("HEAD", "/", [("Cookie", visitor.cookie)])
        #expect(head.status == 200 && head.body.isEmpty && (Int(head.header("Content-Length") ?? "") ?? 0) > 500)
    }

    @Test func `names and notes of markup stay text on every page`() async throws {
        let folder = try ProgramFolder()
        let name = "<script>alert(1)</script>\"'x\"\u{301} onfocus=alert(1)"
        for words in [
            [
                "cst-plan", "goal", "add", name, "--target", "100", "--currency", "USD", "--deadline", "2027-01-01",
                "--description", name, "--link", "https://example.org/\"><b>",
            ],
            ["cst-assets", "add", "A\(name)", "--currency", "USD"],
            ["cst-assets", "deposit", "A\(name)", "10", "--note", name],
            ["cst-assets", "allocate", "A\(name)", name, "--share", "100%"],
        ] {
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            try #require(result.status == 0, "\(words): \(result.errors)")
        }
        let visitor = try await LocalDashboard(folder).comeIn()
        let links =
            try await visitor.get("/goals").body.matches(of: #/href="(\/goals\/[0-9a-f-]{36})"/#).map {
                String($0.output.1)
            }
            + visitor.get("/assets").body.matches(of: #/href="(\/assets\/[0-9a-f-]{36})"/#).map { String($0.output.1) }
        #expect(Set(links).count == 2)
        for path in Set(links).flatMap({ [$0, $0.hasPrefix("/goals") ? "\($0)/edit" : "\($0)/allocations"] }) + [
            "/", "/goals", "/assets", "/activity", "/month", "/flex", "/budget",
        ] {
            let page = try await visitor.get(path)
            #expect(page.status == 200, "\(path)")
            #expect(!page.body.contains("<script>alert") && !page.body.contains("\"\u{301}"), "\(path)")
            let tags = page.body.unicodeScalars.split(separator: "<").map {
                String(String.UnicodeScalarView($0.prefix { $0 != ">" }))
            }
            #expect(
                !tags.contains { $0.contains(" onfocus=alert") && !$0.contains("&quot;") && !$0.contains("&#39;") },
                "\(path)")
        }
    }
}
