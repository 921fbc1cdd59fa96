public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// A statement of the bank that an account agreed with.
public struct KeptStatement: Sendable, Hashable, Identifiable {
    /// Its id.
    public let id: UUID
    /// The account.
    public let accountID: UUID
    /// The day at whose end it holds.
    public let day: CalendarDay
    /// The balance that it states.
    public let balance: Money
    /// The instant at which it was kept; nil where an older program kept it.
    public let entered: Date?

    /// A statement.
    public init(id: UUID, accountID: UUID, day: CalendarDay, balance: Money, entered: Date? = nil) {
        self.id = id
        self.accountID = accountID
        self.day = day
        self.balance = balance
        self.entered = entered
    }
}

extension KeptStatement: Entity {
    /// How it is kept.
    public static let declaration = Declaration<KeptStatement>(
        "keptStatement", table: "keptStatements", version: 2, since: "0.5.0", order: ["accountID", "day", "id"],
        indexes: [.index("accountID", "day")],
        fields: Fields(
            .key("id", \.id), .value("accountID", \.accountID, to: "account"), .value("day", \.day),
            .value("balance", \.balance, currency: "currency"), .value("entered", \.entered)
        ) { KeptStatement(id: $0, accountID: $1, day: $2, balance: $3, entered: $4) })

    /// Version 1 did not know when it was kept.
    static let upgradedToEntered: EntityKind.Upgrade = { $0 + [.null] }

    /// "statement of 1 200.00 EUR on 2026-05-31".
    public var summary: String { "statement of \(balance) on \(day)" }

    /// Issues with its account.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = ValidationIssue.ledgerIssues(ofAmount: balance, field: "statement")
        if let account = try reader.find(Account.self, accountID), account.currency != balance.currency {
            issues.append(
                ValidationIssue(
                    code: "currencyMismatch", field: "statement",
                    message: "'\(account.name.printable)' is in \(account.currency), not in \(balance.currency)."))
        }
        return issues
    }
}
