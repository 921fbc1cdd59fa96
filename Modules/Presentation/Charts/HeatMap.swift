public import Values

/// Days of up to a year in weeks: how much happened on each. How much is shown by the size or the density of a mark.
public struct HeatMap: Chart {
    /// What it is, in a few words.
    public let title: String
    /// What it shows, in sentences.
    public let summary: String
    private let first: CalendarDay
    private let values: [Double]
    private let legend: [String]

    /// A map.
    ///
    /// - Parameters:
    ///   - first: the day of the first value; one follows for each day after it.
    ///   - values: what happened; 0 for nothing, negative for the opposite.
    ///   - legend: up to which value the four marks stand, each a text.
    public init(title: String, summary: String, first: CalendarDay, values: [Double], legend: [String]) {
        self.title = title
        self.summary = summary
        self.first = first
        self.values = values
        self.legend = legend
    }

    private static let weekdays = ["Mon", "", "Wed", "", "Fri", "", "Sun"]

    private var most: Double { values.max() ?? 0 }

    /// 0 for nothing, 1 to 4 by quarters of the largest value, −1 for the opposite.
    private func level(_ value: Double) -> Int {
        if value < 0 { return -1 }
        guard value > 0 else { return 0 }
        return min(4, max(1, Int((value / most * 4).rounded(.up))))
    }

    /// Monday is 0. The first day of 1970 was a Thursday.
    private static func weekday(_ day: CalendarDay) -> Int { (day.dayNumber % 7 + 10) % 7 }

    /// The week and weekday of a value.
    private func place(_ index: Int) -> (week: Int, weekday: Int) {
        let place = Self.weekday(first) + index
        return (place / 7, place % 7)
    }

    private var weeks: Int { values.isEmpty ? 0 : place(values.count - 1).week + 1 }

    /// In which week each month begins.
    private var months: [(week: Int, name: String)] {
        values.indices.compactMap { index in
            let day = first.adding(days: index)
            return day.parts.day == 1 ? (place(index).week, Self.names[day.parts.month - 1]) : nil
        }
    }
    private static let names = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func mark(_ level: Int, _ characters: ChartCharacters) -> Character {
        switch characters {
        case .unicode: level < 0 ? "▼" : Array("·░▒▓█")[level]
        case .ascii: level < 0 ? "v" : Array(".-+*#")[level]
        }
    }

    /// The picture in characters.
    public func lines(width: Int, characters: ChartCharacters) -> [String] {
        guard !values.isEmpty else { return ["no day is known"] }
        // Where there is no room for all weeks, the newest are shown.
        let shown = min(weeks, max(1, width - 4))
        let from = weeks - shown
        var rows = [[Character]](repeating: [Character](repeating: " ", count: shown), count: 7)
        for (index, value) in values.enumerated() {
            let (week, weekday) = place(index)
            if week >= from { rows[weekday][week - from] = Self.mark(level(value), characters) }
        }
        var head = [Character](repeating: " ", count: shown)
        var free = 0
        for month in months where month.week - from >= free && month.week - from + 3 <= shown {
            head.replaceSubrange((month.week - from)..<(month.week - from + 3), with: Array(month.name))
            free = month.week - from + 4
        }
        let grid = zip(Self.weekdays, rows).map { ChartText.left($0, width: 4) + String($1) }
        return (["    " + String(head)] + grid).map { line in
            var line = line
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        } + ChartText.wrapped(entries.map { "\(Self.mark($0, characters)) \($1)" }, to: width)
    }

    /// What each mark means.
    private var entries: [(level: Int, text: String)] {
        [(0, "nothing")] + legend.enumerated().map { ($0 + 1, "up to \($1)") }
            + (values.contains { $0 < 0 } ? [(-1, "taken out")] : [])
    }

    /// How high it is.
    public func height(ofWidth width: Double) -> Double {
        26 + 7 * cell(width) + 14 + 22 * Double(keyPlaces(width).last.map { $0.row + 1 } ?? 1)
    }

    private func cell(_ width: Double) -> Double {
        max(Self.leastCell, min(16, (width - 60) / Double(max(weeks, 20))))
    }

    /// Smaller squares are dots, and the names of weekdays beside them lie over one another.
    private static let leastCell = 10.0

    /// The number of newest weeks that there is room for.
    private func shown(_ width: Double) -> Int { min(weeks, max(1, Int((width - 60) / cell(width)))) }

    /// The picture as SVG.
    public func elements(width: Double) -> [MarkupElement] {
        let (cell, left, top) = (cell(width), 48.0, 26.0)
        let from = weeks - shown(width)
        var elements: [MarkupElement] = []
        var free = 0.0
        for month in months where month.week >= from {
            let x = left + cell * Double(month.week - from)
            guard x >= free, x + 28 <= width else { continue }
            elements.append(.label(month.name, x: x, y: 18, isWeak: true))
            free = x + 32
        }
        for (row, name) in Self.weekdays.enumerated() where !name.isEmpty {
            elements.append(.label(name, x: 12, y: top + cell * (Double(row) + 0.8), isWeak: true))
        }
        for (index, value) in values.enumerated() {
            let place = place(index)
            guard place.week >= from else { continue }
            elements.append(
                mark(
                    level(value), x: left + cell * Double(place.week - from), y: top + cell * Double(place.weekday),
                    cell))
        }
        for ((level, text), place) in zip(entries, keyPlaces(width)) {
            let y = top + 7 * cell + 12 + 22 * Double(place.row)
            elements += [mark(level, x: place.x, y: y, 14), .label(text, x: place.x + 18, y: y + 12, isWeak: true)]
        }
        return elements
    }

    /// Where the meanings of the marks stand, in as many rows as they need.
    private func keyPlaces(_ width: Double) -> [(x: Double, row: Int)] {
        var (x, row) = (48.0, 0)
        return entries.map { entry in
            let needed = 34 + 7.2 * Double(entry.text.count)
            if x + needed > width, x > 48 { (x, row) = (48, row + 1) }
            defer { x += needed }
            return (x, row)
        }
    }

    /// A square that grows with the level; for the opposite an empty one.
    private func mark(_ level: Int, x: Double, y: Double, _ cell: Double) -> MarkupElement {
        let size = level < 0 ? cell * 0.7 : level == 0 ? cell * 0.2 : cell * (0.25 + 0.15 * Double(level))
        let offset = (cell - size) / 2
        var attributes: [String: MarkupElement.Value] = [
            "x": .number(x + offset), "y": .number(y + offset), "width": .number(size), "height": .number(size),
        ]
        if level < 0 {
            attributes.merge(["fill": "none", "stroke": "#0b57d0", "class": "cst-edge"]) { own, _ in own }
        } else {
            let isSome = level > 0
            attributes.merge(["fill": isSome ? "#0b57d0" : "#afb8c1", "class": isSome ? "cst-level" : "cst-day"]) {
                own, _ in own
            }
        }
        return MarkupElement("rect", attributes)
    }
}
