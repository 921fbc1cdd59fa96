public import Models

public import struct Foundation.UUID

/// A price of an instrument on a day that a person recorded. There is one per instrument and day.
public struct InstrumentPrice: Sendable, Hashable {
    /// The instrument.
    public let instrumentID: UUID
    /// The day.
    public let day: CalendarDay
    /// The price of one unit; 0 is a price.
    public var price: Money
    /// The day through which the price was adjusted for later splits; nil for a price as it was traded.
    public var adjustedThrough: CalendarDay?

    /// A price.
    public init(instrumentID: UUID, day: CalendarDay, price: Money, adjustedThrough: CalendarDay? = nil) {
        self.instrumentID = instrumentID
        self.day = day
        self.price = price
        self.adjustedThrough = adjustedThrough
    }
}

extension InstrumentPrice: Entity {
    /// How recorded prices are kept: by instrument and day.
    public static let declaration = Declaration<InstrumentPrice>(
        "instrumentPrice", table: "instrumentPrices", since: "0.4.0", order: ["instrumentID", "day"],
        indexes: [.index("instrumentID", "day")],
        fields: Fields(
            .key("instrumentID", \.instrumentID, partOf: "instrument"), .key("day", \.day), .value("price", \.price),
            .value("adjustedThrough", \.adjustedThrough)
        ) { InstrumentPrice(instrumentID: $0, day: $1, price: $2, adjustedThrough: $3) })

    /// "price of 12.50 EUR on 2026-05-20".
    public var summary: String { "price of \(price) on \(day)" }

    /// A price is not negative, and in the instrument's currency.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard let instrument = try reader.find(Instrument.self, instrumentID) else { return [] }
        if price.isNegative {
            return [ValidationIssue(code: "negative", field: "price", message: "\(price) is no price: it is negative.")]
        }
        guard price.currency != instrument.currency else { return [] }
        return [
            ValidationIssue(
                code: "currencyMismatch", field: "price",
                message: "'\(instrument.name)' has prices in \(instrument.currency), not in \(price.currency).")
        ]
    }
}
