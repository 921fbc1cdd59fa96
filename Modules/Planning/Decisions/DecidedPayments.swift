import Allocation
public import Models

/// A person's decisions about a goal's payments to come (R9): to skip one, a custom amount, or the amount that a flex adjustment
/// came to. Where nothing is decided the plan is followed.
public struct DecidedPayments: Sendable, Hashable {
    /// The next payment in the goal's currency; nil if nothing is decided.
    public let next: Money?
    /// The last day of the next payment.
    let through: CalendarDay
    /// The payment on each later date; nil if nothing is decided for always.
    public let later: Money?

    /// Returns the payment on a date to come; nil if nothing is decided for it.
    public func amount(on day: CalendarDay) -> Money? { day <= through ? next : later }
}

extension MonthlyPlan {
    /// The payment of a decision for always, on a date for which nothing was contributed yet.
    func payment(in currency: Currency) -> Money? {
        if state == .skipped { return .zero(currency) }
        return custom.flatMap { $0.currency == currency ? $0 : nil }
    }
}

extension GoalPlan {
    /// The payments that will be made if decisions stay as they are: what is decided on its dates, and what then remains split over
    /// the others. They may sum to less than what remains where payments are skipped.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func plannedPayments() throws(MoneyError) -> [Payment] {
        let payments = requirement.payments
        guard decidedPayments.next != nil || decidedPayments.later != nil else { return payments }
        var left = progress.remaining
        var planned: [Payment] = []
        for (index, payment) in payments.enumerated() {
            var amount = try left.splitEvenly(into: payments.count - index).first ?? left
            if let decided = decidedPayments.amount(on: payment.date) {
                amount = decided
            } else if index == 0 {
                amount = payment.amount
            }
            amount = try amount.capped(at: left)
            planned.append(Payment(date: payment.date, amount: amount))
            left = try left.subtracting(amount)
        }
        return planned
    }
}
