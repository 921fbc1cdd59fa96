import HTTPTypes

/// One address of the program: pages, the API and its description all follow from the list of them.
struct Route: Sendable {
    /// Who may ask.
    enum Access: Sendable {
        /// Everybody on this machine: nothing is told that is not public.
        case everybody
        /// Whoever has come in.
        case reader
        /// Whoever has come in, by a form of our own pages.
        case form
    }

    /// A value that may stand in the query.
    struct Parameter: Sendable {
        let name: String
        let summary: String
        /// What it looks like, as a pattern of JSON Schema.
        let pattern: String
    }

    let method: HTTPRequest.Method
    /// As in `/goals/{id}`.
    let pattern: String
    let access: Access
    let summary: String
    /// The schemas that it answers with, for an address of the API.
    let documents: [String]
    let parameters: [Parameter]
    let handle: @Sendable (Visit) async throws -> WebAnswer

    private let segments: [String]

    init(
        _ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ summary: String, documents: [String] = [],
        parameters: [Parameter] = [], _ handle: @escaping @Sendable (Visit) async throws -> WebAnswer
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.summary = summary
        self.documents = documents
        self.parameters = parameters
        self.handle = handle
        segments = pattern.split(separator: "/").map(String.init)
    }

    /// The values of the pattern's names in a path; nil when the path is another.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            if segment.hasPrefix("{") {
                values[String(segment.dropFirst().dropLast())] = part
            } else if segment != part {
                return nil
            }
        }
        return values
    }

    /// How many of its parts are words: of two that match, the one with more is meant.
    var precision: Int { segments.count { !$0.hasPrefix("{") } }
}
