public import Values

/// How the net worth of one day became that of a later one (G6).
public struct NetWorthBridge: Sendable, Hashable {
    /// The net worth at the end of the first day.
    public let start: Money
    /// Opening balances of accounts that were opened since.
    public let opened: Money
    /// Income since.
    public let income: Money
    /// Expense since.
    public let expense: Money
    /// Neutral flows, such as corrections of balances.
    public let neutral: Money
    /// The rest: changes of rates, and what exchanges cost. Nil where a rate is missing.
    public let revaluation: Money?
    /// The net worth at the end of the last day.
    public let end: Money
    /// On which side of its figures the true ones lie.
    public let bounds: Bounds
    /// The opening balances that could not be converted, each currency and day once.
    public let missing: [FlowReport.Missing]

    /// On which side of each figure the true one lies; nil where it is exact.
    public struct Bounds: Sendable, Hashable {
        /// That of the beginning.
        public let start: Bound?
        /// That of the opening balances.
        public let opened: Bound?
        /// That of income.
        public let income: Bound?
        /// That of expense.
        public let expense: Bound?
        /// That of neutral flows.
        public let neutral: Bound?
        /// That of the end.
        public let end: Bound?
    }

    /// A bridge between two points.
    ///
    /// - Parameters:
    ///   - start: the point of the first day.
    ///   - end: the point of the last day.
    ///   - openings: opening balances after the first day, up to the last one, with their days.
    ///   - flows: the flows after the first day, up to the last one.
    ///   - rate: the rate of a currency on a day.
    /// - Throws: ``Values/MoneyError``.
    public init(
        from start: NetWorthPoint, to end: NetWorthPoint, openings: [(day: CalendarDay, amount: Money)],
        flows: FlowReport, rate: (Currency, CalendarDay) -> RateLookup
    ) throws(MoneyError) {
        let display = end.total.currency
        var months: [CalendarMonth: Ratio] = [:]
        var missing: Set<FlowReport.Missing> = []
        var missingOpenings: Set<Bool> = []
        var isComplete = start.bound == nil && end.bound == nil && flows.missing.isEmpty
        for opening in openings where !opening.amount.isZero {
            let found = opening.amount.currency == display ? .rate(.one) : rate(opening.amount.currency, opening.day)
            let factor: Ratio
            switch found {
            case .rate(let known): factor = known
            case .missing(let reason):
                isComplete = false
                missingOpenings.insert(opening.amount.isNegative)
                missing.insert(.init(currency: opening.amount.currency, day: opening.day, reason: reason))
                continue
            }
            months[opening.day.month, default: .zero] =
                months[opening.day.month, default: .zero] + (opening.amount.ratio * factor).minorUnits(of: display)
        }
        var units: Int128 = 0
        for sum in months.values {
            guard let month = sum.rounded(.halfEven) else { throw .tooLarge(display) }
            units += month
        }
        self.start = start.total
        self.end = end.total
        self.missing = missing.sorted { ($0.day, $0.currency.identity) < ($1.day, $1.currency.identity) }
        opened = try Money(minorUnits: units, display)
        (income, expense, neutral) = (flows.income, flows.expense, flows.neutral)
        bounds = Bounds(
            start: start.bound, opened: .ofMissing(negative: missingOpenings), income: flows.incomeBound,
            expense: flows.expenseBound, neutral: flows.neutralBound, end: end.bound)
        let explained = try start.total.adding(opened).adding(flows.income).subtracting(flows.expense)
            .adding(flows.neutral)
        revaluation = isComplete ? try end.total.subtracting(explained) : nil
    }
}
