import Models

extension PriceAssumptions {
    /// Reads `BTC=60%` or `BTC=0.6`, and `BTC,ETH=0.7`; in the place of a currency the name of an asset may stand.
    ///
    /// - Parameter assets: the names of assets that have prices of their own.
    /// - Throws: ``ForecastError/badVolatility(_:)``, ``ForecastError/badCorrelation(_:)``.
    public init(
        volatilities: [String], correlations: [String], assets: Set<String> = []
    ) throws(ForecastError) {
        func key(_ name: String) -> String? {
            assets.contains(name) ? name : (try? Currency(identity: name))?.identity
        }
        self.init()
        for text in volatilities {
            guard let (name, value) = Self.entry(text), let key = key(name),
                let volatility = Self.number(value), (0...10).contains(volatility),
                self.volatilities.updateValue(volatility, forKey: key) == nil
            else { throw .badVolatility(text) }
        }
        for text in correlations {
            guard let (names, value) = Self.entry(text), let correlation = Self.number(value),
                abs(correlation) <= 1
            else { throw .badCorrelation(text) }
            let pair = Set(names.split(separator: ",").compactMap { key(String($0)) })
            guard pair.count == 2, self.correlations.updateValue(correlation, forKey: pair) == nil else {
                throw .badCorrelation(text)
            }
        }
    }

    private static func entry(_ text: String) -> (name: String, value: String)? {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    /// A number, or a percentage.
    private static func number(_ text: String) -> Double? {
        let isPercentage = text.hasSuffix("%")
        guard let ratio = try? Ratio(decimal: isPercentage ? String(text.dropLast()) : text) else { return nil }
        return isPercentage ? ratio.double / 100 : ratio.double
    }
}
