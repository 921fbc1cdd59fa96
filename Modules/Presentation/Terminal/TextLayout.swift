public import Values

public import struct Foundation.TimeZone

/// How an answer is laid out for people.
public struct TextLayout: Sendable {
    /// The columns there are; nil for no limit.
    public let width: Int?
    /// How text is set off.
    public let style: TextStyle
    /// The day of the answer, from which ages are counted.
    public let today: CalendarDay
    /// The zone that times are shown in.
    public let zone: TimeZone

    /// A layout.
    public init(width: Int?, style: TextStyle, today: CalendarDay, zone: TimeZone) {
        self.zone = zone
        self.width = width
        self.style = style
        self.today = today
    }

    /// What could not be counted, each once, and things with one reason in one line; empty when there is nothing.
    public func gaps(_ unavailable: [Unavailable]) -> [String] {
        guard !unavailable.isEmpty else { return [] }
        var reasons: [String] = []
        var items: [String: [String]] = [:]
        for gap in unavailable where items[gap.reason]?.contains(gap.item) != true {
            if items[gap.reason] == nil { reasons.append(gap.reason) }
            items[gap.reason, default: []].append(gap.item)
        }
        let lines = reasons.flatMap { wrapped("\((items[$0] ?? []).joined(separator: ", ")): \($0)", indent: 2) }
        return ["", style.apply(.attention, to: "Not counted:")] + lines
    }

    /// A sentence in as many lines as the width needs, broken between words; in one where there is no width.
    ///
    /// - Parameter indent: the blanks before the first line; later ones have two more where there are some.
    public func wrapped(_ text: String, indent: Int = 0) -> [String] {
        let text = TextWidth.printable(text)
        let hanging = indent > 0 ? indent + 2 : 0
        let lines = width.map { TextWidth.wrapped(text, to: max(8, $0 - hanging)) } ?? [text]
        return lines.enumerated().map { index, line in
            String(repeating: " ", count: index == 0 ? indent : hanging) + line
        }
    }
}
