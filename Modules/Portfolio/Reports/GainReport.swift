public import Models

/// Gains, removals and income of a period (P11).
public struct GainReport: Sendable {
    /// Sold units of one lot with their term.
    public struct Row: Sendable, Hashable {
        /// The units, with proceeds, cost and gain.
        public let gain: RealizedGain
        /// Days from the acquisition to the sale; nil without a day of acquisition.
        public let daysHeld: Int?
        /// Short or long; nil without a day of acquisition.
        public let term: HoldingTerm?
    }

    /// The first day; nil for the first of all.
    public let first: CalendarDay?
    /// The last day.
    public let last: CalendarDay
    /// The currency of the report.
    public let currency: Currency
    /// The rows, by day and entry of the sale.
    public let rows: [Row]
    /// Units that went without money.
    public let removed: [RemovedUnits]
    /// Dividends and interest.
    public let income: [IncomeRow]
    /// Fees and taxes that were entered by themselves, and fees of income and of money alone.
    public let charges: [ChargeRow]
    /// The sum of the fees among them.
    public let fees: Money
    /// The sum of the taxes among them.
    public let taxes: Money
    /// At least this where the rate of a fee or a tax is not known.
    public let chargesBound: Bound?
    /// The sum of income before tax.
    public let grossIncome: Money
    /// The sum of income after tax and before fees.
    public let netIncome: Money
    /// At least this where the amount of an income is not known.
    public let incomeBound: Bound?
    /// The sum of positive gains.
    public let gains: Money
    /// The sum of negative gains.
    public let losses: Money
    /// The sum of both.
    public let net: Money
    /// The part of the sum that was held short.
    public let short: Money
    /// The part of the sum that was held long.
    public let long: Money
    /// The part of the sum that prices made.
    public let priceEffect: Money
    /// The part of the sum that exchange rates made.
    public let currencyEffect: Money
    /// Tax that was withheld on sales and on income.
    public let withheld: Money
    /// Unknown where the proceeds or the cost of a row are not known.
    public let bound: Bound?
    /// Unknown where a part of the effects is not known.
    public let effectBound: Bound?
    /// At least this where the rate of a withheld tax is not known.
    public let withheldBound: Bound?
    /// Tax that was withheld on sales.
    private let taxRows: [ChargeRow]

    /// Whether nothing was sold and no income came.
    var isEmpty: Bool { rows.isEmpty && income.isEmpty }

    /// The days of sales, removals, income and charges.
    var days: Set<CalendarDay> {
        Set(rows.map(\.gain.day) + removed.map(\.day) + income.map(\.day) + charges.map(\.day))
    }

    /// The gains of a book in a period.
    ///
    /// - Parameters:
    ///   - longMonths: after how many months units count as held long.
    ///   - isIncluded: whether a portfolio is one of the report.
    /// - Throws: ``MoneyError``.
    public init(
        _ book: LotBook, from first: CalendarDay?, to last: CalendarDay, currency: Currency, longMonths: Int = 12,
        including isIncluded: (InvestmentPortfolio.ID) -> Bool = { _ in true }
    ) throws(MoneyError) {
        func isInside(_ day: CalendarDay) -> Bool { day <= last && (first.map { $0 <= day } ?? true) }
        try self.init(
            from: first, to: last, currency: currency,
            rows: book.gains.compactMap { gain in
                guard isInside(gain.day), isIncluded(gain.position.portfolioID) else { return nil }
                return Row(
                    gain: gain, daysHeld: gain.acquired.map { $0.days(until: gain.day) },
                    term: HoldingTerm(acquired: gain.acquired, sold: gain.day, months: longMonths))
            },
            removed: book.removals.filter { isInside($0.day) && isIncluded($0.position.portfolioID) },
            income: book.income.filter { isInside($0.day) && isIncluded($0.portfolioID) },
            taxes: book.withheld.filter { isInside($0.day) && isIncluded($0.portfolioID) },
            charges: book.charges.filter { isInside($0.day) && isIncluded($0.portfolioID) })
    }

    /// The gains of a part of the period.
    ///
    /// - Throws: ``MoneyError``.
    func part(from first: CalendarDay, to last: CalendarDay) throws(MoneyError) -> GainReport {
        func isInside(_ day: CalendarDay) -> Bool { first <= day && day <= last }
        // Rows are by day, and there may be very many.
        let begin = rows.partitioned { $0.gain.day >= first }
        let end = rows.partitioned { $0.gain.day > last }
        return try GainReport(
            from: first, to: last, currency: currency, rows: Array(rows[begin..<max(begin, end)]),
            removed: removed.filter { isInside($0.day) }, income: income.filter { isInside($0.day) },
            taxes: taxRows.filter { isInside($0.day) }, charges: charges.filter { isInside($0.day) })
    }

    private init(
        from first: CalendarDay?, to last: CalendarDay, currency: Currency, rows: [Row], removed: [RemovedUnits],
        income: [IncomeRow], taxes: [ChargeRow], charges: [ChargeRow]
    ) throws(MoneyError) {
        (self.first, self.last, self.currency) = (first, last, currency)
        (self.rows, self.removed, self.income, self.taxRows, self.charges) = (rows, removed, income, taxes, charges)
        var (paid, earned) = ((0..<2).map { _ in KnownSum(currency) }, (0..<2).map { _ in KnownSum(currency) })
        for row in charges { try paid[row.kind == .tax ? 1 : 0].add(row.amount) }
        for row in income {
            try earned[0].add(row.gross)
            try earned[1].add(row.net)
        }
        (fees, self.taxes) = (paid[0].total, paid[1].total)
        chargesBound = paid.allSatisfy(\.isComplete) ? nil : .atLeast
        (grossIncome, netIncome) = (earned[0].total, earned[1].total)
        incomeBound = earned.allSatisfy(\.isComplete) ? nil : .atLeast
        var sums = (0..<7).map { _ in KnownSum(currency) }
        for row in rows {
            let gain = row.gain.gain
            try sums[gain?.isNegative ?? false ? 1 : 0].add(gain)
            if let term = row.term { try sums[term == .short ? 2 : 3].add(gain) }
            try sums[4].add(row.gain.priceEffect)
            try sums[5].add(row.gain.currencyEffect)
        }
        for row in income { try sums[6].add(row.withheld) }
        for row in taxes { try sums[6].add(row.amount) }
        (gains, losses, net) = (sums[0].total, sums[1].total, try sums[0].total.adding(sums[1].total))
        (short, long, priceEffect, currencyEffect) = (sums[2].total, sums[3].total, sums[4].total, sums[5].total)
        withheld = sums[6].total
        bound = sums[0].bound
        effectBound = sums[4].bound
        withheldBound = sums[6].isComplete ? nil : .atLeast
    }
}

extension Array {
    /// The first index whose element fulfils a condition that all later ones fulfil, too.
    fileprivate func partitioned(by isLater: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
