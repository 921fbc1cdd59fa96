public import Foundation

/// One request as the server read it.
public struct ReceivedRequest: Sendable, Equatable {
    /// The method, such as `GET`, or `CONNECT` when the server plays a proxy.
    public let method: String
    /// The request target as sent: a path with its query, or a whole URL when the server plays a proxy.
    public let target: String
    /// The headers, names in lower case.
    public let headers: [String: String]
    /// The body.
    public let body: Data

    /// Reads the head of a request; `nil` when it is not HTTP.
    init?(head: String, body: Data) {
        var lines = head.components(separatedBy: "\r\n")
        let start = lines.removeFirst().split(separator: " ")
        guard start.count == 3 else { return nil }
        method = String(start[0])
        target = String(start[1])
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        self.body = body
    }
}
