import Persistence
import Values

extension RowReader {
    /// Hands a row of cells to `body` as if it had just been read.
    static func reading(
        _ cells: [Cell], _ currencies: KnownCurrencies, named table: String, _ body: (RowReader) throws -> Void
    ) throws {
        let row = RowReader(width: cells.count, currencies) { "\(table), column \($0)" }
        var texts: [UInt8] = []
        var places: [Range<Int>] = []
        for cell in cells {
            let start = texts.count
            switch cell {
            case .null, .integer: break
            case .text(let text): texts += text.utf8
            case .list(let rows): texts += CellText.encode(rows: rows).utf8
            }
            places.append(start..<texts.count)
        }
        try texts.withUnsafeBytes { bytes in
            for (index, cell) in cells.enumerated() {
                row.values[index] =
                    switch cell {
                    case .null: .null
                    case .integer(let number): .integer(number)
                    case .text, .list: .text(UnsafeRawBufferPointer(rebasing: bytes[places[index]]))
                    }
            }
            try body(row)
        }
    }
}
