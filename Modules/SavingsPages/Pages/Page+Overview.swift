public import Allocation
import FlexAdjustment
public import Models
public import Persistence
public import Planning
import Presentation
import SavingsViews
public import WebPages

extension Page {
    /// What to set aside, how it is made, and what there is.
    ///
    /// - Parameters:
    ///   - flex: the payments as they are, for the card that changes them; nil without goals.
    ///   - assets: what there is.
    ///   - history: the value of the assets over time; nil without any.
    ///   - changes: the newest entries of the journal.
    ///   - month: the month in progress with what it got; nil when none is.
    ///   - path: the address of the page with another range of the history.
    public static func overview(
        _ report: MonthlyPlanReport, flex: FlexPlan?, assets: AssetValuationReport, history: BalanceHistory?,
        changes: [HistoryEntry], month: MonthReport? = nil, _ style: PageStyle,
        path: (BalanceHistory.Range) -> String = { "/?range=\($0.rawValue)" }
    ) -> Overview {
        guard !report.rows.isEmpty || !assets.rows.isEmpty else { return welcome(style) }
        let pressing = report.rows.least(Self.mostGoals) { Self.presses($0.plan, $1.plan) }.map(\.plan)
        let more = report.rows.count > Self.mostGoals
        var cards: [HTML] = [
            .card(
                "Goals", id: "goals", action: .link("All goals", to: "/goals"),
                [
                    report.rows.isEmpty
                        ? .paragraph("No active goals.", "empty")
                        : HTML(
                            "ul", [.class("goal-list"), .init("data-live-list", "goals")],
                            pressing.map(style.row)),
                    pressing.contains(where: style.hasMark) ? .progressLegend : .nothing,
                    more ? HTML("p", [], [.link("All \(report.rows.count) goals", to: "/goals")]) : .nothing,
                ])
        ]
        if let flex, !flex.rows.isEmpty {
            cards.append(style.flexCard(flex, FormFields(prefix: "flex"), saved: report.decided))
        }
        var below: [HTML] = []
        if let history { below.append(style.historyCard(history, path: path)) }
        if !assets.rows.isEmpty {
            below.append(
                .card(
                    "Assets", id: "composition", action: .link("All assets", to: "/assets"),
                    [
                        HTML(
                            "p", [],
                            [
                                .text("Total value "),
                                style.amount(assets.total, assets.totalBound, live: "assets-total"),
                            ]),
                        .chart(style.composition(assets), id: "composition-chart", table: style.valueTable(assets)),
                    ]))
        }
        below.append(style.calendar(report))
        if !changes.isEmpty {
            below.append(
                .card(
                    "Newest changes", id: "changes", action: .link("Activity", to: "/activity"),
                    [
                        HTML(
                            "ul", [.class("activity"), .init("data-live-list", "changes")],
                            changes.map { style.item($0) })
                    ]))
        }
        return Overview(
            headline: style.hero(report, month: month, assets: assets), cards: [.cards(cards), .columns(below)])
    }

    /// How many goals the overview shows.
    private static let mostGoals = 20

    /// Which of two goals presses more: what is late, then what is due sooner.
    private static func presses(_ left: GoalPlan, _ right: GoalPlan) -> Bool {
        (left.progress.isAchieved ? 1 : 0, left.daysRemaining, left.goal.name)
            < (right.progress.isAchieved ? 1 : 0, right.daysRemaining, right.goal.name)
    }

    /// What somebody sees who has nothing yet.
    static func welcome(_ style: PageStyle) -> Overview {
        guard let writing = style.writing else {
            return Overview(
                headline: HTML(
                    "section", [.class("empty")],
                    [
                        HTML("h1", text: "Nothing to set aside yet"),
                        .paragraph("No goal and no asset has been entered yet."),
                    ]))
        }
        let templates = [GoalTemplate.emergencyFund, .vacation, .houseDeposit].map { template in
            HTML(
                "li", [],
                [
                    .link("\(template.emoji) \(template.title)", to: "/goals/new?template=\(template.rawValue)"),
                    HTML("span", [.class("sub")], text: template.details),
                ])
        }
        return Overview(
            headline: HTML(
                "section", [.class("empty")],
                [
                    HTML("h1", text: "Nothing to set aside yet"),
                    .paragraph(
                        "Say what you save for and by when. Then add what you have: an account, cash or a wallet. "
                            + "From then on this page says how much to set aside each month."),
                    HTML("ul", [.class("starts")], templates),
                    HTML(
                        "div", [.class("actions")],
                        [
                            HTML("a", [.class("button primary"), .href("/goals/new")], text: "New goal"),
                            .button("New asset", to: "/assets/new"),
                            .button("Import a bank's file", to: "/assets/import"),
                            writing.button("Try with sample data", to: "/sample"),
                        ]),
                    .paragraph("The sample is taken away by one press on Undo.", "hint"),
                ]))
    }
}

