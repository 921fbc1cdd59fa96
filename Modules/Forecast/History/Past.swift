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
    /// The prices of assets whose value moves, as far as their sources have some.
    let prices: [UUID: [AssetPrice]]

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
            return .success(try GoalOutlook(plan, history, days: days, today: today, prices: prices, given: given))
        } catch {
            return .failure(error)
        }
    }
}
