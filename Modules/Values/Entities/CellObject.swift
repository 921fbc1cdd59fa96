import Foundation

/// Cells as a JSON object, each under the name of its column: `{"id":"…","amount":"5.00","currency":"EUR"}`.
package enum CellObject {
    /// The object of a row, in one line.
    package static func text(_ cells: [Cell], _ columns: [EntityDescription.Column]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(cells[...], columns, to: &bytes)
        return bytes
    }

    private static func append(
        _ cells: ArraySlice<Cell>, _ columns: [EntityDescription.Column], to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: "{"))
        var rest = cells
        var isFirst = true
        for column in columns {
            for name in column.cellNames {
                guard let cell = rest.popFirst() else { continue }
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                CellText.append(name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(cell, column, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ cell: Cell, _ column: EntityDescription.Column, to bytes: inout [UInt8]) {
        switch cell {
        case .null: bytes += Array("null".utf8)
        case .integer(let number): bytes += Array("\(number)".utf8)
        case .text(let text): CellText.append(text, to: &bytes)
        case .list(let rows):
            bytes.append(UInt8(ascii: "["))
            for (index, row) in rows.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(row[...], column.elements, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// The cells of an object; nil when it has other names than the columns, or values of other types.
    package static func cells(_ object: [String: Any], _ columns: [EntityDescription.Column]) -> [Cell]? {
        let names = columns.flatMap(\.cellNames)
        guard object.count == names.count else { return nil }
        var cells: [Cell] = []
        for column in columns {
            for name in column.cellNames {
                guard let value = object[name], let cell = cell(value, column) else { return nil }
                cells.append(cell)
            }
        }
        return cells
    }

    private static func cell(_ value: Any, _ column: EntityDescription.Column) -> Cell? {
        switch value {
        case is NSNull: .null
        case let text as String: .text(text)
        case let rows as [[String: Any]]:
            rows.lazy.map { cells($0, column.elements) }.reduce(into: [[Cell]]?.some([])) { all, row in
                if let row { all?.append(row) } else { all = nil }
            }.map { .list($0) }
        case let number as NSNumber:
            // A fraction is no integer, and what is no integer has no number.
            number.doubleValue == number.doubleValue.rounded() && number.stringValue == "\(number.intValue)"
                ? .integer(number.intValue) : nil
        default: nil
        }
    }
}