extension PageStyle {
    /// The one figure that matters, how it is made, and what is missing.
    func hero(_ report: MonthlyPlanReport, month: MonthReport? = nil, assets: AssetValuationReport) -> HTML {
        var sub: [HTML] = []
        if report.decided != nil {
            sub += [
                .text("Required: "), amount(report.total, report.totalBound, live: "required-total"), .text(". "),
            ]
        }
        let due = report.due.count { !$0.plan.planned.isZero }
        // The sum is all that is due by that day only where no goal pays twice until then.
        let isByOneDay = !report.hasLaterPaymentsDue
        sub += isByOneDay ? dueByOneDay(report, count: due) : dueByDate(report)
        if due == 0, let later = (try? report.laterTotal()).flatMap(\.self) {
            sub += [.text(" Next: "), amount(later.amount, later.bound), .text(" on "), day(later.date), .text(".")]
        }
        if let month = report.month {
            sub.append(.text(" \(month.words) is in progress: its payments change only when you change them."))
        }
        if let beside = month?.othersPlanned, month?.others.isEmpty == false, !beside.isZero {
            sub += [
                .text(" "), amount(beside, month?.othersPlannedBound),
                .text(" is for goals that are not part of it: added or resumed since."),
            ]
        }
        return HTML(
            "section", [.class("hero")],
            [
                HTML(
                    "h1",
                    text: isByOneDay
                        ? "To set aside by \(text.day(report.nextPaymentDay))"
                        : "To set aside with the next payments"),
                HTML(
                    "p", [.class("figure")],
                    [amount(report.plannedTotal, report.plannedTotalBound, live: "total")]),
                HTML("p", [.class("sub"), .init("data-live-id", "hero-sub")], sub),
                month.map { HTML("div", [.init("data-live-id", "hero-month")], [paid($0)]) } ?? .nothing,
                assets.rows.isEmpty
                    ? .nothing
                    : HTML(
                        "p", [.class("sub")],
                        [
                            .text("All assets together: "), amount(assets.total, assets.totalBound, live: "all-assets"),
                            .text("."),
                        ]),
                nextStep(report, assets: assets),
                HTML(
                    "div", [.init("data-live-id", "hero-gaps")],
                    [gaps(report.rows.flatMap(\.unavailable) + report.unplanned), warnings(report.warnings)]),
                .disclosure(
                    "How this figure is made",
                    [HTML("div", [.init("data-live-id", "hero-made")], [parts(report)]), rates(report.rates)]),
            ])
    }

    /// The contributions to the month in progress so far.
    private func paid(_ month: MonthReport) -> HTML {
        let share = month.plan.isZero ? Ratio.one : min(max(month.shareMet ?? .zero, .zero), .one)
        let filled = Double((share * Ratio(1000)).rounded(.down) ?? 0) / 10
        let words = "\(Int(filled)) % of the plan of \(month.month.month.words) is paid"
        return .group([
            .progress(words, filled: filled, expected: nil),
            HTML(
                "p", [.class("sub")],
                [
                    amount(month.contributed, month.contributedBound), .text(" of "),
                    amount(month.plan, month.planBound),
                    .text(" paid for \(month.month.month.words)"),
                ]),
        ])
    }

