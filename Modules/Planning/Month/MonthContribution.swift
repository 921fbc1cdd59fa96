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

    /// Counts what a goal has beyond what its payment began with. Currencies that the month knows no rate of are converted at
    /// today's. A finished goal has what its snapshot says; one that was cancelled or deleted gave back what it had, and
    /// nothing came in.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        to payment: MonthExecution.Payment, of goal: Goal?, in month: MonthExecution, funding: GoalFunding,
        else rates: FrozenRates
    ) throws(MoneyError) {
        let currency = payment.required.currency
        var sum = Sum(month: month, currency: currency, rates: rates)
        if let goal, goal.keepsAllocations {
            for part in payment.funding where !part.isComplete {
                sum.unavailable.append(
                    Unavailable(item: part.label, reason: "its balance was not fully known when the month was started"))
            }
            for part in funding.counted(from: payment.funding).parts {
                if let gap = part.gap, !sum.unavailable.contains(where: { $0.item == part.label }) {
                    sum.unavailable.append(Unavailable(item: part.label, reason: gap))
                }
                sum.add(part.amount, less: part.before, of: part.label)
            }
        } else if let snapshot = goal?.snapshot {
            for part in snapshot.funding { sum.add(part.amount, less: nil, of: part.asset) }
            for part in payment.funding { sum.add(nil, less: part.amount, of: part.asset) }
        }
        amount = try ExactAmount(sum.difference, currency).rounded(.down)
        bound = sum.unavailable.isEmpty && !sum.used.contains { $0.state == .fallback } ? nil : .unknown
        unavailable = sum.unavailable
        self.rates = sum.used
    }

    /// What a closed month keeps.
    init(_ result: MonthExecution.Result) {
        amount = result.contributed
        bound = result.contributedBound
        unavailable = []
        rates = []
    }
}

/// The exact difference of amounts in many currencies.
private struct Sum {
    let month: MonthExecution
    let currency: Currency
    let rates: FrozenRates
    var difference = Ratio.zero
    var unavailable: [Unavailable] = []
    var used: [ConversionRate] = []

    mutating func add(_ amount: Money?, less before: Money?, of item: String) {
        guard let unit = (amount ?? before)?.currency else { return }
        let change = (amount?.ratio ?? .zero) - (before?.ratio ?? .zero)
        guard !change.isZero else { return }
        do throws(RateGap) {
            let rate = try month.rate(from: unit, to: currency, else: rates)
            if let rate, !used.contains(rate) { used.append(rate) }
            difference = difference + change * (rate?.rate ?? .one)
        } catch {
            unavailable.append(Unavailable(item: item, reason: error.description))
        }
    }
}
