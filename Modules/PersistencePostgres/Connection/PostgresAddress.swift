import Values

/// The address of a PostgreSQL server with the user: `postgresql://ana@db.example/savings`.
///
/// The address has no password: it stands in settings, in lists of processes and in messages. It is read here and not by
/// libpq, whose messages repeat what they could not read.
public struct PostgresAddress: Sendable, Hashable {
    /// Why an address cannot be used. No text of the address is in it but the names of parameters that are known.
    public enum Invalid: Error, Equatable, CustomStringConvertible {
        /// It does not begin with `postgresql://`, or a part of it is missing or cannot be.
        case form(String)
        /// It holds a password.
        case password
        /// It sets something that is not set in an address.
        case parameter

        /// The refusal of an address, without the address itself.
        public var description: String { detail }

        var detail: String {
            switch self {
            case .form(let detail): "its address \(detail)"
            case .password: "its address holds a password, which belongs in a file of its own"
            case .parameter: "its address sets something other than sslmode, sslrootcert, sslcert and sslkey"
            }
        }
    }

    /// The hosts in the order in which they are tried, each a name, an address or the folder of a socket, with its port.
    public let hosts: [Host]
    /// The role.
    public let user: String
    /// The database.
    public let database: String
    /// The other options of the address, by libpq's names.
    public let parameters: [String: String]

    /// A server.
    public struct Host: Sendable, Hashable {
        /// A name, an address, or the folder of a socket.
        public let name: String
        /// The port.
        public let port: Int

        /// Whether nobody else can listen in between.
        var isThisMachine: Bool {
            name.hasPrefix("/") || name == "localhost" || name == "127.0.0.1" || name == "::1"
        }
    }

    private static let known: Set<String> = ["sslmode", "sslrootcert", "sslcert", "sslkey"]
    private static let modes: Set<String> = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]

    private static let schemes = ["postgresql://", "postgres://"]

    /// Whether a text is meant to be an address.
    static func isOne(_ text: String) -> Bool { schemes.contains(where: text.hasPrefix) }

    /// Reads `postgresql://user@host:port,host:port/database?sslmode=verify-full`. A socket's folder is written `%2Frun%2Fpostgresql`.
    public init(_ text: String) throws(Invalid) {
        guard let scheme = Self.schemes.first(where: text.hasPrefix) else {
            throw .form("does not begin with postgresql://")
        }
        let all = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = (all.first ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = place.first ?? ""
        // The last one, since a password may hold others.
        let at = authority.lastIndex(of: "@")
        let before = at.map { authority[..<$0] } ?? ""
        guard !before.contains(":") else { throw .password }
        var parameters: [String: String] = [:]
        for pair in all.count > 1 ? all[1].split(separator: "&") : [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.first?.lowercased() != "password", parts.first?.lowercased() != "passfile" else {
                throw .password
            }
            guard parts.count == 2, Self.known.contains(String(parts[0])), let value = Self.decoded(parts[1]) else {
                throw .parameter
            }
            parameters[String(parts[0])] = value
        }
        guard let user = Self.decoded(before), !user.isEmpty else { throw .form("names no role before an @") }
        guard place.count > 1, let database = Self.decoded(place[1]), !database.isEmpty, !database.contains("/") else {
            throw .form("names no database behind a /")
        }
        if let mode = parameters["sslmode"], !Self.modes.contains(mode) { throw .form("has an sslmode that is none") }
        self.user = user
        self.database = database
        self.parameters = parameters
        hosts = try Self.hosts(at.map { authority[authority.index(after: $0)...] } ?? authority)
    }

    private static func hosts(_ text: Substring) throws(Invalid) -> [Host] {
        var hosts: [Host] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var (name, port) = (part, 5432)
            let end = part.hasPrefix("[") ? part.lastIndex(of: "]") : part.startIndex
            if let end, let colon = part[end...].lastIndex(of: ":") {
                guard let number = Int(part[part.index(after: colon)...]), (1...65535).contains(number) else {
                    throw .form("has a port that is none")
                }
                (name, port) = (part[..<colon], number)
            }
            if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
            guard let name = decoded(name), !name.isEmpty else { throw .form("names no host") }
            hosts.append(Host(name: name, port: port))
        }
        return hosts
    }

    /// A text in which `%2F` stands for a slash; nil for one that cannot be read.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(code)
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether the certificate has to be that of the host: everywhere but on this machine, unless the address says less.
    var mode: String { parameters["sslmode"] ?? (hosts.allSatisfy(\.isThisMachine) ? "prefer" : "verify-full") }

    /// Whether what goes over a network may be read or answered by somebody else.
    public var isWeak: Bool { mode != "verify-full" && !hosts.allSatisfy(\.isThisMachine) }

    /// The hosts and the database, for people.
    public var shown: String {
        let hosts = hosts.map { $0.name.hasPrefix("/") ? $0.name : "\($0.name):\($0.port)" }.joined(separator: ",")
        return "\(hosts)/\(database)".printable
    }

    /// The options for libpq: all of them, so that no variable of the environment counts.
    func words(password: String?, seconds: Int) -> [(String, String)] {
        [
            ("host", hosts.map(\.name).joined(separator: ",")),
            ("port", hosts.map { "\($0.port)" }.joined(separator: ",")),
            ("user", user), ("dbname", database), ("password", password ?? "none"), ("passfile", "/dev/null"),
            ("client_encoding", "UTF8"), ("application_name", "cst"), ("connect_timeout", "\(max(2, seconds))"),
            ("target_session_attrs", hosts.count > 1 ? "read-write" : "any"), ("gssencmode", "disable"),
            ("sslmode", mode), ("keepalives_idle", "10"), ("tcp_user_timeout", "10000"),
        ] + parameters.filter { $0.key != "sslmode" }.sorted { $0.key < $1.key }
    }
}