    /// The next step of a beginner; nothing once all goals are funded.
    private func nextStep(_ report: MonthlyPlanReport, assets: AssetValuationReport) -> HTML {
        guard writing != nil else { return .nothing }
        let unfunded = report.rows.indices.first {
            report.rows[$0].plan.goal.lifecycle == .active && report.rows[$0].plan.progress.funding.isEmpty
        }
        let step: (text: String, path: String)? =
            if assets.rows.isEmpty {
                ("Add what you have: New asset", "/assets/new")
            } else if report.rows.isEmpty {
                ("Say what you save for: New goal", "/goals/new")
            } else {
                unfunded.map {
                    (
                        "Choose what funds \(report.rows[$0].plan.goal.name)",
                        "\(path(report.rows[$0].plan.goal))/fund"
                    )
                }
            }
        return step.map { HTML("p", [.class("next-step")], [.text("Next: "), .link($0.text, to: $0.path)]) } ?? .nothing
    }

    /// How many rows a table of a page about everything has; what is beyond them is one more row.
    static let mostListed = 30

    /// The rows that such a table shows, and those that it sums up.
    static func parted<Row>(_ rows: [Row]) -> (shown: ArraySlice<Row>, rest: ArraySlice<Row>) {
        rows.count > mostListed ? (rows.prefix(mostListed - 1), rows.dropFirst(mostListed - 1)) : (rows[...], [])
    }

    /// What every goal adds to the total.
    private func parts(_ report: MonthlyPlanReport) -> HTML {
        var table = DataTable(
            "Payments that add up to the total",
            [.text("Goal"), .number("Payment"), .number("In \(report.displayCurrency)")])
        // Rows are large, and may be ten thousand: none is moved.
        let (shown, rest) = Self.parted(report.rows.indices.filter { report.isDue(report.rows[$0]) })
        for row in shown.map({ report.rows[$0] }) {
            let formula = PaymentFormula(row.plan, text).text.map {
                HTML.group([.text(" "), HTML("span", [.class("sub")], text: $0)])
            }
            table.add([
                .group([link(row.plan.goal), formula ?? .nothing]), amount(row.plan.planned, row.plan.plannedBound),
                amount(row.plannedDisplay, row.plannedDisplay == nil ? nil : row.plan.plannedBound),
            ])
        }
        if !rest.isEmpty {
            let sum = try? Money.sum(
                rest.lazy.compactMap { report.rows[$0].plannedDisplay }, in: report.displayCurrency)
            let isWhole = rest.allSatisfy {
                report.rows[$0].plannedDisplay != nil && report.rows[$0].plan.plannedBound == nil
            }
            table.add([
                .link("\(rest.count) other goals", to: "/goals"), .nothing,
                amount(sum, isWhole ? nil : report.plannedTotalBound),
            ])
        }
        table.total([.text("Total"), .nothing, amount(report.plannedTotal, report.plannedTotalBound)])
        return table.html
    }

    /// The payments of the next dates, all goals together.
    func calendar(_ report: MonthlyPlanReport) -> HTML {
        let payments = report.rows.indices.filter { report.rows[$0].plan.goal.lifecycle == .active }.flatMap { index in
            ((try? report.rows[index].plan.plannedPayments()) ?? report.rows[index].plan.requirement.payments).lazy
                .filter { !$0.amount.isZero }.prefix(4)
                .map { ($0, index) }
        }.least(12) { ($0.0.date, report.rows[$0.1].plan.goal.name) < ($1.0.date, report.rows[$1.1].plan.goal.name) }
        var table = DataTable(
            "Payments by date", [.text("Date"), .text("Goal"), .number("Payment")], class: "lines")
        for (payment, index) in payments {
            let plan = report.rows[index].plan
            table.add([day(payment.date), link(plan.goal), amount(payment.amount, plan.requiredBound)])
        }
        return .card(
            "Next payments", id: "calendar",
            [
                report.decided.map { decided in
                    HTML(
                        "p", [.init("data-live-id", "calendar-note")],
                        [
                            .text("For the next date you decided on "), amount(decided.amount, decided.bound),
                            .text(" in all; "), amount(report.total, report.totalBound),
                            .text(" is required. The payments after it follow from that."),
                        ])
                } ?? .nothing,
                table.isEmpty
                    ? .paragraph("Nothing is due.") : HTML("div", [.init("data-live-id", "calendar")], [table.html]),
            ])
    }
}

extension MonthlyPlanReport {
    /// The payments of all goals as they were decided; nil where they are what is required.
    public var decided: (amount: Money, bound: Bound?)? {
        total == plannedTotal && totalBound == plannedTotalBound ? nil : (plannedTotal, plannedTotalBound)
    }
}
