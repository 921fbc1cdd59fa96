import Allocation
import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

extension Page {
    /// What a guest sees of goals: how far they are, without notes, accounts or anything that leads further. Amounts are there where
    /// the style does not hide them.
    public static func shared(_ plans: [GoalPlan], _ style: PageStyle) -> Page {
        let rows = plans.sorted { $0.daysRemaining < $1.daysRemaining }.map { plan -> HTML in
            let row = GoalRow(plan, style.text)
            var facts: [HTML] = [.text("\(style.percent(plan)) · "), .badgeText(row.daysLeft)]
            if !style.hidesAmounts {
                facts += [
                    .text(" · "), style.amount(plan.progress.saved, plan.progress.savedBound), .text(" of "),
                    style.amount(plan.goal.target),
                ]
            }
            facts += [.text(" · until "), style.day(plan.goal.deadline)]
            return HTML(
                "li", [.class("goal-row")],
                [
                    HTML("span", [.class("goal-title")], style.title(plan.goal)), .text(" "), .badge(row.badge),
                    style.bar(plan), HTML("p", [.class("goal-facts")], facts),
                ])
        }
        return Page(
            "Savings goals", in: nil,
            [
                HTML("h1", text: "Savings goals"),
                rows.isEmpty
                    ? .paragraph("There is nothing to see here at present.")
                    : .group([
                        HTML("ul", [.class("goal-list")], rows),
                        plans.contains(where: style.hasMark) ? .progressLegend : .nothing,
                    ]),
            ])
    }
}
