import Foundation
import Values

/// The days of one of the ECB's tables: units of each currency for 1 EUR, as text.
struct ECBTable: Sendable {
    private(set) var days: [CalendarDay: [String: String]] = [:]

    /// Reads a table, keeping the days of a range alone: a whole history has thousands.
    ///
    /// - Returns: nil when the text is not one of the ECB's tables, whole to its end, or when the task is cancelled: whoever
    ///   waited for it has run out of time.
    init?(xml: Data, days range: ClosedRange<CalendarDay>) {
        var tags = XMLTags(bytes: Array(xml))
        var isTable = false
        var day: CalendarDay?
        var count = 0
        while let tag = tags.next() {
            count += 1
            if count.isMultiple(of: 1024), Task.isCancelled { return nil }
            if tag.depth == 0 { isTable = tag.name == "Envelope" || tag.name.hasSuffix(":Envelope") }
            // Three nested elements share the name; their attributes tell them apart.
            guard isTable, tag.name == "Cube" else { continue }
            if let time = tag["time"] {
                day = (try? CalendarDay(time)).flatMap { range.contains($0) ? $0 : nil }
            } else if let day, let currency = tag["currency"], let rate = tag["rate"], days[day]?[currency] == nil {
                days[day, default: [:]][currency] = rate
            }
        }
        guard isTable, tags.isWhole else { return nil }
    }
}
