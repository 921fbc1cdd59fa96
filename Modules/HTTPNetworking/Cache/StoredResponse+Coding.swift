import Foundation

extension StoredResponse {
    private struct Head: Codable {
        let status: Int
        let fetchedAt: Date
        let etag: String?
    }

    /// The answer as it is kept: a line with everything but the body, and the body.
    func encoded() throws -> Data {
        try JSONEncoder().encode(Head(status: status, fetchedAt: fetchedAt, etag: etag)) + Data("\n".utf8) + body
    }

    /// Reads what was kept; nil for anything else.
    init?(encoded: Data) {
        guard let end = encoded.firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONDecoder().decode(Head.self, from: encoded[..<end])
        else { return nil }
        self.init(
            status: head.status, body: Data(encoded[encoded.index(after: end)...]), fetchedAt: head.fetchedAt,
            etag: head.etag)
    }
}
