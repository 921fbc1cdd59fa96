public import Models
public import PluginKit

/// What the settings say of chains: for how long an answer is good, and what is dust.
public struct ChainSettings: Sendable {
    /// For how long a balance that was read is as good as new.
    public static let balanceAge = SettingDefinition(
        "blockchain.balanceTimeToLive", .duration, default: "30min",
        "How long a balance on a chain is not read again.")
    /// For how long transactions are, while the balance has not changed.
    public static let transactionAge = SettingDefinition(
        "blockchain.transactionTimeToLive", .duration, default: "2h",
        "How long transactions are not read again while the balance stays.")
    /// The most that is dust, in whole coins.
    public static let dustLimit = SettingDefinition(
        "blockchain.dust", .amount, default: "0.00001",
        "The most coins that, sent to you, are dust: part of the balance, never a payment.",
        refusal: {
            if case .text(let text) = $0, text.hasPrefix("-") { "it has to be 0 or more" } else { nil }
        })

    /// All of them.
    public static let definitions = [balanceAge, transactionAge, dustLimit]

    /// For how long a balance that was read is as good as new.
    public let balanceAge: Duration
    /// For how long transactions are, while the balance has not changed.
    public let transactionAge: Duration
    /// The most that is dust, in whole coins.
    public let dust: Ratio

    /// Half an hour, two hours, and a hundred thousandth of a coin, unless said otherwise.
    public init(
        balanceAge: Duration = .seconds(1800), transactionAge: Duration = .seconds(7200), dust: Ratio? = nil
    ) {
        self.balanceAge = balanceAge
        self.transactionAge = transactionAge
        self.dust = dust ?? Ratio(1, over: 100_000) ?? Ratio(0)
    }

    /// What the settings say.
    ///
    /// - Throws: `NumberError`, `SettingsError`.
    public init(_ settings: any SettingsReader) throws {
        self.init(
            balanceAge: try settings.duration(Self.balanceAge),
            transactionAge: try settings.duration(Self.transactionAge),
            dust: try Ratio(decimal: settings.string(Self.dustLimit)))
    }
}

extension ServiceKey where Service == ChainSettings {
    /// What the settings say of chains.
    public static var chainSettings: ServiceKey<ChainSettings> {
        ServiceKey<ChainSettings>("chainSettings", selection: .every)
    }
}
