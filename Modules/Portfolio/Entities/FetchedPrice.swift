public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// A price that a provider gave. It is not journalled, since nobody entered it, and goes with its instrument.
public struct FetchedPrice: Sendable, Hashable {
    /// The instrument.
    public let instrumentID: UUID
    /// The day.
    public let day: CalendarDay
    /// The price of one unit.
    public let price: Money
    /// The day through which the price was adjusted for later splits; nil for a price as it was traded.
    public let adjustedThrough: CalendarDay?
    /// The provider.
    public let source: String
    /// Whether the provider was a substitute.
    public let isFallback: Bool
    /// The instant at which it was read.
    public let time: Date

    /// A price.
    public init(
        instrumentID: UUID, day: CalendarDay, price: Money, adjustedThrough: CalendarDay? = nil, source: String,
        isFallback: Bool = false, time: Date
    ) {
        self.instrumentID = instrumentID
        self.day = day
        self.price = price
        self.adjustedThrough = adjustedThrough
        self.source = source
        self.isFallback = isFallback
        self.time = time
    }
}

extension FetchedPrice: Entity {
    /// How fetched prices are kept: by instrument and day.
    public static let declaration = Declaration<FetchedPrice>(
        "fetchedPrice", table: "fetchedPrices", since: "0.4.0", order: ["instrumentID", "day"],
        indexes: [.index("instrumentID", "day")], isJournalled: false,
        fields: Fields(
            .key("instrumentID", \.instrumentID, to: "instrument"), .key("day", \.day), .value("price", \.price),
            .value("adjustedThrough", \.adjustedThrough), .value("source", \.source),
            .value("fallback", \.isFallback), .value("time", \.time)
        ) {
            FetchedPrice(
                instrumentID: $0, day: $1, price: $2, adjustedThrough: $3, source: $4, isFallback: $5, time: $6)
        })

    /// "price of 12.50 EUR on 2026-05-20 from mine".
    public var summary: String { "price of \(price) on \(day) from \(source)" }

    /// Nothing: what a provider gave is judged where it is read.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
