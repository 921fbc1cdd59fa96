public import Values

/// Income and expense of a period, divided so that rows sum to their parent, parents to the totals and months to the period (G5).
///
/// ```swift
/// let flows = try [
///     Flow(day: CalendarDay("2026-05-04"), kind: .expense, path: ["Food"], amount: Money("-10", .usd)),
///     Flow(day: CalendarDay("2026-05-05"), kind: .expense, path: ["Fun"], amount: Money("-20", .usd)),
/// ]
/// let report = try FlowReport(flows, in: .eur) { _, _ in .rate(rate) }
/// ```
public struct FlowReport: Sendable {
    /// The division of the totals.
    public enum Grouping: String, Sendable, Hashable, CaseIterable {
        /// By the tree of categories.
        case category
        /// By payee, in one level.
        case payee
        /// By account, in one level.
        case account
        /// By month, in one level.
        case month
        /// By day, in one level.
        case day
    }

    /// A part of a total.
    public struct Row: Sendable, Hashable {
        /// The kind of the total.
        public let kind: Category.Kind
        /// The names from the top; empty for what has none.
        public let path: [String]
        /// The amount with all that is below it: positive for income earned, for expense spent.
        public let amount: Money
        /// The part of it that is in no row below.
        public let own: Money
        /// How many flows there are in it.
        public let count: Int
        /// The number of these that could not be converted, and are not in the amount.
        public let missing: Int
        /// The bound of the amount; nil when it is exact.
        public internal(set) var bound: Bound?
    }

    /// A month, cut at the ends of the period.
    public struct Month: Sendable, Hashable {
        /// The month.
        public let month: CalendarMonth
        /// Income.
        public let income: Money
        /// Expense.
        public let expense: Money
        /// Income without expense.
        public let net: Money
        /// The sum of neutral flows.
        public let neutral: Money
        /// Whether all of its flows could be converted.
        public let isComplete: Bool
        /// The bound of income; nil when it is exact.
        public let incomeBound: Bound?
        /// The bound of expense; nil when it is exact.
        public let expenseBound: Bound?
        /// The bound of income without expense; nil when it is exact.
        public let netBound: Bound?

        /// The share of income that was not spent; nil when there is no income or a rate is missing.
        public var savingsRate: Ratio? {
            guard income.isPositive, isComplete else { return nil }
            return net.ratio.divided(by: income.ratio)
        }
    }

    /// A flow whose currency has no rate.
    public struct Missing: Sendable, Hashable {
        /// The currency.
        public let currency: Currency
        /// The day.
        public let day: CalendarDay
        /// The reason.
        public let reason: String
    }

    /// The sum of income.
    public let income: Money
    /// The sum of expense: what was spent, positive.
    public let expense: Money
    /// The sum of what is neither, with its sign.
    public let neutral: Money
    /// Income without expense.
    public let net: Money
    /// The bound of income; nil when it is exact.
    public private(set) var incomeBound: Bound?
    /// The bound of expense; nil when it is exact.
    public private(set) var expenseBound: Bound?
    /// The bound of what is neither; nil when it is exact.
    public private(set) var neutralBound: Bound?
    /// The bound of the net; nil when it is exact.
    public private(set) var netBound: Bound?
    /// The months with flows, in order.
    public let months: [Month]
    /// The parts, those of one kind together: months and days in their order, others by amount, the largest first, then by name.
    public let rows: [Row]
    /// The flows that could not be converted, each currency and day once.
    public let missing: [Missing]

    /// The share of income that was not spent; nil when there is no income or a rate is missing.
    public var savingsRate: Ratio? {
        guard income.isPositive, missing.isEmpty else { return nil }
        return net.ratio.divided(by: income.ratio)
    }

