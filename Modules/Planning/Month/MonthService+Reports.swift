import Allocation
import ExchangeRates
import Foundation
import Models

// What the steps of a month are reckoned as, and how it stands.

extension MonthService {
    func report(
        _ month: MonthExecution, _ request: MonthlyPlanningService.Request, state: PlanningState
    ) async throws -> MonthReport {
        let isFrozen = !month.isClosed && state.months.frozen(request.convention)?.month == month.month
        // A picture that never changes is not redrawn in another currency.
        let display = month.isClosed ? month.displayCurrency : request.displayCurrency ?? month.displayCurrency
        var request = request
        request.displayCurrency = display
        request.lifecycles = [.active]
        let fundings = state.fundings(for: month)
        let inputs = isFrozen ? try PlanInputs(request, state) : nil
        var needed = inputs?.conversions ?? []
        // A closed month has kept every rate that it was shown with.
        for payment in month.payments where !month.isClosed {
            if month.rate(from: payment.required.currency, to: display) == nil {
                needed.insert(.init(from: payment.required.currency, to: display))
            }
            needed.formUnion(month.conversions(to: payment, fundings[payment.goalID]?.parts ?? []))
        }
        let frozen = try await rates.rates(for: needed, request.call)
        var plan: MonthlyPlanReport?
        if let inputs { plan = try await planning.plan(inputs, rates: frozen) }
        let plans = Dictionary(
            plan?.rows.filter { $0.plan.frozen != nil }.map { ($0.plan.goal.id, $0.plan) } ?? [],
            uniquingKeysWith: { first, _ in first })
        let asks = try month.payments.map { payment in
            let goal = state.book.goals[payment.goalID]
            let contribution =
                try payment.result.map(MonthContribution.init)
                ?? MonthContribution(
                    to: payment, of: goal, in: month, funding: fundings[payment.goalID] ?? GoalFunding(), else: frozen)
            return MonthReport.Ask(
                frozen: FrozenAsk(payment: payment, contribution: contribution), plan: plans[payment.goalID], goal: goal
            )
        }
        let isNewest = month.month == state.months.all.last?.month ?? month.month
        return try MonthReport(
            month, state: month.isClosed ? .closed : .executing, asks: asks, display: display, today: request.today,
            undoUntil: isNewest && request.call.now <= month.undoUntil(grace) ? month.undoUntil(grace) : nil,
            warnings: plan?.warnings ?? [], else: frozen)
    }

    /// What starting the current month now would freeze: what is due by its next payment date.
    func draft(
        _ request: MonthlyPlanningService.Request, state: PlanningState
    ) async throws -> MonthReport {
        var request = request
        request.lifecycles = [.active]
        let inputs = try PlanInputs(request, state)
        var needed = inputs.conversions
        let units = Set(state.book.goals.values.filter { $0.lifecycle == .active }.map(\.currency))
        for asset in Set(state.book.balances.map(\.asset.currency)) {
            // Also of what gives nothing yet: what it gives later counts at the month's rates.
            for unit in units where unit != asset { needed.insert(.init(from: asset, to: unit)) }
        }
        let frozen = try await rates.rates(for: needed, request.call)
        let plan = try await planning.plan(inputs, rates: frozen)
        let wishes = state.wishes()
        let due = plan.rows.map(\.plan).filter {
            request.convention.isDue(start: $0.goal.start, today: request.today)
        }
        var kept = Set(plan.rates)
        for conversion in needed {
            if let rate = (try? frozen.rate(from: conversion.from, to: conversion.to)) ?? nil { kept.insert(rate) }
        }
        let month = MonthExecution(
            month: request.today.month, startedAt: request.call.now, startDay: request.today,
            convention: request.convention.name,
            displayCurrency: plan.displayCurrency,
            payments: try due.map { try MonthExecution.Payment($0, wish: wishes[$0.goal.id]) },
            rates: kept.sorted { ConversionRate.precedes($0, $1) }.map(\.recorded))
        let asks = try zip(due, month.payments).map { plan, payment in
            MonthReport.Ask(
                frozen: FrozenAsk(
                    payment: payment,
                    contribution: try MonthContribution(
                        to: payment, of: plan.goal, in: month, funding: GoalFunding(payment.funding), else: frozen)),
                plan: nil, goal: plan.goal)
        }
        return try MonthReport(
            month, state: .draft, asks: asks, display: plan.displayCurrency, today: request.today, undoUntil: nil,
            warnings: plan.warnings + paidBefore(due, month), else: frozen)
    }

    /// Payments chosen earlier are what is still to be paid, whatever came in before the start.
    private func paidBefore(_ plans: [GoalPlan], _ month: MonthExecution) -> [Warning] {
        zip(plans, month.payments).compactMap { plan, payment in
            guard payment.planned != payment.required, payment.state != .skipped, !plan.requirement.paid.isZero else {
                return nil
            }
            return Warning(
                code: "paidBeforeStart",
                message:
                    "\(plan.requirement.paid) came in for '\(payment.name)' already; the \(payment.planned) that was "
                    + "chosen is taken as what is still to be paid.")
        }
    }
}

extension MonthExecution {
    /// Until when its latest step can be taken back.
    func undoUntil(_ grace: Duration) -> Date {
        (closedAt ?? startedAt).addingTimeInterval(TimeInterval(grace.components.seconds))
    }
}

extension MonthExecution.Payment {
    /// What a goal is to get as its plan stands.
    fileprivate init(_ plan: GoalPlan, wish: MonthlyPlan?) throws(MoneyError) {
        self.init(
            goalID: plan.goal.id, name: plan.goal.name, emoji: plan.goal.emoji,
            date: plan.requirement.payments.first?.date ?? plan.goal.deadline, required: plan.requirement.required,
            requiredBound: plan.requiredBound, state: plan.flexState, custom: try plan.capped(plan.custom),
            adjusted: try plan.capped(wish?.adjusted), funding: plan.progress.funding.recorded)
    }
}
