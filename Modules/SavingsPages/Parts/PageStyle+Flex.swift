import FlexAdjustment
import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

extension PageStyle {
    /// The card that tries out paying more or less. Nothing is written by it.
    ///
    /// - Parameters:
    ///   - saved: the payments of all goals as they were decided, where that is not what is required.
    ///   - all: the same request by each strategy, for the card that stands alone; nil for a card among others.
    func flexCard(
        _ plan: FlexPlan, _ fields: FormFields, saved: (amount: Money, bound: Bound?)? = nil, all: [FlexPlan]? = nil
    ) -> HTML {
        let isAlone = all != nil
        let percent = fields.id("percent")
        // Beyond the bounds nothing can be worked out.
        let bounds = plan.request.bounds
        let least = Int((bounds.lower * Ratio(100)).rounded(.up) ?? 0)
        let most = Int((bounds.upper * Ratio(100)).rounded(.down) ?? 100)
        let typed = fields.values["percent"] ?? "100"
        let form = HTML(
            "form",
            [
                .class("fields"), .init("method", "get"), .init("action", "/flex"),
                .init("data-preview", "/flex/preview"), .init("data-into", "flex-effect"),
            ],
            kept + [
                isAlone ? .hidden("all", "yes") : .nothing,
                HTML(
                    "div", [.class("slider")],
                    [
                        HTML(
                            "label", [.init("for", "\(percent)-range")],
                            text: "How much of what is \(Self.required(plan)) you pay, from \(least) % to \(most) %"),
                        HTML(
                            "input",
                            [
                                .id("\(percent)-range"), .init("type", "range"), .init("min", "\(least)"),
                                .init("max", "\(most)"),
                                .init("step", "1"),
                                .init(
                                    "value",
                                    Int(typed.prefix { $0 != "." }).map { "\(min(max($0, least), most))" } ?? "100"),
                                .init("data-number", percent),
                            ]),
                        fields.number(
                            "percent", "Percent", otherwise: "100", self),
                    ]),
                fields.choice(
                    "strategy", "How it is distributed", otherwise: FlexStrategy.balanced.rawValue,
                    FlexStrategy.allCases.map { ($0.rawValue, Self.words($0)) }),
                HTML("div", [.class("actions no-script")], [HTML("button", text: "Show the effect")]),
                HTML("p", [.init("role", "status"), .init("data-preview-status")]),
            ])
        return .card(
            isAlone ? "Try it out" : "Pay more or less", id: "flex", isWide: isAlone,
            action: isAlone ? .nothing : .link("All strategies", to: "/flex"),
            [
                HTML(
                    "p", [],
                    [
                        .text(
                            "Nothing is written before you save it. If you know the amount that you can pay, try it as a "
                        ),
                        .link("budget", to: "/budget"), .text("."),
                    ]), saved.map(decidedNote) ?? .nothing, form,
                flexEffect(plan, fields, all: all ?? []),
            ])
    }

    /// The sentence that tells payments which were decided from those that are required.
    func decidedNote(_ saved: (amount: Money, bound: Bound?)) -> HTML {
        HTML(
            "p", [],
            [
                .text("You decided on "), amount(saved.amount, saved.bound),
                .text(" in all, which stands above. Here you begin again at what is required."),
            ])
    }

    /// The sentence at figures that are worked out as if the month in progress had not been started.
    func besideMonth(_ month: CalendarMonth?, _ figures: String) -> HTML {
        month.map { month in
            .notice(
                .info,
                [
                    HTML(
                        "p", [],
                        [
                            .text(
                                "\(month.words) is in progress. Its payments change only when you change them: what is left of them is on "
                            ),
                            .link("Month", to: "/month"), .text(". \(figures)"),
                        ])
                ])
        } ?? .nothing
    }

    /// What a strategy does, in words.
    static func words(_ strategy: FlexStrategy) -> String {
        switch strategy {
        case .balanced: "Balanced: every payment by the same part"
        case .prioritizeUrgent: "Urgent first: the fewest payment dates left"
        case .prioritizeLargest: "The largest payment first"
        case .prioritizeSmallest: "The smallest payment first"
        case .minimizeRisk: "Least risk: what is at its last date first"
        }
    }

    /// The word for the payments that are adjusted: where part of them is made, only the rest is.
    private static func required(_ plan: FlexPlan) -> String {
        plan.rows.contains { $0.plan.requirement.paid.isPositive } ? "still to pay" : "required"
    }

