import Models

/// In which order a date with the year at its end has day and month.
public enum DateOrder: String, Sendable, CaseIterable {
    /// 31.12.2026
    case dayFirst = "day-first"
    /// 12/31/2026
    case monthFirst = "month-first"
}

/// A day as people and banks write it; a time behind it is left out.
struct DateText {
    private let parts: [Int]
    private let isYearFirst: Bool
    private let hasPoints: Bool

    /// Takes a text apart; nil when it is no date.
    init?(_ text: String) {
        if let named = Self.named(text) {
            (parts, isYearFirst, hasPoints) = (named, true, false)
            return
        }
        let date = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != "T" && $0 != "," }
        guard date.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2E, 0x2F, 0x2D].contains($0) }) else {
            return nil
        }
        hasPoints = date.contains(".")
        let pieces = date.split(whereSeparator: { !$0.isNumber })
        if pieces.count == 1, date.count == 8, let number = Int(date) {
            parts = [number / 10_000, number / 100 % 100, number % 100]
            isYearFirst = true
            return
        }
        guard pieces.count == 3, Set(date.filter { !$0.isNumber }).count == 1 else { return nil }
        parts = pieces.compactMap { Int($0) }
        isYearFirst = pieces[0].count == 4
        let year = isYearFirst ? pieces[0] : pieces[2]
        guard parts.count == 3, year.count == 4 || year.count == 2, pieces.allSatisfy({ $0.count <= 4 }) else {
            return nil
        }
    }

    /// The months in English and German, by number.
    private static let months: [[String]] = [
        ["january", "januar", "jänner"], ["february", "februar"], ["march", "märz", "mrz"], ["april"], ["may", "mai"],
        ["june", "juni"], ["july", "juli"], ["august"], ["september"], ["october", "oktober"], ["november"],
        ["december", "dezember"],
    ]

    /// Year, month and day of `15 Mar 2026`, `15. März 2026` or `March 15, 2026`.
    private static func named(_ text: String) -> [Int]? {
        guard text.contains(where: \.isLetter) else { return nil }
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard words.count == 3, let year = Int(words[2]), words[2].count == 4 else { return nil }
        for (name, number) in [(words[0], words[1]), (words[1], words[0])] {
            guard name.count >= 3, number.count <= 2, let day = Int(number),
                let month = months.firstIndex(where: { $0.contains { $0.hasPrefix(name) } })
            else { continue }
            return [year, month + 1, day]
        }
        return nil
    }

    /// The only order in which it can be read; nil when both are possible, or the year comes first.
    var evidence: DateOrder? {
        guard !isYearFirst else { return nil }
        if parts[0] > 12 { return .dayFirst }
        if parts[1] > 12 { return .monthFirst }
        // Nobody who writes the month first writes points.
        return hasPoints ? .dayFirst : nil
    }

    /// Whether the order makes a difference.
    var needsOrder: Bool { !isYearFirst && parts[0] != parts[1] }

    /// The day; nil when there is no such day.
    func day(_ order: DateOrder) -> CalendarDay? {
        if isYearFirst { return CalendarDay(year: parts[0], month: parts[1], day: parts[2]) }
        let year = parts[2] < 100 ? 2000 + parts[2] : parts[2]
        let (day, month) = order == .dayFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
        return CalendarDay(year: year, month: month, day: day)
    }
}
