/// A line without axes: how one value came to be what it is. Days on which it is not known are left out.
public struct Sparkline: Chart {
    /// What it is, in a few words.
    public let title: String
    /// What it shows, in sentences.
    public let summary: String
    private let values: [Double?]
    private let first: String
    private let last: String

    /// A line.
    ///
    /// - Parameters:
    ///   - values: at equal distances; nil where one is not known.
    ///   - first: what stands below the beginning.
    ///   - last: what stands below the end.
    public init(title: String, summary: String, values: [Double?], first: String, last: String) {
        self.title = title
        self.summary = summary
        self.values = values
        self.first = first
        self.last = last
    }

    private static let unicode: [Character] = Array("▁▂▃▄▅▆▇█")
    private static let ascii: [Character] = Array("_.:-=+*#")

    /// The picture in characters.
    public func lines(width: Int, characters: ChartCharacters) -> [String] {
        let marks = characters == .unicode ? Self.unicode : Self.ascii
        let width = max(1, width)
        let count = min(width, values.count)
        // Of several values that share a place, the last one known is shown.
        let shown = (0..<count).map { place in
            values[(place * values.count / count)..<((place + 1) * values.count / count)].last { $0 != nil } ?? nil
        }
        let known = shown.compactMap { $0 }
        guard let low = known.min(), let high = known.max() else { return ["no value is known"] }
        let line = shown.map { value -> Character in
            guard let value else { return " " }
            guard high > low else { return marks[3] }
            return marks[min(marks.count - 1, Int((value - low) / (high - low) * Double(marks.count)))]
        }
        return [String(line), ChartText.ends(first, last, width: count, within: width)]
    }

    /// How high it is.
    public func height(ofWidth width: Double) -> Double { 90 }

    /// The picture as SVG.
    public func elements(width: Double) -> [MarkupElement] {
        let known = values.compactMap { $0 }
        guard let low = known.min(), let high = known.max() else {
            return [.label("no value is known", x: 12, y: 40, isWeak: true)]
        }
        let (left, right, top, bottom) = (12.0, width - 12, 8.0, 62.0)
        let span = max(Double(values.count - 1), 1)
        var runs: [[(x: Double, y: Double)]] = [[]]
        for (index, value) in values.enumerated() {
            guard let value else {
                if runs.last?.isEmpty == false { runs.append([]) }
                continue
            }
            let height = high > low ? (value - low) / (high - low) : 0.5
            runs[runs.count - 1].append(
                (left + (right - left) * Double(index) / span, bottom - (bottom - top) * height))
        }
        return runs.compactMap {
            MarkupElement.line($0, class: "cst-line", ["stroke": "#1f2328", "stroke-width": "1.5"])
        }
            + [
                .label(first, x: left, y: 82, isWeak: true),
                .label(last, x: right, y: 82, anchor: "end", isWeak: true),
            ]
    }
}
