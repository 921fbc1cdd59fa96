/// A table of text that fits a width: columns are padded to their widest cell; flexible ones give way first, then columns that
/// can be left out. Where that is not enough, every row becomes a block with a line per column, so that no amount is ever cut.
public struct TextTable: Sendable {
    /// One column.
    public struct Column: Sendable {
        /// On which side a cell is padded.
        public enum Alignment: Sendable {
            /// Text starts at the left.
            case left
            /// Numbers end at the right.
            case right
        }

        let title: String
        let alignment: Alignment
        let isFlexible: Bool
        let least: Int
        let rank: Int

        /// A column.
        ///
        /// - Parameters:
        ///   - isFlexible: Whether its cells are cut when the table is too wide.
        ///   - least: How wide it is at least, so that it keeps its place while its cells change; a flexible one is cut to
        ///     this before another column is left out.
        ///   - rank: Of several columns that can be left out, the one with the largest rank goes first; 0 always stays.
        public init(
            _ title: String, _ alignment: Alignment = .left, isFlexible: Bool = false, least: Int = 0, rank: Int = 0
        ) {
            self.title = title
            self.alignment = alignment
            self.isFlexible = isFlexible
            self.least = least
            self.rank = rank
        }

        /// The width with these cells.
        func width(_ cells: some Sequence<Cell>) -> Int {
            cells.reduce(max(isFlexible ? 0 : least, TextWidth.of(title))) { max($0, TextWidth.of($1.text)) }
        }
    }

    /// What stands in one place of the table.
    public struct Cell: Sendable, Hashable, ExpressibleByStringInterpolation {
        /// What it shows.
        public let text: String
        /// What it is to be taken for.
        public let emphasis: TextStyle.Emphasis

        /// A cell.
        public init(_ text: String, _ emphasis: TextStyle.Emphasis = .plain) {
            self.text = TextWidth.printable(text)
            self.emphasis = emphasis
        }

        /// A plain cell.
        public init(stringLiteral value: String) { self.init(value) }
    }

    private var columns: [Column]
    private var rows: [[Cell]] = []

    /// An empty table.
    public init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row with a cell per column.
    public mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// The table without the columns that have no room in a width.
    public func fitted(to width: Int) -> TextTable {
        var table = self
        while TextTable.total(table.leastWidths) > width,
            let last = table.columns.indices.filter({ table.columns[$0].rank > 0 })
                .max(by: { table.columns[$0].rank < table.columns[$1].rank })
        {
            table.columns.remove(at: last)
            for row in table.rows.indices { table.rows[row].remove(at: last) }
        }
        return table
    }

    /// What stands above each column.
    var titles: [String] { columns.map(\.title) }
    /// What stands in each row.
    var texts: [[String]] { rows.map { $0.map(\.text) } }
    /// Whether a column has numbers.
    func isNumeric(_ column: Int) -> Bool { columns[column].alignment == .right }

    /// Whether a column is there.
    public func has(_ title: String) -> Bool { columns.contains { $0.title == title } }

    /// Whether the table stays one, and does not become blocks.
    public func fits(_ width: Int) -> Bool {
        var widths = widths
        shrink(&widths, to: width)
        return TextTable.total(widths) <= width
    }

    /// The width to which a flexible column is cut at most.
    private static let smallest = 8

    /// The widths when flexible columns are cut as far as they can be.
    private var leastWidths: [Int] {
        zip(columns, widths).map { $0.isFlexible ? min($1, max($0.least, TextTable.smallest)) : $1 }
    }

    /// The widest cell of each column.
    private var widths: [Int] {
        columns.indices.map { index in columns[index].width(rows.lazy.map { $0[index] }) }
    }

    /// The lines of the table, header first, each at most `width` columns of the terminal. No width means no limit.
    public func lines(width: Int?, style: TextStyle) -> [String] {
        guard let width else { return lines(widths: widths, style: style) }
        let table = fitted(to: width)
        var widths = table.widths
        table.shrink(&widths, to: width)
        guard TextTable.total(widths) <= width else { return blocks(width: width, style: style) }
        return table.lines(widths: widths, style: style)
    }

    private func lines(widths: [Int], style: TextStyle) -> [String] {
        let header = line(columns.map { Cell($0.title, .strong) }, widths: widths, style: style)
        return [header] + rows.map { line($0, widths: widths, style: style) }
    }

    private func shrink(_ widths: inout [Int], to width: Int) {
        var excess = TextTable.total(widths) - width
        while excess > 0 {
            let widest = columns.indices.filter { columns[$0].isFlexible && widths[$0] > TextTable.smallest }
                .max { widths[$0] < widths[$1] }
            guard let widest else { return }
            widths[widest] -= 1
            excess -= 1
        }
    }

    private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    /// Every row as a block of lines: the column's title, then the cell, which goes on below itself when it is long.
    private func blocks(width: Int, style: TextStyle) -> [String] {
        let titles = columns.map { TextWidth.of($0.title) }.max() ?? 0
        let room = max(1, width - titles - 2)
        var lines: [String] = []
        for row in rows {
            if !lines.isEmpty { lines.append("") }
            for (column, cell) in zip(columns, row) where !cell.text.isEmpty {
                let padding = String(repeating: " ", count: titles - TextWidth.of(column.title) + 2)
                for (index, part) in TextWidth.wrapped(cell.text, to: room).enumerated() {
                    let head =
                        index == 0
                        ? style.apply(.strong, to: column.title) + padding : String(repeating: " ", count: titles + 2)
                    lines.append(head + style.apply(cell.emphasis, to: part))
                }
            }
        }
        return lines
    }

    private func line(_ cells: [Cell], widths: [Int], style: TextStyle) -> String {
        var text = ""
        for index in columns.indices {
            let cell = TextWidth.truncated(cells[index].text, to: widths[index])
            let padding = String(repeating: " ", count: widths[index] - TextWidth.of(cell))
            let shown = style.apply(cells[index].emphasis, to: cell)
            text += columns[index].alignment == .left ? shown + padding : padding + shown
            text += "  "
        }
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
