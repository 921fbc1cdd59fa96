import Models

import struct Foundation.UUID

/// A level budget of which one goal takes a payment of its own on each of its dates until it is reached; the others share the
/// rest, the earliest deadline first.
extension BudgetPlanner {
    /// What one goal takes on a date, above 0, and what it has for its next date already: both in minor units of the display
    /// currency.
    struct OwnPayment {
        let goal: UUID
        let amount: Int128
        let credit: Int128
    }

    /// The least budget that meets the deadlines of all others and has room for the payment. The goal's own deadline plays no
    /// part then.
    func minimum(beside own: OwnPayment?) -> Int128 {
        let calendar = calendar(items)
        let taken = taken(own, calendar)
        var sum: Int128 = 0
        var least = taken.steps.max() ?? 0
        for item in items where item.row.plan.goal.id != own?.goal {
            let dates = calendar.count(until: item.deadline)
            sum += item.remaining
            guard dates > 0 else { continue }
            least = max(least, (sum + taken.total(of: dates)).dividedRoundingUp(by: Int128(dates)))
        }
        return least
    }

    /// The day on which each other goal that lacks something is reached; nil when a budget never gets there before the
    /// calendar ends.
    func finishDates(_ budget: Int128, beside own: OwnPayment?) -> [UUID: CalendarDay?] {
        let calendar = calendar(items)
        var taken = taken(own, calendar).steps[...]
        var finish: [UUID: CalendarDay?] = [:]
        var (dates, left) = (Int128(0), Int128(0))
        for item in items where item.row.plan.goal.id != own?.goal {
            var lacking = item.remaining
            while lacking > left, let step = taken.popFirst() {
                lacking -= left
                left = max(0, budget - step)
                dates += 1
            }
            if lacking <= left {
                left -= lacking
            } else if budget > 0 {
                lacking -= left
                let more = lacking.dividedRoundingUp(by: budget)
                left = more * budget - lacking
                dates += more
            } else {
                dates = Int128(calendar.length) + 1
            }
            finish[item.row.plan.goal.id] = .some(Int(exactly: dates).flatMap { calendar.date($0 - 1) })
        }
        return finish
    }

    /// What the goal takes on each date until it is reached.
    private struct Taken {
        var steps: [Int128] = []
        private var totals: [Int128] = [0]

        mutating func add(_ amount: Int128) {
            steps.append(amount)
            totals.append((totals.last ?? 0) + amount)
        }

        func total(of dates: Int) -> Int128 { totals[min(dates, steps.count)] }
    }

    private func taken(_ own: OwnPayment?, _ calendar: BudgetCalendar) -> Taken {
        var taken = Taken()
        guard let own, let item = items.first(where: { $0.row.plan.goal.id == own.goal }) else { return taken }
        let begin = item.row.plan.requirement.payments.first?.date ?? report.today
        var (left, credit) = (item.remaining, own.credit)
        while left > 0, let date = calendar.date(taken.steps.count) {
            guard date >= begin else {
                taken.add(0)
                continue
            }
            let amount = min(left, max(0, own.amount - credit))
            credit = max(0, credit - own.amount)
            taken.add(amount)
            left -= amount
        }
        return taken
    }
}
