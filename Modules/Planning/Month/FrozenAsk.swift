import ExchangeRates
public import Models

/// What a goal is to get in a month that is executing, and what came in since.
public struct FrozenAsk: Sendable {
    /// What the goal is to get.
    public let payment: MonthExecution.Payment
    /// What came in since the month was started.
    public let contribution: MonthContribution

    /// What counts as paid: nothing when more went out than came in.
    public var paid: Money {
        contribution.amount.isNegative ? .zero(contribution.amount.currency) : contribution.amount
    }

    /// What is still to be paid: planned − paid, at least 0.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public var left: Money {
        get throws(MoneyError) {
            let left = try payment.planned.subtracting(paid)
            return left.isNegative ? .zero(left.currency) : left
        }
    }

    /// Where the true ``left`` lies when savings are not fully known.
    public var leftBound: Bound? {
        contribution.bound == nil ? payment.requiredBound : paid.isZero ? .atMost : .unknown
    }

    /// The rates by which the contribution was counted.
    var rates: [ConversionRate] { contribution.rates }
}
