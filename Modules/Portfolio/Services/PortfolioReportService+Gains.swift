public import Models

/// Gains of a period with the names of what they are of.
public struct GainsReport: Sendable {
    /// The currency, the method and the portfolios.
    public let frame: PortfolioReportService.Frame
    /// The gains.
    public let gains: GainReport
    /// Rules of tax law that are not applied.
    public let notApplied: [String]
    /// Sales and income that are not known.
    public let unavailable: [Unavailable]
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
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError``.
    public func gains(
        of portfolio: String?, in period: Period? = nil, method: CostMethod? = nil, _ call: Call
    ) async throws -> Outcome<GainsReport> {
        let state = try await state(of: portfolio, method, call)
        let (first, last) = days(of: period ?? .year(year(of: call.today)), call.today)
        var table = DayRateTable(rates, call)
        let book = try await table.answering { try state.book($0, upTo: call.today) }
        let report = try GainReport(
            book, from: first, to: last, currency: state.frame.currency, longMonths: settings.longMonths,
            including: { state.isIncluded($0.portfolioID) })
        var unavailable = report.rows.filter { $0.gain.gain == nil }.map { row in
            Unavailable(
                item: "\(state.frame.names.instrument(row.gain.position.instrumentID)), sold on \(row.gain.day)",
                reason: row.gain.cost.base == nil ? "The cost is not known." : "The rate of the sale is not known.")
        }
        unavailable += report.income.filter { $0.gross == nil || $0.withheld == nil }.map { row in
            Unavailable(
                item:
                    "\(row.kind.rawValue) of \(row.instrumentID.map(state.frame.names.instrument) ?? "cash") on \(row.day)",
                reason: "The amount, the price or the rate is not known.")
        }
        return Outcome(
            GainsReport(
                frame: state.frame, gains: report, notApplied: Self.notApplied, unavailable: unavailable),
            warnings: misfitWarnings(book, state), isComplete: unavailable.isEmpty && !table.isDoubtful)
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

    private func year(of day: CalendarDay) -> Int {
        let year = day.parts.year
        guard let this = TaxYear(year, startMonth: settings.yearMonth, startDay: settings.yearDay) else { return year }
        return day < this.first ? year - 1 : year
    }
}
