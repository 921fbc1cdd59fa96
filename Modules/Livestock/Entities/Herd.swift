public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// A group of animals of one species and category, whose head is counted (H2).
public struct Herd: Sendable, Hashable {
    /// The identity.
    public let id: UUID
    /// The holding.
    public var holdingID: UUID
    /// The name.
    public var name: String
    /// The species.
    public let species: Species
    /// The category, as in "steer".
    public var category: String
    /// The breed; nil where it is not known.
    public var breed: String?
    /// The sex; nil where the category says it, or nothing does.
    public var sex: AnimalSex?
    /// The paddock; nil for none.
    public var paddock: String?
    /// The saleyard; nil for that of the holding.
    public var saleyard: String?
    /// The weight at which a positive gain stops; nil for none.
    public var targetWeight: Kilograms?
    /// The dressing percentage; nil for that of the settings.
    public var dressing: Percentage?
    /// The yearly mortality; nil for that of the holding.
    public var mortality: Percentage?
    /// The gestation in days; nil for that of the species.
    public var gestationDays: Int?
    /// The category of offspring; nil for that of the species.
    public var offspringCategory: String?
    /// Free text.
    public var note: String?

    /// A herd.
    public init(
        id: UUID, holdingID: UUID, name: String, species: Species, category: String, breed: String? = nil,
        sex: AnimalSex? = nil, paddock: String? = nil, saleyard: String? = nil, targetWeight: Kilograms? = nil,
        dressing: Percentage? = nil, mortality: Percentage? = nil, gestationDays: Int? = nil,
        offspringCategory: String? = nil, note: String? = nil
    ) {
        self.id = id
        self.holdingID = holdingID
        self.name = name
        self.species = species
        self.category = category
        self.breed = breed
        self.sex = sex
        self.paddock = paddock
        self.saleyard = saleyard
        self.targetWeight = targetWeight
        self.dressing = dressing
        self.mortality = mortality
        self.gestationDays = gestationDays
        self.offspringCategory = offspringCategory
        self.note = note
    }

    /// Whether it is of males, which have neither joinings nor births.
    public var isMale: Bool { (sex ?? AnimalCategory.named(category, species)?.sex) == .male }

    /// The herd as far as its value depends on it.
    ///
    /// - Parameters:
    ///   - ownPrices: its own prices, in order of entry.
    ///   - states: the states of saleyards by their names.
    public func profile(
        in holding: Holding, ownPrices: [LivestockPrice] = [], states: [String: String] = [:]
    ) -> HerdProfile {
        let yard = saleyard ?? holding.saleyard
        var profile = HerdProfile(
            name, species: species, category: category, currency: holding.currency, breed: breed, sex: sex,
            saleyard: yard, state: holding.state ?? yard.flatMap { states[$0.word] })
        profile.targetWeight = targetWeight
        profile.dressing = dressing
        profile.mortality = mortality ?? holding.mortality
        profile.gestationDays = gestationDays
        profile.offspringCategory = offspringCategory
        profile.ownPrices = ownPrices
        return profile
    }
}

extension Herd: Entity {
    /// How it is kept. The head of its book holds after every write, whoever writes.
    public static let declaration = Declaration<Herd>(
        "herd", table: "herds", since: "0.4.0", order: ["name", "id"], indexes: [.index("holdingID")], title: "name",
        fields: Fields(
            .key("id", \.id), .value("holdingID", \.holdingID, to: "holding"), .value("name", \.name),
            .value("species", \.species), .value("category", \.category), .value("breed", \.breed),
            .value("sex", \.sex), .value("paddock", \.paddock), .value("saleyard", \.saleyard),
            .value("targetWeight", \.targetWeight), .value("dressing", \.dressing),
            .value("mortality", \.mortality), .value("gestationDays", \.gestationDays),
            .value("offspringCategory", \.offspringCategory), .value("note", \.note)
        ) {
            Herd(
                id: $0, holdingID: $1, name: $2, species: $3, category: $4, breed: $5, sex: $6, paddock: $7,
                saleyard: $8, targetWeight: $9, dressing: $10, mortality: $11, gestationDays: $12,
                offspringCategory: $13, note: $14)
        },
        whole: { try $0.issuesOfBook(in: $1) })

    /// "herd 'Steers' of steer".
    public var summary: String { "herd '\(name)' of \(category)" }

    /// Everything that is wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "herd")
        issues += ValidationIssue.issues(ofName: category, field: "category", of: "category")
        let lines = [
            ("breed", breed), ("paddock", paddock), ("saleyard", saleyard), ("offspringCategory", offspringCategory),
            ("note", note),
        ]
        for (field, text) in lines { if let text { issues += ValidationIssue.lineIssues(text, field: field) } }
        if let error = targetWeight?.weightError {
            issues.append(ValidationIssue(code: error.code, field: "targetWeight", message: error.description))
        }
        for (field, percent) in [("dressing", dressing), ("mortality", mortality)] {
            if let error = percent?.error(within: .zero...(.hundred)) {
                issues.append(ValidationIssue(code: error.code, field: field, message: error.description))
            }
        }
        if dressing == .zero {
            let message = "A dressing percentage has to be above 0%."
            issues.append(ValidationIssue(code: "notPositive", field: "dressing", message: message))
        }
        if let gestationDays, !(1...365).contains(gestationDays) {
            issues.append(
                ValidationIssue(
                    code: "outOfRange", field: "gestationDays",
                    message: "A gestation has to be 1 to 365 days, not \(gestationDays)."))
        }
        return issues
    }

    /// An event by which more would go than there is, or that the herd does not allow.
    private func issuesOfBook(in reader: any EntityReader) throws -> [ValidationIssue] {
        do {
            try checkBook(in: reader)
            return []
        } catch let error as LivestockError {
            return [ValidationIssue(code: error.code, field: error.field ?? "herd", message: error.description)]
        }
    }

    /// Goes through all events of the herd, also those by which head comes from others.
    ///
    /// - Throws: ``LivestockError``, the store's error.
    func checkBook(in reader: any EntityReader) throws {
        var state = HerdState(species, name: name, isMale: isMale)
        for (event, isReceived) in try reader.events(of: id) {
            try state.apply(isReceived ? event.arrivalToCount : event.departure)
        }
    }
}
