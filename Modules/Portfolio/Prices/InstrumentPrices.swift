public import Models

/// How a price was had.
public enum PriceState: String, Sendable, Hashable, CaseIterable {
    /// A person recorded it.
    case recorded
    /// A provider gave it.
    case fetched
    /// A trade was made at it.
    case trade
    /// A substitute of the providers gave it.
    case fallback

    /// The order on one day: recorded beats fetched beats a trade (P12).
    fileprivate var rank: Int {
        switch self {
        case .recorded: 0
        case .fetched: 1
        case .fallback: 2
        case .trade: 3
        }
    }
}

/// A price of one unit on a day.
public struct PricePoint: Sendable, Hashable {
    /// The day.
    public let day: CalendarDay
    /// Units of the instrument's currency for one unit, exact.
    public let value: Ratio
    /// How it was had.
    public let state: PriceState
    /// The day through which it was adjusted for later splits; nil for a price as it was traded.
    public let adjustedThrough: CalendarDay?

    /// A price.
    public init(day: CalendarDay, value: Ratio, state: PriceState, adjustedThrough: CalendarDay? = nil) {
        self.day = day
        self.value = value
        self.state = state
        self.adjustedThrough = adjustedThrough
    }
}

/// The price of a day.
public struct FoundPrice: Sendable, Hashable {
    /// Units of the currency for one unit of that day, exact.
    public let value: Ratio
    /// The instrument's currency.
    public let currency: Currency
    /// The day that the price is of.
    public let day: CalendarDay
    /// How it was had.
    public let state: PriceState
    /// Whether it is older than the type of the instrument allows.
    public let isStale: Bool

    /// The price as an amount, to 12 places where its digits do not end; nil for one with too many digits.
    public var money: Money? {
        let all = value.decimalString(places: Money.maximumPlaces, rounding: .halfEven)
        if let exact = try? Money(all, currency), exact.ratio == value { return exact }
        return try? Money(value.decimalString(places: 12, rounding: .halfEven), currency)
    }
}

/// The prices of an instrument (P12).
public struct InstrumentPrices: Sendable {
    /// A split: units are multiplied on its day, before everything else of that day.
    public struct Split: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// n ÷ d of a split n:d.
        public let factor: Ratio

        /// A split.
        public init(day: CalendarDay, factor: Ratio) {
            self.day = day
            self.factor = factor
        }
    }

    private let type: InstrumentType
    private let currency: Currency
    /// By day; of one day the one that counts last.
    private let points: [PricePoint]
    private let splits: [Split]

    /// Prices in any order.
    public init(type: InstrumentType, currency: Currency, points: [PricePoint], splits: [Split] = []) {
        self.type = type
        self.currency = currency
        self.points = points.enumerated().sorted { left, right in
            // A later one of the same day and kind is the last trade of the day.
            (left.element.day, -left.element.state.rank, left.offset)
                < (right.element.day, -right.element.state.rank, right.offset)
        }.map(\.element)
        self.splits = splits
    }

    /// The newest price on or before a day, in units of that day; nil where there is none.
    ///
    /// A price that was adjusted for later splits is first multiplied back to the price that was traded; one of a day before a split
    /// is then divided by it, since what it is multiplied with are units after the split.
    public func price(on day: CalendarDay) -> FoundPrice? {
        if type == .cash {
            return FoundPrice(value: .one, currency: currency, day: day, state: .recorded, isStale: false)
        }
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].day <= day { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let newest = points[low - 1]
        var value = newest.value
        for split in splits where newest.day < split.day {
            if let through = newest.adjustedThrough, split.day <= through { value = value * split.factor }
            if split.day <= day, let inverse = split.factor.reciprocal { value = value * inverse }
        }
        return FoundPrice(
            value: value.reduced, currency: currency, day: newest.day, state: newest.state,
            isStale: newest.day.days(until: day) > type.freshDays)
    }
}

extension PricePoint {
    /// The price that a trade was made at: gross ÷ units; nil for what is no trade.
    init?(trade: PortfolioTransaction) {
        guard [.buy, .sell].contains(trade.kind), let gross = trade.gross, let units = trade.units,
            let value = gross.ratio.divided(by: units)
        else { return nil }
        self.init(day: trade.day, value: value.reduced, state: .trade)
    }
}
