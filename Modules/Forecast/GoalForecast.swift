import Allocation
import ExchangeRates
public import Models
public import Planning

/// When a goal is reached if its owner goes on as before, or as its plan says while there is no before; and how sure that is.
public struct GoalForecast: Sendable {
    /// The days on which the goal is reached.
    public struct Finish: Sendable, Hashable {
        /// In 5 of 100 futures it is reached by this day; nil when not even they do within the time looked at.
        public let early: CalendarDay?
        /// In half of all futures.
        public let median: CalendarDay?
        /// In 95 of 100 futures.
        public let late: CalendarDay?
    }

    /// What one asset gives.
    public struct Part: Sendable, Hashable {
        /// The asset's name and currency.
        public let label: String
        /// What it gives in its own currency.
        public let amount: Money
        /// The same in the goal's currency, half-even; nil without a rate.
        public let value: Money?
    }

    /// The goal's plan.
    public let plan: GoalPlan
    /// Whether the payments of the plan are made, because no payment date has passed since the goal began.
    public let followsPlan: Bool
    /// How it came to what it has.
    public let history: GoalHistory
    /// What its assets give.
    public let parts: [Part]
    /// The payment date on which it is reached at today's prices; today when it is reached, nil when it never is.
    public let finish: CalendarDay?
    /// The same when prices move; nil when that could not be worked out.
    public let finishBand: Finish?
    /// What it has after each payment date, until the deadline or ``finish``, whichever is later; empty without a band.
    public let bands: [ValueBand]
    /// How prices were taken to move; nil when that is not known.
    public let model: PriceModel?
    /// Why there is no band; nil when there is one.
    public let gap: ForecastError?
    /// How many futures were simulated; 0 when no price moves.
    public let paths: Int

    /// The goal.
    public var goal: Goal { plan.goal }
}

extension GoalForecast {
    /// How far is looked ahead at most: 30 years of payments.
    fileprivate static let mostDates = 360

    /// - Parameter outlook: what its futures follow from, or why they cannot be known.
    /// - Throws: ``MoneyError/tooLarge(_:)``, ``ForecastError``, `CancellationError`.
    init(
        _ plan: GoalPlan, _ history: GoalHistory, _ outlook: Result<GoalOutlook, ForecastError>, rates: FrozenRates,
        convention: PaymentConvention, today: CalendarDay
    ) async throws {
        let goal = plan.goal
        self.plan = plan
        self.history = history
        parts = plan.progress.funding.filter { !$0.amount.isZero }.map { part in
            let value = try? rates.conversion(from: part.amount.currency, to: goal.currency)
                .convert(part.amount.exact).rounded(.halfEven)
            return Part(label: part.label, amount: part.amount, value: value)
        }
        let remaining = plan.progress.remaining
        followsPlan = plan.expected.isZero && goal.deadline >= today && !remaining.isZero
        let schedule =
            try followsPlan
            ? plan.plannedSchedule(convention)
            : plan.schedule(goingOnWith: history.monthly, convention, today: today)
        let (all, amounts) = (schedule.map(\.date), schedule.map(\.amount))
        let untilDeadline = all.count { $0 <= goal.deadline }
        let last = remaining.isZero ? nil : try Self.count(of: amounts, reaching: remaining).map { $0 - 1 }
        let wanted = min(max(untilDeadline, ((last ?? -1) + 1) * 2, 12), Self.mostDates)
        let dates = Array(all.prefix(wanted))
        finish = remaining.isZero ? today : last.map { all[$0] }
        let steps = zip(dates, amounts).map { PlannedStep(day: $0, amount: $1, isPaymentDate: true) }
        // Twelve where no payment leads anywhere: what is there already may still change its value.
        let shown = max(untilDeadline, last.map { $0 + 1 } ?? 12)
        switch outlook {
        case .failure(let error):
            (finishBand, bands, model, gap, paths) = (nil, [], nil, error, 0)
        case .success(let outlook) where outlook.isCertain:
            finishBand = Finish(early: finish, median: finish, late: finish)
            bands = Array(try ValueBand.certain(from: plan.progress.saved, steps).prefix(shown))
            (model, gap, paths) = (outlook.model, nil, 0)
        case .success(let outlook):
            let terms = ForecastService.Terms()
            let futures = try await outlook.simulation(steps, today: today).run(
                paths: terms.paths, seed: UInt64(bitPattern: Int64(terms.seed)))
            func day(_ share: Double) -> CalendarDay? {
                remaining.isZero ? today : futures.firstStep(reachedBy: share).map { dates[$0] }
            }
            finishBand = Finish(early: day(0.05), median: day(0.5), late: day(0.95))
            bands = Array(try ValueBand.bands(futures, on: dates, in: goal.currency).prefix(shown))
            (model, gap, paths) = (outlook.model, nil, futures.count)
        }
    }

    /// How many amounts reach a sum; nil when they never do.
    private static func count(of amounts: [Money], reaching sum: Money) throws(MoneyError) -> Int? {
        var total = Money.zero(sum.currency)
        for (index, amount) in amounts.enumerated() {
            total = try total.adding(amount)
            if try !total.isLess(than: sum) { return index + 1 }
        }
        return nil
    }
}

extension GoalPlan {
    /// The payments of the plan and, as far as is looked ahead, the level one after the last of them.
    fileprivate func plannedSchedule(_ convention: PaymentConvention) throws(MoneyError) -> [Payment] {
        let planned = try plannedPayments()
        let further = GoalForecast.mostDates - planned.count
        guard let last = planned.last?.date, further > 0 else { return planned }
        let days = convention.upcoming(
            today: last.adding(days: 1), start: goal.start, deadline: last.adding(months: further))
        let later = decidedPayments.later ?? requirement.level
        return planned + days.map { Payment(date: $0, amount: later) }
    }

    /// Payments as before, as far as is looked ahead, from the next date on that no month has settled: one of today has been made
    /// or missed.
    fileprivate func schedule(
        goingOnWith average: Money, _ convention: PaymentConvention, today: CalendarDay
    ) throws(MoneyError) -> [Payment] {
        let average = average.isNegative ? .zero(average.currency) : average
        let first = max(today, settledThrough ?? today).adding(days: 1)
        return try convention.upcoming(
            today: first, start: goal.start, deadline: today.adding(months: GoalForecast.mostDates + 1)
        ).prefix(GoalForecast.mostDates).map { date throws(MoneyError) in
            Payment(date: date, amount: try payment(on: date, goingOnWith: average))
        }
    }

    /// The payment on a date: what was decided for it, else an average payment less what was contributed for the date already.
    fileprivate func payment(on date: CalendarDay, goingOnWith average: Money) throws(MoneyError) -> Money {
        if let decided = decidedPayments.amount(on: date) { return decided }
        let nothing = Money.zero(average.currency)
        if let payment = requirement.payments.first(where: { $0.date == date }), payment.amount.isZero {
            return nothing
        }
        guard let credit = requirement.credits.first(where: { $0.date == date }) else { return average }
        let left = try average.subtracting(credit.amount)
        return left.isNegative ? nothing : left
    }
}
