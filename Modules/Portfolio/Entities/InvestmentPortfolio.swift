public import Models

public import struct Foundation.UUID

/// A portfolio: holdings of instruments, counted in a base currency.
public struct InvestmentPortfolio: Sendable, Hashable, Identifiable {
    /// Identity, kept for life.
    public let id: UUID
    /// The name, unique among portfolios without regard to case.
    public var name: String
    /// The base currency of costs and gains, fixed once there are transactions.
    public var currency: Currency
    /// Whether it keeps cash; otherwise money comes from and goes to the world outside.
    public var keepsCash: Bool
    /// A description, or nil.
    public var details: String?
    /// Whether it is left out of lists.
    public var isArchived: Bool

    /// A portfolio; its issues are found when it is written.
    public init(
        id: UUID, name: String, currency: Currency, keepsCash: Bool = false, details: String? = nil,
        isArchived: Bool = false
    ) {
        self.id = id
        self.name = name
        self.currency = currency
        self.keepsCash = keepsCash
        self.details = details
        self.isArchived = isArchived
    }
}

extension InvestmentPortfolio: Entity {
    /// How portfolios are kept: by name and id.
    public static let declaration = Declaration<InvestmentPortfolio>(
        "portfolio", table: "portfolios", since: "0.4.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("currency", \.currency), .value("cash", \.keepsCash),
            .value("description", \.details), .value("archived", \.isArchived)
        ) { id, name, currency, cash, details, archived in
            InvestmentPortfolio(
                id: id, name: name, currency: currency, keepsCash: cash, details: details, isArchived: archived)
        })

    /// "portfolio 'Broker' in EUR".
    public var summary: String { "portfolio '\(name)' in \(currency)" }

    /// Issues of the name, and another portfolio that has it.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        let others = try reader.all(InvestmentPortfolio.self).filter { $0.id != id }.map(\.name)
        return ValidationIssue.issues(ofName: name, field: "name", of: "portfolio")
            + ValidationIssue.issues(ofTakenName: name, among: others, of: "portfolio")
            + (details.map { ValidationIssue.lineIssues($0, field: "description") } ?? [])
    }
}
