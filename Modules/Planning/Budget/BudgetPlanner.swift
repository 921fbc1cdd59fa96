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
        var remaining: Int128
    }

    /// Sums stay within 128 bits below it.
    private static let largestTotal: Int128 = 10_000_000_000_000_000_000_000_000_000_000_000_000

    let report: MonthlyPlanReport
    /// In the order of their deadlines.
    let items: [Item]
    let unavailable: [Unavailable]

    /// A planner for the goals of a report.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` when the remainders come to more than 10^37 minor units.
    public init(_ report: MonthlyPlanReport) throws(MoneyError) {
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
            items.append(Item(row: row, deadline: row.plan.goal.deadline, remaining: remaining))
        }
        self.report = report
        self.items = items.sorted { $0.row.plan.goal.precedesInTies($1.row.plan.goal) }
        self.unavailable = unavailable
    }

    /// What a budget does; nil stands for the least one that meets every deadline.
    ///
    /// - Throws: ``BudgetError``, ``MoneyError/tooLarge(_:)``.
    public func plan(_ budget: Money? = nil) throws -> BudgetPlan {
        let calendar = calendar(items)
        let schedule = schedule(items, calendar)
        let minimum = schedule.minimum ?? 0
        let units = try budget.map(units) ?? minimum
        let isFeasible = units >= minimum
        let parts = schedule.payments(units, limit: calendar.length)
        let display = report.displayCurrency
        var payments: [BudgetPlan.Payment] = []
        for part in parts {
            guard let date = calendar.date(part.date) else { break }
            payments.append(
                BudgetPlan.Payment(
                    date: date, goal: items[part.need].row.plan.goal,
                    amount: try Money(minorUnits: part.amount, display)))
        }
        return BudgetPlan(
            today: report.today, minimum: try Money(minorUnits: minimum, display),
            budget: try Money(minorUnits: units, display), isFeasible: isFeasible, payments: payments,
            firstPayments: try firstPayments(parts),
            deadlines: isFeasible ? [] : try newDeadlines(units, calendar),
            targets: isFeasible ? [] : try newTargets(units, calendar), unavailable: unavailable,
            minimumBound: minimumBound)
    }

    private func firstPayments(_ parts: [DeadlineSchedule.Part]) throws -> [UUID: Money] {
        var payments: [UUID: Money] = [:]
        for item in items { payments[item.row.plan.goal.id] = .zero(item.row.plan.goal.currency) }
        for part in parts.prefix(while: { $0.date == 0 }) {
            let item = items[part.need]
            let amount = try Money(minorUnits: part.amount, report.displayCurrency)
            payments[item.row.plan.goal.id] =
                part.amount == item.remaining ? item.row.plan.progress.remaining : try item.row.inGoalCurrency(amount)
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
        return Bound.ofSum(bounds, lacksAsks: lacksGoals, isDoubtful: usesFallback)
    }

    func calendar(_ items: [Item]) -> BudgetCalendar {
        BudgetCalendar(
            convention: report.convention, today: report.today,
            deadlines: items.lazy.filter { $0.remaining > 0 }.map(\.deadline))
    }

    private func schedule(_ items: [Item], _ calendar: BudgetCalendar) -> DeadlineSchedule {
        DeadlineSchedule(
            items.map { DeadlineSchedule.Need(amount: $0.remaining, dates: calendar.count(until: $0.deadline)) })
    }
}

// MARK: - Suggestions

extension BudgetPlanner {
    /// For each goal that the budget fails the date on which it would be reached.
    private func newDeadlines(_ budget: Int128, _ calendar: BudgetCalendar) throws -> [BudgetPlan.NewDeadline] {
        var changed = items
        let needed = schedule(items, calendar).datesNeeded(budget)
        var suggestions: [BudgetPlan.NewDeadline] = []
        for (index, item) in items.enumerated() {
            let needed = needed[index].flatMap { Int(exactly: $0) } ?? .max
            guard needed > calendar.count(until: item.deadline) else { continue }
            let deadline = needed == .max ? nil : calendar.deadline(withDates: needed)
            suggestions.append(BudgetPlan.NewDeadline(goal: item.row.plan.goal, deadline: deadline))
            if let deadline { changed[index].deadline = deadline }
        }
        guard suggestions.allSatisfy({ $0.deadline != nil }) else { return suggestions }
        let after = self.calendar(changed)
        if after != calendar {
            // Nothing is due before the first payment day any more, so today is no date either.
            return try newDeadlines(budget, after)
        }
        try check(changed, after, budget, kind: "deadlines")
        return suggestions
    }

    /// For each goal that the budget fails the target for which it suffices, as much as the earlier ones leave.
    private func newTargets(_ budget: Int128, _ calendar: BudgetCalendar) throws -> [BudgetPlan.NewTarget] {
        var changed = items
        let affordable = schedule(items, calendar).affordable(budget)
        var suggestions: [BudgetPlan.NewTarget] = []
        for (index, item) in items.enumerated() where affordable[index] < item.remaining {
            let row = item.row
            let goal = row.plan.goal
            let remaining = try row.inGoalCurrency(Money(minorUnits: affordable[index], report.displayCurrency))
            let target = try row.plan.progress.saved.adding(remaining)
            suggestions.append(BudgetPlan.NewTarget(goal: goal, target: target.isPositive ? target : nil))
            changed[index].remaining = try row.inDisplayCurrency(remaining).minorUnits(.up)
        }
        let after = self.calendar(changed)
        if after != calendar { return try newTargets(budget, after) }
        try check(changed, after, budget, kind: "targets")
        return suggestions
    }

    private func check(_ items: [Item], _ calendar: BudgetCalendar, _ budget: Int128, kind: String) throws {
        let order = items.sorted { $0.deadline < $1.deadline }
        guard schedule(order, calendar).isFeasible(budget) else { throw BudgetError.suggestionFails(kind: kind) }
    }
}
