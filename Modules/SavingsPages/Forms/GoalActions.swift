import Allocation
import FlexAdjustment
import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

/// The form of how the next payment of a goal is treated.
public enum PaymentForm {
    static let labels = ["state": "Its payment", "custom": "Another amount to pay"]

    /// How it is treated, as the form shows it.
    static func values(_ plan: GoalPlan, hidesAmounts: Bool) -> [String: String] {
        ["state": plan.flexState.rawValue, "custom": hidesAmounts ? "" : plan.custom?.amountText ?? ""]
    }

    /// What is sent along of how it was when the form was made.
    static func beginnings(_ values: [String: String]) -> [HTML] {
        values.sorted { $0.key < $1.key }.map { .hidden(FieldMerge.beginning(of: $0.key), $0.value) }
    }

    /// What was typed, beside how the payment is treated now and was when the form was made.
    public static func merge(_ typed: [String: String], _ plan: GoalPlan, hidesAmounts: Bool) -> FieldMerge {
        let now = values(plan, hidesAmounts: hidesAmounts)
        let began = now.map { name, value in (name, typed[FieldMerge.beginning(of: name)] ?? value) }
        return FieldMerge(began: Dictionary(uniqueKeysWithValues: began), now: now, typed: typed)
    }
}

extension PageStyle {
    /// What can be done with a goal as a whole; nothing where nothing can be written.
    func lifecycleActions(_ goal: Goal) -> [HTML] {
        guard let writing = writing else { return [] }
        func move(_ label: String, _ lifecycle: Goal.Lifecycle) -> HTML {
            writing.button(label, to: "\(path(goal))/lifecycle", [("to", lifecycle.rawValue)])
        }
        let moves: [HTML] =
            switch goal.lifecycle {
            case .active: [move("Pause", .paused), move("Archive", .archived)]
            case .paused: [move("Resume", .active), move("Archive", .archived)]
            case .archived: [move("Resume", .active)]
            case .finished, .cancelled: []
            }
        return moves + [.button("End or delete…", to: "\(path(goal))/end")]
    }

    /// How the next payment of a goal is treated.
    public func paymentForm(_ plan: GoalPlan, _ fields: FormFields) -> HTML {
        guard let writing = writing else { return .nothing }
        // A form that comes back is of a page of its own, whatever was chosen meanwhile in another tab.
        let values = PaymentForm.values(plan, hidesAmounts: writing.hidesAmounts)
        func label(_ name: String) -> String { PaymentForm.labels[name] ?? name }
        let states: [(value: String, text: String)] = [
            (FlexState.flexible.rawValue, "Flexible: adjusted with the others"),
            (FlexState.protected.rawValue, "Protected: paid in full"), (FlexState.skipped.rawValue, "Skipped: nothing"),
        ]
        return HTML(
            "form",
            [
                .class("fields"), .init("method", "post"), .init("action", "\(path(plan.goal))/payment"),
                .init("data-keeps-input"),
            ],
            writing.fields + kept + PaymentForm.beginnings(values) + [
                fields.conflicts(PaymentForm.labels), fields.summary,
                fields.choice("state", label("state"), otherwise: values["state"] ?? "", states),
                fields.number(
                    "custom", label("custom"), otherwise: values["custom"] ?? "",
                    hint: plan.requirement.paid.isPositive && !hidesAmounts
                        ? "In \(plan.goal.currency), beside the \(text.amount(plan.requirement.paid)) that is paid. Empty: what is required is paid."
                        : "In \(plan.goal.currency). Empty: what is required is paid.", self),
                fields.choice(
                    "span", "How long", otherwise: "month", [("month", "This month"), ("always", "From now on")]),
                HTML("div", [.class("actions")], [HTML("button", text: "Save")]),
            ])
    }
}

extension Page {
    /// What ending or deleting a goal does, said before it is done.
    public static func end(_ plan: GoalPlan, _ style: PageStyle) -> Page {
        let goal = plan.goal
        let isOver = goal.lifecycle == .finished || goal.lifecycle == .cancelled
        let funding = plan.progress.funding.filter { !$0.amount.isZero }
        var table = DataTable("What becomes free", [.text("Asset"), .number("Amount")])
        for part in funding {
            table.add([.name(part.asset), style.amount(part.amount, part.gap == nil ? nil : .atLeast)])
        }
        func button(_ label: String, _ path: String, _ values: [(name: String, value: String)] = []) -> HTML {
            style.writing?.button(label, to: "\(style.path(goal))/\(path)", values) ?? .nothing
        }
        return Page(
            "End: \(goal.name)", in: "Goals",
            [
                HTML("h1", [], [.text("End: ")] + style.title(goal)),
                HTML("p", [], [.link("Back to the goal", to: style.path(goal))]),
                isOver || table.isEmpty ? .nothing : table.html,
                .cards(
                    (isOver
                        ? []
                        : [
                            .card(
                                "Finish or cancel", id: "finish",
                                [
                                    HTML(
                                        "p", [],
                                        [
                                            .text("What it has is recorded: "),
                                            style.amount(plan.progress.saved, plan.progress.savedBound),
                                            .text(". Its assets fund it no more. It can be undone."),
                                        ]),
                                    .paragraph(
                                        "Finish it if you have what you saved for. Cancel it if you save for it no longer."
                                    ),
                                    HTML(
                                        "div", [.class("actions")],
                                        [
                                            button(
                                                "Finish this goal", "lifecycle",
                                                [("to", Goal.Lifecycle.finished.rawValue)]),
                                            button(
                                                "Cancel this goal", "lifecycle",
                                                [("to", Goal.Lifecycle.cancelled.rawValue)]),
                                            .button("Back, change nothing", to: style.path(goal)),
                                        ]),
                                ])
                        ]) + [
                            .card(
                                "Delete", id: "delete",
                                [
                                    .paragraph(
                                        "It goes with its plans and allocations, and is in no list any more. It can be undone."
                                    ),
                                    HTML("div", [.class("actions")], [button("Delete it", "delete")]),
                                ])
                        ]),
            ])
    }
}
