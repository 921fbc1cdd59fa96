import Allocation
import Models
import Notifications
import Planning
import Presentation

/// Reminders of goals: short, with the amounts of the plan and on which side of them the true ones lie.
extension ReminderText {
    /// A goal reminds of itself.
    init(savings plan: GoalPlan) throws(MoneyError) {
        self.init(title: "Save for \(plan.goal.shown)", body: "\(try Self.due(plan)) \(Self.standing(plan))")
    }

    /// A deadline is near.
    init(deadline plan: GoalPlan) throws(MoneyError) {
        let remaining = Self.amount(plan.progress.remaining, plan.progress.remainingBound)
        self.init(
            title: "\(plan.goal.shown): \(Self.days(plan.daysRemaining)) left",
            body:
                "\(remaining) remaining until \(Self.day(plan.goal.deadline)). \(try Self.due(plan)) \(Self.standing(plan))"
        )
    }

    /// A goal is at risk.
    init(risk plan: GoalPlan) throws(MoneyError) {
        let title =
            switch plan.status {
            case .overdue: "\(plan.goal.shown) is overdue since \(Self.day(plan.goal.deadline))"
            case .behind: "\(plan.goal.shown) is behind"
            default: "\(plan.goal.shown): payments have more than doubled"
            }
        self.init(title: title, body: "\(try Self.due(plan)) \(Self.standing(plan))")
    }

    /// A payment day.
    init(payment rows: [MonthlyPlanReport.Row], total: MonthlyPlanReport.DatedTotal, month: MonthReport?) {
        let lines = rows.map { "\($0.plan.goal.shown): \(Self.amount($0.plan.planned, $0.plan.plannedBound))" }
        self.init(
            title: "Payment day: \(Self.amount(total.amount, total.bound))",
            body: (Self.shortened(lines) + (month.map { [Self.progress($0)] } ?? [])).joined(separator: "\n"))
    }

    /// A month that can be started.
    init(start month: CalendarMonth, report: MonthlyPlanReport) {
        let count = report.due.count
        self.init(
            title: "Start \(month.words): \(Self.amount(report.plannedTotal, report.plannedTotalBound)) planned",
            body: "\(count) \(count == 1 ? "goal has" : "goals have") a payment by \(Self.day(report.nextPaymentDay)). "
                + "Starting the month keeps amounts and rates as they are then.")
    }

    /// A month that ends.
    init(close month: MonthReport) {
        self.init(
            title: "\(month.month.month.words) ends: \(Self.amount(month.planned, month.plannedBound)) left to pay",
            body: Self.progress(month))
    }

    // MARK: - Parts

    /// The rest to be paid next, and the part that was paid where something was. A date that has come is not named.
    private static func due(_ plan: GoalPlan) throws(MoneyError) -> String {
        let date = plan.requirement.payments.first?.date
        guard !plan.planned.isZero, let date else { return "Nothing is left to pay now." }
        let today = plan.goal.deadline.adding(days: -plan.daysRemaining)
        let left = "\(amount(plan.planned, plan.plannedBound)) left to pay" + (date > today ? " by \(day(date))" : "")
        let paid = plan.requirement.paid
        guard paid.isPositive else { return left + "." }
        let whole = try plan.planned.adding(paid)
        return left + ": \(amount(paid, plan.paidBound)) of \(text(whole)) is paid."
    }

    private static func standing(_ plan: GoalPlan) -> String {
        let percent = (min(plan.progress.progress, .one) * Ratio(100)).decimalString(places: 0, rounding: .down)
        return
            "Saved \(amount(plan.progress.saved, plan.progress.savedBound)) of \(text(plan.goal.target)) (\(percent) %)."
    }

    private static func progress(_ month: MonthReport) -> String {
        "\(month.month.month.words): \(amount(month.contributed, month.contributedBound)) of "
            + "\(amount(month.plan, month.planBound)) is paid, \(amount(month.planned, month.plannedBound)) is left."
    }

    /// Messages are English, and are read outside of any page: amounts are written as English has them, and days so that nobody takes
    /// their month for another.
    private static let numbers = NumberFormat.preferred("en-GB")

    /// An amount with a plain space: receivers of messages show others in their own ways.
    private static func text(_ money: Money) -> String { numbers.text(money).replacing("\u{A0}", with: " ") }

    private static func day(_ day: CalendarDay) -> String { numbers.text(day) }

    private static func days(_ count: Int) -> String { "\(count) \(count == 1 ? "day" : "days")" }

    private static func amount(_ money: Money, _ bound: Bound?) -> String {
        switch bound {
        case nil: text(money)
        case .atLeast: "at least \(text(money))"
        case .atMost: "at most \(text(money))"
        case .unknown: "about \(text(money)), not fully known"
        }
    }
}

extension Goal {
    /// The name for people, without what could play tricks where it is shown.
    fileprivate var shown: String { emoji.map { "\($0) \(name.printable)" } ?? name.printable }
}
