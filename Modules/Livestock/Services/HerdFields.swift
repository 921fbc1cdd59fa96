import Values

/// A herd as a person enters it, as text; nil where nothing is said, empty to take something away.
public struct HerdFields: Sendable {
    /// The name.
    public var name: String?
    /// The species.
    public var species: String?
    /// The category.
    public var category: String?
    /// The holding, by name or id.
    public var holding: String?
    /// The breed.
    public var breed: String?
    /// The sex.
    public var sex: String?
    /// The paddock.
    public var paddock: String?
    /// The saleyard.
    public var saleyard: String?
    /// The weight at which a positive gain stops.
    public var targetWeight: String?
    /// The dressing percentage.
    public var dressing: String?
    /// The yearly mortality.
    public var mortality: String?
    /// The gestation in days.
    public var gestation: String?
    /// The category of offspring.
    public var offspringCategory: String?
    /// A note.
    public var note: String?
    /// The herd's own price.
    public var price: String?

    /// The head that it has on the day.
    public var head: String?
    /// The mean weight of these.
    public var weight: String?
    /// The daily gain.
    public var gain: String?
    /// The offspring at foot that it has.
    public var offspring: String?
    /// The day on which those were born.
    public var born: String?
    /// The day of head, weight, gain and price; the call's if nil.
    public var date: String?

    /// Nothing is said.
    public init() {}

    /// Enters the fields that say something lasting into a herd.
    func enter(into herd: inout Herd, _ reader: inout RequestReader) throws {
        if let name { herd.name = name.trimmedName }
        if let category { herd.category = AnimalCategory.usualName(category, herd.species) }
        try reader.change("breed", breed, &herd.breed) { $0.trimmedName }
        if sex?.isEmpty == true {
            herd.sex = nil
        } else {
            herd.sex = try reader.choice("sex", sex, AnimalSex.self) ?? herd.sex
        }
        try reader.change("paddock", paddock, &herd.paddock) { $0.trimmedName }
        try reader.change("saleyard", saleyard, &herd.saleyard) { $0.trimmedName }
        try reader.change("targetWeight", targetWeight, &herd.targetWeight) { try Kilograms(weight: $0) }
        try reader.change("dressing", dressing, &herd.dressing) {
            try Percentage($0, within: Percentage(micro: 1)...(.hundred))
        }
        try reader.change("mortality", mortality, &herd.mortality) {
            try Percentage($0, within: .zero...(.hundred))
        }
        try reader.change("gestation", gestation, &herd.gestationDays) { text in
            guard let days = Int(text) else { throw NumberError.notANumber(text) }
            return days
        }
        let species = herd.species
        try reader.change("offspringCategory", offspringCategory, &herd.offspringCategory) {
            AnimalCategory.usualName($0, species)
        }
        try reader.change("note", note, &herd.note) { $0 }
        reader.add(herd.issues(in: NoReader()))
    }
}
