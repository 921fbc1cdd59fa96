import Foundation
import Models
public import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// A month with what every goal is to get and what it got.
    public func lines(month report: MonthReport) -> [String] {
        guard !report.rows.isEmpty || !report.others.isEmpty else { return [noGoals] }
        return [style.apply(.strong, to: head(report)), style.apply(.weak, to: explanation(report)), ""]
            + table(month: report).lines(width: width, style: style)
            + gaps(report.rows.flatMap(\.unavailable) + report.others.flatMap(\.unavailable)) + rates(report.rates)
    }

    /// What every goal is to get and what it got.
    func table(month report: MonthReport) -> TextTable {
        let isDraft = report.state == .draft
        let hasReleased = report.rows.contains { !$0.contribution.released.isZero }
        var columns: [TextTable.Column] = [.init("GOAL", isFlexible: true), .init("PLAN", .right)]
        if !isDraft { columns.append(.init("CONTRIBUTED", .right)) }
        if hasReleased { columns.append(.init("RELEASED", .right)) }
        if report.state == .executing { columns.append(.init("LEFT", .right)) }
        columns += [.init("DUE"), .init("")]
        var table = TextTable(columns)
        for row in report.rows {
            let contribution = row.contribution
            var cells: [TextTable.Cell] = [
                .init(row.emoji.map { "\($0) \(row.name)" } ?? row.name),
                .init(style.amount(row.payment.plan, row.payment.requiredBound), isDraft ? .strong : .plain),
            ]
            if !isDraft { cells.append(.init(style.amount(contribution.amount, contribution.bound))) }
            if hasReleased {
                cells.append(.init(contribution.released.isZero ? "" : style.amount(contribution.released)))
            }
            if report.state == .executing { cells.append(.init(style.amount(row.planned, row.plannedBound), .strong)) }
            table.add(cells + [.init(row.payment.date.description), remark(row)])
        }
        for row in report.others {
            var cells: [TextTable.Cell] = [.init(GoalRow.title(of: row.plan.goal)), .init("–")]
            if !isDraft { cells.append(.init("–")) }
            if hasReleased { cells.append(.init("")) }
            if report.state == .executing { cells.append(GoalRow(row.plan, style).planned) }
            table.add(cells + [.init(row.plan.plannedDate?.description ?? ""), .init(remark(report, on: row), .weak)])
        }
        return table
    }

    /// All months that were started, newest first.
    public func lines(months reports: [MonthReport]) -> [String] {
        guard !reports.isEmpty else { return ["No month was started yet. Start the next one: cst-plan month start"] }
        var table = TextTable([
            .init("MONTH"), .init("STATE"), .init("PLAN", .right), .init("CONTRIBUTED", .right), .init("MET", .right),
            .init("STARTED"), .init("CLOSED"),
        ])
        for report in reports {
            table.add([
                .init(report.month.month.description), .init(state(report)),
                .init(style.amount(report.plan, report.planBound)),
                .init(style.amount(report.contributed, report.contributedBound)),
                .init(report.shareMet.map(percent) ?? ""), .init(report.month.startDay.description),
                .init(report.month.closeDay?.description ?? "–"),
            ])
        }
        return table.lines(width: width, style: style)
    }

    private func state(_ report: MonthReport) -> String {
        switch report.state {
        case .draft: "not started"
        case .executing: report.today > report.month.end ? "over" : "in progress"
        case .closed: "closed"
        }
    }

    /// How far a month is, in one line.
    public func head(_ report: MonthReport) -> String {
        let month = report.month.month
        guard report.state != .draft else {
            return "\(month), not started: \(style.amount(report.planned, report.plannedBound)) to set aside"
        }
        let plan = style.amount(report.plan, report.planBound)
        let contributed = style.amount(report.contributed, report.contributedBound)
        let left = report.state == .closed ? "" : ", \(style.amount(report.planned, report.plannedBound)) left"
        return "\(month), \(state(report)): \(contributed) contributed, plan \(plan)\(left)"
    }

    /// What else there is to say about a month as a whole.
    ///
    /// - Parameters:
    ///   - start: what starts the month here: a command, or a button.
    ///   - namesOthers: whether the sum for goals that are not part of the month is named.
    public func explanation(
        _ report: MonthReport, startedBy start: String = "cst-plan month start", namesOthers: Bool = true
    ) -> String {
        var sentences: [String] = []
        if let share = report.shareMet, report.state != .draft {
            let beyond =
                report.beyond.isZero ? "" : "; \(style.amount(report.beyond)) more than planned went to some goals"
            sentences.append("\(percent(share)) of the plan is met\(beyond).")
        }
        if namesOthers, !report.others.isEmpty, let total = report.total, let beside = report.othersPlanned {
            sentences.append(
                "With \(style.amount(beside, report.othersPlannedBound)) for goals that are not part of it, \(style.amount(total, report.totalBound)) is to be set aside."
            )
        }
        switch report.state {
        case .draft:
            sentences.append(
                "'\(start)' keeps these amounts until the month is closed. They are as of \(report.today).")
        case .executing: sentences.append("Required amounts and rates are those of \(report.month.startDay).")
        case .closed:
            let closed = report.month.closeDay.map { ", closed on \($0)" } ?? ""
            sentences.append("Started on \(report.month.startDay)\(closed).")
        }
        if let until = report.undoUntil {
            sentences.append(
                until == .distantFuture
                    ? "It can be undone." : "It can be undone until \(until.text(in: zone)).")
        }
        if report.undoUntil != nil, report.state == .executing { sentences += paidByStart(report) }
        return sentences.joined(separator: " ")
    }

    /// The sentence about payments that no longer count when the start of a month is undone; nothing where it does not.
    private func paidByStart(_ report: MonthReport) -> [String] {
        let rows = report.rows.filter { !$0.paidByStart.isZero }
        guard !rows.isEmpty else { return [] }
        let all = rows.map { "\(style.amount($0.paidByStart)) for '\($0.name)'" }.joined(separator: ", ")
        return ["If its start is undone, no money is lost, but this no longer counts as paid for the month: \(all)."]
    }

    /// What was decided about a goal in the month, or what became of it.
    public func remark(_ row: MonthReport.Row) -> TextTable.Cell {
        let payment = row.payment
        if let ending = row.ending { return TextTable.Cell(ending, .weak) }
        if payment.currentState == .skipped { return TextTable.Cell("skipped", .weak) }
        guard payment.plan != payment.required else { return TextTable.Cell("") }
        let reason = payment.currentAdjusted == nil ? "chosen" : "adjusted"
        return TextTable.Cell("\(reason), required \(style.amount(payment.required))")
    }

    /// The reason why a goal that is due is not part of a month.
    public func remark(_ report: MonthReport, on other: MonthlyPlanReport.Row) -> String {
        report.state == .draft
            ? "not part of it: what it has is not fully known"
            : "not part of it: added, resumed or known in full only after the start"
    }

    private func percent(_ ratio: Ratio) -> String {
        "\((ratio * Ratio(100)).decimalString(places: 0, rounding: .down)) %"
    }
}
