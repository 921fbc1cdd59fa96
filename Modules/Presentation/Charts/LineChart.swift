/// How values went over time: one line or several on a common scale, which always has zero in it. Between two points a value stays as it
/// was, so lines go in steps.
public struct LineChart: Chart {
    /// One line.
    public struct Series: Sendable, Hashable {
        let name: String
        /// Its places, in order.
        public let points: [LinePoint]

        /// A line.
        ///
        /// - Parameter points: in order.
        public init(_ name: String, _ points: [LinePoint]) {
            self.name = name
            self.points = points
        }
    }

    /// A place on an axis with its name.
    public struct Tick: Sendable, Hashable {
        let position: Double
        let text: String

        /// A place.
        public init(_ position: Double, _ text: String) {
            self.position = position
            self.text = text
        }
    }

    /// How many lines can be told apart.
    public static let mostSeries = 6

    /// What it is, in a few words.
    public let title: String
    /// What it shows, in sentences.
    public let summary: String
    private let series: [Series]
    private let across: [Tick]
    private let up: [Tick]
    private let span: (from: Double, to: Double)

    /// A chart.
    ///
    /// - Parameters:
    ///   - series: the most important first; at most ``mostSeries`` are drawn.
    ///   - across: places on the axis of time, in order; where there is no room for all of them, some are left out.
    ///   - up: places on the axis of values, in order, with zero (``ChartScale``).
    public init(title: String, summary: String, series: [Series], across: [Tick], up: [Tick]) {
        self.title = title
        self.summary = summary
        self.series = Array(series.prefix(Self.mostSeries))
        self.across = across
        self.up = up
        let places = series.flatMap(\.points).map(\.x)
        let (from, to) = (places.min() ?? 0, places.max() ?? 1)
        span = (from, to > from ? to : from + 1)
    }

    /// The lowest and the highest value that has a place.
    private var range: (low: Double, high: Double) {
        let values = series.flatMap(\.points).compactMap(\.y) + up.map(\.position) + [0]
        let (low, high) = (values.min() ?? 0, values.max() ?? 1)
        return (low, high > low ? high : low + 1)
    }

    private var isEmpty: Bool { !series.contains { $0.points.contains { $0.y != nil } } }

    // MARK: - Characters

    private static let rows = 12
    private static let marks = Array("*o+x#%")

    /// The picture in characters.
    public func lines(width: Int, characters: ChartCharacters) -> [String] {
        guard !isEmpty else { return ["nothing to show"] }
        let label = up.map { TextWidth.of($0.text) }.max() ?? 0
        let columns = max(10, width - label - 2)
        let (range, isASCII) = (range, characters == .ascii)
        func row(_ value: Double) -> Int {
            let height = (value - range.low) / (range.high - range.low) * Double(Self.rows - 1)
            return Self.rows - 1 - min(Self.rows - 1, max(0, Int(height.rounded())))
        }
        var grid = [[Character]](repeating: [Character](repeating: " ", count: columns), count: Self.rows)
        for tick in up { grid[row(tick.position)] = .init(repeating: isASCII ? "-" : "┄", count: columns) }
        // The first is drawn last: nothing lies over it.
        for (index, line) in series.enumerated().reversed() {
            let mark: Character = isASCII || index > 0 ? Self.marks[index] : "█"
            for column in 0..<columns {
                let x = span.from + (span.to - span.from) * Double(column) / Double(max(columns - 1, 1))
                if let value = line.value(at: x) { grid[row(value)][column] = mark }
            }
        }
        let names = Dictionary(up.map { (row($0.position), $0.text) }, uniquingKeysWith: { first, _ in first })
        var lines = grid.enumerated().map { index, row in
            ChartText.right(names[index] ?? "", width: label) + " " + (isASCII ? "|" : "│") + String(row)
        }
        lines.append(
            String(repeating: " ", count: label + 2)
                + ChartText.ends(across.first?.text ?? "", across.last?.text ?? "", width: columns, within: columns))
        let legend = series.enumerated().map { index, line in
            "\(isASCII || index > 0 ? String(Self.marks[index]) : "█") \(line.name)"
        }
        return lines.map { line in
            var line = line
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        } + (series.count > 1 ? ChartText.wrapped(legend, to: width) : [])
    }

    // MARK: - SVG

    private static let plot = 200.0

    /// How high it is.
    public func height(ofWidth width: Double) -> Double {
        16 + Self.plot + 26 + (series.count > 1 ? 22 * Double((keyPlaces(width).last?.row ?? 0) + 1) : 0)
    }

