import PluginKit

/// The settings that several channels share.
enum ChannelSettings {
    static let timeout = SettingDefinition(
        "notifications.timeout", .duration, default: "15s", "How long one message may take to be sent.")

    static let all = [timeout]
}

/// A setting that a channel cannot do without.
extension SettingsReader {
    func required(_ setting: SettingDefinition) throws -> String {
        let text = try string(setting)
        guard !text.isEmpty else { throw SettingsError.missing(key: setting.key) }
        return text
    }
}
