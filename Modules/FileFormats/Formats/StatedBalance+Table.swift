import Values

extension StatedBalance {
    /// The balance that a line above a table states, as in `Kontostand vom 31.01.2026:;1.999,99 €`; nil where it states none, or no day.
    init?(above row: CSVReader.Row, _ mapping: ColumnMapping, _ context: DateContext) {
        let cells = row.cells.map { String($0.trimming(while: \.isWhitespace)) }
        guard let label = cells.firstIndex(where: BalanceWords.isBalance) else { return nil }
        func day(_ text: some StringProtocol) -> CalendarDay? {
            DateText(String(text))?.day(mapping.dateOrder ?? .dayFirst, context)
        }
        let words = cells[label].split { $0.isWhitespace || $0 == ":" }.filter { $0.contains(where: \.isNumber) }
        let days = words.compactMap { day($0) } + cells.compactMap { day($0) }
        let amounts = cells[(label + 1)...].filter { day($0) == nil }.compactMap {
            NumberText($0)?.plain(mapping.decimalMark ?? .point)
        }
        guard let first = days.first, let amount = amounts.first else { return nil }
        self.init(line: row.line, day: first, amount: .entered(amount))
    }
}
