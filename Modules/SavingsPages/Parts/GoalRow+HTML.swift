import Allocation
public import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

extension PageStyle {
    /// The address of a goal's
    public func path(_ goal: Goal) -> String { "/goals/\(goal.id.uuidString.lowercased())" }
    /// The address of an asset's
    public func path(_ asset: Asset) -> String { "/assets/\(asset.id.uuidString.lowercased())" }

    /// Emoji and name of a goal, as a link to its
    func link(_ goal: Goal) -> HTML {
        HTML("a", [.class("goal-title"), .href(path(goal))], title(goal))
    }

    /// Emoji and name of a goal; the emoji is for the eye alone.
    func title(_ goal: Goal) -> [HTML] {
        (goal.emoji.map { [HTML("span", [.init("aria-hidden", "true")], text: $0), .text(" ")] } ?? [])
            + [.name(goal.name)]
    }

    /// A goal in a list: the same words as in a terminal, with a bar that can be seen.
    public func row(_ plan: GoalPlan) -> HTML {
        let row = GoalRow(plan, text)
        let id = plan.goal.id.uuidString.lowercased()
        var facts: [HTML] = [
            .text("\(percent(plan)) · "), amount(plan.progress.saved, plan.progress.savedBound), .text(" of "),
            amount(plan.goal.target), .text(" · "), .badgeText(row.daysLeft),
        ]
        if plan.goal.lifecycle == .active { facts += nextPayment(plan) }
        let payment =
            plan.goal.lifecycle == .active
            ? [
                HTML(
                    "p", [.class("goal-amount")],
                    [amount(plan.planned, plan.plannedBound, live: "goal-\(id)-planned"), .text(" to set aside")])
            ] : []
        let preview = row.preview(width: 120).map { [HTML.paragraph($0, "goal-preview")] } ?? []
        return HTML(
            "li", [.class("goal-row"), .init("data-key", id)],
            [link(plan.goal), .text(" "), .badge(row.badge)] + payment
                + [
                    HTML("div", [.init("data-live-id", "goal-\(id)-bar")], [bar(plan)]),
                    HTML("p", [.class("goal-facts"), .init("data-live-id", "goal-\(id)-facts")], facts),
                ] + preview)
    }

    /// When the next payment of a goal is due; where nothing is left of it, why, and the one after it.
    private func nextPayment(_ plan: GoalPlan) -> [HTML] {
        guard let date = plan.plannedDate else { return [] }
        guard plan.planned.isZero else { return [.text(" · next payment "), day(date)] }
        let words = DueWords.nothingLeft(plan)
        return [.text(" · \(words.prefix(1).lowercased())\(words.dropFirst())"), day(date)]
            + later(plan, ", next payment ", " on ")
    }

    /// The first payment after the one of which nothing is left; nothing when there is none.
    func later(_ plan: GoalPlan, _ before: String, _ between: String) -> [HTML] {
        guard let later = (try? plan.laterPayment()).flatMap(\.self) else { return [] }
        return [
            .text(before), amount(later.amount, plan.progress.remainingBound), .text(between), day(later.date),
        ]
    }

    /// "39 %", "at least 24 %".
    public func percent(_ plan: GoalPlan) -> String {
        let percent = (plan.progress.progress * Ratio(100)).rounded(.down) ?? 0
        return (plan.progress.savedBound.map { "\($0.words) " } ?? "") + "\(min(percent, 9999)) %"
    }

    /// Whether the bar of a goal has a mark of where it should be.
    func hasMark(_ plan: GoalPlan) -> Bool { plan.goal.lifecycle == .active && !plan.progress.isAchieved }

    /// How far a goal is.
    func bar(_ plan: GoalPlan) -> HTML {
        let capped = min(max(plan.progress.progress, .zero), .one)
        let filled = Double((capped * Ratio(1000)).rounded(.down) ?? 0) / 10
        let isOpen = hasMark(plan)
        let expected = Double((plan.expected * Ratio(1000)).rounded(.down) ?? 0) / 10
        let words = isOpen ? ", \(Int(expected)) % expected by now" : ""
        return .progress("\(percent(plan)) saved\(words)", filled: filled, expected: isOpen ? expected : nil)
    }
}

extension HTML {
    /// The text of a cell, as a badge where it says more than itself.
    static func badgeText(_ cell: TextTable.Cell) -> HTML {
        Tone(cell.emphasis) == .plain ? .text(cell.text) : .badge(cell)
    }
}
