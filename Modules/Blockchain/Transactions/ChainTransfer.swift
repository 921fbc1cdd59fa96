public import Models

public import struct Foundation.Date

/// A change of a balance on a chain, as a ``ChainProvider`` tells it.
public struct ChainTransfer: Sendable, Hashable {
    /// The transaction's hash, as explorers know it.
    public let hash: String
    /// Its place among the changes that the transaction makes to this balance, from 0.
    public let index: Int
    /// The change of the balance, with the fee where the balance paid it: positive in, negative out.
    public let amount: Money
    /// The fee that is part of ``amount``; nil where none is.
    public let fee: Money?
    /// When the chain took it.
    public let time: Date
    /// Whether it failed, so that nothing but the fee was moved.
    public let isFailed: Bool
    /// Who sent or received it, where that is one address.
    public let counterparty: String?

    /// A change.
    public init(
        hash: String, index: Int = 0, amount: Money, fee: Money? = nil, time: Date, isFailed: Bool = false,
        counterparty: String? = nil
    ) {
        self.hash = hash
        self.index = index
        self.amount = amount
        self.fee = fee
        self.time = time.wholeMilliseconds
        self.isFailed = isFailed
        self.counterparty = counterparty
    }
}

/// The confirmed changes of a balance that a ``ChainProvider`` knows.
public struct ChainHistory: Sendable, Hashable {
    /// The changes, in any order. What changes nothing is left out.
    public let transfers: [ChainTransfer]
    /// When the oldest that was asked for happened, if there are earlier ones that were not; nil when these are all.
    public let start: Date?
    /// Whether the list ends at ``start`` because it was too long, not because the provider knows nothing older. Such a list
    /// has to add up to nothing, so it is not relied on.
    public let isCutOff: Bool

    /// The changes that a provider knows.
    public init(_ transfers: [ChainTransfer], start: Date? = nil, isCutOff: Bool = false) {
        self.transfers = transfers
        self.start = start
        self.isCutOff = isCutOff
    }
}
