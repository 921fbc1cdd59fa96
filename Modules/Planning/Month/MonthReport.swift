import Allocation
public import ExchangeRates
public import Models

public import struct Foundation.Date

/// A month as it stands: what every goal is to get, what it got, and what that comes to.
public struct MonthReport: Sendable {
    /// How far a month is.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Not started: what would be frozen now.
        case draft
        /// Started: asks and rates are frozen, contributions are counted.
        case executing
        /// Over: a picture that never changes.
        case closed
    }

    /// One goal. What is in the display currency is nil without a rate.
    public struct Row: Sendable {
        /// The goal's name: while the month is executing the one of today, else the one that was kept.
        public let name: String
        /// Its emoji.
        public let emoji: String?
        /// What has become of a goal that asks for nothing any more while the month is executing: "paused", "deleted".
        public let ending: String?
        /// What the goal is to get, and what it got.
        public let ask: FrozenAsk
        /// Where the true payment lies while it is not frozen and savings are not fully known.
        public let plannedBound: Bound?
        /// What is still to be paid, in the goal's currency: what `required` asks for while the month is executing, and 0
        /// once it is closed or the goal asks for nothing any more.
        public let left: Money
        /// Where the true ``left`` lies when it is not fully known.
        public let leftBound: Bound?
        /// What the goal is to get in the display currency, rounded up.
        public let plannedDisplay: Money?
        /// What is left in the display currency, rounded up.
        public let leftDisplay: Money?
        /// What could not be counted.
        public let unavailable: [Unavailable]
        /// The exact contribution in the display currency.
        fileprivate let contributedDisplay: ExactAmount?
        fileprivate let rate: ConversionRate?
    }

    /// What a row is made of.
    struct Ask {
        let frozen: FrozenAsk
        /// The goal's plan, when the frozen ask is part of it.
        let plan: GoalPlan?
        /// The goal as it is now; nil when it was deleted.
        let goal: Goal?
    }

    /// The month, with everything that is frozen; of a draft, what would be.
    public let month: MonthExecution
    /// How far it is.
    public let state: State
    /// Until when the latest step can be taken back; nil when there is none, or it is too late.
    public let undoUntil: Date?
    /// The day of the answer.
    public let today: CalendarDay
    /// The currency of totals.
    public let displayCurrency: Currency
    /// The goals, by name and id.
    public let rows: [Row]
    /// What all goals are to get, as far as it can be summed up.
    public let planned: Money
    /// What they got, half-even; negative when more went out.
    public let contributed: Money
    /// What is left to be paid.
    public let left: Money
    /// Where the true ``planned`` lies when it is not fully known.
    public let plannedBound: Bound?
    /// Where the true ``contributed`` lies when it is not fully known.
    public let contributedBound: Bound?
    /// Where the true ``left`` lies when it is not fully known.
    public let leftBound: Bound?
    /// What the reader should know.
    public let warnings: [Warning]
    /// The rates that were used.
    public let rates: [ConversionRate]

    /// Whether nothing is missing.
    public var isComplete: Bool { plannedBound == nil && contributedBound == nil && leftBound == nil }
    /// How much of what is planned came in, from 0 to 1; what a goal got beyond its plan does not make up for another. Nil
    /// when nothing is planned.
    public let progress: Ratio?

    /// Sums up what every goal is to get and what came in.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        _ month: MonthExecution, state: State, asks: [Ask], display: Currency, today: CalendarDay, undoUntil: Date?,
        warnings: [Warning], else rates: FrozenRates
    ) throws(MoneyError) {
        var rows: [Row] = []
        for ask in asks { rows.append(try Row(ask, in: month, state: state, display: display, else: rates)) }
        self.month = month
        self.state = state
        self.undoUntil = undoUntil
        self.today = today
        self.rows = rows
        displayCurrency = display
        planned = try Money.sum(rows.compactMap(\.plannedDisplay), in: display)
        left = try Money.sum(rows.compactMap(\.leftDisplay), in: display)
        contributed = try ExactAmount(
            rows.compactMap(\.contributedDisplay?.value).reduce(.zero, +), display
        ).rounded(.halfEven)
        let arrived = rows.map { row in
            min(max(row.contributedDisplay?.value ?? .zero, .zero), row.plannedDisplay?.ratio ?? .zero)
        }
        progress = arrived.reduce(.zero, +).divided(by: planned.ratio)
        let lacksRates = rows.contains { $0.plannedDisplay == nil || $0.contributedDisplay == nil }
        let isDoubtful = rows.contains { $0.rate?.state == .fallback }
        plannedBound = Bound.ofSum(
            Set(rows.compactMap(\.plannedBound)), lacksAsks: lacksRates, isDoubtful: isDoubtful)
        leftBound = Bound.ofSum(
            Set(rows.compactMap(\.leftBound)), lacksAsks: rows.contains { $0.leftDisplay == nil },
            isDoubtful: isDoubtful && state != .closed)
        contributedBound =
            lacksRates || isDoubtful || rows.contains { $0.ask.contribution.bound != nil } ? .unknown : nil
        self.rates = Set(rows.flatMap { $0.ask.contribution.rates + [$0.rate].compactMap { $0 } }).sorted {
            ConversionRate.precedes($0, $1)
        }
        let isUnfrozen = rows.contains { $0.ask.contribution.rates.contains { $0.month == nil } }
        self.warnings =
            warnings + (isUnfrozen && !warnings.contains(.ratesNotFrozen) ? [.ratesNotFrozen] : [])
            + Warning.rateWarnings(self.rates).filter { !warnings.contains($0) }
    }
}

