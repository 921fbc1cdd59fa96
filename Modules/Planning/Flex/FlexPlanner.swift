import Allocation
import ExchangeRates
import FlexAdjustment
import Models

/// Changes the payments of a month's plan and says what that does to every goal: turns the plan into amounts for
/// ``FlexAdjustmentService``, and its answer into payments in the goals' currencies.
///
/// Made once for a report, so that a slider can try many plans of it.
public struct FlexPlanner: Sendable {
    private struct Entry: Sendable {
        let row: MonthlyPlanReport.Row
        let goal: FlexGoal
        /// What is required in the goal's own currency.
        let required: Money
        let dates: [CalendarDay]

        /// The date of the last payment of the plan; nil where an amount chosen by hand stands for the required one.
        var finishAsPlanned: CalendarDay? { row.plan.custom == nil ? row.plan.lastPayment : nil }
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
                entries.append(try FlexPlanner.entry(row))
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
        let service = try FlexAdjustmentService(goals, in: report.displayCurrency, bounds: request.bounds)
        let adjusted: AdjustedPayments =
            switch request.target {
            case .factor(let factor, let redistributesSkipped):
                try service.adjust(
                    by: factor, redistributingSkipped: redistributesSkipped, strategy: request.strategy)
            case .budget(let budget): try service.adjust(to: budget, strategy: request.strategy)
            }
        var rows: [FlexPlan.Row] = []
        rows.reserveCapacity(goals.count)
        for (entry, payment) in zip(entries, adjusted.payments) { rows.append(try row(entry, payment)) }
        return FlexPlan(
            request: request, today: report.today, totalRequired: adjusted.required, totalTarget: adjusted.target,
            totalAdjusted: adjusted.total, unplaced: adjusted.unplaced, shortfall: adjusted.shortfall,
            isBelowFloor: adjusted.isBelowFloor, rows: rows, unavailable: unavailable, totalBound: totalBound(goals))
    }

    private static func entry(_ row: MonthlyPlanReport.Row) throws -> Entry {
        let plan = row.plan
        let remaining = plan.progress.remaining
        // The rest of an amount chosen by hand stands for the required one, also when it is nothing.
        let required = try plan.custom?.capped(at: remaining) ?? plan.requirement.required
        let dates = plan.requirement.payments.map(\.date)
        let goal = FlexGoal(
            id: plan.goal.id, name: plan.goal.name, deadline: plan.goal.deadline, state: plan.flexState,
            required: try row.inDisplayCurrency(required).minorUnits(.up),
            remaining: try row.inDisplayCurrency(remaining).minorUnits(.up),
            level: try row.inDisplayCurrency(plan.requirement.level).minorUnits(.up), paymentsLeft: max(1, dates.count),
            progress: plan.progress.progress)
        let largest = max(goal.remaining, goal.level)
        guard largest <= FlexProblem.largestAmount else {
            throw FlexError.amountTooLarge(goal: goal.name, largest)
        }
        return Entry(row: row, goal: goal, required: required, dates: dates)
    }

    private func row(_ entry: Entry, _ payment: AdjustedPayments.AdjustedPayment) throws -> FlexPlan.Row {
        let impact = payment.impact
        let asPlanned = payment.change.isZero ? entry.finishAsPlanned : nil
        return FlexPlan.Row(
            plan: entry.row.plan, state: payment.goal.state, required: payment.required, adjusted: payment.amount,
            payment: payment.change.isZero ? entry.required : try entry.row.inGoalCurrency(payment.amount),
            change: payment.change,
            changeRatio: Ratio(try payment.change.minorUnits(.down), over: payment.goal.required) ?? .zero,
            nextRequired: payment.nextRequired,
            level: try Money(minorUnits: payment.goal.level, report.displayCurrency),
            delay: asPlanned == nil ? impact.delay : 0,
            projectedFinish: payment.goal.remaining == 0
                ? report.today
                : asPlanned ?? report.convention.date(ofPayment: impact.finishingPayment, dates: entry.dates)
                    ?? report.today,
            risk: impact.risk)
    }

    /// Goals that are left out make totals lower bounds, savings that are not fully known upper ones.
    private func totalBound(_ goals: [FlexGoal]) -> Bound? {
        let counted = zip(entries, goals).filter { $0.1.state != .skipped }.map(\.0.row)
        let lacksGoals =
            !report.unplanned.isEmpty
            || report.rows.count { report.isDue($0.plan) } > entries.count
        let bounds = Set(counted.compactMap(\.plan.requiredBound))
        let usesFallback = counted.contains { $0.displayState == .fallback }
        return Bound.ofSum(bounds, isPartial: lacksGoals, isDoubtful: usesFallback)
    }
}
