import Foundation
import Testing

/// A dashboard that answers requests, in this process or in one of its own.
protocol Dashboard: AnyObject, Sendable {
    /// The port in its address.
    var port: Int { get }
    /// The address that lets one browser in.
    var start: String { get }
    /// The answer to one request.
    func ask(
        _ method: String, _ path: String, _ headers: [(String, String)], host: String?, body: String?
    ) async throws -> DashboardAnswer
}

/// An answer as it came.
struct DashboardAnswer: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The cookie that it sets, without its attributes.
    var cookie: String? { header("Set-Cookie")?.split(separator: ";").first.map(String.init) }
}

extension Dashboard {
    /// The answer to one request.
    func ask(
        _ method: String = "GET", _ path: String, _ headers: [(String, String)] = [], host: String? = nil,
        body: String? = nil
    ) async throws -> DashboardAnswer {
        try await ask(method, path, headers, host: host, body: body)
    }

    /// The same, again where there were too many: a test writes more in a second than a person.
    func patiently(
        _ method: String, _ path: String, _ headers: [(String, String)], body: String?
    ) async throws -> DashboardAnswer {
        while true {
            let answer = try await ask(method, path, headers, body: body)
            guard answer.status == 429 else { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Opens the printed address, and gives whoever has signed in so.
    func comeIn() async throws -> Visitor {
        let path = String(start.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
        let answer = try await ask("GET", path)
        try #require(answer.status == 200)
        return Visitor(program: self, cookie: try #require(answer.cookie))
    }

    /// Signs in as a page does it, and gives the answer.
    func login(
        _ name: String, _ password: String, _ more: String = "", headers: [(String, String)] = [], host: String? = nil
    ) async throws -> DashboardAnswer {
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        return try await ask(
            "POST", "/login",
            [("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin")] + headers,
            host: host, body: "name=\(escaped(name))&password=\(escaped(password))\(more)")
    }

    /// Somebody who has signed in by a password.
    func visitor(_ name: String, _ password: String) async throws -> Visitor {
        let answer = try await login(name, password)
        try #require(answer.status == 303, "\(answer.status) \(answer.body)")
        return Visitor(program: self, cookie: try #require(answer.cookie))
    }
}
