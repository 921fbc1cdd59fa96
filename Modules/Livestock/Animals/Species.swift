public import Values

/// A species that herds are of, with the figures of its breeding (H7, H8).
public enum Species: String, ColumnChoice, Hashable, CaseIterable {
    /// Cattle.
    case cattle
    /// Sheep.
    case sheep
    /// Goats.
    case goat
    /// Pigs.
    case pig
}

extension Species {
    /// Days from conception to birth.
    public var gestationDays: Int {
        switch self {
        case .cattle: 283
        case .sheep, .goat: 150
        case .pig: 114
        }
    }

    /// The weight at birth as a part of the dams' mean.
    public var birthWeightPart: Percentage {
        switch self {
        case .cattle: Percentage(micro: 7_000_000)
        case .sheep, .goat: Percentage(micro: 8_000_000)
        case .pig: Percentage(micro: 2_000_000)
        }
    }

    /// The daily gain of offspring at foot where none is given.
    public var gainAtFoot: Kilograms {
        switch self {
        case .cattle: Kilograms(micro: 900_000)
        case .sheep: Kilograms(micro: 250_000)
        case .goat: Kilograms(micro: 150_000)
        case .pig: Kilograms(micro: 500_000)
        }
    }

    /// The days for which offspring at foot grow.
    public var growingDays: Int {
        switch self {
        case .cattle: 300
        case .sheep, .goat: 150
        case .pig: 42
        }
    }

    /// The category of offspring where a herd names none.
    public var offspringCategory: String {
        switch self {
        case .cattle: "calf"
        case .sheep: "lamb"
        case .goat: "kid"
        case .pig: "piglet"
        }
    }

    /// The most offspring per 100 joined.
    public var mostOffspring: Percentage { Percentage(micro: (self == .pig ? 2000 : 400) * 1_000_000) }
}

/// The sex of animals.
public enum AnimalSex: String, ColumnChoice, Hashable, CaseIterable {
    /// Females.
    case female
    /// Males, castrated or not.
    case male
    /// Both.
    case mixed
}
