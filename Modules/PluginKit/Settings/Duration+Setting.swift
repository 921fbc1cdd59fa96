extension Duration {
    /// Milliseconds in each unit a setting may be written in, largest first.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads `500ms`, `4s`, `5min`, `12h`, `7d`, `1.5h` or a bare number of seconds; nil for anything else, below
    /// zero, finer than a millisecond or beyond 100 years.
    init?(setting text: String) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let name = text.dropFirst(number.count).drop { $0 == " " }
        guard let unit = Self.units.first(where: { $0.name == (name.isEmpty ? "s" : name) })?.milliseconds else {
            return nil
        }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.count <= 12 }),
            let whole = Int64(parts[0]), whole <= 100 * 366 * 86_400_000 / unit
        else { return nil }
        var milliseconds = whole * unit
        if parts.count == 2, let fraction = Int64(parts[1]) {
            let scale = parts[1].reduce(Int64(1)) { scale, _ in scale * 10 }
            let (part, overflow) = fraction.multipliedReportingOverflow(by: unit)
            guard !overflow, part % scale == 0 else { return nil }
            milliseconds += part / scale
        }
        self = .milliseconds(milliseconds)
    }

    /// The duration in the largest unit that gives a whole number.
    var settingText: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        let unit = Self.units.first { milliseconds % $0.milliseconds == 0 && milliseconds != 0 }
        return unit.map { "\(milliseconds / $0.milliseconds)\($0.name)" } ?? "0s"
    }
}
