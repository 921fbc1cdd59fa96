import Allocation
import Models
public import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// The answer of `budget`: whether it suffices, what to change if not, and which payment goes where.
    public func lines(budget plan: BudgetPlan, report: MonthlyPlanReport) -> [String] {
        guard !report.rows.isEmpty else { return [noGoals] + gaps(plan.unavailable) }
        let minimum = style.amount(plan.minimum, plan.minimumBound)
        var lines = [style.apply(.strong, to: "To reach every goal in time: \(minimum) on each payment date")]
        if plan.isFeasible {
            // More may be needed than is known.
            let scope = plan.minimumBound == nil || plan.minimumBound == .atMost ? "" : " for what could be counted"
            if plan.budget != plan.minimum { lines.append("\(style.amount(plan.budget)) is enough\(scope).") }
        } else {
            lines.append(
                style.apply(
                    .attention, to: "\(style.amount(plan.budget)) is not enough. Any one of these would be:"))
            lines.append("  A budget of \(style.amount(plan.minimum)) on each payment date.")
            lines += suggestion(
                "All these deadlines:",
                plan.deadlines.map {
                    (goal: $0.goal.name, new: $0.deadline?.description ?? "no deadline would do: pause it")
                })
            lines += suggestion(
                "All these targets:",
                plan.targets.map {
                    (goal: $0.goal.name, new: $0.target.map { style.amount($0) } ?? "no target would do: pause it")
                }
            )
        }
        guard !plan.payments.isEmpty else { return lines + gaps(plan.unavailable) + rates(report.rates) }
        var table = TextTable([.init("DATE"), .init("GOAL", isFlexible: true), .init("PAYMENT", .right)])
        for payment in plan.payments {
            table.add([
                .init(payment.date.description), .init(GoalRow.title(of: payment.goal)),
                .init(style.amount(payment.amount), .strong),
            ])
        }
        return lines + [""] + table.lines(width: width, style: style) + gaps(plan.unavailable) + rates(report.rates)
    }

    private func suggestion(_ title: String, _ changes: [(goal: String, new: String)]) -> [String] {
        ["  \(title)"] + changes.map { "    \($0.goal): \($0.new)" }
    }
}
