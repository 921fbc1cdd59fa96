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
        among sides: [Side], rate: @escaping (_ from: Currency, _ to: Currency, CalendarDay) -> Ratio?
    ) -> (pairs: [Pair], others: [Pair], notCompared: [Pair]) {
        let leaving = sides.indices.filter { sides[$0].amount.isNegative }
        let arriving = sides.indices.filter { sides[$0].amount.isPositive }
            .sorted { (sides[$0].day, $0) < (sides[$1].day, $1) }
        var matches: [(from: Int, to: Int)] = []
        var notCompared: [Pair] = []
        var counts = [Int](repeating: 0, count: sides.count)
        var unknown = counts
        for from in leaving {
            var fits = Fits(sides[from], rate)
            var (low, high) = (0, arriving.count)
            let earliest = sides[from].day.adding(days: -StatementMatching.mostDays)
            while low < high {
                let middle = (low + high) / 2
                if sides[arriving[middle]].day < earliest { low = middle + 1 } else { high = middle }
            }
            for to in arriving[low...] {
                guard sides[from].day.days(until: sides[to].day) <= StatementMatching.mostDays else { break }
                switch fits.match(sides[to]) {
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

    /// The amounts with which one that left is a transfer.
    private struct Fits {
        private let from: Side
        private let rate: (Currency, Currency, CalendarDay) -> Ratio?
        /// The least and the greatest amounts of other currencies; nil without a rate.
        private var ranges: [(currency: Currency, range: ClosedRange<Ratio>?)] = []

        init(_ from: Side, _ rate: @escaping (Currency, Currency, CalendarDay) -> Ratio?) {
            self.from = from
            self.rate = rate
        }

        /// Whether an amount that arrived is the same transfer; nil where the rate is missing.
        mutating func match(_ to: Side) -> Bool? {
            guard from.accountID != to.accountID else { return false }
            let currency = to.amount.currency
            guard from.amount.currency != currency else { return from.amount.negated == to.amount }
            if let known = ranges.first(where: { $0.currency == currency }) {
                return known.range?.contains(to.amount.ratio)
            }
            var range: ClosedRange<Ratio>?
            if let known = rate(from.amount.currency, currency, from.day), let least = Ratio(97, over: 100),
                let most = Ratio(103, over: 100)
            {
                let expected = known * from.amount.size
                range = expected * least...expected * most
            }
            ranges.append((currency, range))
            return range?.contains(to.amount.ratio)
        }
    }
}

extension TransferPairs {
    /// The transactions without a category that may be one side of a transfer, whatever their accounts are: most are none.
    static func likely(_ splits: [CategorySplit], rate: @escaping (Currency, Currency, CalendarDay) -> Ratio?)
        throws -> Set<UUID>
    {
        var sums: [UUID: Side] = [:]
        var order: [UUID] = []
        for split in splits {
            let id = split.transactionID
            let known = sums[id]
            if known == nil { order.append(id) }
            let amount = try known?.amount.adding(split.amount) ?? split.amount
            sums[id] = Side(id: id, accountID: id, day: split.day, amount: amount)
        }
        let found = find(among: order.compactMap { sums[$0] }, rate: rate)
        return Set((found.pairs + found.others + found.notCompared).flatMap { [$0.from, $0.to] })
    }
}
