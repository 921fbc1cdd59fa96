import Values

/// The assumptions of a valuation for herds without values of their own.
public struct ValuationAssumptions: Sendable, Hashable {
    /// The yearly mortality.
    public var mortality: Percentage
    /// Dressing percentages by category.
    public var dressing: [String: Percentage]
    /// The dressing percentage of categories without one of their own; nil for none.
    public var otherDressing: Percentage?
    /// Premiums by breed.
    public var premiums: [String: Percentage]
    /// The age in days up to which a price counts.
    public var priceMaxAge: Int
    /// The age in days beyond which a price is stale.
    public var priceStaleAfter: Int
    /// The age in days beyond which a weight is stale.
    public var weightStaleAfter: Int

    /// Assumptions; no price and no premium is built in.
    public init(
        mortality: Percentage = Percentage(micro: 5_000_000), dressing: [String: Percentage] = [:],
        otherDressing: Percentage? = nil, premiums: [String: Percentage] = [:], priceMaxAge: Int = 56,
        priceStaleAfter: Int = 14, weightStaleAfter: Int = 90
    ) {
        self.mortality = mortality
        // Names that a category goes by count for it.
        self.dressing = Dictionary(
            dressing.map { name, percent in
                let category = Species.allCases.lazy.compactMap { AnimalCategory.named(name, $0)?.name }.first
                return (category ?? name.word, percent)
            }
        ) { $1 }
        self.otherDressing = otherDressing
        self.premiums = Dictionary(premiums.map { ($0.key.word, $0.value) }) { $1 }
        self.priceMaxAge = priceMaxAge
        self.priceStaleAfter = priceStaleAfter
        self.weightStaleAfter = weightStaleAfter
    }

    /// The premium of a breed; nil for none.
    func premium(of breed: String?) -> Percentage? {
        guard !premiums.isEmpty, let premium = breed.flatMap({ premiums[$0.word] }), premium != .zero else {
            return nil
        }
        return premium
    }

    /// The dressing percentage of a category; nil for none.
    func dressing(of category: String) -> Percentage? { dressing[category.word] ?? otherDressing }
}
