public import HTTPTypes
public import WebAccess

/// An address of the program: pages, the API and its description all follow from the list of them.
public struct Route: Sendable {
    /// The access that an address requires.
    public enum Access: String, Sendable {
        /// Everybody, signed in or not: the response has nothing private.
        case everybody
        /// Everybody who is signed in, guests too.
        case guest
        /// Readers and owners. A request changes nothing that others see.
        case reader
        /// Owners alone, who may change everything.
        case owner

        /// The least role that has access; nil for everybody.
        public var role: WebAccess.Access.Role? {
            switch self {
            case .everybody: nil
            case .guest: .guest
            case .reader: .reader
            case .owner: .owner
            }
        }
    }

    /// A parameter of the query.
    public struct Parameter: Sendable {
        /// Its name in the query.
        public let name: String
        /// A phrase for the description of the API.
        public let summary: String
        /// The pattern of its value, as in JSON Schema.
        public let pattern: String

        /// A parameter whose values match a pattern.
        public init(name: String, summary: String, pattern: String) {
            self.name = name
            self.summary = summary
            self.pattern = pattern
        }
    }

    /// A member of the JSON object that is sent.
    public struct Member: Sendable {
        /// The kind of a member's value.
        public enum Kind: Sendable {
            /// A text; amounts, numbers and days are texts.
            case text
            /// One of these words.
            case choice([String])
            /// Several texts.
            case texts
            /// A text for each of some names.
            case textsByName
            /// A text for each of some names, or null for a name that is to be removed.
            case edits
            /// A value of any kind.
            case any
            /// True or false.
            case flag
            /// A whole number that is no amount.
            case whole
        }

        /// Its name in the object.
        public let name: String
        /// The kind of its value.
        public let kind: Kind
        /// A phrase for the description of the API.
        public let summary: String
        /// Whether the request is refused without it.
        public let isRequired: Bool

        /// A member.
        public init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
            self.name = name
            self.kind = kind
            self.summary = summary
            self.isRequired = isRequired
        }

        /// A text that may be left out.
        public init(_ name: String, _ summary: String) { self.init(name, .text, summary) }
    }

    /// The headers of a request that writes, and of its response.
    public struct WriteRules: Sendable {
        /// Whether the expected version has to be given.
        public let needsVersion: Bool
        /// Whether an idempotency key may be given.
        public let takesKey: Bool
        /// The address of the thing that is made, up to its id; nil if none is made.
        public let makes: String?
        /// Whether the response has the version.
        public let tells: Bool

        /// The headers of a request that writes.
        public init(
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
        public let version: String
    }

    /// The method of its requests.
    public let method: HTTPRequest.Method
    /// The path, with names in braces for parts that vary: `/goals/{id}`.
    public let pattern: String
    /// The access that it requires.
    public let access: Access
    /// A phrase for the description of the API.
    public let summary: String
    /// The names of the schemas of its responses, for an address of the API.
    public let documents: [String]
    /// The parameters of its query.
    public let parameters: [Parameter]
    /// The members of the JSON object in the body; nil for a request without one, empty where it may be left out.
    public let body: [Member]?
    /// The headers of a request that writes; nil for one that reads.
    public let writing: WriteRules?
    /// Makes the response.
    public let handle: @Sendable (RequestContext) async throws -> WebResponse

    /// Whether its requests bring a file.
    public let takesUpload: Bool

    private let segments: [String]
    /// The id of the section that it is of; nil for addresses of all sections.
    private(set) var section: String?
    /// The reason why it cannot work, as a sentence for its developer; nil for one that can.
    var defect: String?

    /// An address.
    ///
    /// - Parameters:
    ///   - pattern: the path, with names in braces for parts that vary.
    ///   - access: the access that it requires.
    ///   - summary: a phrase for the description of the API.
    ///   - documents: the names of the schemas of its responses.
    ///   - parameters: those of its query.
    ///   - body: the members of the JSON object in the body; nil for a request without one.
    ///   - writing: the headers of a request that writes.
    ///   - takesUpload: whether its requests bring a file.
    ///   - handle: makes the response.
    public init(
        _ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ summary: String, documents: [String] = [],
        parameters: [Parameter] = [], body: [Member]? = nil, writing: WriteRules? = nil, takesUpload: Bool = false,
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
        self.takesUpload = takesUpload
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

    /// The same as an address of a section.
    func of(section id: String) -> Route {
        var route = self
        route.section = id
        return route
    }

    /// Whether it has to be sent by a page of the session, or as a program.
    package var isForm: Bool { method != .get && access != .everybody }

    /// How many of its parts are words: of two that match, the one with more is meant.
    package var precision: Int { segments.count { !$0.hasPrefix("{") } }
}
