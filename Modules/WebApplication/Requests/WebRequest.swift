import Foundation
public import HTTPTypes

/// A request as pages see it: no connection, nothing that is read later.
package struct WebRequest: Sendable {
    package let method: HTTPRequest.Method
    /// The parts of the path, decoded.
    package let path: [String]
    /// The query as it was written.
    package let rawQuery: String
    package let headers: HTTPFields
    /// The cookies by name.
    package let cookies: [String: String]
    /// The body of a request that has one.
    package let body: [UInt8]
    /// The file that came with it; nil for a request without one.
    package var upload: Upload?
    /// The fields beside the file.
    var uploadFields: [String: String]?
    /// The address of whoever is connected; nil for a program on this machine that came by a socket of files.
    package let peer: String?

    /// A request; nil when its address is none: percent signs that mean nothing, control characters, parts that climb up.
    package init?(
        method: HTTPRequest.Method, target: String, headers: HTTPFields, body: [UInt8] = [], peer: String? = nil
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.hasPrefix("/"), !target.contains("#") else { return nil }
        var path: [String] = []
        for segment in first.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = Self.decoded(segment), text != ".", text != "..", !text.contains("/"), !text.contains("\\")
            else { return nil }
            path.append(text)
        }
        // "/" alone has no part, and "//" is no other way to write it.
        if path == [""] { path = [] }
        guard !path.contains("") else { return nil }
        self.method = method
        self.path = path
        self.headers = headers
        cookies = Self.cookies(headers)
        self.body = body
        self.peer = peer
        rawQuery = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The fields of the query by name, the first of each; nil when they cannot be read or are too many.
    package var query: [String: String]? { Self.fields(rawQuery) }

    /// The fields of a form.
    package var form: [String: String]? {
        if let uploadFields { return uploadFields }
        guard headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            return body.isEmpty ? [:] : nil
        }
        return Self.fields(String(decoding: body, as: UTF8.self))
    }

    /// The fields of a form as they were sent.
    package var rawForm: String { String(decoding: body, as: UTF8.self) }

    /// The fields of a form that was sent inside another one.
    package static func form(inside text: String) -> [String: String]? { fields(text) }

    private static func cookies(_ headers: HTTPFields) -> [String: String] {
        var cookies: [String: String] = [:]
        for field in headers[values: .cookie] {
            for part in field.split(separator: ";") {
                let pair = part.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
                if pair.count == 2, cookies[String(pair[0])] == nil { cookies[String(pair[0])] = String(pair[1]) }
            }
        }
        return cookies
    }

    /// Whether the reader wants a document for programs.
    package var isForPrograms: Bool { path.first == "api" && path.count > 1 }

    /// At most so many fields are read.
    private static let mostFields = 1100

    private static func fields(_ text: String) -> [String: String]? {
        var fields: [String: String] = [:]
        let parts = text.split(separator: "&")
        guard parts.count <= mostFields else { return nil }
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(pair[0], isForm: true),
                let value = decoded(pair.count > 1 ? pair[1] : "", isForm: true)
            else { return nil }
            if fields[name] == nil { fields[name] = value }
        }
        return fields
    }

    /// A text with its percent signs read; nil when they mean nothing, or no text.
    private static func decoded(_ text: Substring, isForm: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.utf8.contains(0) else { return nil }
        return decoded
    }
}

/// The response to a request.
public struct WebResponse: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The headers beside those that every response has.
    public var headers: HTTPFields
    /// The bytes after the headers.
    public var body: [UInt8]
    /// Events that follow one another until somebody goes; nil for an answer that is whole.
    package var events: AsyncStream<String>?
    /// The name of the principal, for the log; nil without one, and for the address that the program printed.
    package var who: String?

    /// A response of bytes with a media type.
    public init(_ status: HTTPResponse.Status, _ type: String, _ body: [UInt8], _ headers: HTTPFields = [:]) {
        self.status = status
        self.body = body
        self.headers = headers
        self.headers[.contentType] = type
    }

    /// A response of text with a media type.
    public init(_ status: HTTPResponse.Status, _ type: String, _ text: String, _ headers: HTTPFields = [:]) {
        self.init(status, type, Array(text.utf8), headers)
    }

    /// Plain text.
    public static func text(_ status: HTTPResponse.Status, _ text: String) -> WebResponse {
        WebResponse(status, "text/plain; charset=utf-8", text)
    }

    /// A page.
    public static func html(_ text: String, _ status: HTTPResponse.Status = .ok) -> WebResponse {
        WebResponse(status, "text/html; charset=utf-8", text)
    }

    /// A document for programs.
    public static func json(_ text: String, _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:])
        -> WebResponse
    {
        WebResponse(status, "application/json", text, headers)
    }

    /// A redirect to another page, which the browser loads by GET.
    public static func seeOther(_ path: String) -> WebResponse {
        WebResponse(.seeOther, "text/plain; charset=utf-8", "", [.location: path])
    }
}
