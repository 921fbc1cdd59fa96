package import Foundation
package import PluginKit

/// The address of a server from the settings, to which paths and queries are added.
package struct ServerAddress: Sendable {
    private let base: String
    /// What in the address lets somebody in, to be declared by every request.
    package let secrets: [String]

    /// The address a setting names.
    ///
    /// - Throws: `SettingsError`.
    package init(_ setting: SettingDefinition, _ settings: any SettingsReader) throws {
        self.init(try settings.string(setting))
    }

    /// The address that a text is.
    package init(_ text: String) {
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
        secrets = AddressSecret.all(in: text)
    }

    /// Why an address from a setting cannot be used; nil when it can.
    ///
    /// - Parameter keySetting: the setting in which a key belongs; nil for a server that takes none.
    package static func refusal(keySetting: String? = nil) -> @Sendable (SettingValue) -> String? {
        { value in
            guard case .text(let text) = value else { return nil }
            if text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
                return "paths are added to the address, so it ends before any ? or #"
                    + (keySetting.map { "; a key belongs in \($0)" } ?? "")
            }
            // Foundation reads them on some platforms and refuses every request to them on Linux.
            let host = text.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
            if host.drop(while: { $0 != "@" }).dropFirst().first == "[" || host.first == "[" {
                return "an IPv6 address cannot be used: use a name for it, such as one in /etc/hosts"
            }
            return nil
        }
    }

    /// A path below the address, with a query. Commas stay commas: some servers do not read them otherwise.
    package func url(_ path: String, _ query: KeyValuePairs<String, String> = [:]) -> URL? {
        url(path, items: query.map { ($0.key, $0.value) })
    }

    /// The same with a query that is not written down but made.
    package func url(_ path: String, items: [(String, String)]) -> URL? {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~,")
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: allowed.intersection(.init(charactersIn: "\0"..."~")))
                ?? ""
        }
        let path = path.split(separator: "/").map { encoded(String($0)) }.joined(separator: "/")
        let items = items.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
        return URL(string: base + "/" + path + (items.isEmpty ? "" : "?" + items))
    }
}