    /// A report.
    ///
    /// - Parameters:
    ///   - flows: those of the period.
    ///   - display: the currency of all results.
    ///   - grouping: how the totals are divided.
    ///   - rate: the rate of a currency on a day.
    /// - Throws: ``Values/MoneyError``.
    public init(
        _ flows: some Sequence<Flow>, in display: Currency, by grouping: Grouping = .category,
        rate: (Currency, CalendarDay) -> RateLookup
    ) throws(MoneyError) {
        var totals: [Category.Kind: FlowTotal] = [:]
        var missing: Set<Missing> = []
        var signs = MissingSigns()
        var known: [CurrencyDay: RateLookup] = [:]
        for flow in flows {
            var place = CurrencyDay(currency: flow.amount.currency, day: flow.day)
            if place.currency == display {
                place.day = nil
            } else if known[place] == nil {
                known[place] = rate(place.currency, flow.day)
            }
            if case .missing(let reason) = known[place] {
                guard !flow.amount.isZero else { continue }
                missing.insert(Missing(currency: place.currency, day: flow.day, reason: reason))
                signs.note(flow, by: grouping)
                totals[flow.kind, default: FlowTotal()].add(missing: flow, by: grouping)
                continue
            }
            try totals[flow.kind, default: FlowTotal()].add(flow, at: place, by: grouping)
        }
        var units: [Category.Kind: [CalendarMonth: Int128]] = [:]
        var rows: [Row] = []
        for kind in [Category.Kind.income, .expense, .neutral] {
            guard let total = totals[kind] else { continue }
            let divided = try total.divided(in: display, isSpent: kind == .expense) { place in
                if case .rate(let factor) = known[place] { factor } else { .one }
            }
            units[kind] = divided.months
            rows += try divided.rows(of: kind, in: display, byName: grouping == .month || grouping == .day).map { row in
                var row = row
                row.bound = signs.bound(of: kind, at: row.path)
                return row
            }
        }
        func sum(_ kind: Category.Kind) throws(MoneyError) -> Money {
            try Money(minorUnits: (units[kind] ?? [:]).values.reduce(0, +), display)
        }
        (income, expense, neutral) = (try sum(.income), try sum(.expense), try sum(.neutral))
        net = try income.subtracting(expense)
        incomeBound = signs.bound(of: .income, in: nil)
        expenseBound = signs.bound(of: .expense, in: nil)
        neutralBound = signs.bound(of: .neutral, in: nil)
        netBound = signs.netBound(in: nil)
        var months: [Month] = []
        let gaps = Set(missing.map(\.day.month))
        for month in Set(units.values.flatMap(\.keys)).union(gaps).sorted() {
            func amount(_ kind: Category.Kind) throws(MoneyError) -> Money {
                try Money(minorUnits: units[kind]?[month] ?? 0, display)
            }
            let (income, expense) = (try amount(.income), try amount(.expense))
            months.append(
                Month(
                    month: month, income: income, expense: expense, net: try income.subtracting(expense),
                    neutral: try amount(.neutral), isComplete: !gaps.contains(month),
                    incomeBound: signs.bound(of: .income, in: month),
                    expenseBound: signs.bound(of: .expense, in: month), netBound: signs.netBound(in: month)))
        }
        self.months = months
        self.rows = rows
        self.missing = missing.sorted { ($0.day, $0.currency.identity) < ($1.day, $1.currency.identity) }
    }

    /// The same, with the totals of some kinds not known, as substitutes of rates are in them.
    func doubting(_ kinds: Set<Category.Kind>) -> FlowReport {
        var report = self
        if kinds.contains(.income) { report.incomeBound = .unknown }
        if kinds.contains(.expense) { report.expenseBound = .unknown }
        if kinds.contains(.neutral) { report.neutralBound = .unknown }
        if kinds.contains(.income) || kinds.contains(.expense) { report.netBound = .unknown }
        return report
    }
}

/// A currency on a day; no day for one that needs no rate.
struct CurrencyDay: Hashable {
    let currency: Currency
    var day: CalendarDay?
}
