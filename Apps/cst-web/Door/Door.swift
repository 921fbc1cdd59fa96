import Foundation
import HTTPTypes

/// Who may come in, checked before anything else is read.
struct Door: Sendable {
    let sessions: Sessions
    /// The names under which this program is asked for, with its port: no other name leads here, whatever it resolves to.
    let hosts: Set<String>
    let cookieName: String

    init(sessions: Sessions, port: Int) {
        self.sessions = sessions
        cookieName = "cst-\(port)"
        let names = ["localhost", "127.0.0.1", "[::1]"]
        hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    }

    /// Why a request is refused before anything is read; nil when it is not.
    ///
    /// - Parameters:
    ///   - host: the first `Host`.
    ///   - headers: the others.
    func refusal(host: String?, _ headers: HTTPFields) -> Refusal? {
        guard let host, !host.isEmpty, headers[named: "host"] == nil else { return .badHost }
        return hosts.contains(host.lowercased()) ? nil : .misdirected
    }

    /// Why a request is refused at the door.
    enum Refusal {
        /// No `Host`, or two.
        case badHost
        /// Another name than ours.
        case misdirected

        var status: HTTPResponse.Status {
            switch self {
            case .badHost: .badRequest
            case .misdirected: HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request")
            }
        }

        var message: String {
            switch self {
            case .badHost: "A request names exactly one host."
            case .misdirected: "This program does not answer to that host name. Use the address that it printed."
            }
        }
    }

    /// The session that a request belongs to.
    func session(of request: WebRequest) async -> (cookie: String, session: Sessions.Session)? {
        guard let cookie = request.cookies[cookieName], let session = await sessions.session(cookie) else { return nil }
        return (cookie, session)
    }

    /// Whether a request that may change something was made by a page of this session: the browser says that it comes from
    /// here, and it carries what only our pages know.
    func isOwn(_ request: WebRequest, _ session: Sessions.Session) -> Bool {
        let site = request.headers[named: "sec-fetch-site"]
        let origin = request.headers[.origin]
        let comesFromHere =
            site.map { $0 == "same-origin" } ?? (origin.map { hosts.contains(Self.host(of: $0)) } ?? false)
        let token = request.headers[named: "x-csrf-token"] ?? request.form?["csrf"] ?? ""
        return comesFromHere && Secret.digest(token) == Secret.digest(session.csrf)
    }

    private static func host(of origin: String) -> String {
        origin.hasPrefix("http://") ? String(origin.dropFirst(7)).lowercased() : ""
    }

    /// The cookie of a session; with nil the one that takes it away.
    func cookie(_ value: String?) -> String {
        "\(cookieName)=\(value ?? ""); Path=/; HttpOnly; SameSite=Strict" + (value == nil ? "; Max-Age=0" : "")
    }

}

extension HTTPFields {
    /// The value of a field by its name.
    subscript(named name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}
