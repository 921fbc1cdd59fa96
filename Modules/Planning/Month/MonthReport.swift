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
        /// What the goal is to get, and what it got.
        public let ask: FrozenAsk
        /// What is still to be paid, in the goal's currency; 0 once the month is closed.
        public let left: Money
        /// Where the true ``left`` lies when it is not fully known.
        public let leftBound: Bound?
        /// What the goal is to get in the display currency, rounded up.
        public let plannedDisplay: Money?
        /// What is left in the display currency, rounded up.
        public let leftDisplay: Money?
        /// The exact contribution in the display currency.
        fileprivate let contributedDisplay: ExactAmount?
        fileprivate let rate: ConversionRate?
        /// What could not be counted.
        public let unavailable: [Unavailable]
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
    /// contributed ÷ planned, at least 0; nil when nothing is planned.
    public var progress: Ratio? { max(contributed.ratio, .zero).divided(by: planned.ratio) }

    /// Sums up what every goal is to get and what came in.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        _ month: MonthExecution, state: State, contributions: [MonthContribution], display: Currency,
        today: CalendarDay, undoUntil: Date?, warnings: [Warning], else rates: FrozenRates
    ) throws(MoneyError) {
        var rows: [Row] = []
        for (payment, contribution) in zip(month.payments, contributions) {
            rows.append(
                try Row(
                    FrozenAsk(payment: payment, contribution: contribution), in: month, isOver: state == .closed,
                    display: display, else: rates))
        }
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
        let lacksRates = rows.contains { $0.plannedDisplay == nil }
        let isDoubtful = rows.contains { $0.rate?.state == .fallback }
        plannedBound = Bound.ofSum(
            Set(rows.compactMap(\.plannedBound)), lacksAsks: lacksRates, isDoubtful: isDoubtful)
        leftBound =
            state == .closed
            ? nil
            : Bound.ofSum(Set(rows.compactMap(\.leftBound)), lacksAsks: lacksRates, isDoubtful: isDoubtful)
        contributedBound =
            lacksRates || isDoubtful || rows.contains { $0.ask.contribution.bound != nil } ? .unknown : nil
        self.rates = Set(rows.flatMap { $0.ask.contribution.rates + [$0.rate].compactMap { $0 } }).sorted {
            ConversionRate.precedes($0, $1)
        }
        self.warnings = warnings + Warning.rateWarnings(self.rates).filter { !warnings.contains($0) }
    }
}

extension MonthReport.Row {
    /// Where the true payment lay when savings were not fully known; a skipped goal gets nothing for sure.
    public var plannedBound: Bound? { ask.payment.planned.isZero ? nil : ask.payment.requiredBound }
    fileprivate init(
        _ ask: FrozenAsk, in month: MonthExecution, isOver: Bool, display: Currency, else rates: FrozenRates
    ) throws(MoneyError) {
        let currency = ask.payment.required.currency
        let left = isOver ? Money.zero(currency) : try ask.left
        var unavailable = ask.contribution.unavailable
        self.ask = ask
        self.left = left
        leftBound = isOver || ask.payment.planned.isZero ? nil : ask.leftBound
        do throws(RateGap) {
            let rate = try month.rate(from: currency, to: display, else: rates)
            let factor = rate?.rate ?? .one
            self.rate = rate
            contributedDisplay = ask.contribution.amount.exact.converted(at: factor, to: display)
            plannedDisplay = try? ask.payment.planned.exact.converted(at: factor, to: display).rounded(.up)
            leftDisplay = try? left.exact.converted(at: factor, to: display).rounded(.up)
        } catch {
            // Nothing is nothing in every currency.
            let isNothing = ask.payment.planned.isZero && ask.contribution.amount.isZero
            if !isNothing {
                unavailable.append(Unavailable(item: "\(ask.payment.name) in \(display)", reason: error.description))
            }
            rate = nil
            contributedDisplay = isNothing ? ExactAmount(.zero, display) : nil
            plannedDisplay = isNothing ? .zero(display) : nil
            leftDisplay = isNothing ? .zero(display) : nil
        }
        self.unavailable = unavailable
    }
}
