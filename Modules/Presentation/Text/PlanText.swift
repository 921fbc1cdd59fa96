import Allocation
import Models
public import Planning

extension TextLayout {
    /// The answer of `required`: the total, then a row per goal.
    public func lines(required report: MonthlyPlanReport) -> [String] {
        guard !report.rows.isEmpty else {
            return [TextLayout.noGoals]
        }
        let total = Figure.text(report.total, report.totalBound)
        let hasPaid = report.rows.contains { !$0.plan.requirement.paid.isZero }
        let hasWish = report.rows.contains { $0.plan.hasWish }
        var columns: [TextTable.Column] = [
            .init("GOAL", isFlexible: true), .init("PROGRESS"), .init("STATUS"), .init("DAYS LEFT", .right),
            .init("SET ASIDE", .right), .init("NEXT"),
        ]
        if hasPaid { columns.insert(.init("PAID", .right), at: 5) }
        if hasWish { columns.append(.init("THIS MONTH")) }
        var table = TextTable(columns)
        for row in report.rows {
            let goal = GoalRow(row.plan)
            var cells: [TextTable.Cell] = [
                .init(goal.title), .init(goal.progress), goal.badge, goal.daysLeft, goal.required,
                .init(goal.nextPayment),
            ]
            if hasPaid {
                cells.insert(
                    .init(row.plan.requirement.paid.isZero ? "" : row.plan.requirement.paid.description), at: 5)
            }
            if hasWish { cells.append(wish(row.plan)) }
            table.add(cells)
        }
        return [style.apply(.strong, to: "To set aside: \(total)"), style.apply(.weak, to: convention(report)), ""]
            + table.lines(width: width, style: style)
            + gaps(report.rows.flatMap(\.unavailable)) + rates(report.rates)
    }

    /// The payments of one goal with running totals.
    public func lines(
        schedule: [ScheduledPayment], of plan: GoalPlan, report: MonthlyPlanReport
    ) -> [String] {
        var table = TextTable([
            .init("DATE"), .init("PAYMENT", .right), .init("PAID IN ALL", .right), .init("SAVED THEN", .right),
        ])
        for payment in schedule {
            table.add([
                .init(payment.payment.date.description), .init(payment.payment.amount.description, .strong),
                .init(payment.total.description), .init(Figure.text(payment.saved, plan.progress.savedBound)),
            ])
        }
        let head =
            "\(GoalRow.title(of: plan.goal)): \(Figure.text(plan.progress.remaining, plan.progress.remainingBound))"
            + " to go until \(plan.goal.deadline)"
        return [style.apply(.strong, to: head), style.apply(.weak, to: convention(report)), ""]
            + table.lines(width: width, style: style) + gaps(plan.progress.unavailable)
            + rates(plan.progress.rates)
    }

    private func wish(_ plan: GoalPlan) -> TextTable.Cell {
        if plan.flexState == .skipped { return TextTable.Cell("skipped", .weak) }
        var parts = plan.flexState == .protected ? ["protected"] : []
        if let custom = plan.custom { parts.append("\(custom) by hand") }
        if let adjusted = plan.adjusted, plan.flexState == .flexible { parts.append("\(adjusted) saved by flex") }
        return TextTable.Cell(parts.joined(separator: ", "))
    }

    private func convention(_ report: MonthlyPlanReport) -> String {
        let rule =
            switch report.convention {
            case .payments(.last): "Payments on the last day of each month"
            case .payments(.day(let day)): "Payments on day \(day) of each month"
            case .calendarMonths: "Payments in whole months from today"
            }
        let month = report.month.map { " \($0) is executing: its asks are frozen." } ?? ""
        return "\(rule) (convention \(report.convention.name)), as of \(report.today).\(month)"
    }
}

extension GoalPlan {
    /// Whether something was chosen for the month.
    fileprivate var hasWish: Bool { flexState != .flexible || custom != nil || adjusted != nil }
}
