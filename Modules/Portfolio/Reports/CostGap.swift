import Models

/// Why a cost is not known in the currency of a report.
enum CostGap: Hashable {
    /// It was never said.
    case unknown
    /// It is known in the instrument's currency, and no rate of its day is.
    case noRate(CalendarDay?)

    /// Nil where the cost is known.
    init?(_ cost: MoneyPair, acquired: CalendarDay?) {
        guard cost.base == nil else { return nil }
        self = cost.instrument == nil ? .unknown : .noRate(acquired)
    }

    /// The most days that are named.
    private static let mostDays = 5

    /// The gaps of the costs of some units as sentences.
    static func reasons(_ gaps: [CostGap], from quote: Currency, to currency: Currency) -> [String] {
        var reasons = gaps.contains(.unknown) ? ["The cost of some units is not known."] : []
        guard gaps.contains(where: { $0 != .unknown }) else { return reasons }
        var days: [CalendarDay] = []
        for case .noRate(let day?) in gaps where !days.contains(day) { days.append(day) }
        let named = days.sorted().prefix(mostDays).map(\.description).joined(separator: ", ")
        let more = days.count > mostDays ? " and \(days.count - mostDays) more days" : ""
        reasons.append(
            "The cost is known in \(quote) alone: no rate from \(quote) to \(currency) is known for "
                + (days.isEmpty ? "a day of acquisition." : "\(named)\(more)."))
        return reasons
    }
}
