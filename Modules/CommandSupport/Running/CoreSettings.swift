#if CommandLine
    public import PluginKit
    import ExchangeRates
    import Planning

    /// The settings that belong to no plugin.
    public enum CoreSettings {
        /// The currency of totals.
        public static let displayCurrency = SettingDefinition(
            "display.currency", .string,
            "The currency of totals, as in USD. Not set: the one all goals share, else USD.")
        /// The day of each month on which is paid.
        public static let paymentDay = SettingDefinition(
            "planning.paymentDay", .string, default: "1",
            "The day of the month on which you pay: 1 to 28, or last.",
            refusal: {
                if case .text(let text) = $0, PaymentDay(text) == nil { "it has to be 1 to 28, or last" } else { nil }
            })
        /// How payment dates are found.
        public static let convention = SettingDefinition(
            "planning.convention", .choice(["payments", "calendarMonths"]), default: "payments",
            "How payment dates are found: on fixed days, or in whole months from today.")

        /// For how long the start or the closing of a month can be taken back.
        public static let monthUndoGrace = SettingDefinition(
            "planning.month.undoGrace", .duration, default: "24h",
            "How long the start or the closing of a month can be taken back.")

        /// The time that one command may spend outside.
        public static let networkBudget = SettingDefinition(
            "network.budget", .duration, default: "4s",
            "How long one command may wait for the network, all providers together.")

        /// The setting of the store that `--data` and `CST_DATA` stand for.
        static let dataKey = "persistence.sqlite.path"

        /// The setting that `--offline` stands for.
        static let offlineKey = "network.offline"
        /// The setting whose default is a folder beside the store.
        static let cacheKey = "network.cache.directory"

        /// All of them.
        public static let all = [
            displayCurrency, paymentDay, convention, monthUndoGrace, networkBudget, PegRates.setting,
        ]
    }
#endif
