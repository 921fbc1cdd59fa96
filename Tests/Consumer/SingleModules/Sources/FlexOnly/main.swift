import FlexAdjustment
import Models

let goals = try [
    FlexGoal("Car", required: Money("300", .eur), remaining: Money("3000", .eur), paymentsLeft: 10),
    FlexGoal("Rent", required: Money("500", .eur), remaining: Money("500", .eur), paymentsLeft: 1),
]
let adjusted = try FlexAdjustmentService(goals, in: .eur).adjust(to: Money("700", .eur), strategy: .minimizeRisk)
for payment in adjusted.payments { print("\(payment.goal.name): \(payment.amount), risk \(payment.impact.risk)") }
