public import ExchangeRates
public import Models

/// The positions of portfolios with values, costs and gains.
public struct PositionsReport: Sendable {
    /// The currency, the method and the portfolios.
    public let frame: PortfolioReportService.Frame
    /// The values.
    public let valuation: PortfolioValueCalculator.Valuation
    /// The sum of gains of sales so far.
    public let realised: Money
    /// Unknown where the gain of a sale is not known.
    public let realisedBound: Bound?
    /// The sum of income before tax so far.
    public let income: Money
    /// At least this where the amount of an income is not known.
    public let incomeBound: Bound?
    /// The tax that was withheld so far.
    public let withheld: Money
    /// At least this where a rate is not known.
    public let withheldBound: Bound?
    /// Fees and taxes that were entered by themselves.
    public let fees: Money
    /// At least this where a rate is not known.
    public let feesBound: Bound?
    /// The taxes among them.
    public let taxes: Money
    /// The cost of units that went without money.
    public let removed: Money
    /// At least this where the cost of such units is not known.
    public let removedBound: Bound?
    /// The cash, one amount for each currency.
    public let cash: [Money]
    /// Positions, prices, rates and costs that are not known.
    public let unavailable: [Unavailable]
    /// The exchange rates that were used.
    public let rates: [ConversionRate]
    /// Those of them that are of the day of the report, and not of a day in the past.
    public let ratesOfDay: [ConversionRate]

    /// The value of a type of instrument.
    public struct TypeRow: Sendable {
        /// The type.
        public let type: InstrumentType
        /// The sum of the values that are known.
        public let value: Money
        /// The share of the total, at most this where that is at least; nil where it is 0, or where the value of a position of the
        /// type is not known.
        public let weight: Ratio?
    }

    /// The values by type, the largest first.
    ///
    /// - Throws: ``MoneyError``.
    public func byType() throws -> [TypeRow] {
        var sums: [InstrumentType: Money] = [:]
        var incomplete: Set<InstrumentType> = []
        for row in valuation.rows {
            guard let type = instrument(of: row)?.type else { continue }
            guard let value = row.value else {
                incomplete.insert(type)
                continue
            }
            sums[type] = try (sums[type] ?? .zero(frame.currency)).adding(value)
        }
        return sums.map { type, value in
            TypeRow(
                type: type, value: value,
                weight: valuation.value.isPositive && !incomplete.contains(type)
                    ? value.ratio.divided(by: valuation.value.ratio) : nil)
        }.sorted { ($1.value.ratio, $0.type.rawValue) < ($0.value.ratio, $1.type.rawValue) }
    }

    /// The share that cash has of the total; nil without cash.
    ///
    /// - Throws: ``MoneyError``.
    public func cashShare() throws -> Ratio? {
        guard !cash.isEmpty, valuation.value.isPositive else { return nil }
        let held = try Money.sum(valuation.rows.compactMap(\.value), in: frame.currency)
        return try valuation.value.subtracting(held).ratio.divided(by: valuation.value.ratio)
    }

    /// On which side of a weight the true one lies: it is at most this where the total is at least.
    public var weightBound: Bound? { valuation.valueBound.map { $0 == .atLeast ? .atMost : $0 } }

    /// The instrument of a row.
    public func instrument(of row: PortfolioValueCalculator.Row) -> Instrument? {
        frame.names.instruments[row.holding.position.instrumentID]
    }

    /// Whether nothing is missing.
    public var isComplete: Bool {
        [
            valuation.valueBound, valuation.costBound, valuation.unrealisedBound, valuation.effectBound, realisedBound,
            incomeBound,
            withheldBound, feesBound, removedBound,
        ]
        .allSatisfy { $0 == nil }
    }
}

