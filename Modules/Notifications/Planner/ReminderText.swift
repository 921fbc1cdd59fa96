import Allocation
import Models
import Planning

/// The words of a reminder: short, with the amounts of the plan and on which side of them the true ones lie.
struct ReminderText {
    let title: String
    let body: String

    /// A goal reminds of itself.
    init(savings plan: GoalPlan) throws(MoneyError) {
        title = "Save for \(plan.goal.shown)"
        body = "\(try Self.due(plan)) \(Self.standing(plan))"
    }

    /// A deadline is near.
    init(deadline plan: GoalPlan) throws(MoneyError) {
        title = "\(plan.goal.shown): \(Self.days(plan.daysRemaining)) left"
        body =
            "\(Self.amount(plan.progress.remaining, plan.progress.remainingBound)) remaining until \(plan.goal.deadline). "
            + "\(try Self.due(plan)) \(Self.standing(plan))"
    }

    /// A goal is at risk.
    init(risk plan: GoalPlan) throws(MoneyError) {
        title =
            switch plan.status {
            case .overdue: "\(plan.goal.shown) is overdue since \(plan.goal.deadline)"
            case .behind: "\(plan.goal.shown) is behind"
            default: "\(plan.goal.shown): payments have more than doubled"
            }
        body = "\(try Self.due(plan)) \(Self.standing(plan))"
    }

    /// A payment day.
    init(payment rows: [MonthlyPlanReport.Row], report: MonthlyPlanReport, month: MonthReport?) {
        title = "Payment day: \(Self.amount(report.plannedTotal, report.plannedTotalBound))"
        let lines = rows.map { "\($0.plan.goal.shown): \(Self.amount($0.plan.planned, $0.plan.plannedBound))" }
        body = (Self.shortened(lines) + (month.map { [Self.progress($0)] } ?? [])).joined(separator: "\n")
    }

    /// A month that can be started.
    init(start month: CalendarMonth, report: MonthlyPlanReport) {
        let count = report.due.count
        title = "Start \(month): \(Self.amount(report.plannedTotal, report.plannedTotalBound)) planned"
        body =
            "\(count) \(count == 1 ? "goal has" : "goals have") a payment by \(report.nextPaymentDay). "
            + "Starting the month freezes amounts and rates."
    }

    /// A month that ends.
    init(close month: MonthReport) {
        title = "\(month.month.month) ends: \(Self.amount(month.planned, month.plannedBound)) left to pay"
        body = Self.progress(month)
    }

    /// Several reminders that are late, in one.
    init(late reminders: [(day: CalendarDay, title: String)]) {
        title = "\(reminders.count) late reminders since \(reminders.map(\.day).min().map(\.description) ?? "")"
        body = Self.shortened(reminders.map { "\($0.day) \($0.title)" }).joined(separator: "\n")
    }

    // MARK: - Parts

    /// What is left to pay next, and what was planned and contributed where something was.
    private static func due(_ plan: GoalPlan) throws(MoneyError) -> String {
        let date = plan.requirement.payments.first?.date
        guard !plan.planned.isZero, let date else { return "Nothing is left to pay now." }
        let left = "\(amount(plan.planned, plan.plannedBound)) left to pay by \(date)"
        let contributed = plan.requirement.paid
        guard contributed.isPositive else { return left + "." }
        let whole = try plan.planned.adding(contributed)
        return left + " (planned \(whole), contributed \(amount(contributed, plan.paidBound)))."
    }

    private static func standing(_ plan: GoalPlan) -> String {
        let percent = (min(plan.progress.progress, .one) * Ratio(100)).decimalString(places: 0, rounding: .down)
        return "Saved \(amount(plan.progress.saved, plan.progress.savedBound)) of \(plan.goal.target) (\(percent) %)."
    }

    private static func progress(_ month: MonthReport) -> String {
        "Month \(month.month.month): planned \(amount(month.plan, month.planBound)), contributed "
            + "\(amount(month.contributed, month.contributedBound)), left \(amount(month.planned, month.plannedBound))."
    }

    private static func shortened(_ lines: [String], to limit: Int = 8) -> [String] {
        lines.count <= limit ? lines : lines.prefix(limit - 1) + ["and \(lines.count - limit + 1) more"]
    }

    private static func days(_ count: Int) -> String { "\(count) \(count == 1 ? "day" : "days")" }

    private static func amount(_ money: Money, _ bound: Bound?) -> String {
        switch bound {
        case nil: "\(money)"
        case .atLeast: "at least \(money)"
        case .atMost: "at most \(money)"
        case .unknown: "about \(money), not fully known"
        }
    }
}

extension Goal {
    /// The name for people, without what could play tricks where it is shown.
    var shown: String { emoji.map { "\($0) \(name.printable)" } ?? name.printable }
}
