public import ExchangeRates
public import Models

extension FoundRate {
    fileprivate var members: [String: JSONValue] {
        if let rate, case .object(let members) = JSONValue(rate) { return members }
        return [
            "from": .string(from.identity), "to": .string(to.identity), "rate": .null, "path": [], "sources": [],
            "time": .null, "state": .null,
        ]
    }

    /// The members with the reason, which is beside them in JSON.
    fileprivate var row: JSONValue { .object(members.merging(["reason": JSONValue(gap)]) { own, _ in own }) }

    fileprivate var unavailable: [Unavailable] {
        gap.map { [Unavailable(item: "\(from) in \(to)", reason: $0)] } ?? []
    }
}

extension [FoundRate] {
    /// The warnings about all of them.
    fileprivate var warnings: [Warning] { Warning.rateWarnings(compactMap(\.rate)) }

    /// What is known, each once: many days may have the same rate.
    fileprivate var rates: [ConversionRate] {
        var seen: Set<ConversionRate> = []
        return compactMap(\.rate).filter { seen.insert($0).inserted }
    }

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

extension Document {
    private static let rateColumns = ["from", "to", "rate", "path", "sources", "time", "state", "reason"]

    /// The answer of `cst-rates get`.
    public init(rate found: FoundRate, asOf day: CalendarDay) {
        var body = found.members
        body["unavailable"] = JSONValue(found.unavailable)
        self.init(
            "rate", asOf: day, main: "rates", isComplete: found.isComplete, warnings: [found].warnings,
            rates: [found].rates, body: body)
        table = (Self.rateColumns, [found.row])
    }

    /// The answer of `cst-rates convert`.
    public init(conversion amount: Money, result: Money?, by found: FoundRate, asOf day: CalendarDay) {
        let conversion: [String: JSONValue] = ["amount": JSONValue(amount), "result": JSONValue(result)]
        self.init(
            "conversion", asOf: day, main: "conversion", isComplete: found.isComplete, warnings: [found].warnings,
            rates: [found].rates,
            body: ["conversion": .object(conversion), "unavailable": JSONValue(found.unavailable)])
        table = (
            ["amount.amount", "amount.currency", "result.amount", "result.currency", "reason"],
            [.object(conversion.merging(["reason": JSONValue(found.gap)]) { own, _ in own })]
        )
    }

    /// The answer of `cst-rates list`.
    public init(rates found: [FoundRate], display: Currency, asOf day: CalendarDay) {
        self.init(
            "rates", asOf: day, main: "rates", isComplete: found.allSatisfy(\.isComplete), warnings: found.warnings,
            rates: found.rates,
            body: [
                "displayCurrency": .string(display.identity), "unavailable": JSONValue(found.flatMap(\.unavailable)),
            ])
        table = (Self.rateColumns, found.map(\.row))
    }

    /// The answer of `cst-rates history`.
    public init(history found: [FoundRate], from: Currency, to: Currency, asOf day: CalendarDay) {
        let days = found.map { found -> JSONValue in
            let members = found.members
            return [
                "date": JSONValue(found.day), "rate": members["rate"] ?? .null, "time": members["time"] ?? .null,
                "state": members["state"] ?? .null, "sources": members["sources"] ?? [],
                "reason": JSONValue(found.gap),
            ]
        }
        self.init(
            "rateHistory", asOf: day, main: "days", isComplete: found.allSatisfy(\.isComplete),
            warnings: found.warnings, rates: found.rates,
            body: ["from": .string(from.identity), "to": .string(to.identity), "days": .array(days)])
        table = (["date", "rate", "time", "state", "sources", "reason"], days)
    }
}

extension TextLayout {
    /// One rate in a line, or why there is none.
    public func lines(rate found: FoundRate) -> [String] {
        guard let rate = found.rate else { return ["unknown"] + gaps(found.unavailable) }
        return [style.apply(.strong, to: rate.rate.significantString(digits: 10))] + rates([rate])
    }

    /// An amount and what it comes to.
    public func lines(conversion amount: Money, result: Money?, by found: FoundRate) -> [String] {
        guard let result, let rate = found.rate else { return ["unknown"] + gaps(found.unavailable) }
        return ["\(amount) = \(style.apply(.strong, to: result.description))"] + rates([rate])
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
