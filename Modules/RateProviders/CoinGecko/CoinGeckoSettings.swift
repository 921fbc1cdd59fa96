import HTTPNetworking
import PluginKit

/// The settings of CoinGecko and what follows from them.
struct CoinGeckoSettings: Sendable {
    static let baseURL = SettingDefinition(
        "exchangeRates.coingecko.baseURL", .url,
        "The address of CoinGecko's interface. Not set: api.coingecko.com, or pro-api.coingecko.com with the plan pro.",
        refusal: ServerAddress.refusal(keySetting: "exchangeRates.coingecko.apiKey"))
    static let apiKey = SettingDefinition(
        "exchangeRates.coingecko.apiKey", .string, secret: true, "The API key. Not set: requests go without one."
    )
    static let plan = SettingDefinition(
        "exchangeRates.coingecko.plan", .choice(["demo", "pro"]), default: "demo", "The plan of the API key.")
    static let ids = SettingDefinition(
        "exchangeRates.coingecko.ids", .map,
        "CoinGecko's ids of coins by code, and of tokens by chain:contract, as in LUNA=terra-luna-2.")

    static let all = [baseURL, apiKey, plan, ids]

    let address: ServerAddress
    let headers: HTTPHeaders
    let secrets: [String]
    let ids: CoinGeckoIDs
    /// Whether the past is open beyond a year.
    let isPro: Bool

    /// Takes the key and what else is secret out of what a server echoes.
    var redactor: Redactor { Redactor(secrets: secrets) }

    /// Reads the settings.
    ///
    /// - Throws: `SettingsError`.
    init(_ settings: any SettingsReader) throws {
        isPro = try settings.string(Self.plan) == "pro"
        let usual = isPro ? "https://pro-api.coingecko.com/api/v3" : "https://api.coingecko.com/api/v3"
        address = ServerAddress(try settings.optionalString(Self.baseURL) ?? usual)
        if let key = try settings.optionalString(Self.apiKey), !key.isEmpty {
            headers = [isPro ? "x-cg-pro-api-key" : "x-cg-demo-api-key": key]
            secrets = [key] + address.secrets
        } else {
            headers = [:]
            secrets = address.secrets
        }
        ids = CoinGeckoIDs(chosen: try settings.map(Self.ids))
    }
}
