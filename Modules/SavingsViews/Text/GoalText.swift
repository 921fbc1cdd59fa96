import Allocation
import Foundation
import Models
public import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// A list of goals with where they stand.
    public func lines(goals report: MonthlyPlanReport) -> [String] {
        guard !report.rows.isEmpty else {
            return ["No goals. \(addGoal)"]
        }
        var table = TextTable([
            .init("ID"), .init("GOAL", isFlexible: true), .init("PROGRESS"), .init("STATUS"), .init("SAVED", .right),
            .init("TARGET", .right), .init("DEADLINE"), .init("DAYS LEFT", .right),
        ])
        for row in report.rows {
            let goal = GoalRow(row.plan, style)
            table.add([
                .init(String(row.plan.goal.id.uuidString.lowercased().prefix(8)), .weak), .init(goal.title),
                .init(goal.progress), goal.badge,
                .init(style.amount(row.plan.progress.saved, row.plan.progress.savedBound)),
                .init(style.amount(row.plan.goal.target)), .init(row.plan.goal.deadline.description), goal.daysLeft,
            ])
        }
        return table.lines(width: width, style: style) + gaps(report.rows.flatMap(\.plan.progress.unavailable))
            + rates(report.rates)
    }

    /// One goal with everything about it.
    public func lines(goal plan: GoalPlan) -> [String] {
        let goal = plan.goal
        let row = GoalRow(plan, style)
        let progress = plan.progress
        var lines = [style.apply(.strong, to: row.title)]
        if let preview = row.preview(width: max(20, (width ?? 100) - 2)) { lines.append("  " + preview) }
        var facts: [(String, String)] = [
            ("id", goal.id.uuidString.lowercased()),
            ("status", goal.lifecycle == .active ? row.badge.text : goal.lifecycle.rawValue),
            ("progress", row.progress), ("saved", style.amount(progress.saved, progress.savedBound)),
            ("target", style.amount(goal.target)),
            ("remaining", style.amount(progress.remaining, progress.remainingBound)),
            ("start", goal.start.description), ("deadline", "\(goal.deadline) (\(row.daysLeft.text))"),
            ("set aside", "\(row.planned.text), next \(plan.planned.isZero ? "" : "on ")\(row.nextPayment)"),
        ]
        if goal.lifecycle != .active { facts.removeLast() }
        // What ended has nothing left to save and no time left.
        if goal.snapshot != nil { facts.removeAll { ["remaining", "deadline"].contains($0.0) } }
        if let pace = plan.pace { facts.append(("pace", pace.rawValue)) }
        if let link = goal.link { facts.append(("link", link)) }
        if let reminder = goal.reminder { facts.append(("reminder", Self.text(reminder, of: goal))) }
        if let snapshot = goal.snapshot {
            facts.append(
                (
                    goal.lifecycle.rawValue,
                    "\(snapshot.day) with \(style.amount(snapshot.saved, snapshot.isComplete ? nil : .atLeast))"
                ))
        }
        lines += facts.map { "  \($0.0)\(String(repeating: " ", count: 11 - $0.0.count))\($0.1)" }
        if !progress.funding.isEmpty {
            var table = TextTable([
                .init(goal.snapshot == nil ? "FUNDED BY" : "WAS FUNDED BY", isFlexible: true), .init("AMOUNT", .right),
            ])
            for part in progress.funding {
                table.add([.init(part.asset), .init(style.amount(part.amount, part.gap == nil ? nil : .atLeast))])
            }
            lines += [""] + table.lines(width: width, style: style)
        }
        return lines + gaps(progress.unavailable) + rates(progress.rates)
    }

    /// "weekly from 2026-05-20 at 18:30".
    private static func text(_ reminder: ReminderFrequency, of goal: Goal) -> String {
        ([reminder.rawValue]
            + [goal.reminderStart.map { "from \($0)" }, goal.reminderTime.map { "at \($0)" }]
            .compactMap(\.self)).joined(separator: " ")
    }

    /// What an edit would change.
    public func lines(preview: GoalEditPreview) -> [String] {
        guard !preview.changes.isEmpty else { return ["Nothing would change."] }
        var table = TextTable([.init(""), .init("NOW", isFlexible: true), .init("THEN", isFlexible: true)])
        for change in preview.changes {
            table.add([.init(change.field), .init(change.before ?? "–"), .init(change.after ?? "–", .strong)])
        }
        let (before, after) = (GoalRow(preview.before, style), GoalRow(preview.after, style))
        table.add([.init("progress"), .init(before.progress), .init(after.progress)])
        table.add([.init("status"), .init(before.badge.text), .init(after.badge.text)])
        table.add([.init("next payment"), .init(before.requiredOn.text), .init(after.requiredOn.text)])
        table.add([
            .init("payments"), .init(String(preview.before.requirement.payments.count)),
            .init(String(preview.after.requirement.payments.count)),
        ])
        let verdict = preview.isSignificant ? "This changes what you pay or when." : "This changes no payment."
        return table.lines(width: width, style: style) + ["", verdict]
    }
}
