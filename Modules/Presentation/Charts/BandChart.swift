/// A value that is known until a day and lies in a band afterwards, with the target that it is to reach.
public struct BandChart: Chart {
    /// A place of the known line.
    public typealias Point = (x: Double, y: Double)

    /// A place of the band.
    public struct Band: Sendable, Hashable {
        let x: Double
        let low: Double
        let middle: Double
        let high: Double

        /// A place.
        public init(x: Double, low: Double, middle: Double, high: Double) {
            self.x = x
            self.low = low
            self.middle = middle
            self.high = high
        }
    }

    /// The words of a band chart.
    public struct Words: Sendable, Hashable {
        /// What stands below the beginning and the end.
        public var first, last: String
        /// What the line of the target is called, with its value.
        public var target: String
        /// The values at the upper and the lower end.
        public var top, bottom: String
        /// What the known line, the middle and the band are.
        public var known, middle, band: String

        /// Words.
        public init(
            first: String, last: String, target: String, top: String, bottom: String, known: String, middle: String,
            band: String
        ) {
            self.first = first
            self.last = last
            self.target = target
            self.top = top
            self.bottom = bottom
            self.known = known
            self.middle = middle
            self.band = band
        }
    }

    /// What it is, in a few words.
    public let title: String
    /// What it shows, in sentences.
    public let summary: String
    private let known: [Point?]
    private let bands: [Band]
    private let target: Double
    private let words: Words
    private let top: Double

    /// A chart from 0 to the larger of the target and the largest value.
    ///
    /// - Parameters:
    ///   - known: in order; nil where the value is not known.
    ///   - bands: in order, after the known ones.
    public init(
        title: String, summary: String, known: [(x: Double, y: Double)?], bands: [Band], target: Double, words: Words
    ) {
        self.title = title
        self.summary = summary
        self.known = known
        self.bands = bands
        self.target = target
        self.words = words
        top = Self.top(known: known.compactMap { $0?.y }, bands: bands, target: target)
    }

    /// The value at the upper end: whoever makes a chart has to say it in words.
    public static func top(known: [Double], bands: [Band], target: Double) -> Double {
        max(known.max() ?? 0, bands.map(\.high).max() ?? 0, target)
    }

    /// Whether the band is more than its middle.
    private var hasWidth: Bool { bands.contains { $0.low < $0.high } }

    /// Where the picture begins and ends.
    private var span: (from: Double, to: Double) {
        let all = known.compactMap { $0?.x } + bands.map(\.x)
        let (from, to) = (all.min() ?? 0, all.max() ?? 1)
        return (from, to > from ? to : from + 1)
    }

    // MARK: - Characters

    private static let rows = 12

    /// The picture in characters.
    public func lines(width: Int, characters: ChartCharacters) -> [String] {
        guard top > 0 else { return ["nothing to show"] }
        let isASCII = characters == .ascii
        let label = max(TextWidth.of(words.top), TextWidth.of(words.bottom))
        let columns = max(10, width - label - 2)
        var grid = [[Character]](repeating: [Character](repeating: " ", count: columns), count: Self.rows)
        func row(_ value: Double) -> Int {
            Self.rows - 1 - min(Self.rows - 1, max(0, Int(value / top * Double(Self.rows))))
        }
        for column in 0..<columns { grid[row(target)][column] = isASCII ? "-" : "┄" }
        let span = span
        func position(_ column: Int) -> Double {
            span.from + (span.to - span.from) * Double(column) / Double(max(columns - 1, 1))
        }
        let lastKnown = known.compactMap { $0 }.last
        for column in 0..<columns {
            let x = position(column)
            if let last = lastKnown, x > last.x || known.isEmpty, let band = band(at: x, from: last) {
                for line in row(band.high)...row(band.low) { grid[line][column] = isASCII ? "." : "░" }
                grid[row(band.middle)][column] = isASCII ? "o" : "━"
            } else if let value = known(at: x, within: (span.to - span.from) / Double(columns)) {
                grid[row(value)][column] = isASCII ? "#" : "█"
            }
        }
        var lines = grid.enumerated().map { index, row in
            let text = index == 0 ? words.top : index == Self.rows - 1 ? words.bottom : ""
            return ChartText.right(text, width: label) + " " + (isASCII ? "|" : "│") + String(row)
        }
        lines.append(
            String(repeating: " ", count: label + 2)
                + ChartText.ends(words.first, words.last, width: columns, within: columns))
        let signs = isASCII ? ["#", "o", ".", "-"] : ["█", "━", "░", "┄"]
        var legend = zip(signs, [words.known, words.middle, words.band, words.target]).map { "\($0) \($1)" }
        if !hasWidth { legend.remove(at: 2) }
        if bands.isEmpty { legend.remove(at: 1) }
        return lines.map { line in
            var line = line
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        } + ChartText.wrapped(legend, to: width)
    }

    /// The known value nearest to a place, unless it is further away than a column.
    private func known(at x: Double, within distance: Double) -> Double? {
        let nearest = known.compactMap { $0 }.min { abs($0.x - x) < abs($1.x - x) }
        return nearest.flatMap { abs($0.x - x) <= max(distance, 1) ? $0.y : nil }
    }

