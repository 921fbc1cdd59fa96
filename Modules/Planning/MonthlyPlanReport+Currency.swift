import Allocation
import ExchangeRates
public import Models

extension MonthlyPlanReport.Row {
    /// An amount of the goal in the display currency, rounded up as asks are (M5).
    ///
    /// - Throws: ``RateGap`` when no rate is known, ``MoneyError/tooLarge(_:)``.
    public func inDisplayCurrency(_ amount: Money) throws -> Money {
        try MonthlyPlanReport.convert(amount, to: displayCurrency, at: displayRate)
    }

    /// A payment in the goal's currency, rounded down, and never more than what remains (F9).
    ///
    /// - Throws: ``RateGap`` when no rate is known, ``MoneyError``.
    public func inGoalCurrency(_ payment: Money) throws -> Money {
        let remaining = plan.progress.remaining
        guard !payment.isZero else { return .zero(plan.goal.currency) }
        let amount: Money
        if let rate = try displayRate.get(), let factor = rate.rate.reciprocal {
            amount = try payment.exact.converted(at: factor, to: plan.goal.currency).rounded(.down)
        } else {
            amount = payment
        }
        return try remaining.isLess(than: amount) ? remaining : amount
    }
}

extension MonthlyPlanReport {
    /// An ask in another currency, rounded up. Nothing is nothing in every currency and needs no rate.
    static func convert(
        _ ask: Money, to display: Currency, at rate: Result<ConversionRate?, RateGap>
    ) throws -> Money {
        guard !ask.isZero else { return .zero(display) }
        guard let rate = try rate.get() else { return try ask.rounded(.up) }
        return try ask.exact.converted(at: rate.rate, to: display).rounded(.up)
    }
}
