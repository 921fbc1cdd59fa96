public import Presentation

extension HTML {
    /// A part of a page with a heading.
    ///
    /// - Parameters:
    ///   - id: what its heading is named by; once for each page.
    ///   - action: a link or a button beside the heading.
    public static func card(
        _ title: String, id: String, isWide: Bool = false, action: HTML = .nothing, _ content: [HTML]
    ) -> HTML {
        HTML(
            "section", [.class(isWide ? "card wide" : "card"), .init("aria-labelledby", "\(id)-title")],
            [HTML("div", [.class("card-head")], [HTML("h2", [.id("\(id)-title")], text: title), action])] + content)
    }

    /// Parts of a page beside and below each other.
    public static func cards(_ cards: [HTML]) -> HTML { HTML("div", [.class("cards")], cards) }

    /// Cards of different heights in columns, each filled before the next one.
    public static func columns(_ cards: [HTML]) -> HTML { HTML("div", [.class("columns")], cards) }

    /// A paragraph.
    public static func paragraph(_ text: String, _ name: String? = nil) -> HTML {
        HTML("p", name.map { [.class($0)] } ?? [], text: text)
    }

    /// A word about how something is, never by its colour alone.
    public static func badge(_ text: String, _ tone: Tone) -> HTML {
        HTML("span", [.class("badge \(tone.rawValue)")], text: text)
    }

    /// A cell of a text table as a badge.
    public static func badge(_ cell: TextTable.Cell) -> HTML { badge(cell.text, Tone(cell.emphasis)) }

    /// Something that the reader should know, with what to do about it.
    public static func notice(_ tone: Tone, _ content: [HTML]) -> HTML {
        HTML("div", [.class("notice \(tone.rawValue)")], content)
    }

    /// What is shown when the reader wants to know more.
    public static func disclosure(_ summary: String, _ content: [HTML], isOpen: Bool = false) -> HTML {
        HTML(
            "details", [.class("disclosure"), .init("open", when: isOpen)],
            [HTML("summary", text: summary)] + content)
    }

    /// A link.
    public static func link(_ text: String, to target: String, _ attributes: [Attribute] = []) -> HTML {
        HTML("a", [.href(target)] + attributes, text: text)
    }

    /// A link that looks like a button.
    public static func button(_ text: String, to target: String) -> HTML { link(text, to: target, [.class("button")]) }

    /// Facts by name.
    public static func facts(_ facts: [(name: String, value: HTML)]) -> HTML {
        HTML("dl", [.class("facts")], facts.flatMap { [HTML("dt", text: $0.name), HTML("dd", [], [$0.value])] })
    }

    /// A text to be passed on, with buttons that copy it and hand it to another program, where the browser can.
    ///
    /// - Parameter id: once for each page.
    public static func copied(_ text: String, id: String) -> HTML {
        HTML(
            "p", [.class("copied")],
            [
                HTML("code", [.id(id)], text: text), .text(" "),
                HTML("button", [.init("type", "button"), .init("data-copies", id), .init("hidden")], text: "Copy"),
                .text(" "),
                HTML("button", [.init("type", "button"), .init("data-shares", id), .init("hidden")], text: "Share…"),
            ])
    }

    /// A name that people gave, in a direction of its own.
    public static func name(_ text: String) -> HTML { HTML("bdi", text: text) }

    /// How far something is, as a bar with words for whoever does not see it.
    ///
    /// - Parameters:
    ///   - filled: from 0 to 100.
    ///   - expected: where it should be by now, from 0 to 100; nil for nowhere.
    public static func progress(_ words: String, filled: Double, expected: Double?) -> HTML {
        let track = MarkupElement("rect", ["class": "track", "width": "100", "height": "8", "rx": "4"])
        let fill = MarkupElement("rect", ["class": "fill", "width": .number(filled), "height": "8", "rx": "4"])
        let mark = expected.map {
            MarkupElement("rect", ["class": "mark", "x": .number(min($0, 99)), "width": "1", "height": "8"])
        }
        return .picture(
            MarkupElement(
                "svg",
                [
                    "class": "progress", "viewBox": "0 0 100 8", "preserveAspectRatio": "none", "role": "img",
                    "aria-label": .text(words),
                ], [track, fill] + [mark].compactMap { $0 }))
    }

    /// The meaning of the mark on bars.
    public static var progressLegend: HTML {
        HTML(
            "p", [.class("hint legend")],
            [
                HTML("span", [.class("tick"), .init("aria-hidden", "true")], [.text("|")]),
                .text(" on a bar: where the goal should be by now"),
            ])
    }

    /// A picture with what it shows in words. It is drawn for places of three widths, so that its texts stay as large as others.
    ///
    /// - Parameters:
    ///   - id: once for each page.
    ///   - table: the same figures, a click away.
    public static func chart(_ chart: any Chart, id: String, table: HTML? = nil) -> HTML {
        let summary = HTML("figcaption", text: chart.summary)
        return HTML(
            "figure", [.class("chart")],
            [
                HTML("div", [.class("chart-wide")], [.picture(chart.svg(id: "\(id)-wide"))]),
                HTML("div", [.class("chart-medium")], [.picture(chart.svg(id: "\(id)-medium", width: 430))]),
                HTML("div", [.class("chart-compact")], [.picture(chart.svg(id: "\(id)-compact", width: 300))]),
            ] + (table.map { [.disclosure("Show the figures", [$0])] } ?? []) + [summary])
    }
}

/// What something is to be taken for.
public enum Tone: String, Sendable {
    /// Good news.
    case good
    /// Something to look at.
    case attention
    /// Bad news.
    case bad
    /// News.
    case info
    /// Nothing special.
    case plain

    /// The tone of an emphasis.
    public init(_ emphasis: TextStyle.Emphasis) {
        self =
            switch emphasis {
            case .good: .good
            case .attention: .attention
            case .bad: .bad
            case .plain, .strong, .weak, .paper: .plain
            }
    }
}
