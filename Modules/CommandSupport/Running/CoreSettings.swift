import PluginKit
import Presentation

/// Settings of every program.
enum CoreSettings {
    /// How digits are grouped in texts.
    static let grouping = SettingDefinition(
        "display.grouping", .choice(DigitGrouping.allCases.map(\.rawValue)), default: DigitGrouping.space.rawValue,
        "How the digits of amounts are grouped in texts; JSON and CSV never group them.")
}

extension [SettingDefinition] {
    /// The setting with a role, if a plugin declares one.
    subscript(role: SettingRole) -> SettingDefinition? { first { $0.role == role } }
}
