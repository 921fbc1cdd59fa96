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
    func minimum(beside own: OwnPayment?) -> Int128 { schedule(beside: own).0.minimum }

    /// The day on which each other goal with a remainder is reached; nil when a budget never gets there before the
    /// calendar ends.
    func finishDates(_ budget: Int128, beside own: OwnPayment?) -> [UUID: CalendarDay?] {
        let (schedule, others) = schedule(beside: own)
        let ends = schedule.ends(budget, length: calendar.length, later: calendar.place)
        return Dictionary(
            uniqueKeysWithValues: zip(others, ends).map { ($0.row.plan.goal.id, $1.flatMap(calendar.date)) })
    }

    private func schedule(beside own: OwnPayment?) -> (DeadlineSchedule, [Item]) {
        let others = items.filter { $0.row.plan.goal.id != own?.goal }
        return (
            DeadlineSchedule(others.map { .init(amount: $0.remaining, dates: $0.dates) }, taken: taken(own)), others
        )
    }

    /// What the goal takes on each of its dates, and on the payment days after them, until it is reached.
    private func taken(_ own: OwnPayment?) -> DeadlineSchedule.Taken {
        var taken = DeadlineSchedule.Taken()
        guard let own, let item = items.first(where: { $0.row.plan.goal.id == own.goal }) else { return taken }
        var (left, credit) = (item.remaining, own.credit)
        func pay(on slot: DeadlineSchedule.Slot) {
            let amount = min(left, max(0, own.amount - credit))
            credit = max(0, credit - own.amount)
            taken.add(amount, on: slot)
            left -= amount
        }
        var place: Int
        switch item.dates {
        case .paymentDays(let places): place = places.lowerBound
        case .other(let day):
            pay(on: .other(day))
            place = calendar.place(from: day)
        }
        while left > 0, place < calendar.length {
            pay(on: .paymentDay(place))
            place += 1
        }
        return taken
    }
}
