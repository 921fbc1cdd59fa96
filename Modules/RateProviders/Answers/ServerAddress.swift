import Foundation
import PluginKit

/// The address of a server from the settings, to which paths and queries are added.
struct ServerAddress: Sendable {
    private let base: String

    /// The address a setting names.
    ///
    /// - Throws: `SettingsError`.
    init(_ setting: SettingDefinition, _ settings: any SettingsReader) throws {
        self.init(try settings.string(setting))
    }

    init(_ text: String) {
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// A path below the address, with a query. Commas stay commas: some servers do not read them otherwise.
    func url(_ path: String, _ query: KeyValuePairs<String, String> = [:]) -> URL? {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~,")
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: allowed.intersection(.init(charactersIn: "\0"..."~")))
                ?? ""
        }
        let path = path.split(separator: "/").map { encoded(String($0)) }.joined(separator: "/")
        let items = query.map { "\($0.key)=\(encoded($0.value))" }.joined(separator: "&")
        return URL(string: base + "/" + path + (items.isEmpty ? "" : "?" + items))
    }
}
