import Allocation
public import Models
public import Planning
public import Presentation

extension TextLayout {
    /// What a goal that is not saved yet would require.
    public func lines(new goal: Goal, report: MonthlyPlanReport) -> [String] {
        var lines = [
            style.apply(.strong, to: "\(GoalRow.title(of: goal)): \(style.amount(goal.target)) by \(goal.deadline)")
        ]
        if let plan = report.row(goal.id)?.plan {
            let payments = plan.requirement.payments
            let first = payments.first?.date.description ?? "–"
            let count = payments.count == 1 ? "1 payment" : "\(payments.count) payments"
            lines.append(
                "To set aside: \(style.amount(plan.requirement.required, plan.requiredBound)) each month"
                    + " (\(count), the first on \(first))")
        } else {
            lines += report.unplanned.map { "\($0.item): \($0.reason)" }
        }
        if report.rows.count > 1 {
            lines.append("All goals together: \(style.amount(report.total, report.totalBound))")
        }
        return lines
    }

    /// How a goal is funded.
    public func nextStep(after goal: Goal, assets: [Asset]) -> [String] {
        let name = "'\(goal.name.replacing("'", with: "'\\''"))'"
        let asset = assets.first.map { "'\($0.name.replacing("'", with: "'\\''"))'" } ?? "Savings"
        let add = assets.isEmpty ? ["  cst-assets add Savings --currency \(goal.currency) --balance 3000"] : []
        return ["Say what funds it:"] + add + ["  cst-assets allocate \(asset) \(name) --share 100%"]
    }
}
