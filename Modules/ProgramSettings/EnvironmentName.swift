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
    // Keys are ASCII, and every program derives all names at its start: bytes are many times faster than characters.
    let bytes = Array(component.utf8)
    func isSmall(_ index: Int) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index]) }
    func isCapital(_ index: Int) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index]) }
    func isDigit(_ index: Int) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) }
    var result: [UInt8] = []
    for index in bytes.indices {
        guard isSmall(index) || isCapital(index) || isDigit(index) else {
            result.append(UInt8(ascii: "_"))
            continue
        }
        if index > 0, isCapital(index) {
            let afterSmall = isSmall(index - 1) || isDigit(index - 1)
            let beforeSmall = index + 1 < bytes.count && isSmall(index + 1)
            if afterSmall || (isCapital(index - 1) && beforeSmall) { result.append(UInt8(ascii: "_")) }
        }
        result.append(isSmall(index) ? bytes[index] - 32 : bytes[index])
    }
    return String(decoding: result, as: UTF8.self)
}
