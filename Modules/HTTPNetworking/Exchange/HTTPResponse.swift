public import Foundation

/// An answer as received.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed.
    public var body: Data

    /// An answer.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the status is in 200…299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// The beginning of the body as one line of at most 160 characters without secrets or control characters, for use
    /// in error messages.
    public func excerpt(_ redactor: Redactor) -> String {
        redactor.excerpt(body)
    }
}
