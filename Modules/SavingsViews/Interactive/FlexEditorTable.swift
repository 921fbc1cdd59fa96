import FlexAdjustment
import Models
import Planning
import Presentation

/// The goals of a ``FlexEditor`` as a table that leaves out what is needed least until it fits.
struct FlexEditorTable {
    private typealias Column = (column: TextTable.Column, cell: @Sendable (FlexPlan.Row, TextStyle) -> TextTable.Cell)

    /// Everything but the name, from left to right; what is needed least has the largest rank.
    private static let columns: [Column] = [
        (.init("STATE", least: 9, rank: 4), { row, _ in .init(row.state.rawValue) }),
        (.init("REQUIRED", .right, rank: 8), { row, style in .init(style.digits(row.required)) }),
        (.init("ADJUSTED", .right), { row, style in .init(style.digits(row.adjusted), .strong) }),
        (
            .init("CHANGE", .right, least: 9, rank: 7),
            { row, style in
                .init(row.change.isZero ? "" : (row.change.isPositive ? "+" : "") + style.digits(row.change))
            }
        ),
        (.init("%", .right, least: 8, rank: 2), { row, _ in .init(row.change.isZero ? "" : row.changePercentText) }),
        (.init("NEXT DUE", .right, rank: 6), { row, style in .init(row.nextRequired.map { style.digits($0) } ?? "–") }),
        (.init("REACHED", rank: 9), { row, _ in .init(row.projectedFinish.description) }),
        (.init("LATE", least: 9, rank: 5), { row, _ in .init(row.lateText ?? "", .attention) }),
        (.init("RISK", least: 6, rank: 3), { row, _ in row.riskCell }),
    ]

    private let rows: [FlexPlan.Row]
    private let selection: Int
    private let width: Int
    private let style: TextStyle

    init(_ plan: FlexPlan, selection: Int, width: Int, style: TextStyle) {
        self.style = style
        rows = plan.rows
        self.selection = selection
        self.width = width
    }

    /// The header and the rows of a window.
    func lines(of window: Range<Int>) -> [String] {
        let title = "  GOAL" + (window.count < rows.count ? " \(selection + 1)/\(rows.count)" : "")
        var names = self.names { _ in "" }
        var table = table(title, names)
        if !table.has("STATE") {
            names = self.names { "\($0.state.rawValue.prefix(1)) " }
            table = self.table(title, names)
        }
        guard table.fits(width) else {
            // Not even the amounts fit whole, and half an amount is a wrong one.
            return ([title] + names[window]).map { TextWidth.truncated(TextWidth.printable($0), to: width) }
        }
        let lines = table.lines(width: width, style: style)
        return [lines[0]] + lines.dropFirst()[window.lowerBound + 1..<window.upperBound + 1]
    }

    /// The names behind the mark of the selected one, with a letter for the state where its column has no room.
    private func names(letter: (FlexPlan.Row) -> String) -> [String] {
        rows.enumerated().map { index, row in
            (index == selection ? "> " : "  ") + letter(row) + GoalRow.title(of: row.plan.goal)
        }
    }

    private func table(_ title: String, _ names: [String]) -> TextTable {
        var table = TextTable([.init(title, isFlexible: true, least: 20)] + Self.columns.map(\.column))
        for (index, row) in rows.enumerated() {
            table.add(
                [.init(names[index], index == selection ? .strong : .plain)] + Self.columns.map { $0.cell(row, style) })
        }
        return table.fitted(to: width)
    }
}
