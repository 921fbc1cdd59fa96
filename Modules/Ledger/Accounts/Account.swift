public import Values

public import struct Foundation.UUID

/// A place where money is kept or owed: a bank account, a card, a purse, a loan.
public struct Account: Sendable, Hashable, Identifiable {
    /// The sort of account.
    public enum Kind: String, ColumnChoice, Hashable, CaseIterable {
        /// An account for daily payments.
        case checking
        /// Money put aside.
        case savings
        /// A card whose balance is owed.
        case creditCard
        /// Securities and funds.
        case investment
        /// Notes and coins.
        case cash
        /// Money owed over years.
        case loan
        /// Any other.
        case other
    }

    /// The purpose of an account in forecasts of cash.
    public enum Use: String, Sendable, Hashable, CaseIterable {
        /// Daily payments are made from it.
        case spendable
        /// It is owed.
        case debt
        /// It is kept.
        case savings
    }

    /// Its id.
    public let id: UUID
    /// Its name, unique among all accounts.
    public var name: String
    /// The sort of account.
    public var kind: Kind
    /// The balance at the beginning of ``openingDay``, in the account's currency.
    public var opening: Money
    /// The first day of which transactions are known.
    public var openingDay: CalendarDay
    /// A description; nil for none.
    public var details: String?
    /// Whether it takes transactions; a closed account does not.
    public var isActive: Bool
    /// Whether budgets count it; nil for what its kind says.
    public var budget: Bool?
    /// Whether daily payments are made from it; nil for what its kind says.
    public var spendable: Bool?

    /// An account.
    public init(
        id: UUID, name: String, kind: Kind, opening: Money, openingDay: CalendarDay, details: String? = nil,
        isActive: Bool = true, budget: Bool? = nil, spendable: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.opening = opening
        self.openingDay = openingDay
        self.details = details
        self.isActive = isActive
        self.budget = budget
        self.spendable = spendable
    }

    /// The currency of all its amounts.
    public var currency: Currency { opening.currency }

    /// Whether budgets count it.
    public var isInBudget: Bool { budget ?? [.checking, .savings, .cash, .creditCard].contains(kind) }

    /// Its purpose.
    public var use: Use {
        if kind == .loan { return .debt }
        return spendable ?? [.checking, .cash, .creditCard].contains(kind) ? .spendable : .savings
    }
}
