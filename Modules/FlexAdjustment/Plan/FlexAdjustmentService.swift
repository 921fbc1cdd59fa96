import Allocation
import ExchangeRates
import Models
public import Planning

/// Changes the payments of a month and says what that does to every goal.
///
/// Made once for a report, so that a slider can ask for many plans of it.
public struct FlexAdjustmentService: Sendable {
    private struct Entry: Sendable {
        let row: MonthlyPlanReport.Row
        let goal: FlexGoal
        /// What the goal asks for in its own currency.
        let ask: Money
        let dates: [CalendarDay]
    }

    private let report: MonthlyPlanReport
    private let entries: [Entry]
    private let unavailable: [Unavailable]

    /// A service for the active goals of a report. Goals that cannot be counted in the display currency are left out and
    /// listed in the plans.
    public init(_ report: MonthlyPlanReport) {
        var entries: [Entry] = []
        var unavailable = report.unplanned
        for row in report.rows where report.isDue(row.plan) {
            unavailable += row.plan.progress.unavailable
            do {
                entries.append(try FlexAdjustmentService.entry(row))
            } catch {
                let reason = (error as? RateGap)?.reason ?? "\(error)"
                unavailable.append(
                    Unavailable(item: "\(row.plan.goal.name) in \(report.displayCurrency)", reason: reason))
            }
        }
        self.report = report
        self.entries = entries
        self.unavailable = unavailable
    }

    /// The month as a request wants it.
    ///
    /// - Throws: ``FlexError`` when the request cannot be used, ``MoneyError/tooLarge(_:)``.
    public func plan(_ request: FlexRequest) throws -> FlexPlan {
        let goals = entries.map { entry in
            request.states[entry.goal.id].map(entry.goal.with) ?? entry.goal
        }
        let problem = try FlexProblem(goals: goals, bounds: request.bounds)
        let solution = try FlexSolver.solve(problem, target: target(request.target), strategy: request.strategy)
        var rows: [FlexPlan.Row] = []
        rows.reserveCapacity(goals.count)
        for (index, amount) in solution.amounts.enumerated() {
            rows.append(try row(entries[index], goals[index], amount))
        }
        return FlexPlan(
            request: request, today: report.today,
            totalRequired: try money(problem.protectedTotal + problem.flexibleTotal),
            totalTarget: try money(solution.total), totalAdjusted: try money(solution.amounts.reduce(0, +)),
            unplaced: try money(solution.unplaced), shortfall: try money(solution.shortfall),
            isBelowFloor: solution.isBelowFloor, rows: rows, unavailable: unavailable, totalBound: totalBound(goals))
    }

    private static func entry(_ row: MonthlyPlanReport.Row) throws -> Entry {
        let plan = row.plan
        let remaining = plan.progress.remaining
        // What is left of an amount chosen by hand stands for what is required.
        let custom = plan.custom.flatMap { $0.isZero ? nil : $0 }
        let ask = try custom.map { try remaining.isLess(than: $0) ? remaining : $0 } ?? plan.requirement.required
        let dates = plan.requirement.payments.map(\.date)
        let goal = FlexGoal(
            id: plan.goal.id, name: plan.goal.name, deadline: plan.goal.deadline, state: plan.flexState,
            required: try row.inDisplayCurrency(ask).minorUnits(.up),
            remaining: try row.inDisplayCurrency(remaining).minorUnits(.up), paymentsLeft: max(1, dates.count),
            progress: plan.progress.progress)
        guard goal.remaining <= FlexProblem.largestAmount else {
            throw FlexError.amountTooLarge(goal: goal.name, goal.remaining)
        }
        return Entry(row: row, goal: goal, ask: ask, dates: dates)
    }

    private func target(_ target: FlexRequest.Target) throws -> FlexTarget {
        switch target {
        case .factor(let factor, let redistributesSkipped):
            return .factor(factor, redistributingSkipped: redistributesSkipped)
        case .budget(let budget):
            guard budget.currency == report.displayCurrency else {
                throw FlexError.budgetCurrency(budget, display: report.displayCurrency)
            }
            guard !budget.isNegative else { throw FlexError.negativeBudget(budget) }
            guard budget.isWholeMinorUnits else { throw FlexError.budgetTooPrecise(budget) }
            return .budget(try budget.minorUnits(.down))
        }
    }

    private func row(_ entry: Entry, _ goal: FlexGoal, _ amount: Int128) throws -> FlexPlan.Row {
        let impact = FlexImpact(of: amount, on: goal)
        let change = amount - goal.required
        let adjusted = try money(amount)
        let isReached = goal.remaining == 0
        return FlexPlan.Row(
            plan: entry.row.plan, state: goal.state, required: try money(goal.required), adjusted: adjusted,
            payment: change == 0 ? entry.ask : try entry.row.inGoalCurrency(adjusted), change: try money(change),
            changeRatio: Ratio(change, over: goal.required) ?? .zero,
            nextRequired: try impact.nextRequired.map(money), delay: impact.delay,
            projectedFinish: isReached
                ? report.today
                : report.convention.date(ofPayment: impact.finishingPayment, dates: entry.dates) ?? report.today,
            risk: impact.risk)
    }

    private func money(_ units: Int128) throws(MoneyError) -> Money {
        try Money(minorUnits: units, report.displayCurrency)
    }

    /// Goals that are left out make totals lower bounds, savings that are not fully known upper ones.
    private func totalBound(_ goals: [FlexGoal]) -> Bound? {
        let counted = zip(entries, goals).filter { $0.1.state != .skipped }.map(\.0.row)
        let lacksGoals =
            !report.unplanned.isEmpty
            || report.rows.count { report.isDue($0.plan) } > entries.count
        let bounds = Set(counted.compactMap(\.plan.requiredBound))
        let usesFallback = counted.contains { $0.displayState == .fallback }
        return Bound.ofSum(bounds, lacksAsks: lacksGoals, isDoubtful: usesFallback)
    }
}