extension MonthReport.Row {
    fileprivate init(
        _ ask: MonthReport.Ask, in month: MonthExecution, state: MonthReport.State, display: Currency,
        else rates: FrozenRates
    ) throws(MoneyError) {
        let payment = ask.frozen.payment
        let currency = payment.required.currency
        let isOpen = state != .closed
        let asks = ask.goal?.lifecycle == .active && ask.goal?.currency == currency && payment.state != .skipped
        let end = ask.goal.map { $0.lifecycle == .active ? "another currency" : $0.lifecycle.rawValue } ?? "deleted"
        self.ask = ask.frozen
        name = isOpen ? ask.goal?.name ?? payment.name : payment.name
        emoji = isOpen ? ask.goal.map(\.emoji) ?? payment.emoji : payment.emoji
        ending = isOpen && !asks && payment.state != .skipped ? end : nil
        plannedBound = state == .draft && payment.planned == payment.required ? payment.requiredBound : nil
        if !isOpen || !asks {
            (left, leftBound) = (.zero(currency), nil)
        } else if let plan = ask.plan {
            (left, leftBound) = (plan.requirement.required, plan.requiredBound)
        } else {
            (left, leftBound) = (try ask.frozen.left, ask.frozen.leftBound ?? plannedBound)
        }
        var unavailable = ask.frozen.contribution.unavailable
        func convert(_ amount: Money, _ rate: Ratio) -> Money? {
            try? amount.exact.converted(at: rate, to: display).rounded(.up)
        }
        do throws(RateGap) {
            let rate = try month.rate(from: currency, to: display, else: rates)
            let factor = rate?.rate ?? .one
            self.rate = rate
            contributedDisplay = ask.frozen.contribution.amount.exact.converted(at: factor, to: display)
            plannedDisplay = convert(payment.planned, factor)
            leftDisplay = convert(left, factor)
        } catch {
            // Nothing is nothing in every currency.
            func nothing(_ amount: Money) -> Money? { amount.isZero ? .zero(display) : nil }
            rate = nil
            contributedDisplay = nothing(ask.frozen.contribution.amount)?.exact
            plannedDisplay = nothing(payment.planned)
            leftDisplay = nothing(left)
            if plannedDisplay == nil || contributedDisplay == nil || leftDisplay == nil {
                unavailable.append(Unavailable(item: "\(name) in \(display)", reason: error.description))
            }
        }
        self.unavailable = unavailable
    }
}

extension Warning {
    /// What came in in a currency that the month has no rate of.
    static let ratesNotFrozen = Warning(
        code: "ratesNotFrozen",
        message:
            "Something came in in a currency that had no rate when the month was started; it counts at today's rate.")
}
