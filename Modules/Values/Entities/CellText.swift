/// Cells as one JSON text, for lists inside a row and for the journal: `["EUR",12,null,[["a"]]]`.
///
/// There is one text for the same cells, so that texts can be compared and summed up instead of cells.
public enum CellText {
    /// A text is not what ``encode(_:)`` gives.
    public struct Malformed: Error, Equatable {}

    private static let deepest = 32
    private static let digits = Array("0123456789abcdef".utf8)

    /// The text of one row.
    public static func encode(_ cells: [Cell]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cells.count * 24)
        append(cells, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of several rows, as a list has them.
    public static func encode(rows: [[Cell]]) -> String {
        var bytes: [UInt8] = []
        append(rows, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads one row.
    ///
    /// - Throws: ``Malformed``.
    public static func decode(_ text: String) throws(Malformed) -> [Cell] {
        try decode(text) { (reader: inout CellTextReader) throws(Malformed) in try reader.row(depth: 0) }
    }

    /// Reads several rows.
    ///
    /// - Throws: ``Malformed``.
    public static func decode(rows text: String) throws(Malformed) -> [[Cell]] {
        try decode(text) { (reader: inout CellTextReader) throws(Malformed) in try reader.rows(depth: 0) }
    }

    private static func decode<Value>(
        _ text: String, _ body: (inout CellTextReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value {
        var reader = CellTextReader(bytes: Array(text.utf8), deepest: deepest)
        let value = try body(&reader)
        guard reader.isAtEnd else { throw Malformed() }
        return value
    }

    private static func append(_ rows: [[Cell]], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, row) in rows.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(row, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ cells: [Cell], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch cell {
            case .null: bytes += "null".utf8
            case .integer(let number): bytes += "\(number)".utf8
            case .text(let text): append(text, to: &bytes)
            case .list(let rows): append(rows, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a JSON string: quotes, backslashes and control characters are escaped, everything else is as it is.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            // Nearly every text is plain.
            if !characters.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                return bytes.append(contentsOf: characters)
            }
            for byte in characters {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                default: bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Reads exactly what ``CellText`` writes.
private struct CellTextReader {
    typealias Malformed = CellText.Malformed

    let bytes: [UInt8]
    let deepest: Int
    private var position = 0

    init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func rows(depth: Int) throws(Malformed) -> [[Cell]] {
        var rows: [[Cell]] = []
        try elements { (reader: inout CellTextReader) throws(Malformed) in
            rows.append(try reader.row(depth: depth + 1))
        }
        return rows
    }

    mutating func row(depth: Int) throws(Malformed) -> [Cell] {
        guard depth < deepest else { throw Malformed() }
        var cells: [Cell] = []
        try elements { (reader: inout CellTextReader) throws(Malformed) in
            cells.append(try reader.cell(depth: depth))
        }
        return cells
    }

    private mutating func elements(_ body: (inout CellTextReader) throws(Malformed) -> Void) throws(Malformed) {
        try take("[")
        if try peek() == UInt8(ascii: "]") { return position += 1 }
        while true {
            try body(&self)
            guard try peek() == UInt8(ascii: ",") else { return try take("]") }
            position += 1
        }
    }

    private mutating func cell(depth: Int) throws(Malformed) -> Cell {
        switch try peek() {
        case UInt8(ascii: "n"):
            for character in ["n", "u", "l", "l"] as [Unicode.Scalar] { try take(character) }
            return .null
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "["): return .list(try rows(depth: depth))
        default: return .integer(try number())
        }
    }

    private mutating func number() throws(Malformed) -> Int {
        let start = position
        while position < bytes.count, bytes[position] == 0x2D || (0x30...0x39).contains(bytes[position]) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Int(text), "\(number)" == text else { throw Malformed() }
        return number
    }

    private mutating func string() throws(Malformed) -> String {
        try take("\"")
        var plain: [UInt8] = []
        while true {
            let byte = try peek()
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: plain, as: UTF8.self) else { throw Malformed() }
                return text
            case UInt8(ascii: "\\"): plain.append(try escaped())
            case 0..<0x20: throw Malformed()
            default: plain.append(byte)
            }
        }
    }

    private mutating func escaped() throws(Malformed) -> UInt8 {
        let byte = try peek()
        position += 1
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return byte }
        guard byte == UInt8(ascii: "u"), position + 4 <= bytes.count else { throw Malformed() }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        // Digits in another form, with capitals or a sign, are not what is written.
        guard let code = UInt8(digits, radix: 16), code < 0x20,
            digits == (code < 16 ? "000" : "00") + String(code, radix: 16)
        else { throw Malformed() }
        position += 4
        return code
    }

    private func peek() throws(Malformed) -> UInt8 {
        guard position < bytes.count else { throw Malformed() }
        return bytes[position]
    }

    private mutating func take(_ character: Unicode.Scalar) throws(Malformed) {
        guard try peek() == UInt8(ascii: character) else { throw Malformed() }
        position += 1
    }
}
