public import Models

/// What all assets had on past days, at today's rates: the balance of each day at today's prices, so that the
/// line moves with what was put in and taken out alone.
public struct BalanceHistory: Sendable {
    /// How far a history goes back.
    public enum Range: String, Sendable, Hashable, CaseIterable {
        /// One month.
        case month = "1m"
        /// Three months.
        case quarter = "3m"
        /// Six months.
        case half = "6m"
        /// A year.
        case year = "1y"
        /// To the first transaction.
        case all

        /// How many months it goes back; nil for all of them.
        public var months: Int? {
            switch self {
            case .month: 1
            case .quarter: 3
            case .half: 6
            case .year: 12
            case .all: nil
            }
        }
    }

    /// The value of an asset, or of several, on each of the days.
    public struct Line: Sendable {
        /// The asset; nil for several together.
        public let asset: Asset?
        /// How many assets it is of.
        public let count: Int
        /// The exact value at the end of each day, in the display currency; nil where it is not known.
        public let values: [ExactAmount?]
    }

    /// The range that was asked for.
    public let range: Range
    /// The days on which something may have changed, in order, with the first of the range and today. Between two of them everything
    /// stayed as it was, unless ``isSampled``.
    public let days: [CalendarDay]
    /// The value of all counted assets together at the end of each day, half-even; nil where a balance is not known.
    public let totals: [Money?]
    /// Each counted asset, largest value of today first.
    public private(set) var assets: [Line]
    /// The currency of all values.
    public let display: Currency
    /// What is in none of the values, and why.
    public let unavailable: [Unavailable]
    /// Where the true ``totals`` lie when something is missing.
    public let bound: Bound?
    /// Whether the days are a choice from those of the range: a balance from outside may change on any of them, and of very many assets
    /// not every day is worked out.
    public let isSampled: Bool

    /// A history.
    ///
    /// The known part of a balance counts, as in a valuation; assets without a rate, or without a past, are left out.
    ///
    /// - Parameters:
    ///   - balances: the balance of each asset on each of the days; the last day is today.
    ///   - factors: the price of one unit of each asset today; nil where no rate is known.
    ///   - gaps: why the value of each asset is not fully known today; nil where it is.
    ///   - totalBound: where the true total of today lies when something is missing.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        _ range: Range, days: [CalendarDay], balances: [(asset: Asset, amounts: [PastBalance])], factors: [Ratio?],
        gaps: [String?], totalBound: Bound?, display: Currency, isSampled: Bool
    ) throws(MoneyError) {
        var assets: [Line] = []
        var unavailable: [Unavailable] = []
        var isMissingDebt = false
        for (index, (asset, amounts)) in balances.enumerated() {
            let label = "\(asset.name) (\(asset.currency))"
            let isWithoutRate = factors[index] == nil && amounts.contains { !$0.known.isZero }
            let gapToday = gaps[index] ?? amounts.last?.gap
            let earlier = amounts.dropLast()
            let hasNoPast = gapToday == nil && !earlier.isEmpty && earlier.allSatisfy { $0.gap != nil }
            if isWithoutRate || gapToday != nil || hasNoPast {
                let reason = gapToday ?? (isWithoutRate ? nil : earlier.last?.gap) ?? "no rate is known"
                unavailable.append(Unavailable(item: label, reason: reason))
                isMissingDebt = isMissingDebt || amounts.contains { $0.known.isNegative }
            }
            if isWithoutRate || hasNoPast { continue }
            let factor = factors[index] ?? .zero
            assets.append(
                Line(
                    asset: asset, count: 1,
                    values: amounts.map { amount in
                        // Of a balance that is not fully known today every day has its known part.
                        gapToday == nil && amount.gap != nil
                            ? nil : ExactAmount((amount.known.ratio * factor).reduced, display)
                    }))
        }
        self.range = range
        self.days = days
        self.display = display
        self.isSampled = isSampled
        self.unavailable = unavailable
        bound =
            totalBound == .unknown || isMissingDebt ? .unknown : unavailable.isEmpty ? totalBound : .atLeast
        totals = try Self.sums(assets, count: days.count, display).map { sum throws(MoneyError) in
            try sum?.rounded(.halfEven)
        }
        self.assets = assets.sorted { left, right in
            let (a, b) = (left.values.last??.value ?? .zero, right.values.last??.value ?? .zero)
            return a == b ? Self.name(left) < Self.name(right) : b < a
        }
    }

    /// The balance of a day, as far as it is known.
    struct PastBalance {
        let known: Money
        /// The reason why part of it is not known; nil when all of it is.
        let gap: String?
    }

    private static func name(_ line: Line) -> String { line.asset.map { "\($0.name) \($0.id)" } ?? "" }

    private static func sums(_ lines: [Line], count: Int, _ display: Currency) -> [ExactAmount?] {
        (0..<count).map { day in
            var sum = Ratio.zero
            for line in lines {
                guard let value = line.values[day] else { return nil }
                sum = sum + value.value
            }
            return ExactAmount(sum.reduced, display)
        }
    }

    /// The same with the assets as at most so many lines, which are summed up here once and for all.
    public func condensed(most: Int) -> BalanceHistory {
        var history = self
        history.assets = lines(most: most)
        return history
    }

    /// The assets as at most so many lines, the smallest of today together as the last one.
    public func lines(most: Int) -> [Line] {
        guard assets.count > most, most > 0 else { return assets }
        let rest = Array(assets.dropFirst(most - 1))
        return assets.prefix(most - 1) + [
            Line(asset: nil, count: rest.count, values: Self.sums(rest, count: days.count, display))
        ]
    }
}
