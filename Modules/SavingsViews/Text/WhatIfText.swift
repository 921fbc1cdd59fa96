import Allocation
import Models
public import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// What other payments, another deadline or another target would do.
    public func lines(whatIf: WhatIf) -> [String] {
        let preview = whatIf.preview
        let (before, after) = (GoalRow(preview.before, style), GoalRow(preview.after, style))
        let finish = TextTable.Cell(
            whatIf.finishAfter?.description ?? "never", whatIf.missing.isZero ? .strong : .attention)
        var table = TextTable([.init(""), .init("NOW", isFlexible: true), .init("THEN", isFlexible: true)])
        for change in preview.changes {
            table.add([.init(change.field), .init(change.before ?? "–"), .init(change.after ?? "–", .strong)])
        }
        table.add([.init("progress"), .init(before.progress), .init(after.progress)])
        // The status follows the plan, not a payment of one's own.
        if whatIf.monthly == nil { table.add([.init("status"), before.badge, after.badge]) }
        let remaining = preview.after.progress.remaining
        let payment = whatIf.monthly.map { monthly in
            TextTable.Cell(
                min(monthly.ratio, remaining.ratio) == monthly.ratio ? style.amount(monthly) : style.amount(remaining),
                .strong)
        }
        table.add([.init("next payment"), before.requiredOn, payment ?? after.requiredOn])
        table.add([.init("reached"), .init(whatIf.finishBefore.description), finish])
        table.add([
            .init("all goals"), .init(style.amount(whatIf.minimumBefore, whatIf.minimumBeforeBound)),
            .init(style.amount(whatIf.minimumAfter, whatIf.minimumAfterBound)),
        ])
        var lines = [style.apply(.strong, to: after.title)] + table.lines(width: width, style: style)
        if !whatIf.missing.isZero {
            let missing = style.amount(whatIf.missing, preview.after.progress.remainingBound)
            let deadline = preview.after.goal.deadline
            let when = deadline < today ? "After the deadline \(deadline)" : "On \(deadline)"
            lines += ["", style.apply(.attention, to: "\(when) the goal is short by \(missing).")]
        }
        return lines + others(whatIf) + gaps(whatIf.unavailable) + rates(preview.reportAfter.rates)
    }

    private func others(_ whatIf: WhatIf) -> [String] {
        guard !whatIf.others.isEmpty else { return [] }
        var table = TextTable([
            .init("OTHER GOAL", isFlexible: true), .init("DEADLINE"), .init("REACHED NOW"), .init("THEN"), .init(""),
        ])
        for other in whatIf.others {
            table.add([
                .init(GoalRow.title(of: other.goal)), .init(other.goal.deadline.description),
                .init(other.finishBefore?.description ?? "–"), .init(other.finishAfter?.description ?? "never"),
                other.isLate ? .init("late", .bad) : .init(""),
            ])
        }
        let head =
            "With \(style.amount(whatIf.minimumBefore)) on each payment date for all goals, the earliest deadline first:"
        return ["", style.apply(.weak, to: head)] + table.lines(width: width, style: style)
    }
}
