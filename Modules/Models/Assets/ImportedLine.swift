/// One line of a file as it was imported, kept with the transaction that it became, so that a later file with the same movement
/// meets it even after the transaction was edited (I6).
public struct ImportedLine: Sendable, Hashable {
    /// The day that the file gave.
    public let day: CalendarDay
    /// The amount that the file gave, in digits.
    public let amount: String
    /// A digest of all texts of the line that identify the movement, such as payee and purpose.
    public let text: UInt64
    /// The number by which the bank or exchange knows the movement; nil where the file gave none.
    public let number: String?

    /// A line of a file.
    public init(day: CalendarDay, amount: String, text: UInt64, number: String?) {
        self.day = day
        self.amount = amount
        self.text = text
        self.number = number
    }

    /// A digest of texts without regard to case, spaces, punctuation and order, since banks change these from one format of a
    /// statement to another. The same in every run.
    public static func digest(of texts: some Sequence<String>) -> UInt64 {
        var sum: UInt64 = 0
        for text in texts {
            var word: UInt64?
            for byte in text.utf8 {
                let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                if (0x61...0x7A).contains(lower) || (0x30...0x39).contains(lower) || lower >= 0x80 {
                    // FNV-1a of each word.
                    word = ((word ?? 0xCBF2_9CE4_8422_2325) ^ UInt64(lower)) &* 0x100_0000_01B3
                } else if let whole = word {
                    sum = sum &+ whole
                    word = nil
                }
            }
            if let word { sum = sum &+ word }
        }
        return sum
    }
}

extension ImportedLine: ColumnValue {
    /// A text.
    public static var columnType: ColumnType { .text }

    /// Appends day, amount, digest and number, with spaces between them.
    public func append(to cells: inout [Cell]) {
        let digits = String(text, radix: 36)
        cells.append(.text(number.map { "\(day) \(amount) \(digits) \($0)" } ?? "\(day) \(amount) \(digits)"))
    }

    /// Reads what ``append(to:)`` writes.
    ///
    /// - Throws: What the row throws about a text that is something else.
    public static func read(from cursor: inout CellCursor) throws -> ImportedLine {
        let column = cursor.next()
        let parts = try cursor.row.text(column).split(separator: " ", maxSplits: 3)
        guard parts.count >= 3, let day = try? CalendarDay(String(parts[0])), let text = UInt64(parts[2], radix: 36)
        else { throw cursor.row.malformed(column) }
        return ImportedLine(
            day: day, amount: String(parts[1]), text: text, number: parts.count == 4 ? String(parts[3]) : nil)
    }
}
