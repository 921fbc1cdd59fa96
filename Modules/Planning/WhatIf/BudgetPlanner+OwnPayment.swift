import Models

import struct Foundation.UUID

/// A level budget of which one goal takes a payment of its own on every date until it is reached; the others share the rest,
/// the earliest deadline first.
extension BudgetPlanner {
    /// What one goal takes, in minor units of the display currency, above 0.
    struct OwnPayment {
        let goal: UUID
        let amount: Int128
    }

    /// The least budget that meets the deadlines of all others and has room for the payment. The goal's own deadline plays no
    /// part then.
    func minimum(beside own: OwnPayment?) -> Int128 {
        let calendar = calendar(items)
        let taken = taken(own)
        var (sum, least): (Int128, Int128) = (0, min(taken.amount, taken.total))
        for item in items where item.row.plan.goal.id != own?.goal {
            let dates = Int128(calendar.count(until: item.deadline))
            sum += item.remaining
            guard dates > 0 else { continue }
            let (product, overflow) = dates.multipliedReportingOverflow(by: taken.amount)
            let due = sum + (overflow ? taken.total : min(product, taken.total))
            least = max(least, due.dividedRoundingUp(by: dates))
        }
        return least
    }

    /// The day on which each other goal that lacks something is reached; nil when a budget never gets there before the
    /// calendar ends.
    func finishDates(_ budget: Int128, beside own: OwnPayment?) -> [UUID: CalendarDay?] {
        let calendar = calendar(items)
        let taken = taken(own)
        var finish: [UUID: CalendarDay?] = [:]
        var sum: Int128 = 0
        for item in items where item.row.plan.goal.id != own?.goal {
            sum += item.remaining
            let dates = BudgetPlanner.datesNeeded(for: sum, of: budget, taken: taken)
            finish[item.row.plan.goal.id] = .some(dates.flatMap { Int(exactly: $0) }.flatMap { calendar.date($0 - 1) })
        }
        return finish
    }

    private typealias Taken = (amount: Int128, total: Int128)

    /// What the goal takes on a date, and in all.
    private func taken(_ own: OwnPayment?) -> Taken {
        guard let own, let item = items.first(where: { $0.row.plan.goal.id == own.goal }) else { return (0, 0) }
        return (own.amount, item.remaining)
    }

    /// How many dates it takes until `need`, above 0, is left of a budget by the goal with its own payment.
    private static func datesNeeded(for need: Int128, of budget: Int128, taken: Taken) -> Int128? {
        var (left, dates) = (need, Int128(0))
        if taken.amount > 0 {
            let (whole, rest) = taken.total.quotientAndRemainder(dividingBy: taken.amount)
            let beside = max(0, budget - taken.amount)
            if beside > 0, left.dividedRoundingUp(by: beside) <= whole { return left.dividedRoundingUp(by: beside) }
            left -= beside * whole
            dates = whole
            if rest > 0 {
                dates += 1
                left -= max(0, budget - rest)
                if left <= 0 { return dates }
            }
        }
        return budget > 0 ? dates + left.dividedRoundingUp(by: budget) : nil
    }
}
