import Allocation
import ExchangeRates
import Models

import struct Foundation.UUID

/// Computes rows independently of each other, so that they can be spread over the processors.
struct RowCalculator: Sendable {
    let request: MonthlyPlanningService.Request
    let display: Currency
    let rates: FrozenRates
    /// The month whose frozen asks hold.
    let month: MonthExecution?
    let payments: [UUID: MonthExecution.Payment]
    let settledDates: [UUID: CalendarDay]

    struct Input: Sendable {
        let goal: Goal
        let funding: GoalFunding
        let wish: MonthlyPlan?
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
        let progress = GoalCalculationService(rates: rates).progress(of: input.goal, funding: input.funding)
        let frozen = try frozenAsk(input)
        let plan = try GoalPlan(
            progress, convention: request.convention, today: request.today, wish: input.wish, frozen: frozen,
            settledDate: settledDates[input.goal.id])
        var unavailable = progress.unavailable
        unavailable += (frozen?.contribution.unavailable ?? []).filter { !unavailable.contains($0) }
        let rate = displayRate(input.goal, isFrozen: frozen != nil)
        var required: Money?
        do {
            required = try MonthlyPlanReport.convert(plan.requirement.required, to: display, at: rate)
        } catch let gap as RateGap {
            unavailable.append(missing(input.goal, reason: gap.description))
        } catch {
            unavailable.append(missing(input.goal, reason: "\(error)"))
        }
        return MonthlyPlanReport.Row(
            plan: plan, requiredDisplay: required, displayCurrency: display, displayRate: rate,
            unavailable: unavailable)
    }

    /// What the month froze for the goal, unless its currency was changed since.
    private func frozenAsk(_ input: Input) throws(MoneyError) -> FrozenAsk? {
        guard let month, let payment = payments[input.goal.id], input.goal.lifecycle == .active,
            payment.required.currency == input.goal.currency
        else { return nil }
        return FrozenAsk(
            payment: payment,
            contribution: try MonthContribution(
                to: payment, of: input.goal, in: month, funding: input.funding, else: rates))
    }

    private func displayRate(_ goal: Goal, isFrozen: Bool) -> Result<ConversionRate?, RateGap> {
        do {
            if isFrozen, let month { return .success(try month.rate(from: goal.currency, to: display, else: rates)) }
            return .success(try rates.rate(from: goal.currency, to: display))
        } catch {
            return .failure(error)
        }
    }

    private func missing(_ goal: Goal, reason: String) -> Unavailable {
        Unavailable(item: "\(goal.name) in \(display)", reason: reason)
    }
}
