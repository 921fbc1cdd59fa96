import Models
import Persistence
import PluginKit
import Presentation

/// The settings of the dashboard alone.
struct WebSettings: Plugin {
    /// What stands for what the browser asks for.
    private static let browser = "browser"

    /// How numbers and days are written.
    static let numbers = SettingDefinition(
        "web.numbers", .choice([browser] + NumberFormat.all.map(\.locale)), default: browser,
        "How the dashboard writes numbers and days: those of a language, or what the browser asks for.")

    let manifest = PluginManifest(
        id: "web", summary: "How the dashboard looks.", provides: [], settings: [numbers],
        // Forms that are sent twice are known by it.
        kinds: [EntityKind(Receipt.self)])

    func register(in builder: inout ContainerBuilder) {}

    /// The format that is set, else the one that a browser prefers.
    ///
    /// - Parameter accepted: the value of its `Accept-Language` header.
    static func numbers(_ settings: any SettingsReader, accepted: String) -> NumberFormat {
        let chosen = try? settings.string(numbers)
        return chosen.flatMap(NumberFormat.named) ?? NumberFormat.preferred(accepted)
    }
}
