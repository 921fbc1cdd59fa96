import PluginKit

/// The settings that several providers of rates share.
enum RateSettings {
    static let timeToLive = SettingDefinition(
        "exchangeRates.timeToLive", .duration, default: "5min",
        "How long a rate of a coin is as good as new after it was fetched.")

    /// How long what a provider said about a past day is kept without a new request: it does not change any more.
    static let pastDaysLive: Duration = .seconds(30 * 86_400)

    /// How many currencies are requested one by one, by providers that give past days no other way.
    static let mostSingleQuestions = 20
}
