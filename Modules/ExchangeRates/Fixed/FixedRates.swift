import Values

import struct Foundation.Date

/// Rates from a table that the user gave.
public struct FixedRates: ExchangeRateProvider {
    /// The name used in settings and as the source of rates.
    public let name: String
    private let table: FixedRateTable

    /// Rates of a table.
    public init(_ table: FixedRateTable, name: String = "fixed") {
        self.table = table
        self.name = name
    }

    /// The newest rate of every pair on or before the asked day, never one that is dated after the request's own; for a past
    /// day at most ``RateRequest/oldestAge`` days old. In the order of the currencies, so that two runs say the same.
    public func rates(_ request: RateRequest) -> RateAnswer {
        let wanted = request.currencies.union(FrozenRates.pivots)
        let today = request.today
        let last = min(request.day ?? today, today)
        let found = table.entries.filter { wanted.contains($0.key.from) && wanted.contains($0.key.to) }.sorted {
            ($0.key.from.identity, $0.key.to.identity) < ($1.key.from.identity, $1.key.to.identity)
        }
        var answer = RateAnswer(quotes: [])
        for (pair, entries) in found {
            guard let entry = newest(of: entries, until: last, today: today) else { continue }
            let day = table.day(entry, today: today)
            if last < today, day.days(until: last) > RateRequest.oldestAge {
                answer.gaps.append(
                    RateGap(
                        from: pair.from, to: pair.to,
                        reason: "\(name) has none within \(RateRequest.oldestAge) days before \(last)"))
                continue
            }
            do {
                let rate = try table.rate(entry, pair: pair, source: name)
                answer.quotes.append(
                    try RateQuote(
                        from: pair.from, to: pair.to, rate: rate, time: entry.day?.startInUTC ?? table.fileTime,
                        source: name, state: .fixed, isDated: entry.day != nil))
            } catch {
                answer.gaps.append(error)
            }
        }
        return answer
    }

    /// The last entry until a day. They are in the order of their days, and there may be thousands for each day of a range.
    private func newest(
        of entries: [FixedRateTable.Entry], until last: CalendarDay, today: CalendarDay
    ) -> FixedRateTable.Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if table.day(entries[middle], today: today) <= last { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[low - 1] : nil
    }
}
