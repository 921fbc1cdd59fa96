import Allocation
import ExchangeRates
import Foundation
import Models

// What the steps of a month are made of, and how it stands.

extension MonthService {
    func report(
        _ month: MonthExecution, _ request: MonthlyPlanningService.Request, state: PlanningState
    ) async throws -> MonthReport {
        let isInProgress = !month.isClosed && state.months.inProgress(request.convention)?.month == month.month
        // A picture that never changes is not redrawn in another currency.
        let display = month.isClosed ? month.displayCurrency : request.displayCurrency ?? month.displayCurrency
        var request = request
        request.displayCurrency = display
        request.lifecycles = [.active]
        let fundings = state.fundings(for: month)
        let inputs = isInProgress ? try PlanInputs(request, state) : nil
        var needed = inputs?.conversions ?? []
        // A closed month has kept every rate that it was shown with.
        for payment in month.payments where !month.isClosed {
            if month.rate(from: payment.required.currency, to: display) == nil {
                needed.insert(.init(from: payment.required.currency, to: display))
            }
        }
        let frozen = try await rates.rates(for: needed, keeping: state.snapshot.sourceRates, request.call)
        var plan: MonthlyPlanReport?
        if let inputs { plan = try await planning.plan(inputs, rates: frozen) }
        let plans = Dictionary(
            plan?.rows.filter { $0.plan.frozen != nil }.map { ($0.plan.goal.id, $0.plan) } ?? [],
            uniquingKeysWith: { first, _ in first })
        let parts = try month.payments.map { payment in
            let contribution =
                try payment.result.map(MonthContribution.init)
                ?? MonthContribution(
                    to: payment, in: month, funding: fundings[payment.goalID] ?? GoalFunding())
            return MonthReport.Part(
                payment: payment, contribution: contribution, plan: plans[payment.goalID],
                goal: state.snapshot.goals[payment.goalID])
        }
        let isNewest = month.month == state.months.all.last?.month ?? month.month
        let until = undoUntil(month, call: request.call)
        return try MonthReport(
            month, state: month.isClosed ? .closed : .executing, parts: parts, plans: plan, display: display,
            today: request.today, undoUntil: isNewest && request.call.now <= until ? until : nil,
            warnings: plan?.warnings ?? [],
            else: frozen)
    }

    /// What starting the next month now would freeze: what is due by its payment day, and the goals left out because nothing
    /// can be frozen for them (MO1).
    func draft(
        _ request: MonthlyPlanningService.Request, state: PlanningState
    ) async throws -> (report: MonthReport, leftOut: [String]) {
        var request = request
        request.lifecycles = [.active]
        let inputs = try PlanInputs(request, state)
        var needed = inputs.conversions
        let units = Set(state.snapshot.goals.values.filter { $0.lifecycle == .active }.map(\.currency))
        for asset in Set(state.snapshot.balances.map(\.asset.currency)) {
            // Also of what gives nothing yet: what it gives later counts at the month's rates.
            for unit in units where unit != asset { needed.insert(.init(from: asset, to: unit)) }
        }
        let frozen = try await rates.rates(for: needed, keeping: state.snapshot.sourceRates, request.call)
        let plan = try await planning.plan(inputs, rates: frozen)
        let due = plan.rows.map(\.plan).filter { plan.isDue($0) && !$0.progress.isAchieved }
        let known = due.filter { $0.requiredBound == nil }
        var kept = Set(plan.rates)
        for conversion in needed {
            if let rate = try? frozen.conversion(from: conversion.from, to: conversion.to).rate { kept.insert(rate) }
        }
        let month = MonthExecution(
            month: state.months.next, startedAt: request.call.now, startDay: request.today,
            window: state.months.windowOfNext, convention: request.convention.name,
            displayCurrency: plan.displayCurrency, payments: try known.map(MonthExecution.GoalPayment.init),
            rates: kept.sorted { ConversionRate.precedes($0, $1) }.map(\.recorded))
        let parts = try zip(known, month.payments).map { plan, payment in
            MonthReport.Part(
                payment: payment,
                contribution: try MonthContribution(
                    to: payment, in: month, funding: inputs.fundings[payment.goalID] ?? GoalFunding()),
                plan: plan, goal: plan.goal)
        }
        let leftOut = due.filter { $0.requiredBound != nil }.map(\.goal.name)
        let report = try MonthReport(
            month, state: .draft, parts: parts, plans: plan, display: plan.displayCurrency, today: request.today,
            undoUntil: nil, warnings: plan.warnings + warnings(leftOut: leftOut, of: month.month), else: frozen)
        return (report, leftOut)
    }

    private func warnings(leftOut goals: [String], of month: CalendarMonth) -> [Warning] {
        guard !goals.isEmpty else { return [] }
        let names = goals.map { "'\($0)'" }.joined(separator: ", ")
        return [
            Warning(
                code: "goalsLeftOut",
                message: "\(month) leaves out \(names): part of what they have is not known, so nothing can be fixed.")
        ]
    }

    /// Until when the latest step of a month can be undone: for the grace, a closing until the end of the month's last
    /// day, and a month that lies beyond the next one at any time, since a clock was wrong then.
    func undoUntil(_ month: MonthExecution, call: Call) -> Date {
        month.undoUntil(grace, today: call.today, secondsFromUTC: call.zone.secondsFromGMT(for: call.now))
    }
}

extension MonthExecution {
    func undoUntil(_ grace: Duration, today: CalendarDay, secondsFromUTC: Int) -> Date {
        if month > today.month.adding(months: 1) { return .distantFuture }
        let until = (closedAt ?? startedAt).addingTimeInterval(TimeInterval(grace.components.seconds))
        guard isClosed else { return until }
        let dayAfter = end.adding(days: 1).startInUTC.addingTimeInterval(-TimeInterval(secondsFromUTC))
        return max(until, dayAfter.addingTimeInterval(-0.001))
    }
}

extension MonthExecution.GoalPayment {
    /// What a goal is to get as its plan stands.
    fileprivate init(_ plan: GoalPlan) throws(MoneyError) {
        self.init(
            goalID: plan.goal.id, name: plan.goal.name, emoji: plan.goal.emoji,
            date: plan.firstDate, required: plan.requirement.required, level: plan.requirement.level,
            planned: plan.isDecided ? plan.planned : nil, state: plan.flexState, custom: plan.custom,
            adjusted: plan.adjusted, funding: plan.progress.funding.recorded,
            startOffsets: try plan.progress.funding.startOffsets)
    }
}
