import Allocation
import ExchangeRates
import Models
import Planning

import struct Foundation.UUID

/// What goals got on the days looked back on, and at which rates.
struct Past: Sendable {
    let funding: FundingHistory
    /// The contributions that count for each goal on its first day.
    let firstDays: [UUID: FundingHistory.FirstDay]
    /// The newest rates.
    let today: FrozenRates
    let days: [(day: CalendarDay, rates: FrozenRates)]

    func history(of goal: Goal) throws(MoneyError) -> GoalHistory {
        let fundings = funding.fundings(of: goal.id)
        return try GoalHistory(
            of: goal, fundings, on: days.suffix(fundings.count), today: today,
            countsFirstDay: firstDays[goal.id]?.window != nil)
    }

    func outlook(
        _ plan: GoalPlan, _ history: GoalHistory, _ given: PriceAssumptions
    ) -> Result<GoalOutlook, ForecastError> {
        do throws(ForecastError) {
            return .success(try GoalOutlook(plan, history, days: days, today: today, given: given))
        } catch {
            return .failure(error)
        }
    }
}
