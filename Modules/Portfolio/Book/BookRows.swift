public import Models

public import struct Foundation.UUID

/// Units that went without money, with the cost that went with them: no gain (P9).
public struct RemovedUnits: Sendable, Hashable {
    /// The transaction: a gift, or a transfer of which less arrived.
    public let transactionID: UUID
    /// The day.
    public let day: CalendarDay
    /// The position.
    public let position: PositionKey
    /// The lot; nil for a pool.
    public let lotID: UUID?
    /// The units.
    public let units: Ratio
    /// Their cost.
    public let cost: MoneyPair
}

/// A dividend or interest (P10).
public struct IncomeRow: Sendable, Hashable {
    /// The transaction.
    public let transactionID: UUID
    /// The day.
    public let day: CalendarDay
    /// Dividend or interest.
    public let kind: PortfolioTransaction.Kind
    /// The portfolio.
    public let portfolioID: UUID
    /// The instrument; nil for cash.
    public let instrumentID: UUID?
    /// The amount before tax, in the currency of the report; nil where it is not known.
    public let gross: Money?
    /// The tax that was withheld; nil where its rate is not known.
    public let withheld: Money?
    /// The difference; nil where the amount is not known.
    public let net: Money?
    /// Whether it was paid in units.
    public let isInUnits: Bool
}

/// A fee or a tax that was entered by itself, or the tax that was withheld on a sale.
public struct ChargeRow: Sendable, Hashable {
    /// The transaction.
    public let transactionID: UUID
    /// The day.
    public let day: CalendarDay
    /// Fee, tax, or the sale that the tax was withheld on.
    public let kind: PortfolioTransaction.Kind
    /// The portfolio.
    public let portfolioID: UUID
    /// The instrument; nil for none.
    public let instrumentID: UUID?
    /// The amount in the currency of the report; nil where its rate is not known.
    public let amount: Money?
}

/// Units that came with their cost: what was paid.
public struct AcquiredUnits: Sendable, Hashable {
    /// The transaction.
    public let transactionID: UUID
    /// The day.
    public let day: CalendarDay
    /// The position.
    public let position: PositionKey
    /// The units.
    public let units: Ratio
    /// Their cost.
    public let cost: MoneyPair
}
