import Allocation
import ExchangeRates
public import Models

// The payments after those that are due, for whoever has made those.

extension GoalPlan {
    /// The date that ``planned`` is for; nil when nothing is required any more.
    public var plannedDate: CalendarDay? { requirement.payments.first?.date }

    /// The first payment after ``plannedDate`` that is more than 0, as it is decided or follows from what was decided; nil when
    /// there is none.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func laterPayment() throws(MoneyError) -> Payment? {
        try plannedPayments().dropFirst().first { !$0.amount.isZero }
    }
}

extension MonthlyPlanReport {
    /// The sum to be paid for all goals together on one date.
    public struct DatedTotal: Sendable, Hashable {
        /// The date.
        public let date: CalendarDay
        /// The sum in the display currency, as far as it is known, each payment rounded up.
        public let amount: Money
        /// The side on which the true sum lies when it is incomplete.
        public let bound: Bound?
    }

    /// The payments of the first date after those that the totals count; nil when there are none.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func laterTotal() throws(MoneyError) -> DatedTotal? {
        var found: (date: CalendarDay, payments: [(place: Int, amount: Money)])?
        for place in rows.indices where rows[place].plan.goal.lifecycle == .active {
            let plan = rows[place].plan
            let all = try plan.plannedPayments()
            guard let payment = all.dropFirst(isDue(plan) ? 1 : 0).first(where: { !$0.amount.isZero }) else { continue }
            if let date = found?.date, date < payment.date { continue }
            if found?.date != payment.date { found = (payment.date, []) }
            found?.payments.append((place, payment.amount))
        }
        guard let found else { return nil }
        let amounts = found.payments.map { try? rows[$0.place].inDisplayCurrency($0.amount) }
        return DatedTotal(
            date: found.date, amount: try Money.sum(amounts.compactMap(\.self), in: displayCurrency),
            bound: Bound.ofSum(
                Set(found.payments.compactMap { rows[$0.place].plan.progress.remainingBound }),
                isPartial: amounts.contains { $0 == nil },
                isDoubtful: found.payments.contains { rows[$0.place].displayState == .fallback }))
    }

    /// Whether a goal has two payments to make by ``nextPaymentDay``. Totals count the first of them only. A goal that was not part
    /// of a month closed early still pays on its date, which is settled for the others.
    public var hasLaterPaymentsDue: Bool {
        rows.contains { row in
            guard isDue(row.plan), let second = row.plan.requirement.payments.dropFirst().first,
                second.date <= nextPaymentDay, let later = try? row.plan.laterPayment()
            else { return false }
            return later.date <= nextPaymentDay
        }
    }

    /// The parts of ``plannedTotal`` by the dates of the payments, in order; payments of 0 are left out.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func plannedByDay() throws(MoneyError) -> [DatedTotal] {
        let dates = Set(due.filter { !$0.plan.planned.isZero }.compactMap(\.plan.plannedDate)).sorted()
        return try dates.map { date throws(MoneyError) in try planned(on: date) { $0 == date } }
    }

    /// The part of ``plannedTotal`` that is due by a day.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func planned(by day: CalendarDay) throws(MoneyError) -> DatedTotal {
        try planned(on: day) { $0 <= day }
    }

    private func planned(
        on day: CalendarDay, _ isIncluded: (CalendarDay) -> Bool
    ) throws(MoneyError) -> DatedTotal {
        let rows = due.filter { $0.plan.plannedDate.map(isIncluded) ?? false }
        return DatedTotal(
            date: day, amount: try Money.sum(rows.compactMap(\.plannedDisplay), in: displayCurrency),
            bound: rows.plannedBound(lacksGoals: !unplanned.isEmpty))
    }
}
