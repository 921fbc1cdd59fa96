import Foundation
import Models

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The days of one of the ECB's tables: units of each currency for 1 EUR, as text.
struct ECBTable: Sendable {
    private(set) var days: [CalendarDay: [String: String]] = [:]

    /// Reads a table, keeping the days of a range alone: a whole history has thousands.
    ///
    /// - Returns: nil when the text is not one of the ECB's tables.
    init?(xml: Data, days range: ClosedRange<CalendarDay>) {
        // The parser takes a text that breaks off for a whole one, and half a number for a number.
        guard
            String(decoding: xml.suffix(100), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                .hasSuffix("Envelope>")
        else { return nil }
        let reader = ECBTableReader(range: range)
        let parser = XMLParser(data: xml)
        parser.delegate = reader
        guard parser.parse(), reader.isTable else { return nil }
        days = reader.days
    }
}

/// Three nested elements share the name `Cube`; their attributes tell them apart.
private final class ECBTableReader: NSObject, XMLParserDelegate {
    private let range: ClosedRange<CalendarDay>
    private var day: CalendarDay?
    private var depth = 0
    private(set) var isTable = false
    private(set) var days: [CalendarDay: [String: String]] = [:]

    init(range: ClosedRange<CalendarDay>) {
        self.range = range
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if depth == 0 { isTable = name == "Envelope" || name.hasSuffix(":Envelope") }
        depth += 1
        guard name == "Cube" else { return }
        if let time = attributes["time"] {
            day = try? CalendarDay(time)
        } else if let day, range.contains(day), let currency = attributes["currency"], let rate = attributes["rate"],
            days[day]?[currency] == nil
        {
            days[day, default: [:]][currency] = rate
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
    }
}
