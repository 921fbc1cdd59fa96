public import ExchangeRates
public import Models

import struct Foundation.UUID

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
    /// The month's rate for what an asset gives to a goal: of the start, or of the moment in which the asset first funded it;
    /// nil within one currency.
    ///
    /// - Throws: ``RateGap`` when there was none: prices of later days play no part in what was contributed.
    func rate(
        of asset: UUID, _ currency: Currency, to payment: Payment
    ) throws(RateGap) -> ConversionRate? {
        let unit = payment.required.currency
        guard currency != unit else { return nil }
        let kept: Rate?
        if let later = payment.laterRates.first(where: { $0.assetID == asset }) {
            kept = later.rate
        } else {
            kept = rate(from: currency, to: unit)
        }
        guard let kept, let rate = ConversionRate(kept, of: month) else {
            throw RateGap(
                from: currency, to: unit, reason: "there was none when the month was started or the asset came in")
        }
        return rate
    }

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
