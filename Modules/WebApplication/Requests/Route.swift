package import HTTPTypes
package import WebAccess

/// One address of the program: pages, the API and its description all follow from the list of them.
package struct Route: Sendable {
    /// The access that a route needs.
    package enum Access: String, Sendable {
        /// Everybody: nothing is told that is not public.
        case everybody
        /// Whoever has come in, guests too.
        case guest
        /// Whoever may see everything. What is sent changes nothing that others see.
        case reader
        /// Whoever may change everything.
        case owner

        /// The least role.
        package var role: WebAccess.Access.Role? {
            switch self {
            case .everybody: nil
            case .guest: .guest
            case .reader: .reader
            case .owner: .owner
            }
        }
    }

    /// A value that may stand in the query.
    package struct Parameter: Sendable {
        package let name: String
        package let summary: String
        /// The pattern of its value, as in JSON Schema.
        package let pattern: String

        package init(
            name: String, summary: String, pattern: String
        ) {
            self.name = name
            self.summary = summary
            self.pattern = pattern
        }
    }

    /// A member of the JSON object that is sent.
    package struct Member: Sendable {
        /// The kind of its value.
        package enum Kind: Sendable {
            /// A text; amounts, numbers and days are texts.
            case text
            /// One of some words.
            case choice([String])
            /// Several texts.
            case texts
            /// A text for each of some names.
            case textsByName
            /// A text for each of some names, or nothing for a name that is to go.
            case edits
            /// Whatever the thing with the name takes.
            case any
            /// Yes or no.
            case flag
            /// A number without decimals that is no amount.
            case whole
        }

        package let name: String
        package let kind: Kind
        package let summary: String
        /// Whether nothing can be done without it.
        package let isRequired: Bool

        package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
            self.name = name
            self.kind = kind
            self.summary = summary
            self.isRequired = isRequired
        }

        /// A text.
        package init(_ name: String, _ summary: String) { self.init(name, .text, summary) }
    }

    /// The headers of an address that writes.
    package struct WriteRules: Sendable {
        /// Whether the version has to be named that was seen.
        package let needsVersion: Bool
        /// Whether a key may be named under which it is carried out once.
        package let takesKey: Bool
        /// The address of something new, up to its id; nil where nothing new is made.
        package let makes: String?
        /// Whether a version is answered.
        package let tells: Bool

        package init(
            needsVersion: Bool, takesKey: Bool, makes: String?, tells: Bool,
            version: String = "j[0-9]{1,18}(-[A-Za-z0-9_-]+)?"
        ) {
            self.needsVersion = needsVersion
            self.takesKey = takesKey
            self.makes = makes
            self.version = version
            self.tells = tells
        }
        /// The pattern of a version, as in JSON Schema.
        package let version: String
    }

    package let method: HTTPRequest.Method
    /// As in `/goals/{id}`.
    package let pattern: String
    package let access: Access
    package let summary: String
    /// The schemas that it answers with, for an address of the API.
    package let documents: [String]
    package let parameters: [Parameter]
    /// The members of the JSON object that is sent; nil where none is, none where it may be left out.
    package let body: [Member]?
    /// The headers of an address that writes; nil for others.
    package let writing: WriteRules?
    package let handle: @Sendable (RequestContext) async throws -> WebResponse

    private let segments: [String]

    package init(
        _ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ summary: String, documents: [String] = [],
        parameters: [Parameter] = [], body: [Member]? = nil, writing: WriteRules? = nil,
        _ handle: @escaping @Sendable (RequestContext) async throws -> WebResponse
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.summary = summary
        self.documents = documents
        self.parameters = parameters
        self.body = body
        self.writing = writing
        self.handle = handle
        segments = pattern.split(separator: "/").map(String.init)
    }

    /// The values of the pattern's names in a path; nil when the path is another.
    package func match(_ path: [String]) -> [String: String]? {
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

    /// Whether it has to be sent by a page of the session, or as a program.
    package var isForm: Bool { method != .get && access != .everybody }

    /// How many of its parts are words: of two that match, the one with more is meant.
    package var precision: Int { segments.count { !$0.hasPrefix("{") } }
}
