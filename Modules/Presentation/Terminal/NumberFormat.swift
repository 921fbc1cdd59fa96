public import Values

/// How numbers and days are written and read where a reader comes from. Programs never see it: their form is canonical.
public struct NumberFormat: Sendable, Hashable {
    /// In which order the parts of a day are written.
    enum DayOrder: Sendable, Hashable {
        /// 2026-06-15.
        case iso
        /// Jun 15, 2026.
        case monthFirst
        /// 15 Jun 2026.
        case dayFirst
        /// 15.06.2026, with the mark between the parts.
        case digits(Character)
        /// 2026/06/15.
        case yearFirst
    }

    /// The tag of the language and region: "de", "en-IN".
    public let locale: String
    let decimal: Character
    let group: Character?
    /// How many digits every group has but the last, which has three.
    private let groupSize: Int
    /// How many digits a number has at least for which they are grouped.
    private let least: Int
    private let days: DayOrder
    /// What stands between an amount and its currency.
    private let gap: Character

    init(
        _ locale: String, _ decimal: Character, _ group: Character?, groups: Int = 3, least: Int = 4, _ days: DayOrder,
        gap: Character = "\u{A0}"
    ) {
        (self.locale, self.decimal, self.group, groupSize, self.days) = (locale, decimal, group, groups, days)
        (self.least, self.gap) = (least, gap)
    }

    /// As texts of a terminal have them.
    public init(_ grouping: DigitGrouping) {
        let group: Character? =
            switch grouping {
            // No-break spaces (ISO 80000-1) cannot be taken for a decimal comma or point.
            case .space: "\u{A0}"
            case .comma: ","
            case .none: nil
            }
        self.init("en", ".", group, .iso, gap: " ")
    }

    /// An amount with its currency.
    public func text(_ amount: Money) -> String { "\(digits(amount.amountText))\(gap)\(amount.currency)" }

    /// A decimal number, as code writes it, in digits that a reader knows.
    public func digits(_ number: String) -> String {
        let sign = number.prefix { !$0.isNumber }
        let whole = Array(number.dropFirst(sign.count).prefix { $0.isNumber })
        let fraction = number.dropFirst(sign.count + whole.count).dropFirst()
        var result = String(sign)
        for (index, digit) in whole.enumerated() {
            let left = whole.count - index
            if let group, whole.count >= least, index > 0, left >= 3, (left - 3).isMultiple(of: groupSize) {
                result.append(group)
            }
            result.append(digit)
        }
        return fraction.isEmpty ? result : "\(result)\(decimal)\(fraction)"
    }

    /// A day.
    public func text(_ day: CalendarDay) -> String {
        let parts = day.parts
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let name = day.month.shortName
        return switch days {
        case .iso: day.description
        case .monthFirst: "\(name) \(parts.day), \(parts.year)"
        case .dayFirst: "\(parts.day) \(name) \(parts.year)"
        case .digits(let mark): "\(two(parts.day))\(mark)\(two(parts.month))\(mark)\(parts.year)"
        case .yearFirst: "\(parts.year)/\(two(parts.month))/\(two(parts.day))"
        }
    }
}

extension CalendarMonth {
    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    fileprivate var shortName: String { String(name.prefix(3)) }

    private var name: String { Self.names[day(1).parts.month - 1] }

    /// The month in words: "June 2026".
    public var words: String { "\(name) \(day(1).parts.year)" }
}
