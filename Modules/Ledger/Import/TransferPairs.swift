public import Values

public import struct Foundation.UUID

/// Transactions in two accounts that are one transfer (G11).
public enum TransferPairs {
    /// A transaction of one posting without a category.
    public struct Side: Sendable, Hashable {
        /// The transaction.
        public let id: UUID
        /// The account.
        public let accountID: UUID
        /// The day.
        public let day: CalendarDay
        /// The amount.
        public let amount: Money

        /// A side.
        public init(id: UUID, accountID: UUID, day: CalendarDay, amount: Money) {
            self.id = id
            self.accountID = accountID
            self.day = day
            self.amount = amount
        }
    }

    /// The amounts that left and arrived.
    public struct Pair: Sendable, Hashable {
        /// The transaction that left.
        public let from: UUID
        /// The transaction that arrived.
        public let to: UUID

        /// A pair.
        public init(from: UUID, to: UUID) {
            self.from = from
            self.to = to
        }
    }

    /// The pairs of which each is the other's only match, the other matches, and those that could not be compared for want of a rate, in
    /// the order of the sides. Two currencies without a rate may match: then another match of two currencies is not the only one.
    ///
    /// - Parameter rate: units of the second currency for one of the first on a day; nil where there is none.
    public static func find(
        among sides: [Side], rate: (_ from: Currency, _ to: Currency, CalendarDay) -> Ratio?
    ) -> (pairs: [Pair], others: [Pair], notCompared: [Pair]) {
        let leaving = sides.indices.filter { sides[$0].amount.isNegative }
        let arriving = sides.indices.filter { sides[$0].amount.isPositive }
            .sorted { (sides[$0].day, $0) < (sides[$1].day, $1) }
        var matches: [(from: Int, to: Int)] = []
        var notCompared: [Pair] = []
        var counts = [Int](repeating: 0, count: sides.count)
        var unknown = counts
        for from in leaving {
            var (low, high) = (0, arriving.count)
            let earliest = sides[from].day.adding(days: -StatementMatching.mostDays)
            while low < high {
                let middle = (low + high) / 2
                if sides[arriving[middle]].day < earliest { low = middle + 1 } else { high = middle }
            }
            for to in arriving[low...] {
                guard sides[from].day.days(until: sides[to].day) <= StatementMatching.mostDays else { break }
                switch fit(sides[from], sides[to], rate) {
                case true?:
                    matches.append((from, to))
                    counts[from] += 1
                    counts[to] += 1
                case nil:
                    notCompared.append(Pair(from: sides[from].id, to: sides[to].id))
                    unknown[from] += 1
                    unknown[to] += 1
                case false?: continue
                }
            }
        }
        var (pairs, others): ([Pair], [Pair]) = ([], [])
        for match in matches {
            let pair = Pair(from: sides[match.from].id, to: sides[match.to].id)
            let isExact = sides[match.from].amount.currency == sides[match.to].amount.currency
            let isAlone = isExact || (unknown[match.from] == 0 && unknown[match.to] == 0)
            if isAlone, counts[match.from] == 1, counts[match.to] == 1 {
                pairs.append(pair)
            } else {
                others.append(pair)
            }
        }
        return (pairs, others, notCompared)
    }

    /// Whether two sides are one transfer; nil where the rate is missing.
    private static func fit(_ from: Side, _ to: Side, _ rate: (Currency, Currency, CalendarDay) -> Ratio?) -> Bool? {
        guard from.accountID != to.accountID else { return false }
        guard from.amount.currency != to.amount.currency else { return from.amount.negated == to.amount }
        guard let known = rate(from.amount.currency, to.amount.currency, from.day) else { return nil }
        guard let implied = to.amount.ratio.divided(by: from.amount.size), let share = implied.divided(by: known),
            let least = Ratio(97, over: 100), let most = Ratio(103, over: 100)
        else { return false }
        return least <= share && share <= most
    }
}