    /// The picture as SVG.
    public func elements(width: Double) -> [MarkupElement] {
        guard !isEmpty else { return [.label("nothing to show", x: 12, y: 30, isWeak: true)] }
        let left = 12 + (up.map { ChartText.pixels($0.text) }.max().map { $0 + 8 } ?? 0)
        let (right, top) = (width - 16, 16.0)
        let bottom = top + Self.plot
        let range = range
        func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            (
                left + (right - left) * (x - span.from) / (span.to - span.from),
                bottom - (bottom - top) * (y - range.low) / (range.high - range.low)
            )
        }
        var elements: [MarkupElement?] = [
            .plot(from: left, to: right, y: top, height: Self.plot, days: (span.from, span.to))
        ]
        for tick in up {
            let y = place(0, tick.position).y
            let isZero = tick.position == 0
            elements.append(
                .line(
                    [(left, y), (right, y)], class: isZero ? "cst-frame" : "cst-grid",
                    ["stroke": isZero ? "#57606a" : "#d0d7de", "stroke-width": "1"]))
            elements.append(.label(tick.text, x: left - 8, y: y + 4.5, anchor: "end", isWeak: true))
        }
        elements += axis(y: bottom + 20, from: left, to: right, width: width) { place($0, 0).x }
        for (index, line) in series.enumerated().reversed() {
            for run in line.runs {
                var steps: [(x: Double, y: Double)] = []
                for (x, y) in run {
                    if let last = steps.last { steps.append((place(x, 0).x, last.y)) }
                    steps.append(place(x, y))
                }
                elements.append(.line(steps, class: Self.name(index), look(index)))
            }
        }
        if let last = series.first?.points.last, let y = last.y {
            // Where it is now.
            let point = place(last.x, y)
            elements.append(
                MarkupElement(
                    "circle",
                    ["cx": .number(point.x), "cy": .number(point.y), "r": "4", "fill": "#1f2328", "class": "cst-now"]))
        }
        return elements.compactMap { $0 } + (series.count > 1 ? key(width, y: bottom + 44) : [])
    }

    private static func name(_ index: Int) -> MarkupElement.Value { .text("cst-series cst-series-\(index + 1)") }

    /// Lines differ by their dashes first, then by colour.
    private func look(_ index: Int) -> [String: MarkupElement.Value] {
        let dashes = ["", "7 3", "2 3", "10 3 2 3", "4 4", "1 4"][index]
        let colours = ["#0a6659", "#b04e22", "#2c5bb0", "#806400", "#7a3d9e", "#56616b"]
        var look: [String: MarkupElement.Value] = [
            "stroke": .text(colours[index]), "stroke-width": index == 0 ? "2.5" : "1.75", "stroke-linejoin": "round",
        ]
        if !dashes.isEmpty { look["stroke-dasharray"] = .text(dashes) }
        return look
    }

    /// The names on the axis of time that have room; the last one wins over those before it.
    private func axis(
        y: Double, from left: Double, to right: Double, width: Double, _ place: (Double) -> Double
    ) -> [MarkupElement?] {
        var taken: [ClosedRange<Double>] = []
        var elements: [MarkupElement?] = []
        for tick in [across.last, across.first].compactMap({ $0 }) + across.dropFirst().dropLast() {
            let half = ChartText.pixels(tick.text) / 2
            guard 2 * half + 8 <= width else { continue }
            let x = min(max(place(tick.position), half + 4), width - half - 4)
            let room = (x - half - 8)...(x + half + 8)
            guard !taken.contains(where: { $0.overlaps(room) }) else { continue }
            taken.append(room)
            elements.append(.label(tick.text, x: x, y: y, anchor: "middle", isWeak: true))
        }
        return elements
    }

    /// What each line is.
    private func key(_ width: Double, y: Double) -> [MarkupElement] {
        zip(series.indices, keyPlaces(width)).flatMap { index, place in
            let y = y + 22 * Double(place.row)
            return [
                MarkupElement.line([(place.x, y - 4), (place.x + 26, y - 4)], class: Self.name(index), look(index)),
                MarkupElement.label(
                    ChartText.fitting(series[index].name, pixels: width - place.x - 46), x: place.x + 32, y: y),
            ].compactMap { $0 }
        }
    }

    /// Where the names of the lines stand, in as many rows as they need.
    private func keyPlaces(_ width: Double) -> [(x: Double, row: Int)] {
        var (x, row) = (12.0, 0)
        return series.map { line in
            let needed = 54 + ChartText.pixels(line.name)
            if x + needed > width, x > 12 { (x, row) = (12, row + 1) }
            defer { x += needed }
            return (x, row)
        }
    }
}

extension LineChart.Series {
    /// The value that holds at a place: that of the newest point before it.
    fileprivate func value(at x: Double) -> Double? { points.last { $0.x <= x + 1e-9 }?.y }

    /// The points without gaps.
    fileprivate var runs: [[(x: Double, y: Double)]] {
        points.reduce(into: [[]]) { runs, point in
            if let y = point.y {
                runs[runs.count - 1].append((point.x, y))
            } else if runs.last?.isEmpty == false {
                runs.append([])
            }
        }
    }
}
