/// A page of HTML in one file that needs nothing else: it can be printed, mailed, and read without a network.
public struct HTMLPage: Sendable {
    /// A part of the page under a heading.
    public struct Section: Sendable {
        let heading: String
        let sentences: [String]
        let table: TextTable?
        let charts: [any Chart]

        /// A part.
        public init(_ heading: String, sentences: [String] = [], table: TextTable? = nil, charts: [any Chart] = []) {
            self.heading = heading
            self.sentences = sentences
            self.table = table
            self.charts = charts
        }
    }

    private let title: String
    private let sections: [Section]

    /// A page.
    public init(title: String, _ sections: [Section]) {
        self.title = title
        self.sections = sections
    }

    /// The page as text.
    public var text: String {
        let head = MarkupElement(
            "head", [:],
            [
                MarkupElement("meta", ["charset": "utf-8"]),
                MarkupElement("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                MarkupElement("title", text: title), MarkupElement("style", text: Self.style + "\n" + ChartStyle.dark),
            ])
        let body = MarkupElement(
            "body", [:],
            [
                MarkupElement(
                    "main", [:],
                    [MarkupElement("h1", text: title)] + sections.enumerated().map { Self.element($1, number: $0 + 1) })
            ])
        return "<!DOCTYPE html>\n" + MarkupElement("html", ["lang": "en"], [head, body]).text + "\n"
    }

    private static func element(_ section: Section, number: Int) -> MarkupElement {
        let charts = section.charts.enumerated().map { index, chart in
            MarkupElement(
                "section", ["class": "picture"],
                [
                    MarkupElement("h3", text: chart.title), chart.svg(id: "picture-\(number)-\(index + 1)"),
                    MarkupElement("p", ["class": "weak"], text: chart.summary),
                ])
        }
        return MarkupElement(
            "section", [:],
            [MarkupElement("h2", text: section.heading)] + section.sentences.map { MarkupElement("p", text: $0) }
                + [section.table?.markup].compactMap { $0 } + charts)
    }

    private static let style = """
        :root { color-scheme: light dark }
        body { font: 16px/1.5 system-ui, sans-serif; color: #1f2328; background: #ffffff; margin: 2rem auto;
        max-width: 46rem; padding: 0 1rem }
        table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .8rem .3rem 0 }
        th { border-bottom: 2px solid #57606a } td { border-bottom: 1px solid #d0d7de }
        .number { text-align: right; font-variant-numeric: tabular-nums } .weak { color: #57606a; font-size: .9rem }
        svg { width: 100%; height: auto }
        .picture, tr { break-inside: avoid } h2, h3 { break-after: avoid } h3 { margin-bottom: .2rem }
        @media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #10151c } .weak { color: #9aa7b4 } }
        @media print { body { margin: 0; max-width: none } }
        """
}

extension TextTable {
    /// The table as HTML, with its titles as heads of columns.
    var markup: MarkupElement {
        func cell(_ name: String, _ index: Int, _ text: String) -> MarkupElement {
            var attributes: [String: MarkupElement.Value] = name == "th" ? ["scope": "col"] : [:]
            if isNumeric(index) { attributes["class"] = "number" }
            return MarkupElement(name, attributes, text: text)
        }
        let head = MarkupElement("tr", [:], titles.enumerated().map { cell("th", $0, $1) })
        let rows = texts.map { row in MarkupElement("tr", [:], row.enumerated().map { cell("td", $0, $1) }) }
        return MarkupElement(
            "table", [:], [MarkupElement("thead", [:], [head]), MarkupElement("tbody", [:], rows)])
    }
}
