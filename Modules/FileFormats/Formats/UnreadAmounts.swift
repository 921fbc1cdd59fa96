/// The columns that tell nothing and have amounts all the same: numbers with decimals, or with a 0 among them, as numbers that only name
/// something have neither.
struct UnreadAmounts {
    private struct Column {
        var hasDecimals = false
        var hasZero = false
        var hasOther = false
    }

    private var columns: [Int: Column] = [:]
    /// The columns with a cell that is no number.
    private var texts: Set<Int> = []

    /// Takes note of the cells of a row.
    mutating func note(_ row: CSVReader.Row, at positions: [Int]) {
        for position in positions where !texts.contains(position) {
            let text = TableLayout.cell(position, row)
            guard !text.isEmpty else { continue }
            guard let number = NumberText(text) else {
                columns[position] = nil
                texts.insert(position)
                continue
            }
            var column = columns[position] ?? Column()
            if text.contains(where: { $0 == "." || $0 == "," }) || number.currency != nil { column.hasDecimals = true }
            if number.isZero { column.hasZero = true } else { column.hasOther = true }
            columns[position] = column
        }
    }

    /// The columns with amounts, in their order.
    var positions: [Int] {
        columns.filter { $0.value.hasOther && ($0.value.hasDecimals || $0.value.hasZero) }.map(\.key).sorted()
    }
}
