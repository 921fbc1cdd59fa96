public import Models

public import struct Foundation.UUID

/// Units of one lot that were sold, with their gain (P6).
public struct RealizedGain: Sendable, Hashable {
    /// The sale.
    public var saleID: UUID { shared.content.saleID }
    /// The day of the sale.
    public var day: CalendarDay { shared.content.day }
    /// The position.
    public var position: PositionKey { shared.content.position }
    /// The lot; nil for a pool.
    public var lotID: UUID? { shared.content.lotID }
    /// The day of acquisition; nil for a pool.
    public var acquired: CalendarDay? { shared.content.acquired }
    /// The units that were sold of the lot.
    public var units: Ratio { shared.content.units }
    /// Their part of the proceeds: gross − fees.
    public var proceeds: MoneyPair { shared.content.proceeds }
    /// Their cost.
    public var cost: MoneyPair { shared.content.cost }
    /// Proceeds − cost in the currency of the report; nil where either is not known.
    public var gain: Money? { shared.content.gain }
    /// The part of the gain that the exchange rate made; nil where it is not known.
    public var currencyEffect: Money? { shared.content.currencyEffect }
    /// The rest of the gain.
    public var priceEffect: Money? { shared.content.priceEffect }

    private struct Content: Hashable {
        let saleID: UUID
        let day: CalendarDay
        let position: PositionKey
        let lotID: UUID?
        let acquired: CalendarDay?
        let units: Ratio
        let proceeds: MoneyPair
        let cost: MoneyPair
        let gain: Money?
        let currencyEffect: Money?
        let priceEffect: Money?
    }

    /// The content, which a report shares with the book: it is large, and there may be very many.
    private final class Shared: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    private let shared: Shared

    init(
        saleID: UUID,
        day: CalendarDay,
        position: PositionKey,
        lotID: UUID?,
        acquired: CalendarDay?,
        units: Ratio,
        proceeds: MoneyPair,
        cost: MoneyPair,
        gain: Money?,
        currencyEffect: Money?,
        priceEffect: Money?
    ) {
        shared = Shared(
            Content(
                saleID: saleID,
                day: day,
                position: position,
                lotID: lotID,
                acquired: acquired,
                units: units,
                proceeds: proceeds,
                cost: cost,
                gain: gain,
                currencyEffect: currencyEffect,
                priceEffect: priceEffect))
    }

    /// Equal in everything.
    public static func == (left: RealizedGain, right: RealizedGain) -> Bool {
        left.shared === right.shared || left.shared.content == right.shared.content
    }

    /// Hashes everything.
    public func hash(into hasher: inout Hasher) { hasher.combine(shared.content) }
}
