import Foundation
import ProgramSupport
import Testing

/// A program that uses the API with several tokens in turn, since writes are counted by token.
struct APIClient {
    let program: any Dashboard
    private var tokens: [String] = []

    /// The token of the last write.
    private var writer: String?

    init(_ program: any Dashboard, _ folder: ProgramFolder, tokens count: Int) async throws {
        self.program = program
        for number in 1...count {
            let made = try await folder.run("cst-web", ["token", "add", "program \(number)"])
            try #require(made.status == 0, "\(made.errors)")
            tokens.append(made.output.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Sends a request to a path of the API; the body is written as JSON.
    ///
    /// - Parameter isRepeated: whether the sender of the last write sends it again; else the tokens take turns.
    mutating func ask(
        _ method: String, _ path: String, _ body: [String: Any]? = nil, _ headers: [(String, String)] = [],
        isRepeated: Bool = false
    ) async throws -> DashboardAnswer {
        let next = tokens.removeFirst()
        tokens.append(next)
        let token = isRepeated ? writer ?? next : next
        if method != "GET" { writer = token }
        let text = try body.map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: UTF8.self)
        }
        return try await program.patiently(
            method, "/api/v1/\(path)",
            WebPeople.bearer(token) + (text == nil ? [] : [("Content-Type", "application/json")]) + headers, body: text)
    }
}

extension DashboardAnswer {
    /// The document.
    var document: JSONNode { get throws { try JSONNode(parsing: body) } }

    /// The code of the error, of an answer that is one.
    var code: String? { try? document["error"]?["code"]?.text }

    /// The version that a tag names, which is its part before the figures.
    var version: String? {
        header("ETag").map { String($0.prefix { $0 != "-" }.filter { $0 != "\"" }) }
    }
}
