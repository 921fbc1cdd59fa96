public import Foundation

/// A request to send. Its `description` is safe to log: it passes through the `Redactor`.
public struct HTTPRequest: Sendable, Equatable {
    /// What is to be done with the resource.
    public enum Method: String, Sendable {
        /// Read.
        case get = "GET"
        /// Submit the body.
        case post = "POST"
    }

    /// The largest answer taken unless a request says otherwise: 8 MiB.
    public static let usualSizeLimit = 8 << 20

    /// The method.
    public var method: Method
    /// The whole address, with its query; `http` or `https`.
    public var url: URL
    /// Header fields to send.
    public var headers: HTTPHeaders
    /// The body to send.
    public var body: Data?
    /// API keys and other texts in this request that must appear in no log and no error.
    public var secrets: [String]
    /// The largest body taken, in bytes after decompression; a longer one is cut off with `HTTPError.tooLarge`.
    public var sizeLimit: Int
    /// Whether sending it twice does no harm, so that a failed attempt may be repeated. True for `get`; a `post` that only
    /// reads (JSON-RPC) sets it.
    public var isRepeatable: Bool
    /// Whether the client itself sends it again after the pause that a host asks for. A caller that waits for pauses of its
    /// own, for many requests together, sets it to false.
    package var isRepeatedWhenLimited = true
    /// Statuses outside 200…299 whose body is an answer too, to be read by the caller instead of thrown (a node that
    /// sends its JSON-RPC error with 500, say). They are not repeated.
    public var acceptedStatuses: Set<Int>

    /// A request.
    ///
    /// - Parameter isRepeatable: `nil` stands for true with `get` and false with `post`.
    public init(
        _ method: Method = .get,
        _ url: URL,
        headers: HTTPHeaders = [:],
        body: Data? = nil,
        secrets: [String] = [],
        sizeLimit: Int = HTTPRequest.usualSizeLimit,
        isRepeatable: Bool? = nil,
        acceptedStatuses: Set<Int> = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.secrets = secrets
        self.sizeLimit = sizeLimit
        self.isRepeatable = isRepeatable ?? (method == .get)
        self.acceptedStatuses = acceptedStatuses
    }

    /// The host in lower case, with the port when the address names one: what limits and cool-downs go by.
    public var host: String {
        let name = url.host()?.lowercased() ?? ""
        return url.port.map { "\(name):\($0)" } ?? name
    }

    /// Removes what is secret in this request from texts.
    public var redactor: Redactor { Redactor(self) }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address without its secrets.
    public var description: String { "\(method.rawValue) \(redactor.url(url))" }

    /// The same as `description`: headers and body stay out.
    public var debugDescription: String { description }

    /// Shows the `description` alone, so that `dump` and test failures print no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
