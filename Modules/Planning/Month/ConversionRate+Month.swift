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
    /// The month's conversion of what an asset gives to a goal: of the start, or of the moment in which the asset first
    /// funded it.
    ///
    /// - Throws: ``RateGap`` when there was none: prices of later days play no part in what was contributed.
    func conversion(
        of asset: UUID, _ currency: Currency, to payment: GoalPayment
    ) throws(RateGap) -> Conversion {
        let unit = payment.required.currency
        guard currency != unit else { return Conversion(within: unit) }
        let kept: Rate?
        if let later = payment.laterRates.first(where: { $0.assetID == asset }) {
            kept = later.rate
        } else {
            kept = rate(from: currency, to: unit)
        }
        guard let kept, let rate = ConversionRate(kept, of: month) else {
            throw RateGap(
                from: currency, to: unit, reason: "there was none when the month was started or the asset was added")
        }
        return Conversion(at: rate)
    }

    /// The conversion at the month's rate, else at today's.
    ///
    /// - Throws: ``RateGap`` when neither knows one.
    public func conversion(
        from: Currency, to: Currency, else rates: FrozenRates
    ) throws(RateGap) -> Conversion {
        if let frozen = rate(from: from, to: to), let rate = ConversionRate(frozen, of: month) {
            return Conversion(at: rate)
        }
        return try rates.conversion(from: from, to: to)
    }
}
