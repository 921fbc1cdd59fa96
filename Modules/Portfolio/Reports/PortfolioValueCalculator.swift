public import Models

/// Values positions and cash (P13): units × price × rate, each rounded once, and sums of the rounded.
public struct PortfolioValueCalculator: Sendable {
    /// A position to value.
    public struct Holding: Sendable {
        /// The position.
        public let position: PositionKey
        /// Its units.
        public let units: Ratio
        /// The price of one unit; nil where there is none.
        public let price: FoundPrice?
        /// Units of the report's currency for one of the instrument's; nil where no rate is known.
        public let rate: Ratio?
        /// The cost that is known.
        public let cost: MoneyPair
        /// Whether all of the cost is known in the report's currency.
        public let isCostComplete: Bool

        /// A position.
        public init(
            position: PositionKey, units: Ratio, price: FoundPrice?, rate: Ratio?, cost: MoneyPair,
            isCostComplete: Bool = true
        ) {
            self.position = position
            self.units = units
            self.price = price
            self.rate = rate
            self.cost = cost
            self.isCostComplete = isCostComplete
        }
    }

    /// A position with its value.
    public struct Row: Sendable {
        /// The position.
        public let holding: Holding
        /// Units × price × rate; nil where one of them is not known.
        public let value: Money?
        /// Its share of the total; nil without a value or where the total is 0.
        public fileprivate(set) var weight: Ratio?
        /// The cost; nil where a part of it is not known.
        public let cost: Money?
        /// Value − cost; nil where one of them is not known.
        public let unrealised: Money?
        /// The part of it that the exchange rate made.
        public let currencyEffect: Money?
        /// The rest of it.
        public let priceEffect: Money?
    }

    /// The value of all positions.
    public struct Valuation: Sendable {
        /// The rows, in the order of the holdings.
        public let rows: [Row]
        /// The sum of the values that are known, with cash.
        public let value: Money
        /// At least this where a value is not known; unknown where a substitute took part.
        public let valueBound: Bound?
        /// The sum of the costs that are known.
        public let cost: Money
        /// Unknown where a part of the cost is not known.
        public let costBound: Bound?
        /// The sum of the unrealised gains that are known.
        public let unrealised: Money
        /// The part of it that prices made.
        public let priceEffect: Money
        /// The part of it that exchange rates made.
        public let currencyEffect: Money
        /// Unknown where a part of the gains is not known.
        public let unrealisedBound: Bound?
        /// Unknown where it is not known how much of the gains prices made, and how much exchange rates.
        public let effectBound: Bound?
    }

    private let currency: Currency

    /// A calculator for reports in a currency.
    public init(currency: Currency) {
        self.currency = currency
    }

    /// Values holdings.
    ///
    /// - Parameters:
    ///   - cash: amounts in the report's currency; nil for one without a rate.
    ///   - isDoubtful: whether substitutes took part, so that nothing is sure.
    /// - Throws: ``MoneyError``.
    public func value(_ holdings: [Holding], cash: [Money?] = [], isDoubtful: Bool = false) throws(MoneyError)
        -> Valuation
    {
        var rows: [Row] = []
        var (values, costs) = (KnownSum(currency), KnownSum(currency))
        var (gains, prices, currencies) = (KnownSum(currency), KnownSum(currency), KnownSum(currency))
        for holding in holdings {
            let row = try row(holding)
            rows.append(row)
            try values.add(row.value)
            if let known = holding.cost.base { try costs.add(known) }
            if !holding.isCostComplete { try costs.add(nil) }
            try gains.add(row.unrealised)
            try prices.add(row.priceEffect)
            try currencies.add(row.currencyEffect)
        }
        for amount in cash { try values.add(amount) }
        if values.total.isPositive {
            for index in rows.indices {
                rows[index].weight = rows[index].value.flatMap { $0.ratio.divided(by: values.total.ratio) }
            }
        }
        let isDoubtful = isDoubtful || holdings.contains { $0.price?.state == .fallback }
        return Valuation(
            rows: rows, value: values.total,
            valueBound: isDoubtful ? .unknown : values.isComplete ? nil : .atLeast, cost: costs.total,
            costBound: costs.bound, unrealised: gains.total, priceEffect: prices.total,
            currencyEffect: currencies.total, unrealisedBound: isDoubtful ? .unknown : gains.bound,
            effectBound: isDoubtful ? .unknown : prices.bound)
    }

    private func row(_ holding: Holding) throws(MoneyError) -> Row {
        var value: Money?
        if let price = holding.price {
            if price.value.isZero {
                value = .zero(currency)
            } else if let rate = holding.rate {
                value = try Money(
                    rounding: holding.units * price.value * rate, places: currency.minorUnit, currency)
            }
        }
        let cost = holding.isCostComplete ? holding.cost.base : nil
        var (unrealised, effect): (Money?, Money?) = (nil, nil)
        if let value, let cost { unrealised = try value.subtracting(cost) }
        if let cost, unrealised != nil, let rate = holding.rate, let quoted = holding.cost.instrument {
            let now = try Money(
                rounding: quoted.ratio * rate, places: max(currency.minorUnit, cost.grain), currency)
            effect = try now.subtracting(cost)
        }
        var rest: Money?
        if let unrealised, let effect { rest = try unrealised.subtracting(effect) }
        return Row(
            holding: holding, value: value, weight: nil, cost: cost, unrealised: unrealised, currencyEffect: effect,
            priceEffect: rest)
    }
}
