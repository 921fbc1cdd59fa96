public import Values

public import struct Foundation.UUID

/// The part of a transaction in one category.
public struct CategorySplit: Sendable, Hashable {
    /// The transaction.
    public let transactionID: UUID
    /// The place among the splits of the transaction, from 0.
    public let position: Int
    /// The category; nil for none yet.
    public var categoryID: UUID?
    /// The transaction's day.
    public var day: CalendarDay
    /// The amount in the currency of the first posting, with its sign: − for what is spent.
    public var amount: Money

    /// A split.
    public init(transactionID: UUID, position: Int, categoryID: UUID?, day: CalendarDay, amount: Money) {
        self.transactionID = transactionID
        self.position = position
        self.categoryID = categoryID
        self.day = day
        self.amount = amount
    }
}

extension CategorySplit: Entity {
    /// How it is kept.
    public static let declaration = Declaration<CategorySplit>(
        "categorySplit", table: "categorySplits", since: "0.5.0", order: ["day", "transactionID", "position"],
        indexes: [.index("categoryID", "day"), .index("day")],
        fields: Fields(
            .key("transactionID", \.transactionID, partOf: "ledgerTransaction"), .key("position", \.position),
            .value("categoryID", \.categoryID, to: "category"), .value("day", \.day),
            .value("amount", \.amount, currency: "currency")
        ) { CategorySplit(transactionID: $0, position: $1, categoryID: $2, day: $3, amount: $4) })

    /// "split of -12.50 EUR".
    public var summary: String { "split of \(amount)" }

    /// Issues of its amount.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = ValidationIssue.ledgerIssues(ofAmount: amount, field: "split")
        if amount.isZero {
            issues.append(ValidationIssue(code: "zero", field: "split", message: "A split of 0 says nothing."))
        }
        return issues
    }
}
