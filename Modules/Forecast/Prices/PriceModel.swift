public import ExchangeRates
public import Models

/// How uncertain the price of one thing is.
public struct PriceRisk: Sendable, Hashable {
    /// The thing whose price moves.
    public let factor: RiskFactor
    /// The currency of its amounts.
    public var currency: Currency { factor.currency }
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

    /// The factors with a price, in the order of the correlations.
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
        try self.init(currencies.map { PriceSeries(of: $0, in: target, rates) }, in: target, given: given)
    }

    /// The model of things from their prices in `target`.
    ///
    /// - Parameter series: the prices of each, without repetition.
    /// - Throws: ``ForecastError``.
    init(_ series: [PriceSeries], in target: Currency, given: PriceAssumptions) throws(ForecastError) {
        let factors = series.map(\.factor)
        var risks: [PriceRisk] = []
        for (factor, series) in zip(factors, series) {
            if let volatility = given.volatilities[factor.name] {
                risks.append(PriceRisk(factor: factor, volatility: volatility, prices: nil))
                continue
            }
            guard series.points.count >= Self.fewestPrices else {
                throw .fewPrices(factor, in: target, found: series.points.count)
            }
            risks.append(PriceRisk(factor: factor, volatility: series.volatility, prices: series.points.count))
        }
        self.risks = risks
        let moving = series.filter { $0.points.count >= Self.fewestPrices && $0.volatility > 0 }
        let common = PriceSeries.common(moving)
        func correlation(_ i: Int, _ j: Int) throws(ForecastError) -> Double {
            let (first, second) = (factors[i], factors[j])
            if i == j { return 1 }
            if let known = given.correlations[[first.name, second.name]] { return known }
            // What never moves moves with nothing.
            if risks[i].volatility == 0 || risks[j].volatility == 0 { return 0 }
            guard let a = moving.firstIndex(where: { $0.factor == first }),
                let b = moving.firstIndex(where: { $0.factor == second }),
                let found = PriceSeries.correlation(common[a], common[b])
            else { throw .unknownCorrelation(first, second) }
            return found
        }
        var rows: [[Double]] = []
        for i in factors.indices {
            var row: [Double] = []
            for j in factors.indices { row.append(j < i ? rows[j][i] : try correlation(i, j)) }
            rows.append(row)
        }
        do {
            correlations = try CorrelationMatrix(rows)
        } catch {
            throw .contradictoryCorrelations(factors)
        }
    }
}

/// Volatilities and correlations that a person gives instead of those of the past.
public struct PriceAssumptions: Sendable, Hashable {
    /// By the name of a currency or an asset, for a year: 0.6 is 60 %.
    var volatilities: [String: Double]
    /// By the names of a pair, −1 to 1.
    var correlations: [Set<String>: Double]

    /// Assumptions about currencies.
    public init(volatilities: [Currency: Double] = [:], correlations: [Set<Currency>: Double] = [:]) {
        self.volatilities = Dictionary(volatilities.map { ($0.key.identity, $0.value) }) { first, _ in first }
        self.correlations = Dictionary(correlations.map { (Set($0.key.map(\.identity)), $0.value) }) { first, _ in first
        }
    }
}
