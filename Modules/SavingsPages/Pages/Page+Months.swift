import Models
public import Planning
import Presentation
import SavingsViews
public import WebPages

extension Page {
    /// A month with what every goal is to get and what it got.
    ///
    /// - Parameters:
    ///   - all: every month that was started, newest first; the page links to them, two years at a time.
    ///   - page: which part of them, from 1 on.
    public static func month(_ report: MonthReport, all: [MonthReport], page: Int = 1, _ style: PageStyle) -> Page {
        var table = DataTable(
            "Months, newest first", [.text("Month"), .number("Plan"), .number("Contributed"), .text("State")])
        let list = ListPage(page, of: all.count, size: 24)
        for month in all[list.places] {
            table.add([
                .link(month.month.month.words, to: "/month/\(month.month.month)"),
                style.amount(month.plan, month.planBound),
                style.amount(month.contributed, month.contributedBound), .text(style.state(month)),
            ])
        }
        return Page(
            report.month.month.words, in: "Month",
            [
                style.monthHero(report),
                .cards(
                    [
                        .card(
                            "Goals", id: "rows", isWide: true,
                            [HTML("div", [.init("data-live-id", "rows")], [style.table(report)])])
                    ]
                        + (table.isEmpty
                            ? []
                            : [
                                .card(
                                    "All months", id: "months", isWide: true,
                                    [table.html, list.pager { "/month?page=\($0)" }])
                            ])),
                style.monthSteps(report),
                HTML(
                    "div", [.class("actions")],
                    [.button("Print", to: "/print/\(report.month.month)")]
                        + style.monthActions(report, newest: all.first)),
                style.closing(report),
                style.rates(report.rates),
            ])
    }

    /// The month on one sheet: no controls, everything open.
    public static func print(_ report: MonthReport, _ style: PageStyle) -> Page {
        Page(
            "Savings, \(report.month.month.words)", in: nil,
            [
                style.monthHero(report), style.table(report),
                report.rates.isEmpty ? .nothing : HTML("h2", text: "Rates"),
                report.rates.isEmpty ? .nothing : style.table(report.rates),
            ])
    }
}

extension PageStyle {
    /// The next step of a month in words, and the way to pay less; nothing where nothing can be written.
    fileprivate func monthSteps(_ report: MonthReport) -> HTML {
        guard writing != nil, report.state != .closed, !report.rows.isEmpty else { return .nothing }
        let step =
            report.state == .draft
            ? "After the start, rates and balances do not change these payments any more, and what you put in counts towards them."
            : "Close the month once it is over: what was contributed is recorded, and the next month begins."
        return .group([
            .paragraph(step),
            isUnpaid(report)
                ? HTML(
                    "p", [],
                    [
                        amount(report.planned, report.plannedBound),
                        .text(
                            " is still to pay for the goals of this month. If it is closed before that, their later payments are "
                                + "higher instead."),
                    ]) : .nothing,
            HTML("p", [], [.link("I can pay less, or more, this month", to: "/flex")]),
        ])
    }

    /// What can be done with a month; nothing where nothing can be written.
    ///
    /// - Parameter newest: the month that was started last, whose last step may be undone from a draft, too.
    fileprivate func monthActions(_ report: MonthReport, newest: MonthReport?) -> [HTML] {
        guard let writing = writing else { return [] }
        func button(_ label: String, _ step: String, _ report: MonthReport) -> HTML {
            writing.button(label, to: "/month/\(step)", [("month", "\(report.month.month)")])
        }
        let undo = newest.flatMap { newest in
            newest.undoUntil == nil
                ? nil
                : button(
                    "Undo the \(newest.state == .closed ? "closing" : "start") of \(newest.month.month.words)", "undo",
                    newest)
        }
        let steps: [HTML] =
            switch report.state {
            case .draft: [button("Start the month", "start", report)]
            case .executing where !isUnpaid(report): [closeButton(report)]
            case .executing, .closed: []
            }
        return steps + [undo].compactMap(\.self)
    }

    /// Whether a month is in progress and part of it is still to pay.
    private func isUnpaid(_ report: MonthReport) -> Bool { report.state == .executing && report.planned.isPositive }

    private func closeButton(_ report: MonthReport) -> HTML {
        writing?.button("Close the month", to: "/month/close", [("month", "\(report.month.month)")]) ?? .nothing
    }

