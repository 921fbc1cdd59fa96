public import Models
public import Planning

/// A month, and what may become of the goals: what a person keeps or prints.
public struct SavingsReport: Sendable {
    /// The month.
    public let month: MonthReport
    /// The active goals, by name and id.
    public let goals: [GoalForecast]
    /// Goals without a forecast, and why.
    public let unavailable: [Unavailable]
}

extension ForecastService {
    /// A month with a forecast of every active goal.
    ///
    /// - Parameter month: nil for the one in progress, else the next one.
    /// - Throws: ``MonthError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func report(of month: CalendarMonth?, _ call: Call) async throws -> Outcome<SavingsReport> {
        let status = try await months.status(of: month, months.request(call))
        let plans = try await planning.required(call).value
        let past = try await past(of: plans.rows.map(\.plan.goal), plans.convention, call)
        var goals: [GoalForecast] = []
        var unavailable = plans.unplanned + plans.rows.flatMap(\.unavailable)
        for row in plans.rows {
            do {
                goals.append(try await forecast(row.plan, past, PriceAssumptions(), plans.convention, call))
            } catch let error as any Problem {
                unavailable.append(Unavailable(item: row.plan.goal.name, reason: error.description))
            }
        }
        return Outcome(
            SavingsReport(month: status, goals: goals, unavailable: unavailable), warnings: plans.warnings,
            isComplete: status.isComplete && plans.isComplete && unavailable.isEmpty
                && goals.allSatisfy { $0.gap == nil && $0.history.unavailable.isEmpty })
    }
}
