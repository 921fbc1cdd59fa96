public import Models

/// How numbers and days are written where a reader comes from. Programs and inputs never see it: their form is canonical.
public struct NumberFormat: Sendable, Hashable {
    /// In which order the parts of a day are written.
    private enum DayOrder: Sendable, Hashable {
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
    private let decimal: Character
    private let group: Character?
    /// How many digits every group has but the last, which has three.
    private let groupSize: Int
    private let days: DayOrder
    /// What stands between an amount and its currency.
    private let gap: Character

    private init(
        _ locale: String, _ decimal: Character, _ group: Character?, groups: Int = 3, _ days: DayOrder,
        gap: Character = "\u{A0}"
    ) {
        (self.locale, self.decimal, self.group, groupSize, self.days) = (locale, decimal, group, groups, days)
        self.gap = gap
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

    /// What is known, in the order in which it is offered: the first is for everybody else. Figures are those of the Unicode
    /// Common Locale Data Repository.
    public static let all: [NumberFormat] = [
        NumberFormat("en", ".", ",", .monthFirst), NumberFormat("en-GB", ".", ",", .dayFirst),
        NumberFormat("de", ",", ".", .digits(".")), NumberFormat("fr", ",", "\u{202F}", .digits("/")),
        NumberFormat("ja", ".", ",", .yearFirst), NumberFormat("en-IN", ".", ",", groups: 2, .dayFirst),
    ]

    /// The one of a tag, or of its language.
    public static func named(_ tag: String) -> NumberFormat? {
        let tag = tag.lowercased()
        let language = tag.split(separator: "-").first.map(String.init)
        return all.first { $0.locale.lowercased() == tag } ?? all.first { $0.locale == language }
    }

    /// What a browser prefers of what is known.
    ///
    /// - Parameter accepted: the value of its `Accept-Language` header.
    public static func preferred(_ accepted: String) -> NumberFormat {
        let wanted = accepted.split(separator: ",").prefix(20).enumerated().compactMap {
            index, part -> (tag: String, weight: Double, index: Int)? in
            let fields = part.split(separator: ";").map { $0.trimming }
            guard let tag = fields.first else { return nil }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 ? (tag, weight, index) : nil
        }
        let sorted = wanted.sorted { ($0.weight, $1.index) > ($1.weight, $0.index) }
        return sorted.lazy.compactMap { named($0.tag) }.first ?? all[0]
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
            if let group, index > 0, left >= 3, (left - 3).isMultiple(of: groupSize) { result.append(group) }
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

extension Substring {
    fileprivate var trimming: String {
        let end = reversed().drop { $0.isWhitespace }.reversed()
        return String(end.drop { $0.isWhitespace })
    }
}
