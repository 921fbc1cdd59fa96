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

    fileprivate var unavailable: [Unavailable] {
        gap.map { [Unavailable(item: "\(from) in \(to)", reason: $0)] } ?? []
    }
}

extension Document {
    /// The answer of `cst-rates get`.
    public init(rate found: FoundRate, asOf day: CalendarDay) {
        var body = found.members
        body["unavailable"] = JSONValue(found.unavailable)
        self.init(
            "rate", asOf: day, main: "rates", isComplete: found.isComplete,
            warnings: Warning.rateWarnings(found.rate.map { [$0] } ?? []), rates: found.rate.map { [$0] } ?? [],
            body: body)
    }

    /// The answer of `cst-rates convert`.
    public init(conversion amount: Money, result: Money?, by found: FoundRate, asOf day: CalendarDay) {
        self.init(
            "conversion", asOf: day, main: "conversion", isComplete: found.isComplete,
            warnings: Warning.rateWarnings(found.rate.map { [$0] } ?? []), rates: found.rate.map { [$0] } ?? [],
            body: [
                "conversion": ["amount": JSONValue(amount), "result": JSONValue(result)],
                "unavailable": JSONValue(found.unavailable),
            ])
    }

    /// The answer of `cst-rates list`.
    public init(rates found: [FoundRate], display: Currency, asOf day: CalendarDay) {
        let known = found.compactMap(\.rate)
        self.init(
            "rates", asOf: day, main: "rates", isComplete: found.allSatisfy(\.isComplete),
            warnings: Warning.rateWarnings(known), rates: known,
            body: [
                "displayCurrency": .string(display.identity), "unavailable": JSONValue(found.flatMap(\.unavailable)),
            ])
    }

    /// The answer of `cst-rates history`.
    public init(history found: [FoundRate], from: Currency, to: Currency, asOf day: CalendarDay) {
        self.init(
            "rateHistory", asOf: day, main: "days", isComplete: found.allSatisfy(\.isComplete),
            body: [
                "from": .string(from.identity), "to": .string(to.identity),
                "days": .array(
                    found.map { found in
                        let members = found.members
                        return [
                            "date": JSONValue(found.day), "rate": members["rate"] ?? .null,
                            "time": members["time"] ?? .null, "state": members["state"] ?? .null,
                            "sources": members["sources"] ?? [], "reason": JSONValue(found.gap),
                        ]
                    }),
            ])
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
        var table = TextTable([.init("DAY"), .init("RATE", .right), .init("OF"), .init("SOURCES", isFlexible: true)])
        for found in found {
            table.add([
                .init(found.day?.description ?? ""),
                .init(
                    found.rate?.rate.significantString(digits: 10) ?? "unknown", found.rate == nil ? .attention : .plain
                ),
                .init(found.rate.map { CalendarDay(utc: $0.time).description } ?? ""),
                .init(found.rate?.sources.joined(separator: ", ") ?? found.gap ?? ""),
            ])
        }
        return table.lines(width: width, style: style)
    }
}
