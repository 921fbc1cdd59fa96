import Allocation
public import Models

/// A payment with what it adds up to.
public struct ScheduledPayment: Sendable, Hashable {
    /// The payment.
    public let payment: Payment
    /// The sum of this and all earlier payments.
    public let total: Money
    /// What the goal has after it, at today's rates.
    public let saved: Money
}

extension GoalPlan {
    /// The date of the last payment that it requires; nil when it requires none.
    var lastPayment: CalendarDay? { requirement.payments.last { !$0.amount.isZero }?.date }

    /// The required payments with running totals.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func schedule() throws(MoneyError) -> [ScheduledPayment] { try schedule(of: requirement.payments) }

    /// The payments that will be made if decisions stay as they are, with running totals.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func plannedSchedule() throws(MoneyError) -> [ScheduledPayment] { try schedule(of: plannedPayments()) }

    private func schedule(of payments: [Payment]) throws(MoneyError) -> [ScheduledPayment] {
        var total = Money.zero(goal.currency)
        var schedule: [ScheduledPayment] = []
        for payment in payments {
            total = try total.adding(payment.amount)
            schedule.append(
                ScheduledPayment(payment: payment, total: total, saved: try progress.saved.adding(total)))
        }
        return schedule
    }
}
