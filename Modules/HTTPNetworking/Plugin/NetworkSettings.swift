public import PluginKit

/// The settings of the network.
public enum NetworkSettings {
    /// Whether the network is switched off.
    public static let offline = SettingDefinition(
        "network.offline", .boolean, default: "false", "true asks nobody: what was fetched before is all there is.")
    /// Where answers are kept.
    public static let cacheDirectory = SettingDefinition(
        "network.cache.directory", .path,
        "The folder in which answers are kept from one run to the next. Not set: they are forgotten.")

    /// All of them.
    public static let all = [offline, cacheDirectory]
}
