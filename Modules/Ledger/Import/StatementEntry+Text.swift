import Values

extension StatementEntry {
    /// A text in one line; nil for an empty one.
    static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        if text.utf8.count <= 200, text.isPlainLine { return text }
        let scalars = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: " "
            default: Character(scalar)
            }
        }
        let hidden: Set<UInt32> = [0xAD, 0x200B, 0xFEFF]
        let plain = String(
            scalars.filter {
                !$0.unicodeScalars.contains { scalar in
                    hidden.contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
                        || (0x2060...0x2069).contains(scalar.value)
                }
            })
        let words = plain.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(200))
    }
}

extension String {
    /// Whether it is in one line as it is: ASCII that can be seen, in words with one space in between. Nearly every text is.
    fileprivate var isPlainLine: Bool {
        var last: UInt8 = 0x20
        for byte in utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20
    }
}
