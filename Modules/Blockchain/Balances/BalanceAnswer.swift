public import Models

public import struct Foundation.Date

/// The balance of an address as a ``ChainProvider`` tells it.
public struct BalanceAnswer: Sendable, Hashable {
    /// The balance, in the currency of the question.
    public let amount: Money
    /// The time that the provider gives for it; nil for a balance of the present.
    public let time: Date?
    /// The amounts that belong to the address and are not in the balance, as far as the answer names them.
    public let excluded: [ExcludedAmount]

    /// A balance.
    public init(_ amount: Money, time: Date? = nil, excluded: [ExcludedAmount] = []) {
        self.amount = amount
        self.time = time
        self.excluded = excluded
    }
}

/// An amount of an address that its balance does not include.
public struct ExcludedAmount: Sendable, Hashable {
    /// The reasons for which an amount is not in a balance.
    public enum Reason: String, Sendable, Hashable {
        /// It is staked, or on its way back from being staked.
        case staked
        /// It is on its way in and not confirmed yet.
        case unconfirmed
    }

    /// The amount.
    public let amount: Money
    /// Why it is not in the balance.
    public let reason: Reason

    /// An amount that is not in a balance.
    public init(_ amount: Money, _ reason: Reason) {
        self.amount = amount
        self.reason = reason
    }
}

/// An error of a provider that did not answer within its time limit. The provider is not contacted again in the same sync.
public protocol ProviderTimeout: Error {}
