import Allocation
import ExchangeRates
import Models
import Planning

/// What goals got on the days looked back on, and at which rates.
struct Past: Sendable {
    let funding: FundingHistory
    /// The newest rates.
    let today: FrozenRates
    let days: [(day: CalendarDay, rates: FrozenRates)]

    func history(of goal: Goal, convention: PaymentConvention) throws(MoneyError) -> GoalHistory {
        let first = convention.upcoming(today: goal.start, start: goal.start, deadline: goal.start.adding(months: 2))
        return try GoalHistory(
            of: goal, funding.fundings(of: goal.id), on: days, today: today,
            isPaymentDay: first.first == goal.start)
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
