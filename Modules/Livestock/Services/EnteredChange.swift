public import Values

/// An event beside the states of its herd just before and after it.
struct EnteredChange {
    let event: HerdEvent
    let herd: Herd
    let before: HerdState
    let after: HerdState

    /// The joining in force before the event, with what was expected of it on that day.
    private var season: (calendar: BreedingCalendar, season: BreedingSeason, expected: Ratio)? {
        guard let season = before.season else { return nil }
        let calendar = calendar(of: season)
        return (calendar, season, calendar.expectation(season, before, on: event.day).left)
    }

    private func calendar(of season: BreedingSeason) -> BreedingCalendar {
        BreedingCalendar(season.joining, gestation: herd.gestationDays ?? herd.species.gestationDays)
    }

    /// Everything to know about joinings after the event.
    ///
    /// - Parameter other: the herd that head went to; nil for none.
    func breedingWarnings(_ other: Herd?) -> [Warning] {
        switch event.kind {
        case .transferOut: [other.flatMap(joiningStays)].compactMap(\.self)
        case .join: [joiningReplaced, joinedTooMany].compactMap(\.self)
        case .birth: [birthsEarly].compactMap(\.self)
        default: []
        }
    }

    /// The next joining ends the one before.
    private var joiningReplaced: Warning? {
        guard let (calendar, _, expected) = season, expected.isPositive else { return nil }
        return Warning(
            code: "joiningReplaced",
            message:
                "A herd has one joining at a time: the one of '\(herd.name)' of \(calendar.joining.start) ends, and "
                + "its \(expected.shown) offspring are not expected any more.",
            remedy: .separateHerd(herd.name))
    }

    private var joinedTooMany: Warning? {
        guard let joined = event.joining?.joined, before.head > 0, joined > before.head else { return nil }
        return Warning(
            code: "joinedTooMany",
            message: "\(joined) head are joined, and '\(herd.name)' has \(before.head): no more than these count.")
    }

    /// Births before the first ones of a joining are not births of it.
    private var birthsEarly: Warning? {
        guard let (calendar, _, expected) = season, expected.isPositive else { return nil }
        let first = calendar.first.adding(days: -BreedingCalendar.daysBefore)
        // Those of the season before may go on.
        let isGoingOn = before.births.contains { $0.day >= event.day.adding(days: -60) }
        guard event.day < first, !isGoingOn else { return nil }
        return Warning(
            code: "birthsEarly",
            message: "Births of the joining of \(calendar.joining.start) are expected from \(calendar.first) on: "
                + "those of \(event.day) do not count as its births.")
    }

    /// A joining is of one herd: offspring are expected of those that stay.
    private func joiningStays(_ other: Herd) -> Warning? {
        guard let (calendar, _, expected) = season, let left = after.season else { return nil }
        let remaining = calendar.expectation(left, after, on: event.day).left
        guard remaining < expected else { return nil }
        return Warning(
            code: "joiningStays",
            message: "The joining of '\(herd.name)' does not go along to '\(other.name)': of it "
                + "\(expected.shown) offspring were expected, and \(remaining.shown) are now.",
            remedy: .joinMoved(other.name, calendar.joining, event.head))
    }
}

extension EnteredChange {
    /// Numbers that are unusual: they are entered, and may be misspelt.
    ///
    /// - Parameter other: the herd that head went to; nil for none.
    func unusualNumbers(_ other: Herd?) -> [Warning] {
        var warnings: [Warning?] = []
        switch event.kind {
        case .weigh: warnings = [.unusual(event.weight, herd.species, herd.category)]
        case .wean: warnings = [other.flatMap { .unusual(event.weight, herd.species, $0.category) }]
        case .muster:
            // A count that is not adopted is named as it is.
            let (counted, book) = (event.head, before.head)
            if event.isAdopted, book > 0, counted > 2 * book || 2 * counted < book {
                warnings = [
                    Warning(
                        code: "unusual",
                        message: "\(counted) head of '\(herd.name)' were counted, and the book had \(book).")
                ]
            }
        case .birth:
            let usual = UsualRange.birthWeight(herd.species)
            let since = event.day.adding(days: -60)
            let born = before.births.reduce(event.head) { $0 + ($1.day >= since ? $1.head : 0) }
            warnings = [
                event.weight.flatMap { usual.warning($0.micro, of: "'\(herd.name)'") },
                .tooMany(born, of: before.head, herd),
            ]
        case .pregnancyTest: warnings = [.tooMany(event.head, of: before.head, herd)]
        case .join:
            let usual = (UsualRange.offspring(herd.species), UsualRange.birthWeight(herd.species))
            warnings = [
                event.joining.flatMap { usual.0.warning($0.rate.micro, of: "'\(herd.name)'") },
                event.joining?.birthWeight.flatMap { usual.1.warning($0.micro, of: "'\(herd.name)'") },
            ]
        default:
            guard event.kind.isArrival else { return [] }
            let price = event.payment.flatMap { payment in payment.price.map { ($0, payment.basis) } }
            warnings = [
                .unusual(event.weight, herd.species, herd.category),
                price.flatMap { .unusual($0.0, $0.1, herd.species, herd.category) },
            ]
        }
        return warnings.compactMap(\.self)
    }
}

extension Ratio {
    /// The number with at most 2 decimals.
    var shown: String { decimalString(places: 2, rounding: .halfEven) }
}

extension Remedy {
    /// Keep those that were joined apart in a herd of their own.
    public static func separateHerd(_ name: String) -> Remedy { Remedy("livestock.separateHerd", ["name": name]) }
    /// Enter a joining of head that came from another herd.
    public static func joinMoved(_ name: String, _ joining: Joining, _ head: Int) -> Remedy {
        var arguments = [
            "name": name, "type": joining.type.rawValue, "start": "\(joining.start)", "rate": "\(joining.rate)",
            "head": "\(head)",
        ]
        arguments["end"] = joining.end.map { "\($0)" }
        return Remedy("livestock.joinMoved", arguments)
    }
}
