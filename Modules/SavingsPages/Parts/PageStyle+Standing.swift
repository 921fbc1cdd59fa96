import Allocation
import FlexAdjustment
import Models
import Planning
import Presentation
import SavingsViews
import WebPages

import struct Foundation.UUID

extension PageStyle {
    /// A goal at a glance: how far it is, what remains, what is to be paid by when, and what can be done.
    func lead(_ plan: GoalPlan) -> HTML {
        let (goal, progress) = (plan.goal, plan.progress)
        let row = GoalRow(plan, text)
        var facts: [HTML] = [
            amount(progress.saved, progress.savedBound, live: "saved"), .text(" of "), amount(goal.target),
            .text(" saved"),
        ]
        if goal.snapshot == nil {
            facts += [
                .text(" · "), amount(progress.remaining, progress.remainingBound, live: "remaining"),
                .text(" remaining · "), .badgeText(row.daysLeft), .text(" until "), day(goal.deadline),
            ]
        }
        var content: [HTML] = [
            HTML("div", [.class("lead-title")], [HTML("h1", [], title(goal)), .badge(row.badge)]),
            HTML("div", [.init("data-live-id", "bar")], [bar(plan)]), hasMark(plan) ? .progressLegend : .nothing,
            HTML("p", [.class("sub")], [.text("\(percent(plan)) · ")] + facts),
        ]
        if goal.lifecycle == .active {
            content.append(
                HTML(
                    "p", [.class("figure")],
                    [
                        amount(plan.planned, plan.plannedBound, live: "planned"), .text(" "),
                        HTML(
                            "span", [.class("unit")],
                            [.text("to set aside")] + (plan.plannedDate.map { [.text(" by "), day($0)] } ?? [])),
                    ]))
            let left: HTML? = plan.planned.isZero ? plan.plannedDate.map { nothingLeft(plan, on: $0) } : nil
            content.append(HTML("div", [.init("data-live-id", "next")], [left ?? .nothing]))
            if plan.paymentsCountFromTomorrow, plan.progress.saved.isPositive {
                content.append(
                    .paragraph(
                        "What is put in today is what the goal begins with; payments count from tomorrow.",
                        "sub"))
            }
        }
        let id = goal.id.uuidString.lowercased()
        let add =
            goal.lifecycle == .active && writing != nil
            ? [HTML("a", [.class("button primary"), .href("/money/add?to=\(id)")], text: "Add money")] : []
        let others =
            (goal.lifecycle == .active ? [HTML.button("What if…", to: "\(path(goal))/what-if")] : [])
            + [.button("Edit", to: "\(path(goal))/edit")] + lifecycleActions(goal)
        return HTML("section", [.class("hero lead")], content + [HTML("div", [.class("actions")], add + others)])
    }

    /// The reason why nothing is left of a payment, and the next one.
    private func nothingLeft(_ plan: GoalPlan, on date: CalendarDay) -> HTML {
        let next = later(plan, " Next: ", " by ")
        return HTML(
            "p", [.class("sub")],
            [.text(DueWords.nothingLeft(plan)), day(date), .text(".")] + next + (next.isEmpty ? [] : [.text(".")]))
    }

    /// Further remarks on a goal.
    func details(_ plan: GoalPlan, remindersAreSent: Bool) -> HTML {
        let goal = plan.goal
        var facts: [(String, HTML)] = []
        if goal.lifecycle == .active {
            facts += [
                ("Required", amount(plan.requirement.required, plan.requiredBound, live: "required")),
                (
                    plan.frozen == nil ? "Paid since the last date" : "Paid since the month was started",
                    amount(plan.requirement.paid, plan.paidBound, live: "paid")
                ),
            ]
            if plan.flexState != .flexible { facts.append(("This month", .text(plan.flexState.rawValue))) }
        }
        facts.append(("Saving since", day(goal.start)))
        if let snapshot = goal.snapshot {
            facts.append(
                (
                    goal.lifecycle.rawValue.capitalizedFirst,
                    .group([
                        day(snapshot.day), .text(" with "),
                        amount(snapshot.saved, snapshot.isComplete ? nil : .atLeast),
                    ])
                ))
        }
        if let reminder = goal.reminder {
            let start = goal.reminderStart.map { HTML.group([.text(", first on "), day($0)]) } ?? .nothing
            let time = goal.reminderTime.map { ", at \($0)" } ?? ""
            facts.append(
                ("Reminder", .group([.text(reminder.rawValue), start, .text(time), unsentNote(remindersAreSent)])))
        }
        if let link = goal.link {
            facts.append(
                (
                    "Link",
                    HTML.Attribute.isOfTheWeb(link)
                        ? HTML.link(link, to: link, [.init("rel", "noopener noreferrer")]) : .text(link)
                ))
        }
        let details =
            goal.details.map { text in
                text.split(whereSeparator: \.isNewline).map { HTML.paragraph(String($0), "goal-preview") }
            } ?? []
        return .group(details + [.facts(facts)])
    }
}
