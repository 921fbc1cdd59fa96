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
        let types = (0..<width).map { cpq_column_type(result, CInt($0)) }
        let ids = UnsafeMutableRawBufferPointer.allocate(byteCount: width * Self.idLength, alignment: 1)
        defer { ids.deallocate() }
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
                switch types[column] {
                // bigint and integer.
                case 20, 23: row.values[column] = .integer(Self.number(bytes))
                case 2950 where bytes.count == Self.idLength:
                    let start = column * Self.idLength
                    let id = UnsafeMutableRawBufferPointer(rebasing: ids[start..<start + Self.idLength])
                    Self.writeID(bytes, to: id)
                    row.values[column] = .text(UnsafeRawBufferPointer(id))
                default:
                    row.values[column] = .text(bytes)
                    if bytes.contains(EscapedText.mark) { plain.append([UInt8](EscapedText.plain(bytes))) }
                }
            }
            try Self.handOn(row, plain, body)
        }
    }

    private static let idLength = 36

    /// The server writes the letters of an id small; cells have them large, in which form files keep them. The server itself
    /// would take longer to change them, and would then sort by texts where the index has the order of the ids.
    private static func writeID(_ bytes: UnsafeRawBufferPointer, to id: UnsafeMutableRawBufferPointer) {
        for index in 0..<idLength { id[index] = bytes[index] >= 0x61 ? bytes[index] - 0x20 : bytes[index] }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> Int {
        let isNegative = bytes.first == UInt8(ascii: "-")
        var number = 0
        // Down from zero, as the least number has no opposite.
        for byte in bytes.dropFirst(isNegative ? 1 : 0) { number = number &* 10 &- Int(byte &- 0x30) }
        return isNegative ? number : 0 &- number
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