    /// What payments become, and what that does to every goal.
    ///
    /// - Parameter all: the same request by each strategy; empty where they are not shown.
    public func flexEffect(_ plan: FlexPlan, _ fields: FormFields, all: [FlexPlan] = []) -> HTML {
        var table = DataTable(
            "Payments now and afterwards",
            [.text("Goal"), .number(Self.required(plan).capitalizedFirst), .number("You pay")], class: "effect")
        let (shown, rest) = Self.parted(plan.rows)
        for row in shown {
            let state = row.state == .flexible ? HTML.nothing : .badge(row.state.rawValue, .plain)
            let reached = HTML(
                "span", [.class("sub")],
                reached(row) + [
                    row.risk == .low
                        ? .nothing : .group([.text(" "), .badge("\(row.risk.rawValue) risk", Self.tone(row.risk))])
                ])
            table.add([
                .group([link(row.plan.goal), .text(" "), state, reached]),
                // A skipped goal counts in no total (R8): the column adds up without it.
                row.state == .skipped ? .text("–") : amount(row.required, row.plan.requiredBound),
                amount(row.adjusted),
            ])
        }
        if !rest.isEmpty {
            let counted = rest.lazy.filter { $0.state != .skipped }.map(\.required)
            let adjusted = rest.lazy.map(\.adjusted)
            table.add([
                .text("\(rest.count) other goals"),
                amount(
                    try? Money.sum(counted, in: plan.totalRequired.currency),
                    rest.allSatisfy { $0.plan.requiredBound == nil } ? nil : plan.totalBound),
                amount(try? Money.sum(adjusted, in: plan.totalRequired.currency)),
            ])
        }
        table.total([
            .text("Total"), amount(plan.totalRequired, plan.totalBound),
            amount(plan.totalAdjusted, plan.totalBound),
        ])
        let remarks = plan.remarks(text)
        let isVague = plan.totalBound == .unknown
        let spoken = "\(fields.values["percent"] ?? "100") percent, \(text.amount(plan.totalAdjusted, plan.totalBound))"
        return HTML(
            "div", [.id("flex-effect")],
            [
                fields.summary,
                HTML(
                    "p", [.class("figure small"), .init("data-valuetext", spoken)],
                    [
                        .text(isVague ? "You pay about " : "You pay "),
                        amount(plan.totalAdjusted, isVague ? nil : plan.totalBound),
                        .text(isVague ? " of about " : " of "),
                        amount(plan.totalRequired, isVague ? nil : plan.totalBound),
                        .text(isVague ? "; part of it is not known." : "."),
                    ]),
                remarks.isEmpty ? .nothing : .notice(.attention, remarks.map { .paragraph($0) }), table.html,
                gaps(plan.unavailable), flexActions(plan, fields), strategies(all),
            ])
    }

    /// When a goal is reached; where that is late, also what later payments have to be instead.
    private func reached(_ row: FlexPlan.Row) -> [HTML] {
        let late = row.lateText.map { ", \($0) late" } ?? ""
        guard let next = row.nextRequired, !late.isEmpty else {
            return [.text("reached "), day(row.projectedFinish, or: "never"), .text(late)]
        }
        return [
            .text("then "), amount(next), .text(" on each later date instead of "), amount(row.level),
            .text(" is in time; without that it is reached "),
            day(row.projectedFinish, or: "never"), .text(late),
        ]
    }

    /// The payments by every strategy side by side.
    private func strategies(_ plans: [FlexPlan]) -> HTML {
        guard let first = plans.first, !first.rows.isEmpty else { return .nothing }
        var table = DataTable(
            "What each strategy would pay",
            [.text("Goal"), .number("Required")] + plans.map { .number(PageStyle.name($0.request.strategy)) })
        for (index, row) in first.rows.enumerated() {
            table.add(
                [link(row.plan.goal), amount(row.required, row.plan.requiredBound)]
                    + plans.map { amount($0.rows[index].adjusted) })
        }
        table.total(
            [.text("Total"), amount(first.totalRequired, first.totalBound)]
                + plans.map { amount($0.totalAdjusted, $0.totalBound) })
        return .group([HTML("h3", text: "All strategies"), table.html])
    }

    /// What can be kept of it.
    private func flexActions(_ plan: FlexPlan, _ fields: FormFields) -> HTML {
        guard let writing = writing, !plan.rows.isEmpty else { return .nothing }
        let typed = ["percent", "strategy"].compactMap { name in
            fields.values[name].map { (name: name, value: name == "percent" ? fieldText(name, $0) : $0) }
        }
        return HTML(
            "div", [.class("actions")],
            [
                writing.button("Save these payments", to: "/flex/save", typed),
                plan.rows.contains { $0.plan.adjusted != nil }
                    ? writing.button("Back to the required payments", to: "/flex/reset") : .nothing,
            ])
    }

    private static func tone(_ risk: FlexImpact.Risk) -> Tone {
        switch risk {
        case .low: .good
        case .medium: .attention
        case .high: .bad
        }
    }
}
