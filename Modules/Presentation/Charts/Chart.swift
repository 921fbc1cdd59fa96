/// A picture as a value: what it shows in words, in characters of a terminal, and as SVG. What the numbers mean is the
/// business of whoever makes it; positions are binary floating point, and every text is ready to be shown.
public protocol Chart: Sendable {
    /// What it is, in a few words.
    var title: String { get }
    /// What it shows, in sentences, for whoever does not see it.
    var summary: String { get }
    /// The picture in characters, each line at most `width` columns.
    func lines(width: Int, characters: ChartCharacters) -> [String]
    /// How high the picture is at a width, in the units of its SVG.
    func height(ofWidth width: Double) -> Double
    /// The picture as SVG elements, from the upper left corner on.
    func elements(width: Double) -> [MarkupElement]
}

/// Which characters pictures are made of in a terminal.
public enum ChartCharacters: String, Sendable, CaseIterable {
    /// Blocks and lines of Unicode.
    case unicode
    /// ASCII alone.
    case ascii
}

extension Chart {
    /// Title, picture and summary, as lines of a terminal.
    public func text(width: Int, characters: ChartCharacters, style: TextStyle) -> [String] {
        [style.apply(.strong, to: title)] + lines(width: width, characters: characters)
            + TextWidth.wrapped(summary, to: width).map { style.apply(.weak, to: $0) }
    }

    /// The picture as an element to be put into a page, with title and description for screen readers. It has no `style`
    /// attributes: what a page wants to look differently, it says of its classes (``ChartStyle``).
    ///
    /// - Parameters:
    ///   - id: what the ids of its title and description begin with; once for each picture of a page.
    ///   - width: in its own units; it takes the width of the page.
    public func svg(id: String, width: Double = 720) -> MarkupElement {
        let height = height(ofWidth: width)
        let paper = MarkupElement(
            "rect", ["width": .number(width), "height": .number(height), "fill": "#ffffff", "class": "cst-paper"])
        return MarkupElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": .text("0 0 \(MarkupElement.text(width)) \(MarkupElement.text(height))"),
                "role": "img", "aria-labelledby": .text("\(id)-title \(id)-desc"), "class": "cst-chart",
                "font-family": "system-ui, sans-serif", "font-size": "13",
            ],
            [
                MarkupElement("title", ["id": .text("\(id)-title")], text: title),
                MarkupElement("desc", ["id": .text("\(id)-desc")], text: summary), paper,
            ] + elements(width: width))
    }
}

/// Several pictures, one below the other, as one SVG file.
public struct ChartFile: Sendable {
    private let title: String
    private let charts: [any Chart]

    /// A file.
    public init(title: String, _ charts: [any Chart]) {
        self.title = title
        self.charts = charts
    }

    /// The file: it follows the reader's choice of light or dark.
    public var text: String {
        let (width, heading, gap) = (720.0, 26.0, 18.0)
        var y = gap / 2
        var parts: [MarkupElement] = []
        for (index, chart) in charts.enumerated() {
            let height = chart.height(ofWidth: width)
            parts.append(.label(chart.title, x: 12, y: y + 16, isStrong: true))
            var picture = chart.svg(id: "chart\(index + 1)", width: width)
            picture.set("y", .number(y + heading))
            picture.set("width", .number(width))
            picture.set("height", .number(height))
            parts.append(picture)
            y += heading + height + gap
        }
        let summary = charts.map { "\($0.title): \($0.summary)" }.joined(separator: " ")
        let root = MarkupElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": .text("0 0 \(MarkupElement.text(width)) \(MarkupElement.text(y))"),
                "width": .number(width), "height": .number(y), "role": "img", "aria-labelledby": "title desc",
                "font-family": "system-ui, sans-serif", "font-size": "13",
            ],
            [
                MarkupElement("title", ["id": "title"], text: title),
                MarkupElement("desc", ["id": "desc"], text: summary),
                MarkupElement("style", text: ChartStyle.dark),
                MarkupElement(
                    "rect", ["width": .number(width), "height": .number(y), "fill": "#ffffff", "class": "cst-paper"]),
            ] + parts)
        return root.text + "\n"
    }
}

/// What pictures look like in the dark: rules for the classes of their elements, which go before their own attributes.
public enum ChartStyle {
    /// Rules for readers who prefer dark pages.
    public static let dark = """
        @media (prefers-color-scheme: dark) {
        .cst-paper { fill: #10151c } .cst-ink { fill: #e6edf3 } .cst-weak { fill: #9aa7b4 }
        .cst-line { stroke: #e6edf3 } .cst-middle { stroke: #79b8ff } .cst-band { fill: #1f3a5f }
        .cst-edge { stroke: #79b8ff } .cst-target { stroke: #e6edf3 } .cst-frame { stroke: #9aa7b4 }
        .cst-grid { stroke: #353b42 } .cst-now { fill: #63cdb5 } .cst-series-1 { stroke: #63cdb5 }
        .cst-series-2 { stroke: #f0956a } .cst-series-3 { stroke: #8bb4ff } .cst-series-4 { stroke: #d9bd4e }
        .cst-series-5 { stroke: #cf9af0 } .cst-series-6 { stroke: #a8b2bc }
        .cst-part { fill: #1f3a5f; stroke: #79b8ff } .cst-level { fill: #79b8ff } .cst-day { fill: #56626f }
        }
        """
}
