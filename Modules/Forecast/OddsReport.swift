public import Models

/// The odds of goals, and what was assumed.
public struct OddsReport: Sendable {
    /// The goals, by name and id.
    public let goals: [GoalOdds]
    /// Whether one goal was asked for, and not all.
    public let isForOneGoal: Bool
    /// How it was simulated.
    public let terms: ForecastService.Terms
    /// The day of the answer.
    public let today: CalendarDay
    /// What could not be counted, and goals that could not be simulated.
    public let unavailable: [Unavailable]
}

extension ForecastService {
    /// What is asked for, as text.
    public struct OddsFields: Sendable {
        /// How many futures are simulated; nil for ten thousand.
        public var paths: Int?
        /// From which all random numbers follow; nil for 1.
        public var seed: Int?
        /// With which probability the goal is to be reached, as "0.9" or "90%"; nil for 0.9.
        public var confidence: String?
        /// What is paid on each payment date instead of the plan, in the goal's currency.
        public var monthly: String?
        /// Volatilities instead of those of the past: "BTC=60%".
        public var volatilities: [String]
        /// Correlations instead of those of the past: "BTC,ETH=0.7".
        public var correlations: [String]

        /// Nothing is chosen.
        public init(
            paths: Int? = nil, seed: Int? = nil, confidence: String? = nil, monthly: String? = nil,
            volatilities: [String] = [], correlations: [String] = []
        ) {
            self.paths = paths
            self.seed = seed
            self.confidence = confidence
            self.monthly = monthly
            self.volatilities = volatilities
            self.correlations = correlations
        }
    }

    /// How futures are simulated.
    public struct Terms: Sendable, Hashable {
        /// How many.
        public private(set) var paths = 10_000
        /// From which all random numbers follow.
        public private(set) var seed = 1
        /// With which probability a goal is to be reached.
        public private(set) var confidence = Ratio(9, over: 10) ?? .one
        /// What is paid on each payment date; nil for the plan.
        public private(set) var monthly: Money?
        /// What is assumed of prices.
        public private(set) var given = PriceAssumptions()

        init() {}

        /// - Parameter goal: whose currency payments are in; nil when there are several.
        /// - Throws: ``ForecastError``, ``NumberError``.
        init(_ fields: OddsFields, of goal: Goal?, assets: Set<String>) throws {
            if let paths = fields.paths {
                guard (100...SimulatedPaths.most).contains(paths) else { throw ForecastError.badPaths(paths) }
                self.paths = paths
            }
            seed = fields.seed ?? seed
            if let text = fields.confidence {
                let isPercentage = text.hasSuffix("%")
                guard let number = try? Ratio(decimal: isPercentage ? String(text.dropLast()) : text),
                    let share = isPercentage ? number.divided(by: Ratio(100)) : number, share.isPositive, share < .one
                else { throw ForecastError.badConfidence(text) }
                confidence = share
            }
            if let text = fields.monthly, let goal {
                let amount = try Money(entered: text, goal.currency)
                guard !amount.isNegative, amount.isWholeMinorUnits else { throw ForecastError.badPayment(amount) }
                monthly = amount
            }
            given = try PriceAssumptions(
                volatilities: fields.volatilities, correlations: fields.correlations, assets: assets)
        }
    }
}
