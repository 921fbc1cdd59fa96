import Models
import Planning

let plan = try PaymentPlan(
    target: Money("12000", .eur), saved: Money("4200", .eur), today: CalendarDay("2026-05-20"),
    deadline: CalendarDay("2026-12-31"))
print("Set aside \(plan.required) on \(plan.payments[0].date), \(plan.payments.count) times.")
