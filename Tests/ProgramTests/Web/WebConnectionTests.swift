import Foundation
import ProgramSupport
import Testing
import WebAccess

@testable import SavingsWeb
@testable import WebApplication
@testable import WebServer

/// Connections that ask for nothing, and requests that do not follow HTTP.
struct WebConnectionTests {
    // MARK: - Places

    private static let begin = ContinuousClock.now

    /// A table with so many connections that ask for nothing, each a second after the one before.
    private static func table(
        most: Int, mostOfAddress: Int, _ addresses: [String?]
    ) -> (table: ConnectionTable, ids: [Int]) {
        var table = ConnectionTable(most: most, mostOfAddress: mostOfAddress)
        let ids = addresses.enumerated().map { table.open(from: $1, at: begin + .seconds($0)).id }
        return (table, ids)
    }

    @Test func `where places run out, the one that asked for nothing longest goes, of who has most`() {
        let made = Self.table(most: 4, mostOfAddress: 10, ["ana", "x", "x", "x"])
        let ids = made.ids
        var table = made.table
        #expect(table.open(from: "ben", at: Self.begin + .seconds(9)).1 == .staysInstead(of: ids[1]))
        table.begin(ids[2])
        #expect(table.open(from: "ben", at: Self.begin + .seconds(9)).1 != .staysInstead(of: ids[2]))
        // One that has all its answers asks for nothing again, from then on; one that is closed leaves a place.
        table.end(ids[2], at: Self.begin + .seconds(30))
        table.close(ids[0])
        #expect(table.open(from: "ben", at: Self.begin + .seconds(31)).1 == .stays)
    }

    @Test func `where all wait for answers, a new one waits for a place`() {
        let made = Self.table(most: 2, mostOfAddress: 10, [nil, nil])
        let ids = made.ids
        var table = made.table
        for id in ids { table.begin(id) }
        #expect(table.open(from: nil, at: Self.begin).1 == .stays)
        table.end(ids[1], at: Self.begin + .seconds(5))
        #expect(table.open(from: nil, at: Self.begin + .seconds(6)).1 != .stays)
    }

    @Test func `an address has so many and no more, and those that are not counted have any number`() {
        let made = Self.table(most: 100, mostOfAddress: 3, ["x", "x", "x", nil, nil, nil, nil])
        let ids = made.ids
        var table = made.table
        #expect(table.open(from: "x", at: Self.begin + .seconds(9)).1 == .staysInstead(of: ids[0]))
        for id in 1...9 { table.begin(id) }
        #expect(table.open(from: "x", at: Self.begin + .seconds(9)).1 == .refused)
        #expect(table.open(from: "y", at: Self.begin + .seconds(9)).1 == .stays)
        #expect(table.open(from: nil, at: Self.begin + .seconds(9)).1 == .stays)
    }

    @Test func `more idle connections than there are places keep nobody out`() async throws {
        let program = try WebProgram(try ProgramFolder(), ["--demo"])
        let visitor = try await program.comeIn()
        let idle = try IdleConnections(300, port: program.port)
        defer { idle.close() }
        for _ in 0..<5 {
            #expect(try await program.ask("GET", "/health/live").status == 200)
            #expect(try await visitor.get("/goals").status == 200)
        }
    }

    // MARK: - Sessions

    @Test func `signing in often ends nobody else's session`() async throws {
        let clock = Date(timeIntervalSince1970: 1_790_000_000)
        let sessions = Sessions(now: { clock })
        let password = PasswordHash.ofNobody
        let ana = try await sessions.begin(.person("Ana", password))
        let start = try await sessions.begin(.start)
        var bens: [String] = []
        for _ in 0..<150 { bens.append(try await sessions.begin(.person("Ben", password))) }
        #expect(try await sessions.session(ana) != nil)
        #expect(try await sessions.session(start) != nil)
        #expect(try await sessions.counts.sessions == 22)
        var alive = 0
        for ben in bens where try await sessions.session(ben) != nil { alive += 1 }
        let last = try #require(bens.last)
        #expect(alive == 20)
        #expect(try await sessions.session(last) != nil)
        // Nor does one person take all places for what keeps pages up to date.
        var taken = 0
        for ben in bens {
            for _ in 0..<4 where try await sessions.takeStream(ben) { taken += 1 }
        }
        #expect(taken == 16)
        #expect(try await sessions.takeStream(ana))
    }

    @Test func `wrong tries from elsewhere do not keep a person out of the browser that was in before`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try WebProgram(people.folder)
        let first = try await program.login("Ana", people.password)
        let cookies = first.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        let known = try #require(cookies.first { $0.hasPrefix("cst-\(program.port)-known=") })
        #expect(known.contains("; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"))
        let mark = [("Cookie", String(known.prefix { $0 != ";" }))]
        for _ in 0..<5 { #expect(try await program.login("Ana", "wrong password 1").status == 401) }
        #expect(try await program.login("Ana", people.password).status == 429)
        #expect(try await program.login("Ana", people.password, headers: mark).status == 303)
        // It is Ana's browser, not Ben's, and lets nobody in by itself.
        #expect(try await program.ask("GET", "/", mark).status == 303)
        #expect(try await program.login("Ana", "wrong password 2", headers: mark).status == 401)
    }

    // MARK: - HTTP

