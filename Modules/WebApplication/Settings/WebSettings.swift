import Persistence
package import PluginKit
package import Presentation
import Values

/// The settings of the dashboard alone.
package struct WebSettings: Plugin {
    /// The value for the language that the browser prefers.
    private static let browser = "browser"

    /// How numbers and days are written.
    package static let numbers = SettingDefinition(
        "web.numbers", .choice([browser] + NumberFormat.all.map(\.locale)), default: browser,
        "How the dashboard writes numbers and days: those of a language, or what the browser asks for.")

    /// The address for other machines.
    private static let publicURL = SettingDefinition(
        "web.publicURL", .url, reach: .exposure, "The address under which other machines find the dashboard."
    ) { value in
        guard case .text(let text) = value, PublicAddress(argument: text) == nil else { return nil }
        return "must be an address with a name and nothing behind its path"
    }

    /// Whose word is taken for where requests come from.
    private static let proxies = SettingDefinition(
        "web.trustedProxies", .strings, default: "127.0.0.1,::1", reach: .exposure,
        "Addresses of proxies that may say where a request comes from, with `--behind-proxy`.")

    package let manifest = PluginManifest(
        id: "web", summary: "How the dashboard looks and is found.", provides: [],
        settings: [numbers, publicURL, proxies],
        // Forms that are sent twice are known by it.
        kinds: [Receipt.kind])

    package init() {}

    package func register(in builder: inout ContainerBuilder) {}

    /// The address for other machines; nil without one.
    ///
    /// - Throws: ``SettingsError``.
    package static func publicURL(_ settings: any SettingsReader) throws -> PublicAddress? {
        try settings.optionalString(publicURL).flatMap { PublicAddress(argument: $0) }
    }

    /// The addresses of proxies whose word is taken.
    ///
    /// - Throws: ``SettingsError``.
    package static func trustedProxies(_ settings: any SettingsReader) throws -> Set<String> {
        Set(try settings.strings(proxies))
    }

    /// The format that is set, else the one that a browser prefers.
    ///
    /// - Parameter accepted: the value of its `Accept-Language` header.
    package static func numbers(_ settings: any SettingsReader, accepted: String) -> NumberFormat {
        let chosen = try? settings.string(numbers)
        return chosen.flatMap(NumberFormat.named) ?? NumberFormat.preferred(accepted)
    }
}
