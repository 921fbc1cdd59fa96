public import Values

/// A table of reference data, each row with its source and day.
public struct ReferenceTable: Sendable {
    /// A row.
    public struct Row: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The species; nil where it says nothing.
        public let species: Species?
        /// The figure or range; nil where there is none.
        public let value: String?
        /// More about it; nil for nothing.
        public let note: String?
        /// The source.
        public let source: String
        /// The day of the source.
        public let day: CalendarDay

        init(
            _ name: String, _ species: Species? = nil, value: String? = nil, note: String? = nil, source: String
        ) {
            self.name = name
            self.species = species
            self.value = value
            self.note = note
            self.source = source
            // The day on which the tables were put together.
            day = CalendarDay(dayNumber: 20_783)
        }
    }

    /// The tables that there are.
    public enum Name: String, Sendable, CaseIterable {
        /// Breeds.
        case breeds
        /// Categories of animals.
        case categories
        /// Saleyards.
        case saleyards
        /// States.
        case states
        /// Gestations.
        case gestation
        /// Heads on one deck of a truck, by weight.
        case decks
        /// Levies on sales.
        case levies
        /// Dressing percentages, as proposals.
        case dressing
    }

    /// The name.
    public let name: String
    /// The rows.
    public let rows: [Row]

    /// The table with a name.
    public init(_ name: Name) {
        self.name = name.rawValue
        rows = Self.rows(of: name)
    }

    /// The dressing percentage that is proposed for a category; nil for none.
    static func dressing(of category: String, _ species: Species) -> String? {
        rows(of: .dressing).first { $0.name == category.word && $0.species == species }?.value
    }

    private static let usage = "usage of Australian saleyards"
    private static let loading = "usual loading densities of Australian road transport"
    private static let levy = "agriculture.gov.au, cattle and livestock transactions levy"
    private static let laws = "Documentation/Laws.md, herds"

    private static func rows(of name: Name) -> [Row] {
        switch name {
        case .breeds: return breeds
        case .categories:
            return AnimalCategory.all.map { category in
                let range = [category.from.map { "from \($0)" }, category.to.map { "below \($0)" }]
                    .compactMap(\.self).joined(separator: " ")
                let holds = category.priceIncludes.map { "its price holds \($0.rawValue)" }
                let also = category.alsoCalled.isEmpty ? [] : ["also " + category.alsoCalled.joined(separator: ", ")]
                return Row(
                    category.name, category.species, value: range.isEmpty ? nil : range + " kg",
                    note: (also + holds).joined(separator: "; ").orNothing, source: usage)
            }
        case .saleyards:
            return ReferenceSaleyard.all.sorted { $0.name < $1.name }.map {
                Row($0.name, value: $0.state, source: usage)
            }
        case .states:
            return [
                ("ACT", "Australian Capital Territory"), ("NSW", "New South Wales"), ("NT", "Northern Territory"),
                ("QLD", "Queensland"), ("SA", "South Australia"), ("TAS", "Tasmania"), ("VIC", "Victoria"),
                ("WA", "Western Australia"),
            ].map { Row($0.0, note: $0.1, source: "ISO 3166-2:AU") }
        case .gestation:
            return Species.allCases.map { species in
                Row(
                    species.rawValue, species, value: "\(species.gestationDays) days",
                    note: "weight at birth \(species.birthWeightPart) of the dams', \(species.gainAtFoot) kg a day for "
                        + "\(species.growingDays) days",
                    source: laws)
            }
        case .decks:
            return [
                (100, 94), (150, 70), (200, 55), (250, 38), (300, 34), (350, 30), (400, 28), (450, 26), (500, 24),
                (550, 22), (600, 20), (650, 18),
            ].map { weight, head in
                Row(
                    "cattle, \(weight) kg", .cattle, value: "\(head) head", note: "a deck of 12.25 × 2.4 m",
                    source: loading)
            }
        case .levies:
            return [
                ("cattle", Species.cattle, "5.00 AUD a head", "grass-fed or lot-fed"),
                ("bobby calves", .cattle, "0.90 AUD a head", "calves of a dairy, not yet weaned"),
                ("sheep", .sheep, "2% of the price, at most 0.20 AUD a head", "none below 5.00 AUD a head"),
                ("lambs", .sheep, "2% of the price, at most 1.50 AUD a head", "none below 5.00 AUD a head"),
            ].map { Row($0.0, $0.1, value: $0.2, note: $0.3, source: levy) }
        case .dressing:
            return [
                ("cow", Species.cattle, "48%"), ("steer", .cattle, "54%"), ("heifer", .cattle, "52%"),
                ("bull", .cattle, "54%"), ("lamb", .sheep, "46%"), ("ewe", .sheep, "43%"), ("kid", .goat, "44%"),
                ("porker", .pig, "74%"), ("baconer", .pig, "76%"),
            ].map {
                Row(
                    $0.0, $0.1, value: $0.2, note: "a proposal: set your own in livestock.dressing",
                    source: "usual middle of the range")
            }
        }
    }

    private static let breeds = [
        (
            Species.cattle,
            "Angus Belmont_Red Brahman Brangus Charbray Charolais Droughtmaster Hereford Limousin Murray_Grey "
                + "Red_Angus Santa_Gertrudis Shorthorn Simmental Speckle_Park Wagyu"
        ),
        (.sheep, "Australian_White Border_Leicester Corriedale Dohne Dorper Merino Poll_Dorset Suffolk White_Suffolk"),
        (.goat, "Angora Boer Kalahari_Red Rangeland Saanen"),
        (.pig, "Berkshire Duroc Hampshire Landrace Large_White"),
    ].flatMap { species, names in
        names.split(separator: " ").map {
            Row(String($0).replacing("_", with: " "), species, source: usage)
        }
    }
}
