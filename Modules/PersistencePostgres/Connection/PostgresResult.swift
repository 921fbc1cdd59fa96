import CPostgres
import Persistence

/// The rows that a statement gave.
final class PostgresResult {
    private let result: OpaquePointer
    private let isBinary: Bool
    let count: Int
    /// How many rows the statement changed.
    var changed: Int { Int(cpq_changed(result)) }

    /// - Parameter isBinary: whether the cells are as the server keeps them, and not texts.
    init(_ result: OpaquePointer, isBinary: Bool) {
        self.result = result
        self.isBinary = isBinary
        count = Int(cpq_row_count(result))
    }

    deinit { cpq_clear(result) }

    /// The text of a cell; nil where the cell is empty.
    func text(_ row: Int, _ column: Int) -> String? {
        guard cpq_is_null(result, CInt(row), CInt(column)) == 0, let bytes = cpq_value(result, CInt(row), CInt(column))
        else { return nil }
        return String(cString: bytes)
    }

    /// A whole number; nil for anything else.
    func number(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }

    /// Hands each row of a binary result to `body`, or the first `limit` of them.
    func forEachRow(
        _ currencies: KnownCurrencies, limit: Int?, _ body: (RowReader) throws -> Void
    ) throws {
        let width = Int(cpq_column_count(result))
        let row = RowReader(width: width, currencies) { [result] column in
            cpq_column_name(result, CInt(column)).map { String(cString: $0) } ?? "column \(column)"
        }
        guard isBinary else { throw CorruptRow(detail: "rows came as texts") }
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
                // bigint, integer and uuid.
                case 20, 23: row.values[column] = .integer(Self.number(bytes))
                case 2950:
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
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Writes an id in the one form that cells have.
    private static func writeID(_ bytes: UnsafeRawBufferPointer, to id: UnsafeMutableRawBufferPointer) {
        digits.withUnsafeBufferPointer { digits in
            var position = 0
            for (index, byte) in bytes.enumerated() where position + 2 <= id.count {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    id[position] = UInt8(ascii: "-")
                    position += 1
                }
                id[position] = digits[Int(byte >> 4)]
                id[position + 1] = digits[Int(byte & 15)]
                position += 2
            }
        }
    }

    /// A number, the highest byte first.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> Int {
        let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
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
