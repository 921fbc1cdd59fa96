public import Models

extension Warning {
    /// What the reader should know about rates that are not fresh: stale ones, and substitutes.
    public static func rateWarnings(_ rates: [ConversionRate]) -> [Warning] {
        rates.compactMap { rate in
            let name = "The rate from \(rate.from) to \(rate.to) (\(rate.sources.joined(separator: ", ")))"
            switch rate.state {
            case .stale:
                return Warning(
                    code: "staleRate",
                    message: "\(name) is from \(CalendarDay(utc: rate.time)); no fresher one came"
                        + (rate.staleReason.map { ": \($0)" } ?? "."))
            case .fallback:
                return Warning(
                    code: "fallbackRate", message: "\(name) is a substitute, not a real rate; figures may be wrong.")
            case .live, .fixed, .cached:
                return nil
            }
        }
    }
}
