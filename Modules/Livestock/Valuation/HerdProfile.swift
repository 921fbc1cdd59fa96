public import Values

/// A herd as far as its value depends on it.
public struct HerdProfile: Sendable, Hashable {
    /// The name, for messages.
    public var name: String
    /// The species.
    public var species: Species
    /// The category, as in "steer".
    public var category: String
    /// The currency that it is valued in.
    public var currency: Currency
    /// The breed; nil where it is not known.
    public var breed: String?
    /// The sex; nil where it is not known.
    public var sex: AnimalSex?
    /// The saleyard; nil for none.
    public var saleyard: String?
    /// The state; nil for none.
    public var state: String?
    /// The weight at which a positive gain stops; nil for none.
    public var targetWeight: Kilograms?
    /// The dressing percentage; nil for that of the assumptions.
    public var dressing: Percentage?
    /// The yearly mortality; nil for that of the assumptions.
    public var mortality: Percentage?
    /// The gestation in days; nil for that of the species.
    public var gestationDays: Int?
    /// The category of offspring; nil for that of the species.
    public var offspringCategory: String?
    /// The components that the category's price holds already; nil for those of the category.
    public var priceIncludes: Set<PriceIncludes>?
    /// Its own prices, in order of entry.
    public var ownPrices: [LivestockPrice] = []

    /// A herd.
    public init(
        _ name: String = "Herd", species: Species, category: String, currency: Currency, breed: String? = nil,
        sex: AnimalSex? = nil, saleyard: String? = nil, state: String? = nil
    ) {
        self.name = name
        self.species = species
        self.category = category
        self.currency = currency
        self.breed = breed
        self.sex = sex
        self.saleyard = saleyard
        self.state = state
    }
}

/// A component that a price may hold already.
public enum PriceIncludes: String, ColumnChoice, Hashable, CaseIterable {
    /// The unborn, as in cows in calf.
    case preBirth
    /// The offspring at foot, as in cows with calves.
    case atFoot
}

extension HerdProfile {
    /// The sex, where the category says it if nothing else does.
    public var knownSex: AnimalSex? { sex ?? AnimalCategory.named(category, species)?.sex }

    /// The state of the herd before its first event.
    public var emptyState: HerdState {
        HerdState(species, name: name, isMale: knownSex == .male, targetWeight: targetWeight)
    }

    /// The category of the offspring.
    var offspring: String { offspringCategory ?? species.offspringCategory }

    /// The components that the price holds already.
    var included: Set<PriceIncludes> {
        priceIncludes ?? AnimalCategory.named(category, species)?.priceIncludes ?? []
    }

    /// The question for the price of its head.
    func question(at weight: Kilograms?) -> PriceQuestion {
        PriceQuestion(
            species: species, category: category, breed: breed, sex: knownSex, weight: weight, currency: currency,
            saleyard: saleyard, state: state, ownPrices: ownPrices)
    }

    /// The question for the price of its offspring.
    func offspringQuestion(at weight: Kilograms?) -> PriceQuestion {
        var question = question(at: weight)
        question.category = offspring
        question.sex = nil
        if offspring.word != category.word { question.ownPrices = [] }
        return question
    }
}
