public import Values

extension Warning {
    /// What the reader should know about rates that are not fresh: stale ones, and substitutes. Rates of one pair on many days
    /// have one warning, and a reason is said once.
    public static func rateWarnings(_ rates: [ConversionRate]) -> [Warning] {
        var kinds: [Kind] = []
        var same: [Kind: [ConversionRate]] = [:]
        for rate in rates where [.stale, .fallback].contains(rate.state) {
            let kind = Kind(rate)
            if same[kind] == nil { kinds.append(kind) }
            same[kind, default: []].append(rate)
        }
        var seen: Set<String> = []
        return kinds.map { kind in
            let name = "from \(kind.from) to \(kind.to) (\(kind.sources.joined(separator: ", ")))"
            let days = Set((same[kind] ?? []).map { CalendarDay(utc: $0.time) }).sorted()
            let isOne = days.count == 1
            guard kind.state == .stale else {
                let text =
                    isOne
                    ? "The rate \(name) is a substitute, not a real rate"
                    : "Rates \(name) are substitutes, not real ones"
                return Warning(code: "fallbackRate", message: "\(text); figures may be wrong.")
            }
            let first = days.first.map(String.init(describing:)) ?? ""
            let last = days.last.map(String.init(describing:)) ?? ""
            let what =
                isOne
                ? "The rate \(name) is from \(first); there is no newer one"
                : "The rates \(name) of \(first) to \(last) were fetched earlier; no fresher ones came"
            guard let reason = kind.reason else { return Warning(code: "staleRate", message: "\(what).") }
            let isNew = seen.insert(reason).inserted
            return Warning(code: "staleRate", message: what + (isNew ? ": \(reason)" : ", for the same reason."))
        }
    }

    /// The parts that rates share, so that they are shown in one sentence.
    private struct Kind: Hashable {
        let from: Currency
        let to: Currency
        let sources: [String]
        let state: RateState
        let reason: String?

        init(_ rate: ConversionRate) {
            from = rate.from
            to = rate.to
            sources = rate.sources
            state = rate.state
            reason = rate.staleReason
        }
    }
}
