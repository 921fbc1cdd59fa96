import Models
import Planning

/// What the household's plan was on a day.
struct DayPlan: Sendable {
    let report: MonthlyPlanReport
    /// The month in progress on that day; nil without one.
    let month: MonthReport?
}
