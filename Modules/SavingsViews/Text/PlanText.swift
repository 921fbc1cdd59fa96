import Allocation
import Models
public import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// The answer of `required`: the total, then a row per goal.
    public func lines(required report: MonthlyPlanReport) -> [String] {
        guard !report.rows.isEmpty else {
            return [noGoals]
        }
        let hasPaid = report.rows.contains { !$0.plan.requirement.paid.isZero }
        let hasDecision = report.rows.contains { $0.plan.hasDecision }
        var columns: [TextTable.Column] = [
            .init("GOAL", isFlexible: true), .init("PROGRESS"), .init("STATUS"), .init("DAYS LEFT", .right),
            .init("SET ASIDE", .right), .init("NEXT"),
        ]
        if hasPaid { columns.insert(.init("PAID", .right), at: 5) }
        if hasDecision { columns.append(.init("THIS MONTH")) }
        var table = TextTable(columns)
        for row in report.rows {
            let goal = GoalRow(row.plan, style)
            var cells: [TextTable.Cell] = [
                .init(goal.title), .init(goal.progress), goal.badge, goal.daysLeft, goal.planned,
                .init(goal.nextPayment),
            ]
            if hasPaid {
                cells.insert(
                    .init(row.plan.requirement.paid.isZero ? "" : style.amount(row.plan.requirement.paid)), at: 5)
            }
            if hasDecision { cells.append(decision(row.plan)) }
            table.add(cells)
        }
        let paid =
            (nothingLeft(report).map { [$0] } ?? [])
            + (hasPaid ? [style.apply(.weak, to: explanation(ofPaid: report))] : [])
        return [style.apply(.strong, to: headline(report)), style.apply(.weak, to: convention(report))] + paid + [""]
            + table.lines(width: width, style: style)
            + gaps(report.rows.flatMap(\.unavailable)) + rates(report.rates)
    }

    /// The payments of one goal with running totals.
    public func lines(
        schedule: [ScheduledPayment], of plan: GoalPlan, report: MonthlyPlanReport
    ) -> [String] {
        var table = TextTable([
            .init("DATE"), .init("PAYMENT", .right), .init("TOTAL PAID", .right), .init("BALANCE AFTER", .right),
        ])
        for payment in schedule {
            table.add([
                .init(payment.payment.date.description), .init(style.amount(payment.payment.amount), .strong),
                .init(style.amount(payment.total)), .init(style.amount(payment.saved, plan.progress.savedBound)),
            ])
        }
        let head =
            "\(GoalRow.title(of: plan.goal)): \(style.amount(plan.progress.remaining, plan.progress.remainingBound))"
            + " to go by \(plan.goal.deadline)"
        return [style.apply(.strong, to: head), style.apply(.weak, to: convention(report))] + decided(plan) + [""]
            + table.lines(width: width, style: style) + gaps(plan.progress.unavailable)
            + rates(plan.progress.rates)
    }

    /// The sentence that the payments shown are the required ones, where something else was decided; nothing where it was not.
    private func decided(_ plan: GoalPlan) -> [String] {
        guard plan.isDecided else { return [] }
        let later = (try? plan.laterPayment()).flatMap(\.self).map {
            ", so the payment after it becomes \(style.amount($0.amount, plan.progress.remainingBound)) on \($0.date)"
        }
        return [
            "These are the required payments. For the next date you decided on "
                + "\(style.amount(plan.planned, plan.plannedBound))\(later ?? "")."
        ]
    }

    private func decision(_ plan: GoalPlan) -> TextTable.Cell {
        if plan.flexState == .skipped { return TextTable.Cell("skipped", .weak) }
        var parts = plan.flexState == .protected ? ["protected"] : []
        if let adjusted = plan.adjusted {
            parts.append("\(adjusted) (adjusted)")
        } else if let custom = plan.custom {
            parts.append("\(custom) (chosen)")
        }
        return TextTable.Cell(parts.joined(separator: ", "))
    }

    /// What will be paid; beside it what is required, where a decision makes that something else.
    private func headline(_ report: MonthlyPlanReport) -> String {
        let planned = style.amount(report.plannedTotal, report.plannedTotalBound)
        let total = style.amount(report.total, report.totalBound)
        return "To set aside: \(planned)" + (planned == total ? "" : " (required: \(total))")
    }

    /// What counts as paid, and what does not.
    private func explanation(ofPaid report: MonthlyPlanReport) -> String {
        let since = report.month.map { "since \($0) was started" } ?? "since the previous payment date"
        return "Paid is what was contributed \(since); opening balances and earlier savings do not count."
    }

    private func convention(_ report: MonthlyPlanReport) -> String {
        let rule =
            switch report.convention {
            case .payments(.last): "Paid on the last day of each month"
            case .payments(.day(let day)): "Paid on the \(ordinal(day)) of each month"
            case .calendarMonths: "Paid in whole months from today"
            }
        let month = report.month.map { " \($0) is in progress: its payments change only when you change them." } ?? ""
        return "\(rule), as of \(report.today).\(month)"
    }

    private func ordinal(_ day: Int) -> String {
        switch (day % 10, day) {
        case (_, 11...13): "\(day)th"
        case (1, _): "\(day)st"
        case (2, _): "\(day)nd"
        case (3, _): "\(day)rd"
        default: "\(day)th"
        }
    }
}

extension GoalPlan {
    /// Whether a person decided about the payment.
    fileprivate var hasDecision: Bool { flexState != .flexible || custom != nil || adjusted != nil }
}
