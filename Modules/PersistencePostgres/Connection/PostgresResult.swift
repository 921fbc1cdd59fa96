import CPostgres
import Persistence

/// The rows that a statement gave.
final class PostgresResult {
    private let result: OpaquePointer
    let count: Int
    /// How many rows the statement changed.
    var changed: Int { Int(cpq_changed(result)) }

    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(cpq_row_count(result))
    }

    deinit { cpq_clear(result) }

    /// A text as the server has it; nil where the cell is empty.
    func text(_ row: Int, _ column: Int) -> String? {
        guard cpq_is_null(result, CInt(row), CInt(column)) == 0, let bytes = cpq_value(result, CInt(row), CInt(column))
        else { return nil }
        return String(cString: bytes)
    }

    /// A whole number; nil for anything else.
    func number(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }

    /// Hands each row to `body`, or the first `limit` of them.
    func forEachRow(
        _ currencies: KnownCurrencies, limit: Int?, _ body: (RowReader) throws -> Void
    ) throws {
        let width = Int(cpq_column_count(result))
        let row = RowReader(width: width, currencies) { [result] column in
            cpq_column_name(result, CInt(column)).map { String(cString: $0) } ?? "column \(column)"
        }
        // bigint and integer; everything else is read as text.
        let isNumber = (0..<width).map { [20, 23].contains(cpq_column_type(result, CInt($0))) }
        var plain: [[UInt8]] = []
        for index in 0..<min(count, limit ?? count) {
            plain.removeAll(keepingCapacity: true)
            for column in 0..<width {
                guard cpq_is_null(result, CInt(index), CInt(column)) == 0 else {
                    row.values[column] = .null
                    continue
                }
                let bytes = UnsafeRawBufferPointer(
                    start: cpq_value(result, CInt(index), CInt(column)),
                    count: Int(cpq_length(result, CInt(index), CInt(column))))
                if isNumber[column] {
                    row.values[column] = .integer(Int(String(decoding: bytes, as: UTF8.self)) ?? 0)
                } else {
                    row.values[column] = .text(bytes)
                    if bytes.contains(EscapedText.mark) { plain.append([UInt8](EscapedText.plain(bytes))) }
                }
            }
            try Self.handOn(row, plain, body)
        }
    }

    /// Puts texts without their escapes in the place of those with them, in order, while `body` runs.
    private static func handOn(_ row: RowReader, _ plain: [[UInt8]], _ body: (RowReader) throws -> Void) throws {
        guard !plain.isEmpty else { return try body(row) }
        let all = plain.flatMap(\.self)
        try all.withUnsafeBytes { bytes in
            var (start, next) = (0, 0)
            for column in row.values.indices {
                guard case .text(let escaped) = row.values[column], escaped.contains(EscapedText.mark) else { continue }
                row.values[column] = .text(UnsafeRawBufferPointer(rebasing: bytes[start..<start + plain[next].count]))
                start += plain[next].count
                next += 1
            }
            try body(row)
        }
    }
}
