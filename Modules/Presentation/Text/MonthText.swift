import Foundation
import Models
public import Planning

extension TextLayout {
    /// A month with what every goal is to get and what it got.
    public func lines(month report: MonthReport) -> [String] {
        guard !report.rows.isEmpty else { return [TextLayout.noGoals] }
        let isDraft = report.state == .draft
        var columns: [TextTable.Column] = [.init("GOAL", isFlexible: true), .init("PLANNED", .right)]
        if !isDraft { columns.append(.init("CAME IN", .right)) }
        if report.state == .executing { columns.append(.init("LEFT", .right)) }
        columns += [.init("DUE"), .init("")]
        var table = TextTable(columns)
        for row in report.rows {
            let payment = row.ask.payment
            let contribution = row.ask.contribution
            var cells: [TextTable.Cell] = [
                .init(row.emoji.map { "\($0) \(row.name)" } ?? row.name),
                .init(Figure.text(payment.planned, row.plannedBound), isDraft ? .strong : .plain),
            ]
            if !isDraft { cells.append(.init(Figure.text(contribution.amount, contribution.bound))) }
            if report.state == .executing { cells.append(.init(Figure.text(row.left, row.leftBound), .strong)) }
            table.add(cells + [.init(payment.date.description), remark(row)])
        }
        return [style.apply(.strong, to: head(report)), style.apply(.weak, to: explanation(report)), ""]
            + table.lines(width: width, style: style)
            + gaps(report.rows.flatMap(\.unavailable)) + rates(report.rates)
    }

    /// All months that were started, newest first.
    public func lines(months reports: [MonthReport]) -> [String] {
        guard !reports.isEmpty else { return ["No month was started yet. Start the current one: cst-plan month start"] }
        var table = TextTable([
            .init("MONTH"), .init("STATE"), .init("PLANNED", .right), .init("CAME IN", .right), .init("", .right),
            .init("STARTED"), .init("CLOSED"),
        ])
        for report in reports {
            table.add([
                .init(report.month.month.description), .init(report.state.rawValue),
                .init(Figure.text(report.planned, report.plannedBound)),
                .init(Figure.text(report.contributed, report.contributedBound)),
                .init(report.progress.map(percent) ?? ""), .init(report.month.startDay.description),
                .init(report.month.closeDay?.description ?? "–"),
            ])
        }
        return table.lines(width: width, style: style)
    }

    private func head(_ report: MonthReport) -> String {
        let planned = Figure.text(report.planned, report.plannedBound)
        let month = report.month.month
        guard report.state != .draft else { return "\(month), not started: \(planned) to set aside" }
        let contributed = Figure.text(report.contributed, report.contributedBound)
        let progress = report.progress.map { " (\(percent($0)) of the plan)" } ?? ""
        let left = report.state == .closed ? "" : ", \(Figure.text(report.left, report.leftBound)) left"
        return "\(month), \(report.state.rawValue): \(contributed) of \(planned)\(progress)\(left)"
    }

    private func explanation(_ report: MonthReport) -> String {
        let undo = report.undoUntil.map { " Can be taken back until \($0.formatted(.iso8601))." } ?? ""
        switch report.state {
        case .draft: return "This is what 'cst-plan month start' would freeze, as of \(report.today)."
        case .executing: return "Asks and rates are those of \(report.month.startDay)." + undo
        case .closed:
            let closed = report.month.closeDay.map { ", closed on \($0)" } ?? ""
            return "Started on \(report.month.startDay)\(closed)." + undo
        }
    }

    private func remark(_ row: MonthReport.Row) -> TextTable.Cell {
        let payment = row.ask.payment
        if let ending = row.ending { return TextTable.Cell(ending, .weak) }
        if payment.state == .skipped { return TextTable.Cell("skipped", .weak) }
        guard payment.planned != payment.required else { return TextTable.Cell("") }
        let reason = payment.planned == payment.custom ? "chosen by hand" : "adjusted"
        return TextTable.Cell("\(reason), asked for \(payment.required)")
    }

    private func percent(_ ratio: Ratio) -> String {
        "\((ratio * Ratio(100)).decimalString(places: 0, rounding: .down)) %"
    }
}
