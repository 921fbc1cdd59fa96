import Foundation
import HTTPTypes
import ProgramSupport
import Testing
import WebAccess

@testable import SavingsWeb
@testable import WebApplication
@testable import WebServer

/// The dashboard as other machines reach it.
struct WebExposureTests {
    private static let form = [("Content-Type", "application/x-www-form-urlencoded")]

    @Test func `behind a proxy it answers to the name of the proxy, and its cookie travels encrypted alone`()
        async throws
    {
        let people = try await WebPeople(try await Household().folder)
        let host = "savings.example.org"
        let program = try await LocalDashboard(people.folder, behind: "https://\(host)")
        let port = program.port
        #expect(try await program.ask("GET", "/", host: "evil.example").status == 421)
        #expect(try await program.ask("GET", "/", host: "\(host):8443").status == 421)
        #expect(try await program.ask("GET", "/health/live", host: "127.0.0.1:\(port)").status == 200)
        let answer = try await program.login("Ana", people.password, host: host)
        let cookie = try #require(answer.header("Set-Cookie"))
        #expect(answer.status == 303 && cookie.hasPrefix("__Host-cst="))
        #expect(cookie.contains("; Path=/; HttpOnly; Secure; SameSite=Strict") && !cookie.contains("Domain"))
        let value = String(cookie.prefix { $0 != ";" })
        let csrf = try #require(
            try await program.ask("GET", "/help", [("Cookie", value)], host: host).body.firstMatch(
                of: #/data-csrf="([^"]+)"/#)
        ).output.1
        func send(_ headers: [(String, String)]) async throws -> DashboardAnswer {
            try await program.ask(
                "POST", "/preferences", [("Cookie", value)] + Self.form + headers, host: host,
                body: "csrf=\(csrf)&private=1")
        }
        let chosen = try await send([("Origin", "https://\(host)")])
        #expect(chosen.status == 303)
        #expect(
            chosen.header("Set-Cookie")
                == "__Host-cst-private=1; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=31536000")
        for origin in ["http://\(host)", "https://evil.example", "http://127.0.0.1:\(port)", "null"] {
            #expect(try await send([("Origin", origin)]).status == 403, "\(origin)")
        }
        // What it counts is for who watches over it, not for everybody whom the proxy lets through.
        #expect(try await program.ask("GET", "/metrics", host: host).status == 401)
        #expect(
            try await program.ask("GET", "/metrics", WebPeople.bearer(people.readerToken), host: host).status == 200)
    }

    @Test func `a proxy is believed where a request comes from, and nobody else is`() async throws {
        func door(_ proxies: Set<String>?) async throws -> AccessPolicy {
            let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
            return AccessPolicy(
                sessions: Sessions(now: now), list: try await AccessList(AccessFile(path: "/nowhere/access.json")),
                passwords: PasswordChecks(now: now),
                place: .init(
                    port: 8765, address: PublicAddress(argument: "https://x.example"), isSecure: false, proxies: proxies
                ),
                isReadOnly: false, now: now)
        }
        func address(_ proxies: Set<String>?, peer: String?, _ forwarded: String...) async throws -> String {
            var headers = HTTPFields()
            for text in forwarded {
                headers.append(HTTPField(name: try #require(.init("X-Forwarded-For")), value: text))
            }
            let request = try #require(WebRequest(method: .get, target: "/", headers: headers, peer: peer))
            return try await door(proxies).address(of: request)
        }
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "203.0.113.7") == "203.0.113.7")
        // What somebody told the proxy stands before what the proxy saw.
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "10.0.0.1, 203.0.113.7") == "203.0.113.7")
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "10.0.0.1", "203.0.113.7") == "203.0.113.7")
        #expect(try await address(["127.0.0.1"], peer: "198.51.100.2", "10.0.0.1") == "198.51.100.2")
        #expect(try await address(nil, peer: "198.51.100.2", "10.0.0.1") == "198.51.100.2")
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1") == "127.0.0.1")
        // Ports tell nobody from another, nor do the addresses of one network.
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "203.0.113.7:50123") == "203.0.113.7")
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "[2001:db8:1:2::9]:443") == "2001:db8:1:2::/64")
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "2001:db8:1:2:f::1") == "2001:db8:1:2::/64")
        #expect(try await address(["127.0.0.1"], peer: "::ffff:127.0.0.1", "203.0.113.7") == "203.0.113.7")
        #expect(try await address(["127.0.0.1"], peer: "127.0.0.1", "unknown") == "127.0.0.1")
        #expect(try await address(nil, peer: "2001:db8:1:2::7") == "2001:db8:1:2::/64")
        // By a socket of files nobody comes but the proxy.
        #expect(try await address(["127.0.0.1"], peer: nil, "10.0.0.1, 203.0.113.7") == "203.0.113.7")
        #expect(try await address(nil, peer: nil, "203.0.113.7") == "-")
    }

    @Test func `it encrypts by itself with a certificate`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let (certificate, key) = ("cert.pem", "key.pem")
        let made = try await people.folder.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj",
                "/CN=127.0.0.1", "-keyout", key, "-out", certificate,
            ])
        try #require(made.status == 0, "\(made.errors)")
        let program = try WebProgram(people.folder, ["--tls-cert", certificate, "--tls-key", key])
        #expect(program.start.hasPrefix("https://127.0.0.1:\(program.port)/open?token="))
        let script = """
            import http.client, ssl, sys, urllib.parse
            context = ssl._create_unverified_context()
            def ask(method, path, body=None, **headers):
                connection = http.client.HTTPSConnection("127.0.0.1", \(program.port), context=context, timeout=30)
                connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
                answer = connection.getresponse()
                answer.read()
                return answer
            print(ask("GET", "/").status, ask("GET", "/health/live").getheader("Strict-Transport-Security"))
            answer = ask("POST", "/login", urllib.parse.urlencode({"name": "Ana", "password": "correct horse battery"}),
                Content_Type="application/x-www-form-urlencoded", Origin="https://127.0.0.1:\(program.port)")
            print(answer.status, answer.getheader("Set-Cookie").split("=")[0], "Secure" in answer.getheader("Set-Cookie"))
            print(ask("GET", "/", Cookie=answer.getheader("Set-Cookie").split(";")[0]).status)
            """
        let told = try await people.folder.run("/usr/bin/python3", ["-c", script])
        #expect(told.output == "303 max-age=31536000\n303 __Host-cst True\n200\n", "\(told.output) \(told.errors)")
        // Without encryption nothing is said.
        #expect(try !program.raw("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\n\r\n").hasPrefix("HTTP/"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o604], ofItemAtPath: people.folder.url.appending(path: key).path)
        let refused = try await people.folder.run(
            "cst-web", ["--no-open", "--tls-cert", certificate, "--tls-key", key])
        #expect(refused.status == 1 && refused.errors.contains("Everybody can read or change the key"))
    }

    @Test func `it listens on a socket of files, which is taken away with it or by the next one`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let path = "/tmp/cst-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let arguments = ["--bind", "unix:\(path)", "--behind-proxy", "https://savings.example.org"]
        let script = """
            import socket
            connection = socket.socket(socket.AF_UNIX)
            connection.connect("\(path)")
            connection.sendall(b"GET /health/live HTTP/1.1\\r\\nHost: savings.example.org\\r\\nConnection: close\\r\\n\\r\\n")
            print(connection.recv(100).split()[1].decode())
            """
        func start() async throws -> WebProgram {
            let program = try WebProgram(people.folder, arguments)
            #expect(try await people.folder.run("/usr/bin/python3", ["-c", script]).output == "200\n")
            return program
        }
        var program = try await start()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o660)
        let second = try await people.folder.run("cst-web", ["--no-open"] + arguments)
        #expect(second.status == 1 && second.errors.contains("somebody listens there"))
        kill(program.process.processIdentifier, SIGKILL)
        program.process.waitUntilExit()
        #expect(FileManager.default.fileExists(atPath: path))
        program = try await start()
        #expect(program.end() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let refused = try await people.folder.run("cst-web", ["--no-open"] + arguments)
        #expect(refused.status == 1 && refused.errors.contains("it is something else"))
    }

    @Test func `below a path of the proxy every address has it`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let host = "home.example.org"
        let program = try await LocalDashboard(people.folder, behind: "https://\(host)/savings")
        let answer = try await program.login("Ana", people.password, host: host)
        #expect(answer.header("Location") == "/savings/")
        let cookie = try #require(answer.header("Set-Cookie"))
        #expect(cookie.hasPrefix("__Secure-cst=") && cookie.contains("; Path=/savings; HttpOnly; Secure"))
        let value = String(cookie.prefix { $0 != ";" })
        // Some proxies take the path away, and others do not.
        for path in ["/", "/savings/", "/savings", "/savings?range=all", "/savings/goals", "/goals", "/savings/help"] {
            let page = try await program.ask("GET", path, [("Cookie", value)], host: host)
            #expect(page.status == 200, "\(path)")
            #expect(page.body.contains("data-base=\"/savings\""))
            for address in page.body.matches(of: #/ (?:href|src|action|data-preview)="(\/[^"]*)"/#) {
                #expect(address.output.1.hasPrefix("/savings/"), "\(path): \(address.output.1)")
            }
        }
        #expect(try await program.ask("GET", "/savingsx", [("Cookie", value)], host: host).status == 404)
        let visitor = try await program.ask("GET", "/goals?x=1", host: host)
        #expect(visitor.header("Location") == "/savings/login?next=%2Fgoals%3Fx%3D1")
    }

    @Test func `an address for others is a name, and nothing behind its path`() throws {
        let known: [(String, String, String)] = [
            ("https://savings.example.org", "savings.example.org", ""), ("https://A.Example/", "a.example", ""),
            ("http://10.0.0.5:8765", "10.0.0.5:8765", ""), ("https://a.example/savings/", "a.example", "/savings"),
        ]
        for (text, host, prefix) in known {
            let address = try #require(PublicAddress(argument: text), "\(text)")
            #expect(address.host == host && address.prefix == prefix && address.isSecure == text.hasPrefix("https"))
        }
        for text in [
            "", "a.example", "ftp://a.example", "https://", "https://ana@a.example", "https://a.example?x=1",
            "https://a.example#x", "https://a.example//x", "https://a.example/;x", "https://a.example/%2e",
        ] {
            #expect(PublicAddress(argument: text) == nil, "\(text)")
        }
    }
}
