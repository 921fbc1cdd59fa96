public import Values

/// The usual range of a number that people enter: one outside of it is entered, with a warning that names it. The only place of such ranges.
struct UsualRange {
    /// The number in words: "weight".
    let what: String
    /// The range in millionths.
    let range: ClosedRange<Int>
    /// The unit after a number: " kg".
    let unit: String

    private init(_ what: String, _ least: Int, _ most: Int, thousandths: Bool = false, _ unit: String) {
        self.what = what
        let factor = thousandths ? 1_000 : 1_000_000
        range = (least * factor)...(most * factor)
        self.unit = unit
    }

    /// The warning of a number in millionths that is outside of the range; nil for a usual one.
    func warning(_ micro: Int, of subject: String) -> Warning? {
        guard !range.contains(micro) else { return nil }
        let (least, most) = (MicroText.short(range.lowerBound), MicroText.short(range.upperBound))
        return Warning(
            code: "unusual",
            message: "A \(what) of \(MicroText.short(micro))\(unit) is unusual for \(subject): "
                + "\(least) to \(most)\(unit) is usual.")
    }
}

extension UsualRange {
    /// The live weight of one of a category; of one that is not known, that of any of the species.
    static func weight(_ species: Species, _ category: String) -> UsualRange {
        let (least, most) =
            switch species {
            case .cattle: (15_000, 1_300_000)
            case .sheep: (1_500, 180_000)
            case .goat: (1_000, 150_000)
            case .pig: (500, 400_000)
            }
        let known = AnimalCategory.named(category, species)
        // The weights of categories are usual ones and no limits.
        return UsualRange(
            "weight", known?.from.map { $0.micro / 2_000 } ?? least, known?.to.map { $0.micro / 500 } ?? most,
            thousandths: true, " kg")
    }

    /// The weight at birth.
    static func birthWeight(_ species: Species) -> UsualRange {
        let (least, most) =
            switch species {
            case .cattle: (15_000, 70_000)
            case .sheep: (1_500, 9_000)
            case .goat: (1_000, 7_000)
            case .pig: (500, 3_000)
            }
        return UsualRange("weight at birth", least, most, thousandths: true, " kg")
    }

    /// Offspring per 100 joined.
    static func offspring(_ species: Species) -> UsualRange {
        let (least, most) =
            switch species {
            case .cattle: (30, 120)
            case .sheep: (30, 220)
            case .goat: (30, 250)
            case .pig: (300, 1_600)
            }
        return UsualRange("rate", least, most, "%")
    }

    /// The dressing percentage.
    static let dressing = UsualRange("dressing percentage", 30, 80, "%")
    /// The yearly mortality, where it is not 0.
    static let mortality = UsualRange("yearly mortality", 500, 50_000, thousandths: true, "%")
    /// The premium of a breed, where it is not 0, without its sign.
    static let premium = UsualRange("premium", 1, 100, "%")

    /// The price of a unit in currencies of about the size of a dollar; nil for others.
    static func price(_ basis: PriceBasis, _ currency: Currency, _ species: Species) -> UsualRange? {
        guard ["AUD", "CAD", "CHF", "EUR", "GBP", "NZD", "SGD", "USD"].contains(currency.code) else { return nil }
        let unit = " \(currency.code)/\(basis.unit)"
        return switch basis {
        case .live: UsualRange("price", 200, 40_000, thousandths: true, unit)
        case .carcase: UsualRange("price", 400, 80_000, thousandths: true, unit)
        case .head: UsualRange("price", species == .cattle ? 10 : 1, species == .cattle ? 50_000 : 10_000, unit)
        }
    }
}

extension Warning {
    /// A weight that is unusual for a category; nil without a weight.
    static func unusual(_ weight: Kilograms?, _ species: Species, _ category: String) -> Warning? {
        weight.flatMap { UsualRange.weight(species, category).warning($0.micro, of: "'\(category.printable)'") }
    }

    /// A mortality that is unusual; nil without one.
    static func unusual(mortality: Percentage?, of name: String) -> Warning? {
        guard let mortality, mortality != .zero else { return nil }
        return UsualRange.mortality.warning(mortality.micro, of: "'\(name.printable)'")
    }

    /// A price that is unusual.
    static func unusual(_ price: Money, _ basis: PriceBasis, _ species: Species, _ category: String) -> Warning? {
        guard let usual = UsualRange.price(basis, price.currency, species), let micro = price.ratio.micro else {
            return nil
        }
        return usual.warning(micro, of: "'\(category.printable)'")
    }

    /// More offspring of so many head than usual.
    static func tooMany(_ offspring: Int, of head: Int, _ herd: Herd) -> Warning? {
        let most = UsualRange.offspring(herd.species).range.upperBound / 1_000_000
        guard head > 0, offspring * 100 > head * most else { return nil }
        return Warning(
            code: "unusual",
            message: "\(offspring) offspring of \(head) head are unusual for '\(herd.name)': at most \(most) of 100 "
                + "head is usual.")
    }

    /// A category that the species does not have, which may be misspelt; nil for none.
    static func unknownCategory(_ category: String?, _ species: Species) -> Warning? {
        guard let category, !category.isEmpty, AnimalCategory.named(category, species) == nil else { return nil }
        return Warning(
            code: "unknownCategory",
            message: "'\(category.printable)' is not a known category of \(species.rawValue): prices count for it that "
                + "name it in the same way.",
            remedy: .listCategories)
    }
}

extension Remedy {
    /// List the categories that are known.
    public static let listCategories = Remedy("livestock.listCategories")
}
