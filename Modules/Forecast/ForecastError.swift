public import Models
import Planning

/// Why there is no forecast.
public enum ForecastError: Problem, Equatable {
    /// Only active goals are paid.
    case notActive(goal: String, Goal.Lifecycle)
    /// There is no time left in which anything could happen.
    case deadlinePassed(goal: String, CalendarDay)
    /// The deadline is further away than prices are simulated.
    case deadlineTooFar(goal: String, CalendarDay)
    /// Too few prices to estimate how much a price moves.
    case fewPrices(RiskFactor, in: Currency, found: Int)
    /// The two have too few days in common to estimate how they move together.
    case unknownCorrelation(RiskFactor, RiskFactor)
    /// No prices move together like this.
    case contradictoryCorrelations([RiskFactor])
    /// Not a volatility of a currency.
    case badVolatility(String)
    /// Not a correlation of two currencies.
    case badCorrelation(String)
    /// Not a confidence between 0 and 1.
    case badConfidence(String)
    /// Not a number of paths that can be computed.
    case badPaths(Int)
    /// A payment that is below 0 or not in minor units.
    case badPayment(Money)
    /// Amounts that are too large to be computed with.
    case tooLarge(goal: String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .notActive(let goal, let lifecycle): "'\(goal)' is \(lifecycle), so nothing is paid for it."
        case .deadlinePassed(let goal, let day):
            "The deadline of '\(goal)' was \(day), so there is no time left in which prices could change."
        case .deadlineTooFar(let goal, let day):
            "The deadline of '\(goal)' is \(day): prices are simulated for at most \(GoalOdds.mostPayments) payments."
        case .fewPrices(let factor, let target, let found):
            "\(found == 0 ? "No" : String(found)) \(found == 1 ? "price" : "prices") of \(factor.quoted) in \(target) \(found == 1 ? "is" : "are") known for the last "
                + "\(PriceModel.days) days; \(PriceModel.fewestPrices) are needed to tell how much it moves."
        case .unknownCorrelation(let first, let second):
            "How \(first.quoted) and \(second.quoted) move together is not known: they have fewer than \(PriceModel.fewestPrices) days "
                + "with prices in common."
        case .contradictoryCorrelations(let factors):
            "The correlations of \(factors.map(\.quoted).joined(separator: ", ")) contradict each other: no prices move "
                + "like this."
        case .badVolatility(let text):
            "'\(text)' is not a volatility. Give a currency and its volatility over a year, once each, as in BTC=60%; the most "
                + "is 1000%."
        case .badCorrelation(let text):
            "'\(text)' is not a correlation. Give two currencies and a number from -1 to 1, once each, as in BTC,ETH=0.7."
        case .badConfidence(let text):
            "'\(text)' is not a confidence. Give a number between 0 and 1, as in 0.9, or a percentage."
        case .badPaths(let count):
            "\(count) paths cannot be simulated. Give a number from 100 to \(SimulatedPaths.most)."
        case .badPayment(let amount):
            "A payment of \(amount) is not possible: it has to be 0 or more, with at most \(amount.currency.minorUnit) "
                + "decimals."
        case .tooLarge(let goal): "The amounts of '\(goal)' are too large to be simulated."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notActive: "forecast.notActive"
        case .deadlinePassed: "forecast.deadlinePassed"
        case .deadlineTooFar: "forecast.deadlineTooFar"
        case .fewPrices: "forecast.fewPrices"
        case .unknownCorrelation: "forecast.unknownCorrelation"
        case .contradictoryCorrelations: "forecast.contradictoryCorrelations"
        case .badVolatility: "forecast.badVolatility"
        case .badCorrelation: "forecast.badCorrelation"
        case .badConfidence: "forecast.badConfidence"
        case .badPaths: "forecast.badPaths"
        case .badPayment: "forecast.badPayment"
        case .tooLarge: "forecast.tooLarge"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .badVolatility, .badCorrelation, .badConfidence, .badPaths, .badPayment: .usage
        default: .refused
        }
    }

    /// The step that leads out of it.
    public var remedy: Remedy? {
        switch self {
        case .notActive(let goal, .paused): .resumeGoal(goal)
        case .notActive: .addGoal
        case .deadlinePassed(let goal, _), .deadlineTooFar(let goal, _): .moveDeadline(goal)
        case .fewPrices(let factor, _, _): .giveVolatility(factor)
        case .unknownCorrelation(let first, let second): .giveCorrelation(first, second)
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [ForecastError] {
        [
            .notActive(goal: "Car", .paused), .deadlinePassed(goal: "Car", CalendarDay(dayNumber: 20_000)),
            .deadlineTooFar(goal: "Car", CalendarDay(dayNumber: 200_000)),
            .fewPrices(RiskFactor(.btc), in: .eur, found: 1),
            .unknownCorrelation(RiskFactor(.btc), RiskFactor(.eth)),
            .contradictoryCorrelations([RiskFactor(.btc), RiskFactor(.eth)]), .badVolatility("BTC"),
            .badCorrelation("BTC,ETH=2"),
            .badConfidence("2"), .badPaths(0), .badPayment(.zero(.usd).negated), .tooLarge(goal: "Car"),
        ]
    }
}

extension Remedy {
    /// Give a goal another deadline.
    public static func moveDeadline(_ goal: String) -> Remedy { Remedy("goal.moveDeadline", ["name": goal]) }
    /// Say how volatile a price is.
    public static func giveVolatility(_ factor: RiskFactor) -> Remedy {
        Remedy("forecast.giveVolatility", ["name": factor.name])
    }
    /// Say how two prices move together.
    public static func giveCorrelation(_ first: RiskFactor, _ second: RiskFactor) -> Remedy {
        Remedy("forecast.giveCorrelation", ["first": first.name, "second": second.name])
    }
}

extension RiskFactor {
    /// The name in a sentence: that of an asset in quotes.
    fileprivate var quoted: String { asset.map { "'\($0)'" } ?? currency.description }
}
