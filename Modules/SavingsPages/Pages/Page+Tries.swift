import Allocation
import FlexAdjustment
public import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

// Pages and fragments that try something out: none of them writes anything.

extension Page {
    /// Other payments, another deadline or another target for a goal.
    ///
    /// - Parameters:
    ///   - result: what they would do; nil before anything was said.
    ///   - month: the month in progress; nil without one.
    public static func whatIf(
        _ goal: Goal, _ fields: FormFields, _ result: WhatIf?, month: CalendarMonth? = nil, _ style: PageStyle
    ) -> Page {
        let form = HTML(
            "form",
            [
                .class("fields"), .init("method", "get"), .init("action", "\(style.path(goal))/what-if"),
                .init("data-preview", "\(style.path(goal))/what-if/preview"), .init("data-into", "what-if-effect"),
            ],
            style.kept + [
                fields.number(
                    "monthly", "Pay on every payment date",
                    hint: "In \(goal.currency), as in \(style.numbers.plain("250.00"))", style),
                fields.number("once", "Pay once, today", hint: "In \(goal.currency)", style),
                fields.input("deadline", "Another deadline", type: "date"),
                fields.number(
                    "target", "Another target", hint: "In \(goal.currency); now \(style.text.amount(goal.target))",
                    style),
                HTML("div", [.class("actions no-script")], [HTML("button", text: "Show the effect")]),
                HTML("p", [.init("role", "status"), .init("data-preview-status")]),
            ])
        return Page(
            "What if: \(goal.name)", in: "Goals",
            [
                HTML("h1", [], [.text("What if: ")] + style.title(goal)),
                HTML("p", [], [.link("Back to the goal", to: style.path(goal))]), fields.summary,
                .cards([
                    .card("Try it out", id: "try", [.paragraph("Nothing is written here."), form]),
                    .card(
                        "Effect", id: "effect",
                        [
                            style.besideMonth(
                                month, "This compares what is required from the next date on that is not paid yet."),
                            style.whatIfEffect(fields, result, isPreview: false),
                        ]),
                ]),
            ])
    }

    /// Other fields for a goal: what they would do, and to keep them.
    ///
    /// - Parameters:
    ///   - who: who changed the goal while the form was filled in.
    ///   - month: the month in progress; nil without one.
    public static func edit(
        _ goal: Goal, _ fields: FormFields, _ preview: GoalEditPreview?, changedBy who: String = "",
        month: CalendarMonth? = nil, _ style: PageStyle
    ) -> Page {
        let values = GoalForm.values(goal, hidesAmounts: style.hidesAmounts)
        let note: HTML =
            style.writing == nil ? style.notWritten : .nothing
        return Page(
            "Edit: \(goal.name)", in: "Goals",
            [
                HTML("h1", [], [.text("Edit: ")] + style.title(goal)),
                HTML("p", [], [.link("Back to the goal", to: style.path(goal))]),
                fields.conflicts(GoalForm.labels, by: who), fields.summary,
                .cards([
                    .card(
                        "What is said of it", id: "try",
                        [
                            note,
                            style.form(
                                "\(style.path(goal))/edit", preview: "\(style.path(goal))/edit/preview",
                                into: "edit-effect", GoalForm.inputs(fields.editing, otherwise: values, style),
                                save: "Save"),
                        ]),
                    .card(
                        "Effect", id: "effect",
                        [
                            style.besideMonth(
                                month, "This compares what is required from the next date on that is not paid yet."),
                            style.editEffect(fields, preview, isPreview: false),
                        ]),
                ]),
            ])
    }

    /// The card alone, with all strategies side by side.
    ///
    /// - Parameter plans: the same request by each strategy.
    ///
    /// - Parameter saved: the payments of all goals as they were decided, where that is not what is required.
    public static func flex(
        _ plan: FlexPlan?, _ plans: [FlexPlan], _ fields: FormFields, saved: (amount: Money, bound: Bound?)? = nil,
        _ style: PageStyle
    ) -> Page {
        let card =
            plan.map { style.flexCard($0, fields, saved: saved, all: plans) }
            ?? .card(
                "Pay more or less", id: "flex",
                [fields.summary, HTML("p", [], [.link("Start again", to: "/flex")])])
        return Page("Pay more or less", in: "Overview", [HTML("h1", text: "Pay more or less"), .cards([card])])
    }

    /// How much a month is enough for all goals.
    ///
    /// - Parameter answer: what the budget does; nil when what was typed is no budget.
    public static func budget(_ answer: BudgetService.Answer?, _ fields: FormFields, _ style: PageStyle) -> Page {
        let currency = answer.map { " in \($0.report.displayCurrency)" } ?? ""
        let form = HTML(
            "form",
            [
                .class("fields"), .init("method", "get"), .init("action", "/budget"),
                .init("data-preview", "/budget/preview"), .init("data-into", "budget-effect"),
            ],
            style.kept + [
                fields.number(
                    "amount", "Budget for each payment date\(currency)", hint: "Empty for the least that is enough",
                    style),
                HTML("div", [.class("actions no-script")], [HTML("button", text: "Show the effect")]),
                HTML("p", [.init("role", "status"), .init("data-preview-status")]),
            ])
        return Page(
            "Budget", in: "Budget",
            [
                HTML("h1", text: "Budget"), fields.summary,
                .cards([
                    .card("Try a budget", id: "try", [.paragraph("Nothing is written here."), form]),
                    .card(
                        "What it does", id: "effect", isWide: true,
                        [
                            style.besideMonth(
                                answer?.report.month,
                                "A budget is worked out anew for all payment dates from now on, as if it had not been started."
                            ),
                            style.budgetEffect(fields, answer, isPreview: false),
                        ]),
                ]),
            ])
    }
}

