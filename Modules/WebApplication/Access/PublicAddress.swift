import Foundation

/// The address under which other machines reach the program: a scheme, a name and, where they are given, a port and a path.
package struct PublicAddress: Sendable, Equatable {
    package let isSecure: Bool
    /// The name with its port where one is given, in small letters.
    package let host: String
    /// The name without its port, in small letters.
    package let name: String
    /// The path before every path of ours: empty, or as "/savings".
    package let prefix: String

    /// An address; nil when the text is none, or says more than that.
    package init?(argument: String) {
        guard let parts = URLComponents(string: argument), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let name = parts.host?.lowercased(), !name.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let written = parts.percentEncodedPath
        let path = written.hasSuffix("/") ? String(written.dropLast()) : written
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        guard path.isEmpty || path.hasPrefix("/"), !path.contains("//"),
            path.unicodeScalars.allSatisfy(allowed.contains)
        else { return nil }
        isSecure = scheme == "https"
        self.name = name
        host = parts.port.map { "\(name):\($0)" } ?? name
        prefix = path
    }

    /// The address of this machine alone.
    package init(host: String, isSecure: Bool = false) {
        self.host = host
        name = host.hasSuffix("]") ? host : String(host.prefix { $0 != ":" })
        self.isSecure = isSecure
        prefix = ""
    }

    /// The address as it is written.
    package var text: String { origin + prefix }

    /// The origin of our pages, as browsers send it.
    package var origin: String { "\(isSecure ? "https" : "http")://\(host)" }
}
