/// How the bytes of a file stand for text.
public enum TextEncoding: String, Sendable, CaseIterable {
    /// UTF-8, with or without a byte order mark.
    case utf8 = "utf-8"
    /// UTF-16 with a byte order mark; little-endian without one.
    case utf16 = "utf-16"
    /// Windows-1252, which holds all of ISO 8859-1 that is text.
    case latin1 = "latin1"
    /// ISO 8859-15, which has the euro sign in another place.
    case latin9 = "latin9"
}

/// Turns the bytes of a file into UTF-8, piece by piece, so that a file of any size can be read.
struct TextDecoder {
    private var encoding: TextEncoding
    private var isBigEndian = false
    private var isAtStart = true
    /// Bytes of a unit, or the first half of a pair, that the next piece completes.
    private var rest: [UInt8] = []

    /// A decoder; the byte order mark of a file counts more than `encoding`.
    init(_ encoding: TextEncoding) { self.encoding = encoding }

    /// The bytes as UTF-8. Whether those of a UTF-8 file are text is seen by who makes text of them.
    ///
    /// - Throws: ``ImportError/notText(line:)`` for half of a pair without its other half.
    mutating func decode(_ bytes: [UInt8], isLast: Bool) throws(ImportError) -> [UInt8] {
        var input = rest + bytes
        rest = []
        if isAtStart {
            if input.starts(with: [0xEF, 0xBB, 0xBF]) {
                encoding = .utf8
                input.removeFirst(3)
            } else if input.starts(with: [0xFF, 0xFE]) || input.starts(with: [0xFE, 0xFF]) {
                encoding = .utf16
                isBigEndian = input[0] == 0xFE
                input.removeFirst(2)
            }
            isAtStart = false
        }
        switch encoding {
        case .utf8: return input
        case .latin1:
            return input.flatMap { byte in
                let scalar = (0x80...0x9F).contains(byte) ? Self.windows1252[Int(byte - 0x80)] : Unicode.Scalar(byte)
                return Array(String(scalar).utf8)
            }
        case .latin9:
            return input.flatMap { byte in Array(String(Self.iso885915[byte] ?? Unicode.Scalar(byte)).utf8) }
        case .utf16: return try utf16(input, isLast: isLast)
        }
    }

    private mutating func utf16(_ input: [UInt8], isLast: Bool) throws(ImportError) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(input.count / 2)
        var index = 0
        while index + 1 < input.count {
            let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        rest = Array(input[index...])
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            rest = Array(input[(index - 2)...])
        }
        guard rest.isEmpty || !isLast, let text = String(validating: units, as: UTF16.self) else {
            throw .notText(line: nil)
        }
        return Array(text.utf8)
    }

    // Where ISO 8859-15 differs from 8859-1.
    private static let iso885915: [UInt8: Unicode.Scalar] = [
        0xA4: "\u{20AC}", 0xA6: "\u{160}", 0xA8: "\u{161}", 0xB4: "\u{17D}", 0xB8: "\u{17E}", 0xBC: "\u{152}",
        0xBD: "\u{153}", 0xBE: "\u{178}",
    ]

    // The characters of Windows-1252 from 0x80 on; what has none there stays a control character, which no text has.
    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}
