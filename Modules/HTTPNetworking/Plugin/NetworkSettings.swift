public import PluginKit

/// The settings of the network.
public enum NetworkSettings {
    /// How long each call may spend outside: whoever makes the call sets its deadline by it.
    public static let budget = SettingDefinition(
        "network.budget", .duration, default: "4s", role: .networkBudget,
        "How long one command may wait for the network, all providers together.")
    /// Whether the network is switched off.
    public static let offline = SettingDefinition(
        "network.offline", .boolean, default: "false", role: .offline,
        "true: no provider is contacted; only what was fetched before is used.")
    /// Where answers are kept.
    public static let cacheDirectory = SettingDefinition(
        "network.cache.directory", .path, role: .cacheFolder,
        "The folder in which answers are kept from one run to the next. Not set: they are forgotten. With a household on a server "
            + "they are kept there instead.")

    /// All of them.
    public static let all = [budget, offline, cacheDirectory]
}
