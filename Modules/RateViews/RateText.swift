public import ExchangeRates
public import Presentation
public import Values

extension TextLayout {
    /// The rates that were used, with source, date and age; empty when there were none.
    public func rates(_ rates: [ConversionRate]) -> [String] {
        guard !rates.isEmpty else { return [] }
        let lines = rates.map { rate in
            let day = CalendarDay(utc: rate.time)
            let days = day.days(until: today)
            let age = days <= 0 ? "" : days == 1 ? ", 1 day old" : ", \(days) days old"
            let via = rate.path.dropFirst().dropLast().map(\.code).joined(separator: ", ")
            var sources: [String] = []
            for source in rate.sources where !sources.contains(source) { sources.append(source) }
            // A table of fixed rates is called "fixed" by default, which says it once.
            let state = sources == [rate.state.rawValue] ? "" : ", \(rate.state.rawValue)"
            return "1 \(rate.from) = \(rate.rate.significantString(digits: 10)) \(rate.to)"
                + (via.isEmpty ? "" : " via \(via)")
                + " (\(sources.joined(separator: ", "))\(state), \(day)\(age)"
                + (rate.month.map { ", frozen for \($0)" } ?? "") + ")"
        }
        return ["", style.apply(.weak, to: "Rates:")]
            + lines.flatMap { wrapped($0, indent: 2) }.map { style.apply(.weak, to: $0) }
    }

    /// One rate in a line, or why there is none.
    public func lines(rate found: FoundRate) -> [String] {
        guard let rate = found.rate else { return ["unknown"] + gaps(found.unavailable) }
        return [style.apply(.strong, to: rate.rate.significantString(digits: 10))] + rates([rate])
    }

    /// An amount and its value in the other currency.
    public func lines(conversion amount: Money, result: Money?, by found: FoundRate) -> [String] {
        guard let result, let rate = found.rate else { return ["unknown"] + gaps(found.unavailable) }
        return ["\(style.amount(amount)) = \(style.apply(.strong, to: style.amount(result)))"] + rates([rate])
    }

    /// The rates of all currencies in use.
    public func lines(rates found: [FoundRate]) -> [String] {
        guard !found.isEmpty else { return ["Everything is counted in one currency: no rates are needed."] }
        var table = TextTable([
            .init("CURRENCY"), .init("RATE", .right), .init(""), .init("DAY"), .init("STATE"),
            .init("SOURCES", isFlexible: true),
        ])
        for found in found {
            table.add([
                .init(found.from.description),
                .init(
                    found.rate?.rate.significantString(digits: 10) ?? "unknown",
                    found.rate == nil ? .attention : .strong),
                .init(found.to.description), .init(found.rate.map { CalendarDay(utc: $0.time).description } ?? ""),
                .init(found.rate?.state.rawValue ?? ""), .init(found.rate?.sources.joined(separator: ", ") ?? ""),
            ])
        }
        return table.lines(width: width, style: style) + gaps(found.flatMap(\.unavailable))
    }

    /// A rate day by day.
    public func lines(history found: [FoundRate]) -> [String] {
        var table = TextTable([
            .init("DAY"), .init("RATE", .right), .init("OF"), .init("STATE"), .init("SOURCES", isFlexible: true),
        ])
        for found in found {
            let state = found.rate?.state
            table.add([
                .init(found.day?.description ?? ""),
                .init(
                    found.rate?.rate.significantString(digits: 10) ?? "unknown", found.rate == nil ? .attention : .plain
                ),
                .init(found.rate.map { CalendarDay(utc: $0.time).description } ?? ""),
                .init(state?.rawValue ?? "", state == .stale || state == .fallback ? .attention : .plain),
                .init(found.rate?.sources.joined(separator: ", ") ?? ""),
            ])
        }
        return table.lines(width: width, style: style) + gaps(found.unavailableDays)
    }
}

extension [FoundRate] {
    /// What is not known, days with one reason together.
    fileprivate var unavailableDays: [Unavailable] {
        var groups: [(first: FoundRate, last: FoundRate, count: Int, reason: String)] = []
        var isRunning = false
        for found in self {
            guard let gap = found.gap else {
                isRunning = false
                continue
            }
            if isRunning, let group = groups.last, group.reason == gap {
                groups[groups.count - 1] = (group.first, found, group.count + 1, gap)
            } else {
                groups.append((found, found, 1, gap))
            }
            isRunning = true
        }
        return groups.map { group in
            let first = group.first.day?.description ?? ""
            let last = group.last.day?.description ?? ""
            return Unavailable(item: group.count == 1 ? first : "\(first) to \(last)", reason: group.reason)
        }
    }
}

extension [ConversionRate] {
    /// Each rate once, in the order in which rates are listed.
    public var onceEach: [ConversionRate] { Set(self).sorted { ConversionRate.precedes($0, $1) } }
}