extension PageStyle {
    /// The name of a strategy.
    static func name(_ strategy: FlexStrategy) -> String {
        String(words(strategy).prefix { $0 != ":" })
    }

    /// What other payments would do, or what is wrong with them.
    public func whatIfEffect(_ fields: FormFields, _ result: WhatIf?, isPreview: Bool = true) -> HTML {
        let summary = isPreview ? fields.summary : .nothing
        guard let result else {
            return HTML(
                "div", [.id("what-if-effect")],
                [summary, fields.issues.isEmpty ? .paragraph("Say what should be different.") : .nothing])
        }
        let (before, after) = (result.preview.before, result.preview.after)
        var table = DataTable("Now and then", [.text(""), .text("Now"), .text("After")], class: "effect")
        table.add([.text("Progress"), .text(percent(before)), .text(percent(after))])
        table.add([
            .text("Next payment"), nextPayment(before),
            result.monthly.map { amount($0) } ?? nextPayment(after),
        ])
        table.add([.text("Reached"), day(result.finishBefore), day(result.finishAfter, or: "never")])
        table.add([
            .text("All goals need at least, on each payment date"),
            amount(result.minimumBefore, result.minimumBeforeBound),
            amount(result.minimumAfter, result.minimumAfterBound),
        ])
        var notes: [HTML] = []
        if !result.missing.isZero {
            notes.append(
                .notice(
                    .attention,
                    [
                        HTML(
                            "p", [],
                            [
                                .text("On "), day(after.goal.deadline), .text(" the goal is short by "),
                                amount(result.missing, after.progress.remainingBound), .text("."),
                            ])
                    ]))
        }
        var others = DataTable(
            "Other goals, if you pay no more in all than now: "
                + "\(text.amount(result.minimumBefore, result.minimumBeforeBound)) on each payment date",
            [.text("Goal"), .text("Deadline"), .text("Reached now"), .text("After")])
        for other in result.others {
            others.add([
                link(other.goal), day(other.goal.deadline), day(other.finishBefore, or: "–"),
                .group([
                    day(other.finishAfter, or: "never"),
                    other.isLate ? .group([.text(" "), .badge("late", .bad)]) : .nothing,
                ]),
            ])
        }
        return HTML(
            "div", [.id("what-if-effect")],
            notes + [
                table.html, others.isEmpty ? .nothing : others.html, warnings(result.preview.reportAfter.warnings),
                gaps(result.unavailable),
            ])
    }

    /// What an edit would do, or what is wrong with it.
    public func editEffect(_ fields: FormFields, _ preview: GoalEditPreview?, isPreview: Bool = true) -> HTML {
        let summary = isPreview ? fields.summary : .nothing
        guard let preview, !preview.changes.isEmpty else {
            return HTML(
                "div", [.id("edit-effect")],
                [fields.issues.isEmpty ? .paragraph("Nothing would change.") : summary])
        }
        var table = DataTable("Now and then", [.text(""), .text("Now"), .text("After")], class: "effect")
        for change in preview.changes where change.field != "target" {
            table.add([
                .text(GoalForm.labels[change.field] ?? change.field.capitalizedFirst), shown(change.before),
                shown(change.after),
            ])
        }
        let (before, after) = (preview.before, preview.after)
        if before.goal.target != after.goal.target {
            table.add([.text("Target"), amount(before.goal.target), amount(after.goal.target)])
        }
        table.add([.text("Progress"), .text(percent(before)), .text(percent(after))])
        let (was, becomes) = (GoalRow(before, text), GoalRow(after, text))
        table.add([.text("Status"), .badge(was.badge), .badge(becomes.badge)])
        table.add([.text("Next payment"), nextPayment(before), nextPayment(after)])
        let (all, then) = (preview.reportBefore, preview.reportAfter)
        table.add([
            .group([.text("All goals, by "), day(all.nextPaymentDay)]), amount(all.total, all.totalBound),
            amount(then.total, then.totalBound),
        ])
        return HTML(
            "div", [.id("edit-effect")],
            [
                summary,
                preview.isSignificant
                    ? .notice(.info, [.paragraph("This changes what you pay, or when.")]) : .nothing,
                before.goal.deadline == after.goal.deadline ? .nothing : farDeadline(after.goal), table.html,
                warnings(then.warnings), gaps(after.progress.unavailable),
            ])
    }

    /// The first payment that is not made yet, with its date.
    private func nextPayment(_ plan: GoalPlan) -> HTML {
        guard let payment = plan.requirement.payments.first(where: { !$0.amount.isZero }) else {
            return amount(plan.requirement.required, plan.requiredBound)
        }
        return .group([amount(payment.amount, plan.requiredBound), .text(" on "), day(payment.date)])
    }

    /// A value of a goal before or after an edit.
    private func shown(_ value: String?) -> HTML {
        guard let value else { return .text("–") }
        return (try? CalendarDay(value)).map { day($0) } ?? .text(message(value))
    }
}
