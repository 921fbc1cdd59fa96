import Allocation
import ExchangeRates
public import Models

/// How a goal came to what it has: its saved value and its contributions, day by day over at most 53 weeks.
public struct GoalHistory: Sendable {
    /// How many days are looked back, today included: 53 weeks.
    public static let days = 371

    /// One day.
    public struct Day: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// What the goal had at its end, at the rates of the day, rounded down; nil when part of it is not known.
        public let saved: Money?
        /// What was put in on the day, at today's rates, half-even; negative when more was taken out.
        public let contributed: Money
    }

    /// The goal.
    public let goal: Goal
    /// Every day from the goal's first one, or 53 weeks ago, until today.
    public let days: [Day]
    /// What was contributed in these days for each month of 30.4375 days, at today's rates, rounded down; at least one month
    /// counts.
    public let monthly: Money
    /// Where the true ``monthly`` lies when not all contributions are known.
    public let monthlyBound: Bound?
    /// The part of the contributions that went into each currency, or asset with prices; nothing when nothing was contributed.
    public let shares: [(factor: RiskFactor, share: Ratio)]
    /// Whether anything on the goal's first day counts as contributed; what is there otherwise was there before (R3).
    public let countsFirstDay: Bool
    /// Contributions that cannot be valued today.
    public let unavailable: [Unavailable]

    /// A history.
    ///
    /// - Parameters:
    ///   - fundings: what the goal got on each of the days.
    ///   - days: the days, with their rates.
    ///   - today: today's rates, at which contributions are valued.
    ///   - countsFirstDay: whether anything on the goal's first day counts as contributed.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        of goal: Goal, _ fundings: [GoalFunding], on days: some Sequence<(day: CalendarDay, rates: FrozenRates)>,
        today: FrozenRates, countsFirstDay: Bool
    ) throws(MoneyError) {
        self.goal = goal
        self.countsFirstDay = countsFirstDay
        var found: [Day] = []
        var sums: [RiskFactor: Ratio] = [:]
        var unavailable: [Unavailable] = []
        var unknown: [Currency: Ratio] = [:]
        var last: (parts: [GoalFunding.Part], saved: Money?)?
        for ((day, rates), funding) in zip(days, fundings) where day >= goal.start {
            // Where nothing has changed and no rate plays a part, nothing is calculated anew.
            let isSame =
                last?.parts == funding.parts && funding.parts.allSatisfy { $0.amount.currency == goal.currency }
            var saved = last?.saved
            if !isSame {
                let progress = GoalCalculationService(rates: rates).progress(of: goal, funding: funding)
                saved = progress.savedBound == nil ? progress.saved : nil
            }
            last = (funding.parts, saved)
            var contributed = Ratio.zero
            for part in funding.parts {
                let change = part.amount.ratio - part.before.ratio
                guard !change.isZero else { continue }
                let currency = part.amount.currency
                do {
                    let value = change * (try today.conversion(from: currency, to: goal.currency)).factor
                    contributed = contributed + value
                    sums[part.factor] = (sums[part.factor] ?? .zero) + value
                } catch {
                    unknown[currency] = (unknown[currency] ?? .zero) + change
                    let gap = Unavailable(item: part.label, reason: error.description)
                    if !unavailable.contains(gap) { unavailable.append(gap) }
                }
            }
            found.append(
                Day(
                    day: day, saved: saved, contributed: try ExactAmount(contributed, goal.currency).rounded(.halfEven))
            )
        }
        self.days = found
        self.unavailable = unavailable
        let total = sums.values.reduce(.zero, +)
        // 30.4375 days are a twelfth of a year with its leap day.
        let months = max(.one, Ratio(Int128(max(found.count - 1, 0)) * 16).divided(by: Ratio(487)) ?? .one)
        monthly = try ExactAmount(total.divided(by: months) ?? .zero, goal.currency).rounded(.down)
        monthlyBound = unknown.isEmpty ? nil : unknown.values.allSatisfy { $0.isPositive } ? .atLeast : .unknown
        let inflows = sums.filter { $0.value.isPositive }.sorted { RiskFactor.precedes($0.key, $1.key) }
        let inflow = inflows.map(\.value).reduce(.zero, +)
        shares = inflows.compactMap { factor, sum in sum.divided(by: inflow).map { (factor, $0) } }
    }
}

extension GoalFunding.Part {
    /// The cause of changes of the part's value.
    var factor: RiskFactor {
        hasMovingValue ? RiskFactor(amount.currency, asset: asset, id: assetID) : RiskFactor(amount.currency)
    }
}
