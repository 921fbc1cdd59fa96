import Models

import struct Foundation.Date

extension Warning {
    /// How many assets are named one by one.
    private static let named = 10

    /// That balances were read outside so long ago that they may have changed (V7); nil when none was.
    ///
    /// - Parameters:
    ///   - day: the day of the balances. One that was read later was worked out for that day, and is not old.
    ///   - now: the instant by which times to live are judged. A plan gives none: it names what was read more than a day
    ///     before its day.
    static func staleBalances(_ balances: [AssetBalance], on day: CalendarDay, now: Date?) -> Warning? {
        let old = balances.compactMap { StaleBalance($0, on: day, now: now) }.sorted { $0.seconds > $1.seconds }
        guard let first = old.first else { return nil }
        guard old.count > 1 else { return Warning(code: "staleBalance", message: first.sentence) }
        let others = old.count - named
        let list = old.prefix(named).map { "'\($0.name)' (\($0.age))" }.joined(separator: ", ")
        return Warning(
            code: "staleBalance",
            message: "The balances of \(old.count) assets were read some time ago and may have changed: \(list)"
                + (others > 0 ? " and \(others) more." : "."))
    }

    /// A balance that is too old, with its age.
    private struct StaleBalance {
        let name: String
        let age: String
        let sentence: String
        /// The age, by which the oldest comes first.
        let seconds: Double

        init?(_ balance: AssetBalance, on day: CalendarDay, now: Date?) {
            guard let readAt = balance.readAt, let readOn = balance.readOn else { return nil }
            name = balance.asset.name
            let teller = balance.reader.map { "\($0) reported it" } ?? "it was reported"
            let days = readOn.days(until: day)
            if let now {
                guard balance.isStale(at: now), days >= 0 || readAt > now else { return nil }
                seconds = now.timeIntervalSince(readAt)
            } else {
                guard days > 1 else { return nil }
                seconds = Double(days) * 86_400
            }
            guard seconds >= 0 else {
                age = "read on \(readOn), which has not come"
                sentence =
                    "The balance of '\(name)' was read on \(readOn), which has not come: the clock was wrong, so nobody knows "
                    + "how old it is."
                return
            }
            age = now == nil || days > 1 ? "\(days) days old" : Self.text(seconds)
            sentence = "The balance of '\(name)' is \(age) and may have changed: \(teller) on \(readOn)."
        }

        private static func text(_ seconds: Double) -> String {
            let minutes = Int(seconds / 60)
            let (count, unit) = minutes < 120 ? (minutes, "minute") : (minutes / 60, "hour")
            return "\(count) \(unit)\(count == 1 ? "" : "s") old"
        }
    }
}
