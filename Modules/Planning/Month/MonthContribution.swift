import Allocation
public import ExchangeRates
public import Models

/// What came in for a goal since its month was started: the change of what its assets give, by transactions and allocations,
/// at the month's rates, so that prices play no part.
public struct MonthContribution: Sendable {
    /// What came in, in the goal's currency; negative when more went out.
    public let amount: Money
    /// Where the true amount lies when it is not fully known.
    public let bound: Bound?
    /// What could not be counted.
    public let unavailable: [Unavailable]
    /// The rates that were used.
    public let rates: [ConversionRate]

    /// Counts what `funding` has beyond what the payment began with. Currencies that the month knows no rate of are
    /// converted at today's.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        to payment: MonthExecution.Payment, in month: MonthExecution, funding: GoalFunding, else rates: FrozenRates
    ) throws(MoneyError) {
        let currency = payment.required.currency
        var (now, before) = (Ratio.zero, Ratio.zero)
        var unavailable: [Unavailable] = []
        var used: [ConversionRate] = []
        for part in funding.counted(from: payment.funding).parts {
            if let gap = part.gap { unavailable.append(Unavailable(item: part.label, reason: gap)) }
            guard part.amount != part.before else { continue }
            do {
                let rate = try month.rate(from: part.amount.currency, to: currency, else: rates)
                if let rate, !used.contains(rate) { used.append(rate) }
                now = now + part.amount.ratio * (rate?.rate ?? .one)
                before = before + part.before.ratio * (rate?.rate ?? .one)
            } catch {
                unavailable.append(Unavailable(item: part.label, reason: error.description))
            }
        }
        // The difference of the exact sums, rounded as what is saved is (M5).
        amount = try ExactAmount(now - before, currency).rounded(.down)
        bound = unavailable.isEmpty && !used.contains { $0.state == .fallback } ? nil : .unknown
        self.unavailable = unavailable
        self.rates = used
    }

    /// What a closed month keeps.
    init(_ result: MonthExecution.Result) {
        amount = result.contributed
        bound = result.contributedBound
        unavailable = []
        rates = []
    }
}
