public import ExchangeRates
public import Models

/// How uncertain the price of one currency is.
public struct PriceRisk: Sendable, Hashable {
    /// The currency whose price moves.
    public let currency: Currency
    /// The standard deviation of the logarithm of its price over a year.
    public let volatility: Double
    /// From how many prices it was estimated; nil when it was given.
    public let prices: Int?
}

/// How prices in one currency move: the volatility of each, and how they move together.
public struct PriceModel: Sendable, Hashable {
    /// How many different prices an estimate needs at least.
    public static let fewestPrices = 20
    /// Over how many days prices are looked at.
    public static let days = 365

    /// The currencies with a price, in the order of the correlations.
    public let risks: [PriceRisk]
    /// How the prices move together.
    public let correlations: CorrelationMatrix

    /// The model of currencies from their prices in `target`, or from what is given instead.
    ///
    /// Volatility is that of realised variance: the sum of squared changes of the logarithm between the days that have a
    /// price of their own, over the time between them. The trend is taken for 0. Correlations come from the days on which
    /// all estimated currencies have a price.
    ///
    /// - Parameters:
    ///   - currencies: all but the target, without repetition.
    ///   - rates: those of each day, in order.
    /// - Throws: ``ForecastError``.
    public init(
        of currencies: [Currency], in target: Currency, rates: [(day: CalendarDay, rates: FrozenRates)],
        given: PriceAssumptions = PriceAssumptions()
    ) throws(ForecastError) {
        let series = currencies.map { PriceSeries(of: $0, in: target, rates) }
        var risks: [PriceRisk] = []
        for (currency, series) in zip(currencies, series) {
            if let volatility = given.volatilities[currency] {
                risks.append(PriceRisk(currency: currency, volatility: volatility, prices: nil))
                continue
            }
            guard series.points.count >= Self.fewestPrices else {
                throw .fewPrices(currency, in: target, found: series.points.count)
            }
            risks.append(
                PriceRisk(currency: currency, volatility: series.volatility, prices: series.points.count))
        }
        self.risks = risks
        let moving = series.filter { $0.points.count >= Self.fewestPrices && $0.volatility > 0 }
        let common = PriceSeries.common(moving)
        func correlation(_ i: Int, _ j: Int) throws(ForecastError) -> Double {
            let (first, second) = (currencies[i], currencies[j])
            if i == j { return 1 }
            if let known = given.correlations[[first, second]] { return known }
            // What never moves moves with nothing.
            if risks[i].volatility == 0 || risks[j].volatility == 0 { return 0 }
            guard let a = moving.firstIndex(where: { $0.currency == first }),
                let b = moving.firstIndex(where: { $0.currency == second }),
                let found = PriceSeries.correlation(common[a], common[b])
            else { throw .unknownCorrelation(first, second) }
            return found
        }
        var rows: [[Double]] = []
        for i in currencies.indices {
            var row: [Double] = []
            for j in currencies.indices { row.append(j < i ? rows[j][i] : try correlation(i, j)) }
            rows.append(row)
        }
        do {
            correlations = try CorrelationMatrix(rows)
        } catch {
            throw .contradictoryCorrelations(currencies)
        }
    }
}

/// Volatilities and correlations that a person gives instead of those of the past.
public struct PriceAssumptions: Sendable, Hashable {
    /// By currency, for a year: 0.6 is 60 %.
    public var volatilities: [Currency: Double]
    /// By pair, −1 to 1.
    public var correlations: [Set<Currency>: Double]

    /// Assumptions.
    public init(volatilities: [Currency: Double] = [:], correlations: [Set<Currency>: Double] = [:]) {
        self.volatilities = volatilities
        self.correlations = correlations
    }
}
