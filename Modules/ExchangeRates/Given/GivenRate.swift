public import Values

public import struct Foundation.UUID

/// A rate that somebody entered by hand, for currencies that no provider knows.
public struct GivenRate: Sendable, Hashable {
    /// The identity.
    public let id: UUID
    /// The currency that one unit is of.
    public let from: Currency
    /// The currency of the price.
    public let to: Currency
    /// The price of one unit.
    public let rate: Ratio
    /// The day that it is of.
    public let day: CalendarDay

    /// A rate of a day: `rate` units of `to` for one `from`.
    public init(id: UUID = UUID(), from: Currency, to: Currency, rate: Ratio, day: CalendarDay) {
        self.id = id
        self.from = from
        self.to = to
        self.rate = rate
        self.day = day
    }

    /// Everything that is wrong with it; empty for one that is right.
    public var issues: [ValidationIssue] {
        var issues: [ValidationIssue] = []
        if from == to {
            issues.append(
                ValidationIssue(
                    code: "sameCurrency", field: "to",
                    message: "Both currencies are \(from), so nothing is converted. Name two currencies."))
        }
        if !rate.isPositive {
            issues.append(
                ValidationIssue(code: "notPositive", field: "rate", message: "A rate has to be greater than 0."))
        }
        return issues
    }
}

extension GivenRate: Entity {
    /// How it is kept.
    public static let declaration = Declaration<GivenRate>(
        "givenRate", table: "givenRates", since: "0.5.0", order: ["day", "id"],
        fields: Fields(
            .key("id", \.id), .value("from", \.from), .value("to", \.to), .value("rate", \.rate), .value("day", \.day)
        ) { GivenRate(id: $0, from: $1, to: $2, rate: $3, day: $4) })

    /// "rate of ISK in EUR".
    public var summary: String { "rate of \(from) in \(to)" }

    /// The issues of the rate by itself.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { issues }
}
