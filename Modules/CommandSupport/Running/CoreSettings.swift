import PluginKit
import Presentation

/// Settings that an option of every command stands for, or that every call is made of, where a plugin declares them.
enum CoreSettings {
    /// `--data` and `CST_DATA`.
    static let data = "persistence.sqlite.path"
    /// Whether a missing store is made.
    static let create = "persistence.sqlite.create"
    /// `--display`.
    static let display = "display.currency"
    /// `--offline`.
    static let offline = "network.offline"
    /// How digits are grouped in texts.
    static let grouping = SettingDefinition(
        "display.grouping", .choice(DigitGrouping.allCases.map(\.rawValue)), default: DigitGrouping.space.rawValue,
        "How the digits of amounts are grouped in texts; JSON and CSV never group them.")
    /// How long the outside may take.
    static let budget = "network.budget"
    /// A folder beside the store.
    static let cache = "network.cache.directory"
}
