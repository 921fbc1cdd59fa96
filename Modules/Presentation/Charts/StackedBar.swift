/// Parts of a whole, side by side in one bar. Each part has a letter, so that it is told from others without colours.
public struct StackedBar: Chart {
    /// One part.
    public struct Part: Sendable, Hashable {
        let label: String
        let size: Double
        let text: String

        /// A part.
        ///
        /// - Parameters:
        ///   - label: what it is.
        ///   - size: how large it is, in the same unit as the others; not negative.
        ///   - text: its size in words.
        public init(_ label: String, size: Double, text: String) {
            self.label = label
            self.size = size
            self.text = text
        }
    }

    /// What it is, in a few words.
    public let title: String
    /// What it shows, in sentences.
    public let summary: String
    private let parts: [Part]

    /// A bar.
    public init(title: String, summary: String, parts: [Part]) {
        self.title = title
        self.summary = summary
        self.parts = parts
    }

    private var total: Double { parts.reduce(0) { $0 + $1.size } }

    /// A letter for each part; a star beyond the alphabet.
    private static func letter(_ index: Int) -> Character {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return index < letters.count ? letters[index] : "*"
    }

    /// The shares of the parts in whole percent, which are 100 together: those with the largest remainders are rounded up. What is
    /// there is not told as 0, and what is not the whole not as 100.
    private var percents: [String] {
        guard total > 0 else { return parts.map { _ in "–" } }
        let exact = parts.map { $0.size / total * 100 }
        var whole = exact.map { Int($0) }
        let order = exact.indices.sorted {
            (exact[$0] - Double(whole[$0]), $1) > (exact[$1] - Double(whole[$1]), $0)
        }
        for index in order.prefix(max(0, 100 - whole.reduce(0, +))) { whole[index] += 1 }
        return zip(whole, exact).map { whole, exact in
            whole == 0 && exact > 0 ? "<1 %" : whole == 100 && exact < 100 ? ">99 %" : "\(whole) %"
        }
    }

    /// The picture in characters.
    public func lines(width: Int, characters: ChartCharacters) -> [String] {
        guard total > 0 else { return ["nothing to show"] }
        var (bar, end): (String, Double) = ("", 0)
        var drawn = 0
        for (index, part) in parts.enumerated() {
            end += part.size
            let until = index == parts.count - 1 ? width : Int((end / total * Double(width)).rounded())
            let columns = max(0, until - drawn)
            drawn += columns
            guard columns > 0 else { continue }
            let fill: Character = characters == .ascii ? Self.letter(index) : index.isMultiple(of: 2) ? "█" : "▒"
            let before = (columns - 1) / 2
            bar +=
                String(repeating: fill, count: before) + String(Self.letter(index))
                + String(repeating: fill, count: columns - 1 - before)
        }
        let (label, text) = (
            parts.map { TextWidth.of($0.label) }.max() ?? 0, parts.map { TextWidth.of($0.text) }.max() ?? 0
        )
        let percents = percents
        return [bar]
            + parts.enumerated().map { index, part in
                let room = max(8, width - text - 12)
                let name = TextWidth.truncated(part.label, to: min(label, room))
                return TextWidth.truncated(
                    "\(Self.letter(index))  \(ChartText.left(name, width: min(label, room)))  "
                        + "\(ChartText.right(part.text, width: text))  \(ChartText.right(percents[index], width: 5))",
                    to: width)
            }
    }

    /// The room for the percentages at the end of each line.
    private static let percentWidth = 58.0

    /// How high it is.
    public func height(ofWidth width: Double) -> Double { 50 + 22 * Double(parts.count) }

    /// The picture as SVG.
    public func elements(width: Double) -> [MarkupElement] {
        guard total > 0 else { return [.label("nothing to show", x: 12, y: 30, isWeak: true)] }
        let (left, size) = (12.0, width - 24)
        let percents = percents
        let texts = parts.map { ChartText.pixels($0.text) }.max() ?? 0
        let room = max(24, width - left - 24 - texts - Self.percentWidth - 8)
        var (elements, start): ([MarkupElement], Double) = ([], 0)
        for (index, part) in parts.enumerated() {
            let (x, columns) = (left + start / total * size, part.size / total * size)
            start += part.size
            elements.append(
                MarkupElement(
                    "rect",
                    [
                        "x": .number(x), "y": "8", "width": .number(columns), "height": "28", "fill": "#d6e4f7",
                        "stroke": "#1f2328", "class": "cst-part",
                    ]))
            if columns >= 14 {
                elements.append(
                    .label(String(Self.letter(index)), x: x + columns / 2, y: 27, anchor: "middle", isStrong: true))
            }
            let y = 60 + 22 * Double(index)
            elements += [
                .label(String(Self.letter(index)), x: left, y: y, isStrong: true),
                .label(ChartText.fitting(part.label, pixels: room), x: left + 24, y: y),
                .label(part.text, x: width - Self.percentWidth, y: y, anchor: "end"),
                .label(percents[index], x: width - 12, y: y, anchor: "end", isWeak: true),
            ]
        }
        return elements
    }
}
