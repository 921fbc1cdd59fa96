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
    /// The numbers of movements that this one corrects, so that it stands in their place.
    public let corrected: [String]

    /// A line of a file.
    public init(day: CalendarDay, amount: String, text: UInt64, number: String?, corrected: [String] = []) {
        self.day = day
        self.amount = amount
        self.text = text
        self.number = number
        self.corrected = corrected
    }

    /// Day, amount, digest and number, with spaces between them, and corrected numbers behind tabs.
    public var encoded: String {
        let digits = String(text, radix: 36)
        let numbers = ([number ?? ""] + corrected).joined(separator: "\t")
        return numbers.isEmpty ? "\(day) \(amount) \(digits)" : "\(day) \(amount) \(digits) \(numbers)"
    }

    /// Reads ``encoded``; nil for any other text.
    public init?(encoded: String) {
        let parts = encoded.split(separator: " ", maxSplits: 3)
        guard parts.count >= 3, let day = try? CalendarDay(String(parts[0])), let text = UInt64(parts[2], radix: 36)
        else { return nil }
        let numbers = parts.count == 4 ? parts[3].split(separator: "\t", omittingEmptySubsequences: false) : []
        self.init(
            day: day, amount: String(parts[1]), text: text,
            number: numbers.first.flatMap { $0.isEmpty ? nil : String($0) },
            corrected: numbers.dropFirst().map(String.init))
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

    /// Appends ``ImportedLine/encoded``.
    public func append(to cells: inout [Cell]) { cells.append(.text(encoded)) }

    /// Reads ``ImportedLine/encoded``.
    ///
    /// - Throws: What the row throws about a text that is something else.
    public static func read(from cursor: inout CellCursor) throws -> ImportedLine {
        let column = cursor.next()
        guard let line = ImportedLine(encoded: try cursor.row.text(column)) else { throw cursor.row.malformed(column) }
        return line
    }
}
