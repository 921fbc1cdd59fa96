import Foundation
import Synchronization
import Testing

/// Somebody who has signed in to a dashboard.
struct Visitor: Sendable {
    let program: any Dashboard
    let cookie: String
    private let token = FormToken()

    init(program: any Dashboard, cookie: String) {
        (self.program, self.cookie) = (program, cookie)
    }

    /// The token that the forms of the session carry, once it is known.
    private final class FormToken: Sendable {
        let text = Mutex<String?>(nil)
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> DashboardAnswer {
        try await program.ask("GET", path, [("Cookie", cookie)] + headers)
    }

    /// The token that the forms of the pages carry.
    func csrf() async throws -> String {
        if let known = token.text.withLock({ $0 }) { return known }
        let page = try await get("/help").body
        let found = try #require(page.firstMatch(of: #/data-csrf="([^"]+)"/#).map { String($0.output.1) })
        token.text.withLock { $0 = found }
        return found
    }

    func post(_ path: String, _ body: String, _ headers: [(String, String)]) async throws -> DashboardAnswer {
        try await program.patiently(
            "POST", path, [("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")] + headers,
            body: body)
    }

    /// As a program does it.
    func sendJSON(_ path: String, _ body: String, type: String = "application/json") async throws -> DashboardAnswer {
        try await program.ask(
            "POST", "/api/v1\(path)",
            [
                ("Cookie", cookie), ("Content-Type", type), ("X-CSRF-Token", try await csrf()),
                ("Origin", "http://127.0.0.1:\(program.port)"),
            ], body: body)
    }

    /// As our own script does it.
    func preview(_ path: String, _ body: String) async throws -> DashboardAnswer {
        try await post(path, body, [("Sec-Fetch-Site", "same-origin"), ("X-CSRF-Token", try await csrf())])
    }
}
