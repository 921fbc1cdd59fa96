package import Foundation
package import HTTPTypes
import WebAccess

/// The rules by which requests are admitted, checked before anything else of a request is read.
package struct AccessPolicy: Sendable {
    package let sessions: Sessions
    package let list: AccessList
    package let passwords: PasswordChecks
    /// The addresses of the program.
    package let place: Place
    /// Whether nobody may change anything.
    package let isReadOnly: Bool
    package let now: @Sendable () -> Date

    package init(
        sessions: Sessions, list: AccessList, passwords: PasswordChecks, place: Place, isReadOnly: Bool,
        now: @escaping @Sendable () -> Date
    ) {
        self.sessions = sessions
        self.list = list
        self.passwords = passwords
        self.place = place
        self.isReadOnly = isReadOnly
        self.now = now
    }

    /// The addresses of the program.
    package struct Place: Sendable {
        /// The names under which it is asked for, with their ports: no other name leads here, whatever it resolves to.
        package let hosts: Set<String>
        /// The origins of our pages, as browsers send them.
        package let origins: Set<String>
        /// Whether the cookie may travel encrypted alone.
        package let isSecure: Bool
        /// The path before all of ours.
        package let prefix: String
        /// Whether the program answers to this machine alone.
        package let isLocal: Bool
        /// Whether other machines find the program by the number of this one, for which no certificate is known to browsers.
        let isFoundByNumber: Bool
        /// The proxies that may state the address of a client; nil without any.
        package let proxies: Set<String>?
        /// The port under which it is found, by which programs on one machine tell their cookies apart.
        package let port: Int

        /// - Parameters:
        ///   - address: where other machines find the program; nil where they do not.
        ///   - bound: the names that it listens on besides, with the port.
        ///   - isSecure: whether it encrypts by itself.
        ///   - proxies: the proxies that may state the address of a client; nil without any.
        package init(port: Int, address: PublicAddress?, bound: Set<String> = [], isSecure: Bool, proxies: Set<String>?)
        {
            let names = ["localhost", "127.0.0.1", "[::1]"]
            let listed = Set(names.map { "\($0):\(port)" }).union(bound)
            // Browsers leave out the port that is usual.
            let usual = isSecure ? ":443" : ":80"
            let own = listed.union(listed.filter { $0.hasSuffix(usual) }.map { String($0.dropLast(usual.count)) })
            // Some proxies pass the name on without its port, which adds nothing to it there.
            hosts = own.union(address.map { proxies == nil ? [$0.host] : [$0.host, $0.name] } ?? [])
            // Behind a proxy, pages come from its address alone.
            let scheme = isSecure ? "https" : "http"
            origins = Set(address.map { [$0.origin] } ?? []).union(
                proxies == nil ? own.map { "\(scheme)://\($0)" } : [])
            self.isSecure = isSecure || address?.isSecure == true
            prefix = address?.prefix ?? ""
            isLocal = address == nil && bound.isEmpty
            isFoundByNumber = address == nil && !bound.isEmpty
            self.proxies = proxies
            // Several servers may be behind one address, each with a port of its own.
            let shared = proxies == nil ? nil : address.map { Int($0.host.dropFirst($0.name.count + 1)) ?? 80 }
            self.port = shared ?? port
        }

        /// A target without the path before ours, which some proxies take away and others do not.
        package func own(_ target: String) -> String {
            guard !prefix.isEmpty, target.hasPrefix(prefix) else { return target }
            let rest = target.dropFirst(prefix.count)
            return rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : rest.hasPrefix("?") ? "/\(rest)" : target
        }
    }

    /// The session's cookie. Browsers take the prefixes for a promise: sent encrypted alone, and by no other host.
    package var cookieName: String {
        guard place.isSecure else { return "cst-\(place.port)" }
        return place.prefix.isEmpty ? "__Host-cst" : "__Secure-cst"
    }

    /// Why a request is refused before anything is read; nil when it is not.
    ///
    /// - Parameters:
    ///   - host: the first `Host`.
    ///   - headers: the others.
    package func refusal(host: String?, _ headers: HTTPFields) -> Refusal? {
        guard let host, !host.isEmpty, headers[named: "host"] == nil else { return .badHost }
        return place.hosts.contains(host.lowercased()) ? nil : .misdirected
    }

    /// Why a request is refused at the policy.
    package enum Refusal {
        /// No `Host`, or two.
        case badHost
        /// Another name than ours.
        case misdirected

        package var status: HTTPResponse.Status {
            switch self {
            case .badHost: .badRequest
            case .misdirected: HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request")
            }
        }

        package var message: String {
            switch self {
            case .badHost: "A request names exactly one host."
            case .misdirected: "This program does not answer to that host name. Use the address that it printed."
            }
        }
    }

    /// The signed-in user, token or guest; nil if there is none.
    ///
    /// - Parameter isUse: whether somebody asks, and not only still listens.
    /// - Throws: ``StoreError`` where nobody can say.
    package func principal(of request: WebRequest, isUse: Bool = true) async throws -> Principal? {
        // A program that shows a token is that program, whatever cookies it sends. On pages the header is a proxy's, which asks for a
        // password of its own.
        if request.isForPrograms || request.path == ["metrics"], let given = request.headers[.authorization],
            given.lowercased().hasPrefix("bearer ")
        {
            return try await program(String(given.dropFirst(7)))
        }
        guard let cookie = request.cookies[cookieName], var session = try await sessions.session(cookie, isUse: isUse)
        else { return nil }
        var name: String?
        var link: Access.Link?
        var role = Access.Role.owner
        switch session.identity {
        case .start: break
        case .person(let known, let password):
            // Who was removed, or has another password, has no session any more.
            guard let person = try await list.current.person(with: password) else { return nil }
            (name, role) = (person.name, person.role)
            if person.name != known {
                session.identity = .person(person.name, password)
                try await sessions.rename(cookie, to: person.name)
            }
        case .guest(let followed):
            guard let found = try await list.current.links.first(where: { $0.isSame(followed) }), !found.hasEnded(now())
            else {
                return nil
            }
            (name, role, link) = ("guest:\(found.name)", .guest, found)
        }
        return Principal(
            role: isReadOnly ? min(role, .reader) : role, name: name, link: link, session: (cookie, session),
            key: cookie)
    }

    private func program(_ text: String) async throws -> Principal? {
        let given = text.trimmingCharacters(in: .whitespaces)
        guard let token = try await list.current.token(given, at: now()) else { return nil }
        return Principal(
            role: isReadOnly ? min(token.role, .reader) : token.role, name: "token:\(token.name)", link: nil,
            session: nil, key: "token:\(token.name)")
    }

    /// Whether a request was made by a page of ours: the browser says that it comes from here.
    package func comesFromHere(_ request: WebRequest) -> Bool {
        let site = request.headers[named: "sec-fetch-site"]
        let origin = request.headers[.origin]
        return site.map { $0 == "same-origin" } ?? (origin.map { place.origins.contains($0.lowercased()) } ?? false)
    }

    /// Whether a request that may change something is the principal's own: a page of this session made it, which carries what only
    /// our pages know, or a program that shows its token with each.
    package func isOwn(_ request: WebRequest, _ principal: Principal) -> Bool {
        guard let session = principal.session?.session else { return true }
        let token = request.headers[named: "x-csrf-token"] ?? request.form?["csrf"] ?? ""
        return comesFromHere(request) && Secret.digest(token) == Secret.digest(session.csrf)
    }

    /// The host that a request comes from, without ports; of IPv6 its network. What a proxy says counts only where it is ours.
    package func address(of request: WebRequest) -> String {
        let peer = request.peer.flatMap(ClientAddress.network) ?? request.peer ?? "-"
        // By a socket of files nobody comes but the proxy.
        guard place.proxies != nil, request.peer.map(isProxy) ?? true else { return peer }
        let told = request.headers[values: HTTPField.Name.forwardedFor].flatMap { $0.split(separator: ",") }
        // Everything before the last one is what somebody said to the proxy.
        return told.last.flatMap { ClientAddress.network(String($0)) } ?? peer
    }

    /// Whether an address is that of a proxy whose word is taken.
    package func isProxy(_ peer: String) -> Bool {
        guard let proxies = place.proxies else { return false }
        // A listener on both kinds of addresses sees those of IPv4 as ones of IPv6.
        let plain = ClientAddress.network(peer).flatMap { $0.contains(":") ? nil : $0 }
        return proxies.contains(peer) || plain.map(proxies.contains) == true
    }

    /// The cookie of a session; with nil the one that takes it away.
    package func cookie(_ value: String?) -> String {
        "\(cookieName)=\(value ?? "")\(cookieAttributes); SameSite=Strict" + (value == nil ? "; Max-Age=0" : "")
    }

    /// The cookie of something that a reader chose, for a year.
    package func cookie(_ name: String, chosen value: String) -> String {
        "\(cookieName)-\(name)=\(value)\(cookieAttributes); SameSite=Strict; Max-Age=31536000"
    }

    private var cookieAttributes: String {
        "; Path=\(place.prefix.isEmpty ? "/" : place.prefix); HttpOnly" + (place.isSecure ? "; Secure" : "")
    }
}

extension HTTPFields {
    /// The value of a field by its name.
    package subscript(named name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}

extension HTTPField.Name {
    /// The address of the client, as proxies state it.
    fileprivate static var forwardedFor: HTTPField.Name { HTTPField.Name(parsed: "x-forwarded-for") ?? .via }
}