    /// The button that closes a month of which something is still to pay: it is pressed once its question was read.
    fileprivate func closing(_ report: MonthReport) -> HTML {
        guard writing != nil, isUnpaid(report) else { return .nothing }
        let month = report.month.month
        let state =
            report.today < month.day(1)
            ? "has not begun" : report.today > report.month.end ? "is over" : "is not over"
        return .disclosure(
            "Close the month…",
            [
                HTML(
                    "p", [],
                    [
                        .text("\(month.words) \(state), and "), amount(report.planned, report.plannedBound),
                        .text(" is not paid. Close it all the same?"),
                    ]), HTML("div", [.class("actions")], [closeButton(report)]),
            ])
    }

    /// The parts of the sum to set aside: for the goals of the month, and for those that are not part of it; nil where there is one part.
    private func monthParts(_ report: MonthReport) -> [HTML]? {
        guard report.state == .executing, let first = report.others.first, let beside = report.othersPlanned,
            !beside.isZero, let total = report.total, (try? report.planned.adding(beside)) == total
        else { return nil }
        let others: [HTML] =
            report.others.count == 1
            ? [.name(first.plan.goal.name), .text(", which is not part of the month.")]
            : [.text("\(report.others.count) goals that are not part of the month.")]
        return [
            amount(report.planned, report.plannedBound), .text(" for the goals of \(report.month.month.words) + "),
            amount(beside, report.othersPlannedBound), .text(" for "),
        ] + others
    }

    fileprivate func monthHero(_ report: MonthReport) -> HTML {
        let isDraft = report.state == .draft
        let parts = monthParts(report)
        return HTML(
            "section", [.class("hero")],
            [
                HTML("h1", text: "\(report.month.month.words), \(state(report))"),
                HTML(
                    "p", [.class("figure")],
                    [
                        isDraft || report.state == .executing
                            ? amount(
                                report.total ?? report.planned,
                                report.total == nil ? report.plannedBound : report.totalBound, live: "total")
                            : amount(report.contributed, report.contributedBound, live: "total"),
                        .text(" "),
                        HTML(
                            "span", [.class("unit")],
                            text: report.state == .closed ? "contributed" : "to set aside"),
                    ]),
                HTML(
                    "p", [.class("sub"), .init("data-live-id", "month-sub")],
                    isDraft
                        ? []
                        : [
                            .text("Plan "), amount(report.plan, report.planBound), .text(", contributed "),
                            amount(report.contributed, report.contributedBound), .text("."),
                        ]),
                parts.map { HTML("p", [.class("sub"), .init("data-live-id", "month-parts")], $0) } ?? .nothing,
                .paragraph(
                    message(layout.explanation(report, startedBy: "Start the month", namesOthers: parts == nil)), "sub"),
                gaps(report.rows.flatMap(\.unavailable) + report.others.flatMap(\.unavailable)),
                warnings(report.warnings),
            ])
    }

    /// How far a month is, in words.
    func state(_ report: MonthReport) -> String {
        switch report.state {
        case .draft: "not started"
        case .executing: report.today > report.month.end ? "over" : "in progress"
        case .closed: "closed"
        }
    }

    /// What every goal is to get and what it got.
    fileprivate func table(_ report: MonthReport) -> HTML {
        guard !report.rows.isEmpty || !report.others.isEmpty else { return .paragraph("No goal is due in this month.") }
        let isDraft = report.state == .draft
        let isOpen = report.state == .executing
        var columns: [DataTable.Column] = [.text("Goal"), .number("Plan")]
        if !isDraft { columns.append(.number("Contributed")) }
        if isOpen { columns.append(.number("Left")) }
        var table = DataTable("Goals of the month", columns + [.text("Due"), .text("Remark")])
        for row in report.rows {
            var cells: [HTML] = [
                .group(
                    (row.emoji.map { [HTML("span", [.init("aria-hidden", "true")], text: $0), .text(" ")] } ?? []) + [
                        .name(row.name)
                    ]),
                amount(row.payment.plan, row.payment.requiredBound),
            ]
            if !isDraft { cells.append(amount(row.contribution.amount, row.contribution.bound)) }
            if isOpen { cells.append(amount(row.planned, row.plannedBound)) }
            table.add(cells + [day(row.payment.date), .text(message(layout.remark(row).text))])
        }
        for other in report.others {
            let plan = other.plan
            var cells: [HTML] = [.group(title(plan.goal)), .text("–")]
            if !isDraft { cells.append(.text("–")) }
            if isOpen { cells.append(amount(plan.planned, plan.plannedBound)) }
            table.add(cells + [day(plan.plannedDate, or: "–"), .text(layout.remark(report, on: other))])
        }
        return table.html
    }
}
