import Allocation
import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

extension Page {
    /// The payments of a goal in one year: of a goal far away there are more than a page can hold.
    ///
    /// - Parameters:
    ///   - schedule: all of its payments.
    ///   - year: the year that is asked for; nil for the first one.
    public static func payments(
        of plan: GoalPlan, _ schedule: [ScheduledPayment], year: Int?, _ style: PageStyle
    ) -> Page {
        let years = PaymentYear.all(of: schedule)
        let shown = years.first { $0.year == year } ?? years.first { $0.year > year ?? .min } ?? years.last
        let index = shown.flatMap { shown in years.firstIndex { $0.year == shown.year } } ?? 0
        func link(_ title: String, _ index: Int) -> [HTML] {
            years.indices.contains(index)
                ? [.link(title, to: style.path(plan.goal, paymentsIn: years[index].year)), .text(" ")] : []
        }
        let links = link("Earlier", index - 1) + link("Later", index + 1)
        return Page(
            "Payments: \(plan.goal.name)", in: "Goals",
            [
                HTML("h1", [], [.text("Payments: ")] + style.title(plan.goal)),
                HTML("p", [], [.link("Back to the goal", to: style.path(plan.goal))]),
                shown.map { year in
                    .card(
                        "\(year.year)", id: "schedule", isWide: true, [style.table(schedule[year.places], plan)])
                } ?? .paragraph("Nothing is to be paid.", "empty"),
                links.isEmpty ? .nothing : HTML("nav", [.class("pager"), .init("aria-label", "Years")], links),
            ])
    }
}

/// The payments of a schedule in one year.
private struct PaymentYear {
    let year: Int
    let places: Range<Int>

    /// The years of a schedule, in order.
    static func all(of schedule: [ScheduledPayment]) -> [PaymentYear] {
        var years: [PaymentYear] = []
        var start = 0
        while start < schedule.count {
            let year = schedule[start].payment.date.parts.year
            let end = schedule[start...].firstIndex { $0.payment.date.parts.year != year } ?? schedule.count
            years.append(PaymentYear(year: year, places: start..<end))
            start = end
        }
        return years
    }
}

extension PageStyle {
    /// How many payments the page of a goal shows one by one, and how many years after them.
    private static let mostPayments = 12, mostYears = 30

    /// The address of a goal's payments in a year.
    func path(_ goal: Goal, paymentsIn year: Int) -> String { "\(path(goal))/payments?year=\(year)" }

    /// The next payments of a goal one by one, and those after them year by year.
    func scheduleCard(_ schedule: [ScheduledPayment], _ plan: GoalPlan) -> HTML {
        let isLong = schedule.count > Self.mostPayments
        var content = [table(schedule.prefix(isLong ? Self.mostPayments : schedule.count), plan)]
        if isLong {
            var table = DataTable(
                "Payments by year",
                [
                    .text("Year"), .number("Payments"), .number("Sum"), .number("Total by then"),
                    .number("Balance after"),
                ])
            let years = PaymentYear.all(of: schedule)
            for year in years.prefix(Self.mostYears) {
                table.add(row("\(year.year)", year.year, year.places, schedule, plan))
            }
            if let next = years.dropFirst(Self.mostYears).first, let last = years.last {
                table.add(
                    row(
                        "\(next.year) to \(last.year)", next.year, next.places.lowerBound..<schedule.count, schedule,
                        plan))
            }
            content.append(.disclosure("All \(schedule.count) payments, by year", [table.html]))
        }
        if plan.isDecided {
            content.insert(
                HTML(
                    "p", [],
                    [
                        .text("For the next date you decided on "), amount(plan.planned, plan.plannedBound),
                        .text("; "),
                        amount(plan.requirement.required, plan.requiredBound),
                        .text(" is required. The payments after it follow from that."),
                    ]), at: 0)
        }
        return .card(
            "Payments", id: "schedule", isWide: true, [HTML("div", [.init("data-live-id", "schedule")], content)])
    }

    private func row(
        _ title: String, _ year: Int, _ places: Range<Int>, _ schedule: [ScheduledPayment], _ plan: GoalPlan
    ) -> [HTML] {
        let last = schedule[places.upperBound - 1]
        return [
            .link(title, to: path(plan.goal, paymentsIn: year)), .text("\(places.count)"),
            amount(try? Money.sum(schedule[places].map(\.payment.amount), in: plan.goal.currency), plan.requiredBound),
            amount(last.total, plan.requiredBound), amount(last.saved, plan.progress.savedBound),
        ]
    }

    /// Payments one by one.
    fileprivate func table(_ payments: ArraySlice<ScheduledPayment>, _ plan: GoalPlan) -> HTML {
        var table = DataTable(
            "Payments with running totals",
            [.text("Date"), .number("Payment"), .number("Total paid"), .number("Balance after")], class: "lines")
        for payment in payments {
            table.add([
                day(payment.payment.date), amount(payment.payment.amount, plan.requiredBound),
                amount(payment.total, plan.requiredBound), amount(payment.saved, plan.progress.savedBound),
            ])
        }
        return table.html
    }

    /// The warning about a deadline that is probably a slip; nil for others.
    func farDeadline(_ goal: Goal) -> HTML {
        goal.farDeadlineWarning(on: today).map { .notice(.attention, [.paragraph($0.message)]) } ?? .nothing
    }
}