extension PortfolioReportService {
    /// The positions of a portfolio, or of all that are not archived, on the call's day.
    ///
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError``.
    public func positions(
        of portfolio: String?, method: CostMethod? = nil, _ call: Call
    ) async throws -> Outcome<PositionsReport> {
        let state = try await state(of: portfolio, method, call)
        let (frame, today) = (state.frame, call.today)
        let cashBook = try CashBook(state.transactions, portfolios: frame.portfolios, upTo: today)
        let cash = cashBook.balances.values.flatMap(\.self)
        var table = DayRateTable(rates, call)
        let (book, holdings, converted) = try await table.answering { rates in
            let book = try state.book(rates, upTo: today)
            let keys = book.positions.keys.filter {
                state.isIncluded($0.portfolioID) && !(book.positions[$0]?.units.isZero ?? true)
            }.sorted {
                let (left, right) = (frame.names.instrument($0.instrumentID), frame.names.instrument($1.instrumentID))
                if $0.instrumentID != $1.instrumentID {
                    return NameOrder.precedes((left, $0.instrumentID), (right, $1.instrumentID))
                }
                return NameOrder.precedes(
                    (frame.names.portfolio($0.portfolioID), $0.portfolioID),
                    (frame.names.portfolio($1.portfolioID), $1.portfolioID))
            }
            let holdings = try keys.compactMap { key -> PortfolioValueCalculator.Holding? in
                guard let position = book.positions[key] else { return nil }
                let cost = try position.cost()
                let price = state.prices[key.instrumentID]?.price(on: today)
                var known = cost.known
                if !cost.isInstrumentComplete { known.instrument = nil }
                return PortfolioValueCalculator.Holding(
                    position: key, units: position.units, price: price,
                    rate: rates(position.quote, frame.currency, today), cost: known, isCostComplete: cost.isComplete)
            }
            let converted = try cash.map { amount -> Money? in
                guard let rate = rates(amount.currency, frame.currency, today) else { return nil }
                return try Money(
                    rounding: amount.ratio * rate, places: frame.currency.minorUnit, frame.currency)
            }
            return (book, holdings, converted)
        }
        let valuation = try PortfolioValueCalculator(currency: frame.currency).value(
            holdings, cash: converted, isDoubtful: table.isDoubtful)
        var (realised, income) = (KnownSum(frame.currency), KnownSum(frame.currency))
        var (withheld, fees) = (KnownSum(frame.currency), KnownSum(frame.currency))
        for row in book.gains where state.isIncluded(row.position.portfolioID) { try realised.add(row.gain) }
        for row in book.income where state.isIncluded(row.portfolioID) {
            try income.add(row.gross)
            try withheld.add(row.withheld)
        }
        for row in book.withheld where state.isIncluded(row.portfolioID) { try withheld.add(row.amount) }
        var (taxes, removed) = (KnownSum(frame.currency), KnownSum(frame.currency))
        for row in book.charges where state.isIncluded(row.portfolioID) {
            try fees.add(row.amount)
            if row.kind == .tax { try taxes.add(row.amount) }
        }
        for row in book.removals where state.isIncluded(row.position.portfolioID) { try removed.add(row.cost.base) }
        let used = table.used
        let report = PositionsReport(
            frame: frame, valuation: valuation, realised: realised.total, realisedBound: realised.bound,
            income: income.total, incomeBound: income.isComplete ? nil : .atLeast, withheld: withheld.total,
            withheldBound: withheld.isComplete ? nil : .atLeast, fees: fees.total,
            feesBound: fees.isComplete ? nil : .atLeast, taxes: taxes.total, removed: removed.total,
            removedBound: removed.isComplete ? nil : .atLeast,
            cash: try cash.summedByCurrency(),
            unavailable: gaps(valuation, book, zip(cash, converted), frame, table, today)
                + state.unknown(in: book, { _ in true }),
            rates: used, ratesOfDay: table.used(on: today))
        return Outcome(
            report,
            warnings: misfitWarnings(book, state) + stale(valuation, frame) + overdrafts(cashBook, frame)
                + Warning.rateWarnings(used),
            isComplete: report.isComplete)
    }

    private func stale(_ valuation: PortfolioValueCalculator.Valuation, _ frame: Frame) -> [Warning] {
        var seen: Set<Instrument.ID> = []
        return valuation.rows.compactMap { row in
            guard let price = row.holding.price, price.isStale,
                seen.insert(row.holding.position.instrumentID).inserted
            else { return nil }
            let name = frame.names.instrument(row.holding.position.instrumentID)
            return Warning(
                code: "stalePrice", message: "The newest price of '\(name)' is of \(price.day).",
                remedy: .recordPrice(name))
        }
    }

    /// Cash below 0 (P1).
    private func overdrafts(_ cash: CashBook, _ frame: Frame) -> [Warning] {
        cash.overdrafts.map {
            Warning(
                code: "cashBelowZero",
                message: "The cash of '\(frame.names.portfolio($0.portfolioID))' is \($0.balance) on \($0.day).")
        }
    }

    private func gaps(
        _ valuation: PortfolioValueCalculator.Valuation, _ book: LotBook, _ cash: some Sequence<(Money, Money?)>,
        _ frame: Frame, _ table: DayRateTable, _ today: CalendarDay
    ) -> [Unavailable] {
        var gaps: [Unavailable] = []
        for row in valuation.rows {
            let key = row.holding.position
            let name = "\(frame.names.instrument(key.instrumentID)) (\(frame.names.portfolio(key.portfolioID)))"
            if row.holding.price == nil {
                gaps.append(
                    Unavailable(
                        item: name, reason: "There is no price on or before \(today). For worthless units record 0."))
            } else if row.value == nil, let quote = frame.names.instruments[key.instrumentID]?.currency {
                let reason = table.reason(quote, frame.currency, today) ?? "none was found"
                gaps.append(
                    Unavailable(item: name, reason: "No rate from \(quote) to \(frame.currency) is known: \(reason)."))
            }
            if !row.holding.isCostComplete {
                let found = book.positions[key]?.lots.compactMap { CostGap($0.cost, acquired: $0.acquired) } ?? []
                let quote = frame.names.instruments[key.instrumentID]?.currency ?? frame.currency
                gaps += CostGap.reasons(found, from: quote, to: frame.currency).map {
                    Unavailable(item: name, reason: $0)
                }
            } else if row.unrealised != nil, row.priceEffect == nil {
                let reason = "It is not known how much of the gain prices made, and how much exchange rates."
                gaps.append(Unavailable(item: name, reason: reason))
            }
        }
        for (amount, converted) in cash where converted == nil {
            let reason = table.reason(amount.currency, frame.currency, today) ?? "none was found"
            gaps.append(
                Unavailable(
                    item: "cash in \(amount.currency)",
                    reason: "No rate from \(amount.currency) to \(frame.currency) is known: \(reason)."))
        }
        return gaps
    }
}

extension [Money] {
    /// One amount for each currency, in the order of their codes.
    fileprivate func summedByCurrency() throws -> [Money] {
        var sums: [Currency: Money] = [:]
        for amount in self {
            sums[amount.currency] = try (sums[amount.currency] ?? .zero(amount.currency)).adding(amount)
        }
        return sums.values.sorted { $0.currency.identity < $1.currency.identity }
    }
}
