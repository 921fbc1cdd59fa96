import Allocation
import ExchangeRates
public import Models

import struct Foundation.UUID

/// Finds the least level budget that reaches all goals in time, and what to change when there is less.
///
/// Works on the remainders of the active goals of a report in its display currency, rounded up. Whether a goal is protected
/// or skipped this month plays no part.
public struct BudgetPlanner: Sendable {
    struct Item: Sendable {
        let row: MonthlyPlanReport.Row
        var deadline: CalendarDay
        var dates: DeadlineSchedule.Dates
        var remaining: Int128
    }

    /// Sums stay within 128 bits below it.
    static let largestTotal: Int128 = 10_000_000_000_000_000_000_000_000_000_000_000_000

    let report: MonthlyPlanReport
    let calendar: BudgetCalendar
    /// In the order of their deadlines.
    let items: [Item]
    let unavailable: [Unavailable]

    /// A planner for the goals of a report.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` when the sum of the remainders is more than 10^37 minor units.
    public init(_ report: MonthlyPlanReport) throws(MoneyError) {
        let calendar = BudgetCalendar(convention: report.convention, today: report.today)
        var items: [Item] = []
        var unavailable = report.unplanned
        var total: Int128 = 0
        for row in report.rows where row.plan.goal.lifecycle == .active {
            let remaining: Int128
            unavailable += row.plan.progress.unavailable
            do {
                remaining = try row.inDisplayCurrency(row.plan.progress.remaining).minorUnits(.up)
            } catch {
                let reason = (error as? RateGap)?.reason ?? "\(error)"
                unavailable.append(
                    Unavailable(item: "\(row.plan.goal.name) in \(report.displayCurrency)", reason: reason))
                continue
            }
            guard remaining > 0 else { continue }
            guard remaining <= BudgetPlanner.largestTotal - total else { throw .tooLarge(report.displayCurrency) }
            total += remaining
            let (goal, settled) = (row.plan.goal, row.plan.settledThrough)
            let dates = calendar.dates(start: goal.start, deadline: goal.deadline, settledThrough: settled)
            items.append(Item(row: row, deadline: goal.deadline, dates: dates, remaining: remaining))
        }
        self.report = report
        self.calendar = calendar
        self.items = items.sorted { $0.row.plan.goal.precedesInTies($1.row.plan.goal) }
        self.unavailable = unavailable
    }

    /// What a budget does; nil stands for the least one that meets every deadline.
    ///
    /// - Throws: ``BudgetError``, ``MoneyError/tooLarge(_:)``.
    public func plan(_ budget: Money? = nil) throws -> BudgetPlan {
        let schedule = schedule(items)
        let minimum = schedule.minimum
        let units = try budget.map(units) ?? minimum
        let parts = schedule.payments(units)
        let paid = Dictionary(grouping: parts, by: \.need).mapValues { $0.reduce(0) { $0 + $1.amount } }
        let failing = items.indices.filter { paid[$0] ?? 0 < items[$0].remaining }
        let display = report.displayCurrency
        let payments = try parts.compactMap { part in calendar.date(of: part.slot).map { (date: $0, part: part) } }
            .sorted { ($0.date, $0.part.need) < ($1.date, $1.part.need) }
            .map { date, part in
                BudgetPlan.DatedPayment(
                    date: date, goal: items[part.need].row.plan.goal,
                    amount: try Money(minorUnits: part.amount, display))
            }
        return BudgetPlan(
            today: report.today, minimum: try Money(minorUnits: minimum, display),
            budget: try Money(minorUnits: units, display), isFeasible: failing.isEmpty, payments: payments,
            firstPayments: try firstPayments(parts), deadlines: try newDeadlines(failing, units),
            targets: try newTargets(failing, paid, units), unavailable: unavailable, minimumBound: minimumBound)
    }

    /// What goals that are due by the next payment day get on their own first date, in their own currency.
    private func firstPayments(_ parts: [DeadlineSchedule.Part]) throws -> [UUID: Money] {
        var first: [Int: Int128] = [:]
        for part in parts where part.slot == items[part.need].dates.first {
            first[part.need, default: 0] += part.amount
        }
        var payments: [UUID: Money] = [:]
        for (index, item) in items.enumerated() {
            guard let date = calendar.date(of: item.dates.first), date <= report.nextPaymentDay else { continue }
            let amount = first[index] ?? 0
            payments[item.row.plan.goal.id] =
                amount == item.remaining
                ? item.row.plan.progress.remaining
                : try item.row.inGoalCurrency(Money(minorUnits: amount, report.displayCurrency))
        }
        return payments
    }

