import Foundation
import Models
import Presentation
import Testing

struct ChartTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")
    private static let isRecording = ProcessInfo.processInfo.environment["CST_RECORD"] == "1"

    private static func days<Value>(valued: (Int) -> Value) -> [Value?] {
        (0..<366).map { (100..<130).contains($0) ? nil : valued($0) }
    }

    private static func band(_ month: Int) -> BandChart.Band {
        let (x, step) = (Double(365 + 30 * month), Double(month))
        return BandChart.Band(x: x, low: 4_000 + step * 100, middle: 4_000 + step * 300, high: 4_000 + step * 550)
    }

    private static func payment(_ day: Int) -> Double {
        if day == 200 { return -50 }
        return day % 30 == 3 ? Double(day % 4 + 1) * 100 : 0
    }

    /// A year of a goal as a person may have it: unknown days, a payment that was taken back, three assets.
    private static let charts: [any Chart] = [
        Sparkline(
            title: "Saved value", summary: "From 0.00 EUR to 4 000.00 EUR. Not known on 30 of 366 days.",
            values: days(valued: { Double($0 * 10 + $0 % 30 * 12) }),
            first: "2025-05-20", last: "2026-05-20"),
        BandChart(
            title: "With 300.00 EUR a month", summary: "The target is 8 000.00 EUR.",
            known: days(valued: { (x: Double($0), y: Double($0 * 11)) }),
            bands: (1...12).map { band($0) }, target: 8_000,
            words: .init(
                first: "2025-05-20", last: "2027-05-20", target: "target 8 000.00 EUR", top: "10 600.00 EUR",
                bottom: "0",
                known: "saved", middle: "half of all futures below", band: "9 of 10 futures")),
        StackedBar(
            title: "Assets that fund it", summary: "Most comes from Savings (EUR): 2 500.00 EUR.",
            parts: [
                .init("Savings (EUR)", size: 2_500, text: "2 500.00 EUR"),
                .init("A hardware wallet with <a> \"long\" name & more (BTC)", size: 1_400, text: "1 400.00 EUR"),
                .init("日本の口座 (JPY)", size: 100, text: "100.00 EUR"),
            ]),
        HeatMap(
            title: "Contributions by day", summary: "Something was contributed on 24 days.",
            first: CalendarDay(dayNumber: 20_223), values: (0..<371).map { payment($0) },
            legend: ["100.00 EUR", "200.00 EUR", "300.00 EUR", "400.00 EUR"]),
    ]

    @Test(arguments: [
        ([66, 14, 7, 6, 4, 3] as [Double], "66 14 7 6 4 3"), ([1, 1, 1], "34 33 33"),
        ([39.25, 24.25, 23.75, 12.75], "39 24 24 13"),
        ([999, 1], ">99 <1"), ([1, 0], "100 0"), ([2.5, 2.5, 95], "3 2 95"),
    ])
    func `shares are a hundred together`(sizes: [Double], shares: String) {
        let bar = StackedBar(
            title: "", summary: "", parts: sizes.enumerated().map { .init("p\($0)", size: $1, text: "") })
        let lines = bar.lines(width: 40, characters: .unicode).dropFirst()
        #expect(
            lines.map { $0.dropLast(2).split(separator: " ").last.map(String.init) ?? "" }.joined(separator: " ")
                == shares)
    }

    private func compare(_ text: String, _ name: String) throws {
        let file = Self.folder.appending(path: name)
        if Self.isRecording { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(name), see CST_RECORD")
    }

    @Test(arguments: ChartCharacters.allCases, [40, 80, 200])
    func `pictures in characters are as they were looked at`(characters: ChartCharacters, width: Int) throws {
        let style = TextStyle(isColored: false)
        let lines = Self.charts.flatMap { $0.text(width: width, characters: characters, style: style) + [""] }
        for line in lines { #expect(TextWidth.of(line) <= width, "\(line)") }
        if characters == .ascii {
            // Names of people stay what they are.
            for line in lines where !line.contains("口座") {
                #expect(line.allSatisfy { $0.isASCII || $0 == "…" }, "\(line)")
            }
        }
        try compare(lines.joined(separator: "\n"), "\(characters.rawValue)-\(width).txt")
    }

    @Test func `pictures as SVG are as they were looked at`() throws {
        let text = ChartFile(title: "Car <script>", Self.charts).text
        try compare(text, "pictures.svg")
        #expect(!text.contains("<script>") && !text.contains(" style="))
        try checkXML(text)
        let page = HTMLPage(
            title: "Savings", [.init("Car & more", sentences: ["It is < 5."], table: table, charts: Self.charts)])
        try compare(page.text, "page.html")
        #expect(!page.text.contains(" style=") && !page.text.contains("src=") && !page.text.contains("href="))
    }

    private var table: TextTable {
        var table = TextTable([.init("GOAL"), .init("PLAN", .right)])
        table.add([.init("Car <b>"), .init("300.00 EUR", .strong)])
        table.add([.init(""), .init("")])
        return table
    }

    @Test func `each picture of a page is told to those who do not see it`() throws {
        for (index, chart) in Self.charts.enumerated() {
            let text = chart.svg(id: "p\(index)").text
            #expect(
                text.contains("aria-labelledby=\"p\(index)-title p\(index)-desc\"") && text.contains("role=\"img\""))
            #expect(text.contains("<title id=\"p\(index)-title\">") && text.contains("<desc id=\"p\(index)-desc\">"))
            #expect(!text.contains("<style") && !text.contains(" style="))
        }
    }

    @Test func `nothing, one value and equal values are pictures too`() throws {
        let empty: [any Chart] = [
            Sparkline(title: "", summary: "", values: [], first: "", last: ""),
            Sparkline(title: "", summary: "", values: [nil, nil], first: "a", last: "b"),
            Sparkline(title: "", summary: "", values: [3], first: "a", last: "a"),
            Sparkline(title: "", summary: "", values: [3, 3, 3], first: "a", last: "b"),
            BandChart(
                title: "", summary: "", known: [], bands: [], target: 0,
                words: .init(first: "", last: "", target: "", top: "", bottom: "", known: "", middle: "", band: "")),
            BandChart(
                title: "", summary: "", known: [(x: 1, y: 5)], bands: [], target: 10,
                words: .init(first: "", last: "", target: "", top: "", bottom: "", known: "", middle: "", band: "")),
            StackedBar(title: "", summary: "", parts: []),
            StackedBar(title: "", summary: "", parts: [.init("a", size: 0, text: "0")]),
            HeatMap(title: "", summary: "", first: CalendarDay(dayNumber: 0), values: [], legend: []),
            HeatMap(title: "", summary: "", first: CalendarDay(dayNumber: 0), values: [-1], legend: []),
        ]
        for chart in empty {
            for width in [1, 8, 40] {
                for characters in ChartCharacters.allCases {
                    #expect(!chart.lines(width: width, characters: characters).isEmpty)
                }
            }
            try checkXML(chart.svg(id: "a").text)
            #expect(!chart.svg(id: "a").text.contains("nan") && !chart.svg(id: "a").text.contains("inf"))
        }
    }

    /// Every element that begins ends, in order.
    private func checkXML(_ text: String) throws {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
            let (_, isEnd, name, isEmpty) = match.output
            if !isEnd.isEmpty { #expect(open.popLast() == name) } else if isEmpty.isEmpty { open.append(name) }
        }
        #expect(open.isEmpty)
    }
}
