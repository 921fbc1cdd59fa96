import Allocation
public import Models
public import Planning

/// How likely a goal is reached by its deadline when prices move, and what to pay for a chosen confidence.
public struct GoalOdds: Sendable {
    /// The goal's plan.
    public let plan: GoalPlan
    /// The payments in the simulated futures: the planned ones, or one given amount on each date.
    public let monthly: Money?
    /// On which dates something is paid.
    public let paymentDates: [CalendarDay]
    /// The share of futures in which the goal has its target on the deadline.
    public let probability: Ratio
    /// Where the true probability lies when the goal's savings are not fully known.
    public var probabilityBound: Bound? {
        let bound = plan.progress.savedBound
        // Nothing is more than certain.
        return bound == .atLeast && probability == .one ? nil : bound
    }
    /// The confidence that was asked for.
    public let confidence: Ratio
    /// The equal payment on each of the dates with which the goal is reached with the confidence, rounded up; nil when there
    /// is no date to pay on.
    public let confidentPayment: Money?
    /// What the goal has after each payment and on the deadline.
    public let bands: [ValueBand]
    /// How prices were taken to move.
    public let model: PriceModel
    /// The part of each payment that goes into each currency, or asset with prices; nothing when all stays in the goal's own currency.
    public let shares: [(factor: RiskFactor, share: Ratio)]
    /// How many futures were simulated; 0 when no price moves, so that everything is exact.
    public let paths: Int

    /// The goal.
    public var goal: Goal { plan.goal }
    /// Where the true ``confidentPayment`` lies when the goal's savings are not fully known.
    public var confidentPaymentBound: Bound? { plan.progress.remainingBound }
}

extension GoalOdds {
    /// For how many payments prices are simulated at most: for fifty years of months.
    static let mostPayments = 600

    /// Works out the odds.
    ///
    /// - Throws: ``ForecastError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    init(_ outlook: GoalOutlook, _ terms: ForecastService.Terms, today: CalendarDay, dates: [CalendarDay]) async throws
    {
        let plan = outlook.plan
        let goal = plan.goal
        let planned = try plan.plannedPayments()
        // What is settled already needs no payment; a goal that is reached could be paid on any date, and what is skipped, too.
        let settled = Set(plan.requirement.payments.filter(\.amount.isZero).map(\.date))
        let open =
            planned.isEmpty
            ? dates : planned.filter { !$0.amount.isZero || !settled.contains($0.date) }.map(\.date)
        let amounts = Dictionary(planned.map { ($0.date, $0.amount) }) { first, _ in first }
        var payments = open.map {
            PlannedStep(day: $0, amount: terms.monthly ?? amounts[$0] ?? .zero(goal.currency), isPaymentDate: true)
        }
        if payments.last.map({ $0.day < goal.deadline }) ?? true {
            payments.append(PlannedStep(day: goal.deadline, amount: .zero(goal.currency), isPaymentDate: false))
        }
        self.plan = plan
        monthly = terms.monthly
        paymentDates = open
        confidence = terms.confidence
        model = outlook.model
        shares = outlook.history.shares
        if outlook.isCertain {
            let bands = try ValueBand.certain(from: plan.progress.saved, payments)
            self.bands = bands
            probability = try bands.last.map { try $0.low.isLess(than: goal.target) ? .zero : .one } ?? .zero
            confidentPayment = try open.isEmpty ? nil : plan.progress.remaining.splitEvenly(into: open.count).first
            paths = 0
        } else {
            guard payments.count <= Self.mostPayments + 1 else {
                throw ForecastError.deadlineTooFar(goal: goal.name, goal.deadline)
            }
            let futures = try await outlook.simulation(payments, today: today).run(
                paths: terms.paths, seed: UInt64(bitPattern: Int64(terms.seed)))
            bands = try ValueBand.bands(futures, on: payments.map(\.day), in: goal.currency)
            probability = Ratio(Int128(futures.reachedCount), over: Int128(futures.count)) ?? .zero
            confidentPayment = try futures.payment(forConfidence: terms.confidence.double).map {
                try Money(simulated: max(0, $0), goal.currency, roundingUp: true)
            }
            paths = futures.count
        }
    }
}
