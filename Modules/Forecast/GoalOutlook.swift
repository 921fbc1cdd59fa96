import Allocation
import ExchangeRates
import Models
import Planning

import struct Foundation.UUID

/// A goal with everything that its possible futures are simulated from.
struct GoalOutlook: Sendable {
    let plan: GoalPlan
    let history: GoalHistory
    /// The present value of each currency, or asset with prices, that the goal has, in the goal's currency, as far as it is known.
    let values: [RiskFactor: Ratio]
    let model: PriceModel

    var goal: Goal { plan.goal }
    private var currency: Currency { goal.currency }

    /// - Parameters:
    ///   - days: the rates of each day, in order.
    ///   - today: today's rates.
    ///   - prices: those of assets whose value moves.
    /// - Throws: ``ForecastError``.
    init(
        _ plan: GoalPlan, _ history: GoalHistory, days: [(day: CalendarDay, rates: FrozenRates)], today: FrozenRates,
        prices: [UUID: [AssetPrice]], given: PriceAssumptions
    ) throws(ForecastError) {
        self.plan = plan
        self.history = history
        var values: [RiskFactor: Ratio] = [:]
        for part in plan.progress.funding where part.amount.isPositive {
            let currency = part.amount.currency
            guard let factor = try? today.conversion(from: currency, to: plan.goal.currency).factor else { continue }
            values[part.factor] = (values[part.factor] ?? .zero) + part.amount.ratio * factor
        }
        self.values = values
        let target = plan.goal.currency
        let priced = Set(values.keys).union(history.shares.map(\.factor)).subtracting([RiskFactor(target)])
        let rates = days.suffix(PriceModel.days + 1)
        let series = priced.sorted(by: RiskFactor.precedes).map { factor in
            factor.assetID.map { PriceSeries(of: factor, prices[$0] ?? [], in: target, Array(rates)) }
                ?? PriceSeries(of: factor.currency, in: target, Array(rates))
        }
        model = try PriceModel(series, in: target, given: given)
    }

    /// The part of each payment that goes into each factor: as contributions did, else into the currency of the goal.
    var shares: [(factor: RiskFactor, share: Ratio)] {
        history.shares.isEmpty ? [(RiskFactor(currency), .one)] : history.shares
    }

    /// Whether no price moves, so that everything can be computed exactly.
    var isCertain: Bool { model.risks.allSatisfy { $0.volatility == 0 } }

    /// A simulation of payments from today on.
    ///
    /// - Throws: ``ForecastError/tooLarge(goal:)``.
    func simulation(_ payments: [PlannedStep], today: CalendarDay) throws(ForecastError) -> Simulation {
        func holding(_ factor: RiskFactor, _ volatility: Double) -> Simulation.Holding {
            Simulation.Holding(
                value: values[factor]?.double ?? 0, volatility: volatility,
                share: shares.first { $0.factor == factor }?.share.double ?? 0)
        }
        var day = today
        let steps = payments.map { payment in
            defer { day = payment.day }
            return Simulation.Step(
                years: Double(day.days(until: payment.day)) / 365, payment: payment.amount.ratio.double,
                isPaymentDate: payment.isPaymentDate)
        }
        let own = holding(RiskFactor(currency), 0)
        let risky = model.risks.map { holding($0.factor, $0.volatility) }
        let size = risky.count
        let rows = (0...size).map { row in
            (0...size).map { column in
                row < size && column < size ? model.correlations.rows[row][column] : row == column ? 1 : 0
            }
        }
        do {
            // Sums in binary floating point end a little beside the cent that they mean.
            return try Simulation(
                holdings: risky + [own], correlations: CorrelationMatrix(rows), steps: steps,
                target: goal.target.ratio.double * (1 - 1e-12))
        } catch {
            throw .tooLarge(goal: goal.name)
        }
    }
}

/// A day of a simulation, and what is paid on it.
struct PlannedStep: Sendable {
    let day: CalendarDay
    let amount: Money
    let isPaymentDate: Bool
}
