import FlexAdjustment
import Models
import Planning

/// The goals of a ``FlexEditor`` as a table that leaves out what is needed least until it fits.
struct FlexEditorTable {
    private struct Column {
        let title: TextTable.Column
        /// What is needed least has the largest number.
        let rank: Int
        let cell: @Sendable (FlexPlan.Row) -> TextTable.Cell
    }

    /// Everything but the name, from left to right.
    private static let columns: [Column] = [
        Column(title: .init("STATE", least: 9), rank: 4) { .init($0.state.rawValue) },
        Column(title: .init("REQUIRED", .right), rank: 8) { .init($0.required.amountText) },
        Column(title: .init("ADJUSTED", .right), rank: 1) { .init($0.adjusted.amountText, .strong) },
        Column(title: .init("CHANGE", .right, least: 9), rank: 7) { row in
            .init(row.change.isZero ? "" : (row.change.isPositive ? "+" : "") + row.change.amountText)
        },
        Column(title: .init("%", .right, least: 8), rank: 2) { .init($0.change.isZero ? "" : $0.changePercentText) },
        Column(title: .init("NEXT ASK", .right), rank: 6) { .init($0.nextRequired?.amountText ?? "–") },
        Column(title: .init("REACHED"), rank: 9) { .init($0.projectedFinish.description) },
        Column(title: .init("LATE", least: 9), rank: 5) { .init($0.delayText ?? "", .attention) },
        Column(title: .init("RISK", least: 6), rank: 3) { $0.riskCell },
    ]

    /// Names are cut to this before a column is left out for them.
    private static let nameWidth = 16
    /// Names are cut to this when there is no other way.
    private static let leastNameWidth = 8

    private let names: [String]
    private let selection: Int
    private let width: Int
    private let columns: [(column: TextTable.Column, cells: [TextTable.Cell])]

    init(_ plan: FlexPlan, selection: Int, width: Int) {
        let all = Self.columns.map { column in
            let cells = plan.rows.map(column.cell)
            return (column: column, cells: cells, width: column.title.width(cells) + 2)
        }
        let titles = plan.rows.map { GoalRow.title(of: $0.plan.goal) }
        let widest = titles.reduce(0) { max($0, TextWidth.of($1)) }
        // The mark of the selected goal, and the letter of the state where its column is left out.
        var room = width - min(widest, Self.nameWidth) - 4
        var shown: Set<Int> = []
        for (column, _, width) in all.sorted(by: { $0.column.rank < $1.column.rank }) {
            room -= width
            guard room >= 0 || shown.isEmpty else { break }
            shown.insert(column.rank)
        }
        let showsState = shown.contains(4)
        columns = all.filter { shown.contains($0.column.rank) }.map { ($0.column.title, $0.cells) }
        names = zip(plan.rows, titles).enumerated().map { index, entry in
            (index == selection ? "> " : "  ") + (showsState ? "" : "\(entry.0.state.rawValue.prefix(1)) ") + entry.1
        }
        self.selection = selection
        self.width = width
    }

    /// The header and the rows of a window.
    func lines(of window: Range<Int>, style: TextStyle) -> [String] {
        let place = window.count < names.count ? " \(selection + 1)/\(names.count)" : ""
        var table = TextTable([.init("  GOAL" + place, isFlexible: true)] + columns.map(\.column))
        for (index, name) in names.enumerated() {
            table.add([.init(name, index == selection ? .strong : .plain)] + columns.map { $0.cells[index] })
        }
        guard table.width(flexible: Self.leastNameWidth) <= width else {
            // Not even the amounts fit whole, and half an amount is a wrong one.
            return (["  GOAL" + place] + names[window]).map {
                TextWidth.truncated(TextWidth.printable($0), to: width)
            }
        }
        let lines = table.lines(width: width, style: style)
        return [lines[0]] + lines.dropFirst()[window.lowerBound + 1..<window.upperBound + 1]
    }
}
