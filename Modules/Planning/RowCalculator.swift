import Allocation
import ExchangeRates
import Models

import struct Foundation.UUID

/// Computes rows independently of each other, so that they can be spread over the processors.
struct RowCalculator: Sendable {
    let request: MonthlyPlanningService.Request
    let display: Currency
    let rates: FrozenRates
    let months: StartedMonths
    /// The month in progress, unless everything is calculated anew.
    let month: MonthExecution?
    /// The month in progress when everything is calculated anew: what was contributed in it counts.
    let besides: MonthExecution?
    let payments: [UUID: MonthExecution.GoalPayment]

    struct Input: Sendable {
        let goal: Goal
        let funding: GoalFunding
        let decisions: [MonthlyPlan]
    }

    /// A goal's row, or why there is none (R6).
    struct Outcome: Sendable {
        var row: MonthlyPlanReport.Row?
        var failure: Unavailable?
    }

    /// The outcomes in the order of the inputs.
    func outcomes(_ inputs: [Input]) async -> [Outcome] {
        let chunkSize = 500
        let starts = Array(stride(from: 0, to: inputs.count, by: chunkSize))
        return await withTaskGroup(of: (Int, [Outcome]).self) { group in
            for start in starts {
                group.addTask {
                    (start, inputs[start..<min(start + chunkSize, inputs.count)].map(outcome))
                }
            }
            var chunks: [Int: [Outcome]] = [:]
            for await (start, outcomes) in group { chunks[start] = outcomes }
            return starts.flatMap { chunks[$0] ?? [] }
        }
    }

    private func outcome(_ input: Input) -> Outcome {
        do {
            return Outcome(row: try row(input))
        } catch {
            return Outcome(failure: Unavailable(item: input.goal.name, reason: error.description))
        }
    }

    private func row(_ input: Input) throws(MoneyError) -> MonthlyPlanReport.Row {
        let progress =
            try GoalProgress(ended: input.goal)
            ?? GoalCalculationService(rates: rates).progress(of: input.goal, funding: input.funding)
        let frozen = try frozenPayment(input, in: month)
        let plan = try GoalPlan(
            progress,
            GoalPlan.Terms(
                convention: request.convention, today: request.today, decisions: input.decisions, months: months,
                frozen: frozen, besides: try frozenPayment(input, in: besides)))
        var unavailable = progress.unavailable
        unavailable += (frozen?.contribution.unavailable ?? []).filter { !unavailable.contains($0) }
        let conversion = displayConversion(input.goal, isFrozen: frozen != nil)
        let amounts = [plan.requirement.required, plan.planned]
        var converted: [Money?] = [nil, nil]
        do {
            converted = try amounts.map { try MonthlyPlanReport.convert($0, to: display, at: conversion) }
        } catch let gap as RateGap {
            unavailable.append(missing(input.goal, reason: gap.description))
            // An amount of 0 needs no rate.
            converted = amounts.map { $0.isZero ? .zero(display) : nil }
        } catch {
            unavailable.append(missing(input.goal, reason: "\(error)"))
        }
        return MonthlyPlanReport.Row(
            plan: plan, requiredDisplay: converted[0], plannedDisplay: converted[1], displayCurrency: display,
            displayConversion: conversion, unavailable: unavailable)
    }

    /// The payment that a month froze for the goal, unless its currency was changed since.
    private func frozenPayment(_ input: Input, in month: MonthExecution?) throws(MoneyError) -> FrozenPayment? {
        guard let month, let payment = payments[input.goal.id], payment.result == nil,
            input.goal.lifecycle == .active, payment.required.currency == input.goal.currency
        else { return nil }
        return FrozenPayment(
            payment: payment,
            contribution: try MonthContribution(to: payment, in: month, funding: input.funding),
            month: month.month)
    }

    private func displayConversion(_ goal: Goal, isFrozen: Bool) -> Result<Conversion, RateGap> {
        do {
            if isFrozen, let month {
                return .success(try month.conversion(from: goal.currency, to: display, else: rates))
            }
            return .success(try rates.conversion(from: goal.currency, to: display))
        } catch {
            return .failure(error)
        }
    }

    private func missing(_ goal: Goal, reason: String) -> Unavailable {
        Unavailable(item: "\(goal.name) in \(display)", reason: reason)
    }
}
