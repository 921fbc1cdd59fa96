public import struct Foundation.UUID

/// A portfolio's holding of an instrument, by their ids.
public struct PositionKey: Sendable, Hashable {
    /// The portfolio.
    public let portfolioID: UUID
    /// The instrument.
    public let instrumentID: UUID

    /// A position.
    public init(portfolioID: UUID, instrumentID: UUID) {
        self.portfolioID = portfolioID
        self.instrumentID = instrumentID
    }
}
