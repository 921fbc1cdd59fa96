public import Values

/// The premium by which prices without a breed are raised for a breed (H4). There is at most one for each.
public struct BreedPremium: Sendable, Hashable {
    /// The breed, in small letters.
    public let breed: String
    /// The premium.
    public var percent: Percentage

    /// The premium of a breed.
    public init(breed: String, percent: Percentage) {
        self.breed = breed.word
        self.percent = percent
    }

    /// The bounds of premiums: prices stay above 0.
    static let bounds = Percentage(micro: -90_000_000)...Percentage(micro: 500_000_000)
}

extension BreedPremium: Entity {
    /// How it is kept.
    public static let declaration = Declaration<BreedPremium>(
        "breedPremium", table: "breedPremiums", since: "0.4.0", order: ["breed"], title: "breed",
        fields: Fields(.key("breed", \.breed), .value("percent", \.percent)) {
            BreedPremium(breed: $0, percent: $1)
        })

    /// "premium of 10% for angus".
    public var summary: String { "premium of \(percent) for \(breed)" }

    /// Everything that is wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: breed, field: "breed", of: "breed")
        if let error = percent.error(within: Self.bounds) {
            issues.append(ValidationIssue(code: error.code, field: "percent", message: error.description))
        }
        return issues
    }
}
