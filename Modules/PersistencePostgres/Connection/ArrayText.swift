import Persistence
import Values

/// The values of one column as the text of an array.
struct ArrayText {
    private static let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")

    private var bytes = [UInt8(ascii: "{")]

    /// Adds a value; returns the number of bytes.
    mutating func append(_ cell: Cell) -> Int {
        let start = bytes.count
        if start > 1 { bytes.append(UInt8(ascii: ",")) }
        switch cell {
        case .null: bytes.append(contentsOf: "NULL".utf8)
        case .integer(let number): bytes.append(contentsOf: "\(number)".utf8)
        case .text(let text): append(text)
        case .list(let rows): append(CellText.encode(rows: rows))
        }
        return bytes.count - start
    }

    private mutating func append(_ text: String) {
        var text = text
        bytes.append(Self.quote)
        text.withUTF8 { characters in
            guard characters.contains(where: { $0 <= EscapedText.mark || $0 == Self.quote || $0 == Self.backslash })
            else { return bytes.append(contentsOf: characters) }
            for byte in characters {
                if byte <= EscapedText.mark {
                    bytes += [EscapedText.mark, byte + 1]
                    continue
                }
                if byte == Self.quote || byte == Self.backslash { bytes.append(Self.backslash) }
                bytes.append(byte)
            }
        }
        bytes.append(Self.quote)
    }

    /// The text with its end and a zero behind it.
    func closed() -> [UInt8] { bytes + [UInt8(ascii: "}"), 0] }

    /// Begins again.
    mutating func removeAll() { bytes.removeSubrange(1...) }
}