    /// The band at a place, on straight lines between its points and from the last known one.
    private func band(at x: Double, from last: Point) -> Band? {
        let all = [Band(x: last.x, low: last.y, middle: last.y, high: last.y)] + bands
        guard let after = all.firstIndex(where: { $0.x >= x }) else { return nil }
        guard after > 0 else { return all[after] }
        let (a, b) = (all[after - 1], all[after])
        let share = b.x > a.x ? (x - a.x) / (b.x - a.x) : 1
        func between(_ value: KeyPath<Band, Double>) -> Double {
            a[keyPath: value] + (b[keyPath: value] - a[keyPath: value]) * share
        }
        return Band(x: x, low: between(\.low), middle: between(\.middle), high: between(\.high))
    }

    // MARK: - SVG

    /// How high it is.
    public func height(ofWidth width: Double) -> Double { 330 + 22 * Double(keyPlaces(width).last?.row ?? 0) }

    /// The picture as SVG.
    public func elements(width: Double) -> [MarkupElement] {
        guard top > 0 else { return [.label("nothing to show", x: 12, y: 30, isWeak: true)] }
        let (left, right, upper, lower) = (12.0, width - 12, 28.0, 268.0)
        let span = span
        func point(_ x: Double, _ y: Double) -> Point {
            (left + (right - left) * (x - span.from) / (span.to - span.from), lower - (lower - upper) * y / top)
        }
        var elements: [MarkupElement?] = [
            .plot(from: left, to: right, y: upper, height: lower - upper, days: (span.from, span.to))
        ]
        if let last = known.compactMap({ $0 }).last, !bands.isEmpty {
            let all = [Band(x: last.x, low: last.y, middle: last.y, high: last.y)] + bands
            let outline = all.map { point($0.x, $0.high) } + all.reversed().map { point($0.x, $0.low) }
            let path = outline.map { "\(MarkupElement.text($0.x)),\(MarkupElement.text($0.y))" }.joined(separator: " ")
            elements.append(MarkupElement("polygon", ["points": .text(path), "fill": "#d6e4f7", "class": "cst-band"]))
            for edge in [\Band.low, \Band.high] {
                elements.append(
                    .line(
                        all.map { point($0.x, $0[keyPath: edge]) }, class: "cst-edge",
                        ["stroke": "#0b57d0", "stroke-width": "1", "stroke-dasharray": "2 3"]))
            }
            elements.append(
                .line(
                    all.map { point($0.x, $0.middle) }, class: "cst-middle",
                    ["stroke": "#0b57d0", "stroke-width": "2.5"]))
        }
        for run in runs {
            elements.append(
                .line(run.map { point($0.x, $0.y) }, class: "cst-line", ["stroke": "#1f2328", "stroke-width": "2"]))
        }
        let goal = [point(span.from, target), point(span.to, target)]
        elements.append(
            .line(goal, class: "cst-target", ["stroke": "#1f2328", "stroke-width": "1.5", "stroke-dasharray": "8 4"]))
        elements.append(
            .line([(left, lower), (right, lower)], class: "cst-frame", ["stroke": "#57606a", "stroke-width": "1"]))
        elements += [
            .label(words.target, x: left, y: point(0, target).y - 6),
            .label(words.first, x: left, y: lower + 18, isWeak: true),
            .label(words.last, x: right, y: lower + 18, anchor: "end", isWeak: true),
        ]
        let (targetY, topY) = (point(0, target).y - 6, max(14, point(0, top).y - 6))
        let hasRoom = ChartText.pixels(words.target) + ChartText.pixels(words.top) + 16 < right - left
        if !bands.isEmpty, hasRoom || abs(targetY - topY) > 16 {
            elements.append(.label(words.top, x: right, y: topY, anchor: "end", isWeak: true))
        }
        return elements.compactMap { $0 } + key(width, y: lower + 44)
    }

    /// The known values without gaps.
    private var runs: [[Point]] {
        known.reduce(into: [[]]) { runs, point in
            if let point { runs[runs.count - 1].append(point) } else if runs.last?.isEmpty == false { runs.append([]) }
        }
    }

    /// What each kind of line means.
    private func key(_ width: Double, y: Double) -> [MarkupElement] {
        zip(entries, keyPlaces(width)).flatMap { entry, place in
            let y = y + 22 * Double(place.row)
            return [
                MarkupElement.line([(place.x, y - 4), (place.x + 28, y - 4)], class: entry.name, entry.look),
                MarkupElement.label(entry.text, x: place.x + 34, y: y, isWeak: true),
            ].compactMap { $0 }
        }
    }

    /// Where the meanings of the lines stand, in as many rows as they need.
    private func keyPlaces(_ width: Double) -> [(x: Double, row: Int)] {
        var (x, row) = (12.0, 0)
        return entries.map { entry in
            if x + 34 + ChartText.pixels(entry.text) > width, x > 12 { (x, row) = (12, row + 1) }
            defer { x += 56 + 6.6 * Double(entry.text.count) }
            return (x, row)
        }
    }

    /// A kind of line with its meaning.
    private var entries: [(text: String, name: MarkupElement.Value, look: [String: MarkupElement.Value])] {
        var entries: [(text: String, name: MarkupElement.Value, look: [String: MarkupElement.Value])] = [
            (words.known, "cst-line", ["stroke": "#1f2328", "stroke-width": "2"])
        ]
        if !bands.isEmpty {
            entries.append((words.middle, "cst-middle", ["stroke": "#0b57d0", "stroke-width": "2.5"]))
        }
        if hasWidth {
            entries.append(
                (words.band, "cst-edge", ["stroke": "#0b57d0", "stroke-width": "1", "stroke-dasharray": "2 3"]))
        }
        return entries
    }
}
