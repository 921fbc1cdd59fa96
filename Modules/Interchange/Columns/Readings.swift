/// In which way the numbers of a column can be read.
struct NumberReadings {
    private var lines: [DecimalMark: Int] = [:]
    private var ambiguous: (text: String, line: Int)?

    mutating func note(_ text: String, line: Int) {
        switch NumberText(text)?.evidence {
        case .only(let mark): lines[mark] = lines[mark] ?? line
        case .either: ambiguous = ambiguous ?? (text, line)
        case .none?, nil: break
        }
    }

    /// The mark before decimals; nil when no number shows it, and none needs it.
    ///
    /// - Throws: ``ImportError/mixedNumbers(lines:)``, ``ImportError/ambiguousNumber(_:line:)``.
    func mark() throws(ImportError) -> DecimalMark? {
        if lines.count > 1 { throw .mixedNumbers(lines: lines.values.sorted()) }
        if lines.isEmpty, let ambiguous { throw .ambiguousNumber(ambiguous.text, line: ambiguous.line) }
        return lines.keys.first
    }
}

/// In which way the dates of a column can be read.
struct DateReadings {
    private var lines: [DateOrder: Int] = [:]
    private var ambiguous: (text: String, line: Int)?

    mutating func note(_ text: String, line: Int) { note(DateText(text), text: text, line: line) }

    mutating func note(_ date: DateText?, text: String, line: Int) {
        guard let date else { return }
        if let order = date.evidence {
            lines[order] = lines[order] ?? line
        } else if date.needsOrder {
            ambiguous = ambiguous ?? (text, line)
        }
    }

    /// The order of day and month; nil when no date shows it, and none needs it.
    ///
    /// - Throws: ``ImportError/mixedDates(lines:)``, ``ImportError/ambiguousDate(_:line:)``.
    func order() throws(ImportError) -> DateOrder? {
        if lines.count > 1 { throw .mixedDates(lines: lines.values.sorted()) }
        if lines.isEmpty, let ambiguous { throw .ambiguousDate(ambiguous.text, line: ambiguous.line) }
        return lines.keys.first
    }
}
