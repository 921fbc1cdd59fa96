import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

extension PageStyle {
    /// The most payments of a budget that are shown: a longer list is out of sight on a phone.
    private static let mostPayments = 48

    /// The effect of a budget, or the reasons why it has none.
    public func budgetEffect(_ fields: FormFields, _ answer: BudgetService.Answer?, isPreview: Bool = true) -> HTML {
        let summary = isPreview ? fields.summary : .nothing
        guard let plan = answer?.plan else { return HTML("div", [.id("budget-effect")], [summary]) }
        var content: [HTML] = [
            summary,
            HTML(
                "p", [],
                [
                    .text("To reach every goal in time: "), amount(plan.minimum, plan.minimumBound),
                    .text(" on each payment date."),
                ]),
        ]
        if !plan.isFeasible {
            var deadlines = DataTable(
                "Later deadlines that would do, all together", [.text("Goal"), .text("Deadline")])
            for new in plan.deadlines { deadlines.add([link(new.goal), day(new.deadline, or: "none would do")]) }
            var targets = DataTable("Lower targets that would do, all together", [.text("Goal"), .number("Target")])
            for new in plan.targets {
                targets.add([link(new.goal), new.target.map { amount($0) } ?? .text("none would do")])
            }
            content += [
                .notice(.attention, [HTML("p", [], [amount(plan.budget), .text(" is not enough.")])]),
                deadlines.html, targets.html,
            ]
        }
        var table = DataTable("Which payment goes where", [.text("Date"), .text("Goal"), .number("Payment")])
        for payment in plan.payments.prefix(Self.mostPayments) {
            table.add([day(payment.date), link(payment.goal), amount(payment.amount)])
        }
        if plan.payments.count > Self.mostPayments {
            content.append(.paragraph("The first \(Self.mostPayments) of \(plan.payments.count) payments:"))
        }
        return HTML(
            "div", [.id("budget-effect")],
            content + [
                table.isEmpty ? .nothing : table.html, gaps(plan.unavailable),
                plan.payments.isEmpty
                    ? .nothing
                    : writing?.button(
                        "Use these payments for the next date", to: "/budget/apply",
                        [("amount", fieldText("amount", fields.values["amount"] ?? ""))]) ?? .nothing,
            ])
    }
}