    private func units(_ budget: Money) throws -> Int128 {
        guard budget.currency == report.displayCurrency else {
            throw BudgetError.otherCurrency(budget, display: report.displayCurrency)
        }
        guard !budget.isNegative else { throw BudgetError.negative(budget) }
        guard budget.isWholeMinorUnits else { throw BudgetError.tooPrecise(budget) }
        return try budget.minorUnits(.down)
    }

    /// Goals that are left out make it a lower bound, savings that are not fully known an upper one.
    var minimumBound: Bound? {
        let counted = Set(items.map(\.row.plan.goal.id))
        let active = report.rows.filter { $0.plan.goal.lifecycle == .active }
        let lacksGoals =
            !report.unplanned.isEmpty
            || active.contains { !counted.contains($0.plan.goal.id) && !$0.plan.progress.remaining.isZero }
        let bounds = Set(items.compactMap(\.row.plan.progress.remainingBound))
        let usesFallback = items.contains { $0.row.displayState == .fallback }
        return Bound.ofSum(bounds, isPartial: lacksGoals, isDoubtful: usesFallback)
    }

    private func schedule(_ items: [Item]) -> DeadlineSchedule {
        DeadlineSchedule(items.map { .init(amount: $0.remaining, dates: $0.dates) })
    }
}

// MARK: - Suggestions

extension BudgetPlanner {
    /// For each goal that the budget fails the earliest deadline with which it, the goals that do not fail, and those moved
    /// before it are reached.
    private func newDeadlines(_ failing: [Int], _ budget: Int128) throws -> [BudgetPlan.NewDeadline] {
        guard !failing.isEmpty else { return [] }
        var moved = items
        for index in failing { moved[index].remaining = 0 }
        var suggestions: [BudgetPlan.NewDeadline] = []
        for index in failing {
            var item = items[index]
            let plan = item.row.plan
            let first = calendar.firstPlace(start: plan.goal.start, settledThrough: plan.settledThrough)
            let earliest = max(first, calendar.placeOfDeadline(after: item.deadline))
            let needed = schedule(moved).earliestEnd(of: item.remaining, from: first, budget)
            let place = needed.map { max(Int128(earliest), $0) }.flatMap { Int(exactly: $0) }
            let deadline = place.flatMap { calendar.deadline(through: $0, after: item.deadline) }
            suggestions.append(BudgetPlan.NewDeadline(goal: plan.goal, deadline: deadline))
            guard let deadline else { continue }
            item.deadline = deadline
            item.dates = calendar.dates(
                start: plan.goal.start, deadline: deadline, settledThrough: plan.settledThrough)
            moved[index] = item
        }
        try check(moved, budget, kind: "deadlines")
        return suggestions
    }

    /// For each goal that the budget fails the target that is reached with what it gets.
    private func newTargets(
        _ failing: [Int], _ paid: [Int: Int128], _ budget: Int128
    ) throws -> [BudgetPlan.NewTarget] {
        guard !failing.isEmpty else { return [] }
        var changed = items
        var suggestions: [BudgetPlan.NewTarget] = []
        for index in failing {
            let row = items[index].row
            let remaining = try row.inGoalCurrency(Money(minorUnits: paid[index] ?? 0, report.displayCurrency))
            let target = try row.plan.progress.saved.adding(remaining)
            suggestions.append(BudgetPlan.NewTarget(goal: row.plan.goal, target: target.isPositive ? target : nil))
            changed[index].remaining = try row.inDisplayCurrency(remaining).minorUnits(.up)
        }
        try check(changed, budget, kind: "targets")
        return suggestions
    }

    private func check(_ items: [Item], _ budget: Int128, kind: String) throws {
        let order = items.sorted { $0.deadline < $1.deadline }
        guard schedule(order).isFeasible(budget) else { throw BudgetError.suggestionFails(kind: kind) }
    }
}

extension DeadlineSchedule.Dates {
    /// The first of the dates.
    var first: DeadlineSchedule.Slot {
        switch self {
        case .paymentDays(let places): .paymentDay(places.lowerBound)
        case .other(let day): .other(day)
        }
    }
}
