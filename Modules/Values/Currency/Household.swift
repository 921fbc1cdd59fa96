/// What holds for everything in a store. There is at most one.
public struct Household: Sendable, Hashable {
    /// The currency for totals, when neither an option nor a setting names one: that of the first goal entered.
    public var displayCurrency: Currency
    private let name = "household"

    /// A household whose totals are in a currency.
    public init(displayCurrency: Currency) { self.displayCurrency = displayCurrency }
}

extension Household: Entity {
    /// How it is kept: one row under a fixed key.
    public static let declaration = Declaration<Household>(
        "household", table: "households", since: "0.3.0", order: ["name"],
        fields: Fields(.key("name", \.name), .value("displayCurrency", \.displayCurrency)) { _, currency in
            Household(displayCurrency: currency)
        })

    /// "totals in EUR".
    public var summary: String { "totals in \(displayCurrency)" }

    /// Nothing can be wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
