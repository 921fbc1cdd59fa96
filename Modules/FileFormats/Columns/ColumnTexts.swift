package import Values

/// The texts of one column, which are all read in one way: that of those which leave no choice.
package enum ColumnTexts {
    /// Numbers in digits with a point; nil for a text that is none.
    ///
    /// - Parameter usual: the mark where no number shows it, which is taken where it is the only one that stands there.
    /// - Throws: ``ImportError/mixedNumbers(lines:)``, ``ImportError/ambiguousNumber(_:line:)``.
    package static func numbers(_ texts: [String], usual: DecimalMark?) throws(ImportError) -> [String?] {
        var readings = NumberReadings()
        for (index, text) in texts.enumerated() { readings.note(text, line: index + 1) }
        let mark: DecimalMark
        do {
            mark = try readings.mark() ?? usual ?? .point
        } catch .ambiguousNumber(let text, let line) {
            guard let usual, !texts.contains(where: { $0.contains(usual == .point ? "," : ".") }) else {
                throw .ambiguousNumber(text, line: line)
            }
            mark = usual
        }
        return texts.map { text in
            guard let number = NumberText(text), number.currency == nil else { return nil }
            return number.plain(mark)
        }
    }

    /// Days; nil for a text that is none.
    ///
    /// - Throws: ``ImportError/mixedDates(lines:)``, ``ImportError/ambiguousDate(_:line:)``.
    package static func days(_ texts: [String], _ context: DateContext) throws(ImportError) -> [CalendarDay?] {
        var readings = DateReadings(context)
        for (index, text) in texts.enumerated() { readings.note(text, line: index + 1) }
        let order = try readings.order() ?? .dayFirst
        return texts.map { DateText($0)?.day(order, context) }
    }
}