    private static func answer(_ program: WebProgram, _ lines: String..., body: String = "") throws -> DashboardAnswer {
        try WebProgram.parse(try program.raw((lines + ["Connection: close", "", body]).joined(separator: "\r\n")))
    }

    @Test func `what does not follow HTTP is told as what it is, and at once`() async throws {
        let program = try WebProgram(try ProgramFolder(), ["--demo"])
        let host = "Host: 127.0.0.1:\(program.port)"
        let clock = ContinuousClock()
        let start = clock.now
        for (coding, status) in [("xchunked", 501), ("gzip, chunked", 501), ("identity", 501), ("chunked, gzip", 501)] {
            let told = try Self.answer(
                program, "POST /login HTTP/1.1", host, "Transfer-Encoding: \(coding)", body: "0\r\n\r\n")
            #expect([status, 400].contains(told.status) && told.status != 413, "\(coding): \(told.status)")
        }
        for body in [
            "-5\r\nhello\r\n0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n", "zz\r\nhello\r\n0\r\n\r\n",
        ] {
            let told = try Self.answer(
                program, "POST /login HTTP/1.1", host, "Content-Type: application/x-www-form-urlencoded",
                "Transfer-Encoding: chunked", body: body)
            #expect(told.status == 400, "\(body): \(told.status)")
        }
        // A length that is not read is refused before anything is sent.
        for more in [[], ["Expect: 100-continue"]] {
            let lines = ["POST /api/v1/goals HTTP/1.1", host, "Content-Length: 1000000000"] + more
            let told = try WebProgram.parse(
                try program.raw((lines + ["Connection: close", "", ""]).joined(separator: "\r\n")))
            #expect(told.status == 413 && told.header("Connection") == "close", "\(more): \(told.status)")
        }
        #expect(clock.now - start < .seconds(20), "nobody waits for what is not sent")
        #expect(try await program.ask("GET", "/health/live").status == 200)
    }

    @Test func `who asks before sending is told to go on`() async throws {
        let program = try WebProgram(try ProgramFolder(), ["--demo"])
        let visitor = try await program.comeIn()
        let body = "percent=80"
        let lines = [
            "POST /flex/preview HTTP/1.1", "Host: 127.0.0.1:\(program.port)", "Cookie: \(visitor.cookie)",
            "Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin",
            "X-CSRF-Token: \(try await visitor.csrf())", "Content-Length: \(body.utf8.count)", "Expect: 100-continue",
            "Connection: close", "", body,
        ]
        let text = try program.raw(lines.joined(separator: "\r\n"))
        #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n"), "\(text.prefix(100))")
        let final = try WebProgram.parse(String(text.dropFirst("HTTP/1.1 100 Continue\r\n\r\n".count)))
        #expect(final.status == 200 && final.body.contains("flex-effect"))
        // One that waits in earnest gets it before it has sent anything.
        let waiting = try IdleConnections(
            1, port: program.port, asking: (lines.dropLast() + [""]).joined(separator: "\r\n"))
        defer { waiting.close() }
        #expect(try waiting.read(0).hasPrefix("HTTP/1.1 100 Continue"))
    }

    @Test func `an address with a host is of that host`() throws {
        let program = try WebProgram(try ProgramFolder(), ["--demo"])
        let own = "127.0.0.1:\(program.port)"
        for (target, status) in [
            ("http://evil.example/", 421), ("http://evil.example", 421), ("HTTP://evil.example/health/live", 421),
            ("http://\(own)@evil.example/health/live", 421), ("https://evil.example/health/live", 421),
            ("http://\(own)/health/live", 200), ("http://localhost:\(program.port)/health/live", 200),
            ("http:///health/live", 400), ("/health/live?u=http://evil.example/", 200),
        ] {
            let told = try Self.answer(program, "GET \(target) HTTP/1.1", "Host: \(own)")
            #expect(told.status == status, "\(target): \(told.status)")
        }
        let two = try Self.answer(program, "GET http://\(own)/ HTTP/1.1", "Host: \(own)", "Host: evil.example")
        #expect(two.status == 400)
        #expect(AbsoluteTarget.host(of: "http://a.example:80/x?y=http://b") == "a.example:80")
        #expect(AbsoluteTarget.host(of: "*") == nil && AbsoluteTarget.host(of: "/http://a") == nil)
    }
}

/// Connections that are opened and left as they are.
private final class IdleConnections {
    private let descriptors: [Int32]

    /// Opens them; each says something first, and reads whatever is answered to that.
    init(_ count: Int, port: Int, asking text: String? = nil) throws {
        let request = text ?? "GET /health/live HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
        var descriptors: [Int32] = []
        for _ in 0..<count {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var limit = timeval(tv_sec: 20, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port).bigEndian)
            inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
            let connected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(connected == 0)
            let bytes = Array(request.utf8)
            _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if text == nil {
                var buffer = [UInt8](repeating: 0, count: 4096)
                try #require(
                    recv(descriptor, &buffer, buffer.count, 0) > 0, "number \(descriptors.count) is not served")
            }
            descriptors.append(descriptor)
        }
        self.descriptors = descriptors
    }

    /// What comes on one of them next.
    func read(_ index: Int) throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptors[index], &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    func close() { for descriptor in descriptors { Foundation.close(descriptor) } }
}
