/// Texts as PostgreSQL can hold them, which has no U+0000: the bytes 0 and 1 are written as 1 1 and 1 2. Different texts stay
/// different, and their order by bytes stays the same.
enum EscapedText {
    static let mark: UInt8 = 1

    /// Appends the bytes of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { characters in
            guard characters.contains(where: { $0 <= mark }) else { return bytes.append(contentsOf: characters) }
            for byte in characters { if byte <= mark { bytes += [mark, byte + 1] } else { bytes.append(byte) } }
        }
    }

    /// The bytes of the text that was written.
    static func plain(_ escaped: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(escaped.count)
        var isMarked = false
        for byte in escaped {
            if isMarked { bytes.append(byte &- 1) } else if byte != mark { bytes.append(byte) }
            isMarked = !isMarked && byte == mark
        }
        return bytes
    }
}
