public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// The prices that are wanted.
public struct PriceRequest: Sendable, Hashable {
    /// An instrument and the days of which its prices are wanted.
    public struct Wanted: Sendable, Hashable {
        /// The instrument.
        public let id: UUID
        /// Its name.
        public let name: String
        /// Its type.
        public let type: InstrumentType
        /// The currency of its prices: others are no use.
        public let currency: Currency
        /// The source that the instrument names; nil for any.
        public let source: String?
        /// Its symbol at the source, else at an exchange; nil for none.
        public let symbol: String?
        /// Its ISIN; nil for none.
        public let isin: String?
        /// The first day.
        public let from: CalendarDay

        /// An instrument with the first day of which its prices are wanted.
        public init(_ instrument: Instrument, from: CalendarDay) {
            (id, name, type) = (instrument.id, instrument.name, instrument.type)
            (currency, isin) = (instrument.currency, instrument.isin)
            let parts = instrument.prices?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
            source = parts.first
            symbol = parts.count > 1 ? parts[1] : instrument.symbol
            self.from = from
        }
    }

    /// The instruments.
    public let instruments: [Wanted]
    /// The last day.
    public let to: CalendarDay

    /// A request.
    public init(_ instruments: [Wanted], to: CalendarDay) {
        self.instruments = instruments
        self.to = to
    }

    /// The first day of all; nil for a request of nothing.
    public var from: CalendarDay? { instruments.map(\.from).min() }
}

/// A price as a provider gave it.
public struct ProvidedPrice: Sendable, Hashable {
    /// The instrument.
    public let instrumentID: UUID
    /// The day.
    public let day: CalendarDay
    /// The price of one unit, in whatever currency the provider says.
    public let price: Money
    /// The day through which it was adjusted for later splits; nil for a price as it was traded.
    public let adjustedThrough: CalendarDay?
    /// The instant of the price, where the provider says it: the latest of a day counts.
    public let instant: Date?
    /// The source, as in "stooq"; nil for the provider's name.
    public let source: String?
    /// Whether it is made up or of a substitute.
    public let isFallback: Bool

    /// A price.
    public init(
        instrumentID: UUID, day: CalendarDay, price: Money, adjustedThrough: CalendarDay? = nil, instant: Date? = nil,
        source: String? = nil, isFallback: Bool = false
    ) {
        self.instrumentID = instrumentID
        self.day = day
        self.price = price
        self.adjustedThrough = adjustedThrough
        self.instant = instant
        self.source = source
        self.isFallback = isFallback
    }

    /// The same price as that of a substitute.
    var marked: ProvidedPrice {
        ProvidedPrice(
            instrumentID: instrumentID, day: day, price: price, adjustedThrough: adjustedThrough, instant: instant,
            source: source, isFallback: true)
    }
}

/// The reason why an instrument has no price, or a price cannot be used.
public struct PriceGap: Sendable, Hashable {
    /// The instrument.
    public let instrumentID: UUID
    /// The reason, without a full stop.
    public let reason: String
    /// Whether it is about the price of one day, which prices of other days do not make good.
    public let isOfDay: Bool

    /// A gap.
    public init(_ instrumentID: UUID, _ reason: String, isOfDay: Bool = false) {
        self.instrumentID = instrumentID
        self.reason = reason
        self.isOfDay = isOfDay
    }
}

/// The answer of a provider.
public struct PriceAnswer: Sendable, Hashable {
    /// Prices that can be read.
    public var prices: [ProvidedPrice]
    /// Prices that were given and cannot be used, and why.
    public var gaps: [PriceGap]

    /// An answer.
    public init(prices: [ProvidedPrice] = [], gaps: [PriceGap] = []) {
        self.prices = prices
        self.gaps = gaps
    }
}
