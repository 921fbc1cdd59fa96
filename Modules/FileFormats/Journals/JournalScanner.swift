import Values

/// One line of a journal, read byte by byte.
package struct JournalScanner {
    /// Why a line cannot be read, as a part of a sentence.
    package struct Refusal: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    let line: Int
    let bytes: ArraySlice<UInt8>
    var position: Int

    init(_ bytes: ArraySlice<UInt8>, line: Int) {
        self.bytes = bytes
        self.line = line
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }
    var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }
    /// The byte behind the next.
    var second: UInt8? { position + 1 < bytes.endIndex ? bytes[position + 1] : nil }

    /// Skips spaces and tabs; whether there were any.
    @discardableResult
    mutating func skipSpaces() -> Bool {
        let start = position
        while position < bytes.endIndex, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        return position > start
    }

    /// Takes a character if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Takes the mark of what a bank has or may have: whether it has it; nil without a mark.
    mutating func takeStatus() -> Bool? {
        guard let byte = peek, byte == UInt8(ascii: "*") || byte == UInt8(ascii: "!") else { return nil }
        position += 1
        skipSpaces()
        return byte == UInt8(ascii: "*")
    }

    /// Takes a word up to a space or the end.
    mutating func takeWord() -> String {
        let start = position
        while let byte = peek, byte != 0x20, byte != 0x09 { position += 1 }
        return text(start..<position)
    }

    /// Takes what is left, without spaces at its ends.
    mutating func takeRest() -> String {
        skipSpaces()
        var end = bytes.endIndex
        while end > position, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        defer { position = bytes.endIndex }
        return text(position..<end)
    }

    /// Takes up to a character, which is left out; nil where it does not come.
    mutating func take(upTo character: Unicode.Scalar) -> String? {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: character)) else { return nil }
        defer { position = end + 1 }
        return text(position..<end)
    }

    /// What is left begins with a text.
    func begins(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: - Days

    private static let separators: Set<UInt8> = [0x2D, 0x2F, 0x2E]

    /// Takes digits; nil where there are none, or more than four.
    private mutating func takeDigits() -> Int? {
        let start = position
        var number = 0
        while let byte = peek, (0x30...0x39).contains(byte), position - start < 5 {
            number = number * 10 + Int(byte - 0x30)
            position += 1
        }
        return (1...4).contains(position - start) ? number : nil
    }

    /// Takes a day: `2026-05-20`, `2026/5/20`, or `05/20` of a year that was given before.
    ///
    /// - Throws: ``Refusal``.
    mutating func takeDay(year: Int? = nil) throws(Refusal) -> CalendarDay {
        let start = position
        var numbers: [Int] = []
        var mark: UInt8?
        while let number = takeDigits() {
            numbers.append(number)
            guard numbers.count < 3, let byte = peek, Self.separators.contains(byte), mark == nil || mark == byte else {
                break
            }
            mark = byte
            position += 1
        }
        let text = text(start..<max(position, min(start + 10, bytes.endIndex)))
        if numbers.count == 2 {
            guard let year else { throw Refusal("the date '\(text.printable)' has no year") }
            numbers.insert(year, at: 0)
        }
        guard numbers.count == 3, numbers[0] > 999,
            let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        else { throw Refusal("'\(text.printable)' is not a date") }
        return day
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
}
