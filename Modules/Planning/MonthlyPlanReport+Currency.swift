import Allocation
import ExchangeRates
public import Models

extension MonthlyPlanReport.Row {
    /// An amount of the goal in the display currency, rounded up as required payments are (M5).
    ///
    /// - Throws: ``RateGap`` when no rate is known, ``MoneyError/tooLarge(_:)``.
    public func inDisplayCurrency(_ amount: Money) throws -> Money {
        try MonthlyPlanReport.convert(amount, to: displayCurrency, at: displayConversion)
    }

    /// A payment in the goal's currency, rounded down, and never more than what remains (F9).
    ///
    /// - Throws: ``RateGap`` when no rate is known, ``MoneyError``.
    public func inGoalCurrency(_ payment: Money) throws -> Money {
        let remaining = plan.progress.remaining
        guard !payment.isZero else { return .zero(plan.goal.currency) }
        let conversion = try displayConversion.get()
        // Within one currency nothing is rounded.
        let amount = conversion.rate == nil ? payment : try conversion.convertBack(payment.exact).rounded(.down)
        return try remaining.isLess(than: amount) ? remaining : amount
    }
}

extension MonthlyPlanReport {
    /// A payment in another currency, rounded up. Zero converts to zero without a rate.
    static func convert(
        _ payment: Money, to display: Currency, at conversion: Result<Conversion, RateGap>
    ) throws -> Money {
        guard !payment.isZero else { return .zero(display) }
        return try conversion.get().convert(payment.exact).rounded(.up)
    }
}
