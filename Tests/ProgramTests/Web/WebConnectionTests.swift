import Foundation
import ProgramSupport
import Testing
import WebAccess

@testable import SavingsWeb
@testable import WebApplication
@testable import WebServer

/// Connections that ask for nothing, and requests that do not follow HTTP.
struct WebConnectionTests {
    @Test func `idle, slow and broken connections keep nobody waiting, and are told as what they are`() async throws {
        let program = try WebProgram(try ProgramFolder(), ["--demo"])
        let visitor = try await program.comeIn()
        try await idleConnections(program, visitor)
        // A hundred who say one byte at a time: the program gives them ten seconds, in which the others are served.
        let slow = (0..<100).map { _ in program.listen("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nX-") }
        let clock = ContinuousClock()
        for _ in 0..<20 {
            let begin = clock.now
            #expect(try await visitor.get("/goals").status == 200)
            #expect(clock.now - begin < .seconds(9), "who waits for the others waits for ten seconds")
        }
        try await brokenRequests(program)
        try await malformedRequests(program, visitor)
        try await expectedContinue(program, visitor)
        try absoluteTargets(program)
        for connection in slow { #expect(try await connection.value.isEmpty) }
        #expect(try await visitor.get("/").status == 200)
    }

    /// More idle connections than there are places keep nobody out.
    private func idleConnections(_ program: WebProgram, _ visitor: Visitor) async throws {
        let idle = try IdleConnections(300, port: program.port)
        defer { idle.close() }
        for _ in 0..<5 {
            #expect(try await program.ask("GET", "/health/live").status == 200)
            #expect(try await visitor.get("/goals").status == 200)
        }
    }

    private static func answer(_ program: WebProgram, _ lines: String..., body: String = "") throws -> DashboardAnswer {
        try WebProgram.parse(try program.raw((lines + ["Connection: close", "", body]).joined(separator: "\r\n")))
    }

    /// Requests that do not follow HTTP are refused at once, each with its reason.
    private func brokenRequests(_ program: WebProgram) async throws {
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

    /// A client that waits for leave to send gets it.
    private func expectedContinue(_ program: WebProgram, _ visitor: Visitor) async throws {
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

    /// An address with a host is of that host.
    private func absoluteTargets(_ program: WebProgram) throws {
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

    /// Requests that are too large or malformed are refused while others are served.
    private func malformedRequests(_ program: WebProgram, _ visitor: Visitor) async throws {
        let csrf = try await visitor.csrf()
        let own = [("Sec-Fetch-Site", "same-origin"), ("X-CSRF-Token", csrf)]
        #expect(
            try await visitor.post("/flex/preview", "percent=" + String(repeating: "1", count: 300_000), own).status
                == 413)
        #expect(
            try await visitor.post("/flex/preview", (0..<1200).map { "f\($0)=1" }.joined(separator: "&"), own).status
                == 400)
        for text in [
            "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nHost: 127.0.0.1:\(program.port)\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
        ] {
            #expect(try WebProgram.parse(try program.raw(text)).status == 400, "\(text)")
        }
        let large = try program.raw(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nX-A: \(String(repeating: "a", count: 40_000))\r\n\r\n"
        )
        #expect(!large.contains(" 200 "))
        let many = (0..<200).map { "X-\($0): 1\r\n" }.joined()
        #expect(try !program.raw("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\n\(many)\r\n").contains(" 200 "))
        for text in [
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\nContent-Length: 5\r\nContent-Length: 6\r\nConnection: close\r\n\r\nabcdef",
            "GET / HTTP/1.1\r\nHost : 127.0.0.1:\(program.port)\r\nConnection: close\r\n\r\n", "nonsense\r\n\r\n",
            "\u{16}\u{3}\u{1}",
        ] {
            #expect(try !program.raw(text + "\r\n\r\n").contains("data-csrf"), "\(text)")
        }
        #expect(try await visitor.get("/").status == 200)
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
