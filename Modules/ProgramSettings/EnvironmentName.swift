public import PluginKit

extension SettingDefinition {
    /// The environment variable that sets the setting: `CST_EXCHANGE_RATES_COINGECKO_BASE_URL` for
    /// `exchangeRates.coingecko.baseURL`. An entry of a map has its name appended after an underscore.
    public var environmentName: String {
        "CST_" + key.split(separator: ".").map(upperSnakeCase).joined(separator: "_")
    }
}

/// `BASE_URL` for `baseURL`, `URL_PATH` for `URLPath`, `API_KEY` for `api-key`.
private func upperSnakeCase(_ component: Substring) -> String {
    let characters = Array(component)
    var result = ""
    for (index, character) in characters.enumerated() {
        guard character.isLetter || character.isNumber else {
            result.append("_")
            continue
        }
        if index > 0, character.isUppercase {
            let afterSmall = characters[index - 1].isLowercase || characters[index - 1].isNumber
            let beforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if afterSmall || (characters[index - 1].isUppercase && beforeSmall) { result.append("_") }
        }
        result.append(character.uppercased())
    }
    return result
}
