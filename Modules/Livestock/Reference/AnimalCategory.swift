import Values

/// A category of animals that markets price, with the everyday names for it.
public struct AnimalCategory: Sendable, Hashable {
    /// The name: "steer".
    public let name: String
    /// The species.
    public let species: Species
    /// The sex; nil where it is not said.
    public let sex: AnimalSex?
    /// The usual least weight.
    public let from: Kilograms?
    /// The usual weight below which it counts.
    public let to: Kilograms?
    /// Other names for it.
    public let alsoCalled: [String]
    /// The components that its price holds already.
    public let priceIncludes: Set<PriceIncludes>

    private init(
        _ name: String, _ species: Species, _ sex: AnimalSex?, _ from: Int?, _ to: Int?, _ others: [String] = [],
        includes: Set<PriceIncludes> = []
    ) {
        self.name = name
        self.species = species
        self.sex = sex
        self.from = from.map { Kilograms(micro: $0 * 1_000_000) }
        self.to = to.map { Kilograms(micro: $0 * 1_000_000) }
        alsoCalled = others
        priceIncludes = includes
    }

    /// The category that a name means, its own or another one for it; nil for none.
    public static func named(_ text: String, _ species: Species) -> AnimalCategory? {
        names[species]?[text.word]
    }

    /// The name that prices are kept under: that of the category where a text is another name for it, else the text.
    static func usualName(_ text: String, _ species: Species) -> String {
        named(text, species)?.name ?? text.trimmedName
    }

    private static let names: [Species: [String: AnimalCategory]] = {
        var names: [Species: [String: AnimalCategory]] = [:]
        for category in all {
            for name in [category.name] + category.alsoCalled {
                names[category.species, default: [:]][name] = category
            }
        }
        return names
    }()

    /// All categories, as Australian saleyards call them; the weights are usual ones and no limits.
    public static let all: [AnimalCategory] = [
        AnimalCategory("bull", .cattle, .male, 450, nil, ["bulls"]),
        AnimalCategory("cow", .cattle, .female, 400, nil, ["cows", "cull cow", "cull cows", "breeder", "breeders"]),
        AnimalCategory(
            "cow in calf", .cattle, .female, 400, nil, ["cows in calf", "ptic cow", "ptic cows"],
            includes: [.preBirth]),
        AnimalCategory(
            "cow with calf", .cattle, .female, 400, nil, ["cows with calves", "cow and calf"], includes: [.atFoot]),
        AnimalCategory("heifer", .cattle, .female, 280, nil, ["heifers"]),
        AnimalCategory("steer", .cattle, .male, 280, nil, ["steers", "bullock", "bullocks"]),
        AnimalCategory("weaner heifer", .cattle, .female, 150, 280, ["weaner heifers"]),
        AnimalCategory("weaner steer", .cattle, .male, 150, 280, ["weaner steers"]),
        AnimalCategory("weaner", .cattle, nil, 150, 280, ["weaners"]),
        AnimalCategory("calf", .cattle, nil, nil, 150, ["calves", "vealer", "vealers"]),
        AnimalCategory("ram", .sheep, .male, 60, nil, ["rams"]),
        AnimalCategory("ewe", .sheep, .female, 40, nil, ["ewes"]),
        AnimalCategory("ewe in lamb", .sheep, .female, 40, nil, ["ewes in lamb", "sil ewe"], includes: [.preBirth]),
        AnimalCategory("ewe with lamb", .sheep, .female, 40, nil, ["ewes with lambs"], includes: [.atFoot]),
        AnimalCategory("wether", .sheep, .male, 40, nil, ["wethers"]),
        AnimalCategory("hogget", .sheep, nil, 35, nil, ["hoggets"]),
        AnimalCategory("lamb", .sheep, nil, nil, 60, ["lambs"]),
        AnimalCategory("buck", .goat, .male, 40, nil, ["bucks"]),
        AnimalCategory("doe", .goat, .female, 30, nil, ["does", "nanny", "nannies"]),
        AnimalCategory("wether", .goat, .male, 25, nil, ["wethers"]),
        AnimalCategory("kid", .goat, nil, nil, 30, ["kids"]),
        AnimalCategory("boar", .pig, .male, 150, nil, ["boars"]),
        AnimalCategory("sow", .pig, .female, 150, nil, ["sows"]),
        AnimalCategory("gilt", .pig, .female, 90, nil, ["gilts"]),
        AnimalCategory("baconer", .pig, nil, 80, nil, ["baconers"]),
        AnimalCategory("porker", .pig, nil, 45, 80, ["porkers"]),
        AnimalCategory("weaner", .pig, nil, 8, 45, ["weaners"]),
        AnimalCategory("piglet", .pig, nil, nil, 8, ["piglets"]),
    ]
}
