import Foundation

/// Where a redirect leads, and whether a request may go there.
///
/// Credentials stay with the host they were meant for: a request that carries a secret, or a body, follows only to the
/// same scheme, host and port (or from http to https of the same host); one that carries neither may change host, and
/// then takes along nothing but the names of the program and of the wanted format. No redirect leads from https to http.
enum Redirect {
    /// How many redirects in a row are followed.
    static let limit = 5
    /// What a server answers when the thing is elsewhere.
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// The request to send next; `nil` when the response is no redirect.
    ///
    /// - Throws: `HTTPError.redirectRefused`.
    static func next(after response: HTTPResponse, to request: HTTPRequest) throws(HTTPError) -> HTTPRequest? {
        guard statuses.contains(response.status), let location = response.headers["location"], !location.isEmpty else {
            return nil
        }
        let refusal = HTTPError.redirectRefused(
            host: request.host, target: request.redactor.excerpt(Data(location.utf8)))
        guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme), target.host() != nil,
            request.method == .get || [307, 308].contains(response.status),
            !(request.url.scheme?.lowercased() == "https" && scheme == "http")
        else { throw refusal }
        var next = request
        next.url = target
        if staysAtHome(from: request.url, to: target) { return next }
        guard request.method == .get, request.body == nil, !request.redactor.knowsSecrets else { throw refusal }
        next.headers = HTTPHeaders(
            ["accept", "user-agent"].compactMap { name in request.headers[name].map { (key: name, value: $0) } })
        return next
    }

    private static func staysAtHome(from old: URL, to new: URL) -> Bool {
        guard old.host()?.lowercased() == new.host()?.lowercased() else { return false }
        if old.scheme?.lowercased() == new.scheme?.lowercased() { return port(old) == port(new) }
        return port(old) == 80 && port(new) == 443
    }

    private static func port(_ url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }
}
