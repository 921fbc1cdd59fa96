import PluginKit
import ProgramSettings

let providers = SettingDefinition(
    "exchangeRates.providers", .choices(["coingecko", "coinbase", "ecb"]), default: "coingecko,ecb",
    "Which providers are used.")
let baseURL = SettingDefinition(
    "exchangeRates.coingecko.baseURL", .url, default: "https://api.coingecko.com", "Where CoinGecko answers.")
let apiKey = SettingDefinition("exchangeRates.coingecko.apiKey", .string, secret: true, "The key.")
let ids = SettingDefinition("exchangeRates.coingecko.ids", .map, default: "BTC=bitcoin", "Names of coins.") { value in
    guard case .map(let map) = value else { return nil }
    return map.values.contains("") ? "an id must not be empty" : nil
}
let pegs = SettingDefinition("exchangeRates.pegs", .map, "Fixed rates.")
let budget = SettingDefinition("network.budget", .duration, default: "4s", "The budget.")
let paymentDay = SettingDefinition("planning.paymentDay", .string, default: "last", "The day.") { value in
    let days = (1...28).map { SettingValue.text(String($0)) }
    return (days + [.text("last")]).contains(value) ? nil : "use a day from 1 to 28, or `last`"
}
let retries = SettingDefinition("network.retries", .integer(in: 0...9), "How often.")
let command = SettingDefinition("exchangeRates.exec.command", .strings, "The program.")

let samples = [providers, baseURL, apiKey, ids, pegs, budget, paymentDay, retries, command]

/// Loads a file's text.
func load(
    _ text: String = "", options: [String: String] = [:], environment: [String: String] = [:], ignoring: [String] = []
) throws(SettingsIssues) -> ProgramSettings {
    try ProgramSettings.load(
        definitions: samples, options: options, environment: environment, ignoring: ignoring,
        file: SettingsFile(path: "cst.yaml", text: text))
}

/// The issues of settings that must be refused.
func issues(
    _ text: String = "", options: [String: String] = [:], environment: [String: String] = [:]
) -> [SettingsIssue] {
    do throws(SettingsIssues) {
        _ = try load(text, options: options, environment: environment)
        return []
    } catch {
        return error.issues
    }
}

func line(_ line: Int) -> SettingOrigin { .file(path: "cst.yaml", line: line) }
