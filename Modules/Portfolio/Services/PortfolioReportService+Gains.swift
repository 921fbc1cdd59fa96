public import ExchangeRates
public import Models

/// Gains of a period with the names of what they are of.
public struct GainsReport: Sendable {
    /// The currency, the method and the portfolios.
    public let frame: PortfolioReportService.Frame
    /// The gains.
    public let gains: GainReport
    /// The years of the period in which something was sold, earned or paid, the oldest first.
    public let years: [GainYear]
    /// The titles of other years with sales or income, the newest first, where this one has none.
    public let otherYears: [String]
    /// Rules of tax law that are not applied.
    public let notApplied: [String]
    /// Sales, removals and income that are not known.
    public let unavailable: [Unavailable]
    /// The exchange rates of days that were used.
    public let rates: [ConversionRate]
    /// The lots that are open on the call's day, where they were wanted too.
    public let lots: LotsReport?
}

extension PortfolioReportService {
    /// The period of a report of gains.
    public enum Period: Sendable, Hashable {
        /// A year, which begins on the day of the settings.
        case year(Int)
        /// The days between two, both counted.
        case days(from: CalendarDay?, to: CalendarDay?)
    }

    /// The rules of tax law that no report applies (P11).
    static let notApplied = [
        "wash sales", "allowances and tax rates", "gains of cash by exchange rates", "partial exemption of funds",
    ]

    /// The gains of a period, by default the year of the call's day. It is no tax advice.
    ///
    /// - Parameter withLots: whether the open lots are wanted, too, which one reading of the transactions gives as well.
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError``.
    public func gains(
        of portfolio: String?, in period: Period? = nil, method: CostMethod? = nil, withLots: Bool = false, _ call: Call
    ) async throws -> Outcome<GainsReport> {
        if case .days(let first?, let last?)? = period, first > last {
            throw PortfolioError.daysReversed(from: first, to: last)
        }
        let state = try await state(of: portfolio, method, priced: withLots, call)
        let (first, last) = days(of: period ?? .year(settings.year(of: call.today)), call.today)
        var table = DayRateTable(rates, call)
        let (book, lots) = try await table.answering { rates in
            let book = try state.book(rates, upTo: call.today)
            return (book, withLots ? try openLots(of: nil, in: book, state, rates, call.today) : nil)
        }
        let report = try GainReport(
            book, from: first, to: last, currency: state.frame.currency, longMonths: settings.longMonths,
            including: { state.isIncluded($0) })
        let unavailable = state.unknown(in: book) { day in day <= last && (first.map { $0 <= day } ?? true) }
        let rates = table.used
        let open = lots.map { LotsReport($0, state, rates: rates) }
        let isKnown = open.map { $0.unavailable.isEmpty && !$0.isDoubtful } ?? true
        return Outcome(
            GainsReport(
                frame: state.frame, gains: report, years: try years(of: report),
                otherYears: report.isEmpty ? otherYears(book, state) : [],
                notApplied: Self.notApplied, unavailable: unavailable,
                rates: rates, lots: open),
            warnings: misfitWarnings(book, state) + Warning.rateWarnings(rates),
            isComplete: unavailable.isEmpty && isKnown && !table.isDoubtful)
    }

    private func years(of whole: GainReport) throws -> [GainYear] {
        try Set(whole.days.map { settings.year(of: $0) }).sorted().compactMap { number in
            guard let year = TaxYear(number, startMonth: settings.yearMonth, startDay: settings.yearDay) else {
                return nil
            }
            let first = whole.first.map { max($0, year.first) } ?? year.first
            let last = min(year.last, whole.last)
            let isWhole = whole.first == first && whole.last == last
            let gains = isWhole ? whole : try whole.part(from: first, to: last)
            return GainYear(title: settings.title(of: number), gains: gains)
        }
    }

    private func otherYears(_ book: LotBook, _ state: State) -> [String] {
        let days =
            book.gains.filter { state.isIncluded($0.position.portfolioID) }.map(\.day)
            + book.income.filter { state.isIncluded($0.portfolioID) }.map(\.day)
        return Set(days.map { settings.year(of: $0) }).sorted(by: >).map { settings.title(of: $0) }
    }

    private func days(of period: Period, _ today: CalendarDay) -> (first: CalendarDay?, last: CalendarDay) {
        switch period {
        case .days(let first, let last): return (first, last ?? today)
        case .year(let number):
            guard
                let year = TaxYear(number, startMonth: settings.yearMonth, startDay: settings.yearDay)
            else { return (nil, today) }
            return (year.first, year.last)
        }
    }
}

extension PortfolioReportService.State {
    /// Why a cost is not known; nil where it is.
    func reason(_ cost: MoneyPair, _ acquired: CalendarDay?, _ position: PositionKey) -> String? {
        guard let gap = CostGap(cost, acquired: acquired) else { return nil }
        guard gap != .unknown else { return "The cost is not known." }
        let quote = frame.names.instruments[position.instrumentID]?.currency ?? frame.currency
        let base = frame.isReplayed ? frame.currency : frame.names.portfolios[position.portfolioID]?.currency
        return CostGap.reasons([gap], from: quote, to: base ?? frame.currency).first
    }

    /// The gaps of a book in sales, removals, income and charges of the portfolios of the report.
    func unknown(in book: LotBook, _ isInside: (CalendarDay) -> Bool) -> [Unavailable] {
        let names = frame.names
        var found: [Unavailable] = []
        func add(_ item: String, _ reason: String) {
            let gap = Unavailable(item: item, reason: reason)
            if !found.contains(gap) { found.append(gap) }
        }
        for row in book.gains where isIncluded(row.position.portfolioID) && isInside(row.day) {
            guard row.gain == nil || row.priceEffect == nil else { continue }
            let item = "\(names.instrument(row.position.instrumentID)), sold on \(row.day)"
            if row.gain == nil {
                add(item, reason(row.cost, row.acquired, row.position) ?? "The rate of the sale is not known.")
            } else {
                add(item, "It is not known how much of the gain prices made, and how much exchange rates.")
            }
        }
        for row in book.removals where isIncluded(row.position.portfolioID) && isInside(row.day) && row.cost.base == nil
        {
            add(
                "\(names.instrument(row.position.instrumentID)), gone on \(row.day)",
                reason(row.cost, nil, row.position) ?? "The cost is not known.")
        }
        for row in book.income where isIncluded(row.portfolioID) && isInside(row.day) {
            guard row.gross == nil || row.withheld == nil else { continue }
            add(
                "\(row.kind.rawValue) of \(row.instrumentID.map(names.instrument) ?? "cash") on \(row.day)",
                "The amount, the price or the rate is not known.")
        }
        for row in book.charges + book.withheld where isIncluded(row.portfolioID) && isInside(row.day) {
            if row.amount == nil { add("\(row.kind.rawValue) of \(row.day)", "The rate is not known.") }
        }
        return found
    }
}
