public import ExchangeRates
public import Models

extension ConversionRate {
    /// A rate that a month froze; nil when its state is unknown. What was live then is kept since.
    public init?(_ rate: MonthExecution.Rate, of month: CalendarMonth) {
        guard let state = RateState(rawValue: rate.state) else { return nil }
        self.init(
            from: rate.from, to: rate.to, rate: rate.rate, path: rate.path, sources: rate.sources, time: rate.time,
            state: state == .live ? .cached : state, month: month)
    }

    /// The rate as a month keeps it.
    public var recorded: MonthExecution.Rate {
        MonthExecution.Rate(
            from: from, to: to, rate: rate, path: path, sources: sources, time: time, state: state.rawValue)
    }
}

extension MonthExecution {
    /// The month's rate for a conversion, else today's; nil within one currency.
    ///
    /// - Throws: ``RateGap`` when neither knows one.
    public func rate(
        from: Currency, to: Currency, else rates: FrozenRates
    ) throws(RateGap) -> ConversionRate? {
        if let frozen = rate(from: from, to: to), let rate = ConversionRate(frozen, of: month) { return rate }
        return try rates.rate(from: from, to: to)
    }
}
