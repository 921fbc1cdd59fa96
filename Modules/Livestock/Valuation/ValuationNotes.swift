public import Values

extension ValuationEngine {
    /// The missing data and the warnings of a valuation.
    struct Notes {
        var unavailable: [Unavailable] = []
        var warnings: [Warning] = []

        /// Why offspring have no value.
        enum Reason {
            case noWeight
            case noOffspringPrice
            case noDressing
        }

        mutating func add(_ item: String, _ reason: Reason, _ herd: HerdProfile) {
            let text =
                switch reason {
                case .noWeight: "neither their weight at birth nor that of their dams is known"
                case .noOffspringPrice:
                    "there is no price of '\(herd.offspring)' at their weight, and the value of their dams is not known"
                case .noDressing:
                    "the price is per kilogram of carcase, and no dressing percentage is known for '\(herd.offspring)'"
                }
            unavailable.append(Unavailable(item: "\(herd.name): \(item)", reason: text))
        }

        /// Why the head has no value.
        mutating func explain(
            _ herd: HerdProfile, _ state: HerdState, _ price: FoundPrice?, on day: CalendarDay,
            _ assumptions: ValuationAssumptions
        ) {
            let reason: String
            if let price {
                reason =
                    state.weight == nil
                    ? "its weight is not known, and the price is per kilogram"
                    : "the price is per kilogram of carcase, and no dressing percentage is known for '\(price.row.category)'"
            } else {
                let weight = state.weight.map { " of \($0) kg" } ?? ""
                reason =
                    "there is no price in \(herd.currency) for '\(herd.category)'\(weight) that is at most "
                    + "\(assumptions.priceMaxAge) days old on \(day)"
                    + (state.weight == nil ? ", and its weight is not known" : "")
            }
            unavailable.append(Unavailable(item: herd.name, reason: reason))
        }

        mutating func warn(_ valuation: HerdValuation, _ assumptions: ValuationAssumptions) {
            let (herd, state, day) = (valuation.profile, valuation.state, valuation.day)
            let prices = valuation.usedPrices
            for (index, price) in prices.enumerated() where !prices[..<index].contains(where: { $0.row == price.row }) {
                warn(herd, price)
            }
            if let entered = state.weightDay, state.head > 0,
                entered.days(until: day) > assumptions.weightStaleAfter
            {
                warnings.append(
                    Warning(
                        code: "staleWeight",
                        message: "The weight of '\(herd.name)' was entered on \(entered), "
                            + "\(entered.days(until: day)) days before.",
                        remedy: .weigh(herd.name)))
            }
            if let breeding = valuation.breeding, breeding.expectation.isShort {
                warnings.append(
                    Warning(
                        code: "birthsShort",
                        message: "The births of '\(herd.name)' were expected until \(breeding.calendar.last), and none "
                            + "was recorded: none is expected any more.",
                        remedy: .recordBirths(herd.name)))
            }
            for lot in valuation.lots where lot.lot.age(on: day) > herd.species.growingDays {
                warnings.append(
                    Warning(
                        code: "weaningOverdue",
                        message: "\(lot.lot.head) offspring of '\(herd.name)', born \(lot.lot.born), are older than "
                            + "\(herd.species.growingDays) days and count as no heavier: wean them.",
                        remedy: .wean(herd.name)))
            }
        }

        private mutating func warn(_ herd: HerdProfile, _ price: FoundPrice) {
            let row = price.row
            let place = row.place.map { " of \($0)" } ?? ""
            switch price.state {
            case .fresh: break
            case .stale:
                warnings.append(
                    Warning(
                        code: "stalePrice",
                        message: "The price\(place) for '\(herd.name)' (\(row.category)) is of \(row.day), "
                            + "\(price.age) days old.",
                        remedy: .enterPrice(row.category)))
            case .fallback:
                warnings.append(
                    Warning(
                        code: "fallbackPrice",
                        message: "The price for '\(herd.name)' (\(row.category)) is made up: the value is not known."))
            }
            if price.isDistant {
                warnings.append(
                    Warning(
                        code: "priceLevel",
                        message: "The price for '\(herd.name)' (\(row.category)) is that of the "
                            + (row.level == .national ? "country" : "state\(place)")
                            + ", since there is none nearer.",
                        remedy: .enterPrice(row.category)))
            }
        }
    }
}

extension Remedy {
    /// Enter the weight of a herd.
    public static func weigh(_ name: String) -> Remedy { Remedy("livestock.weigh", ["name": name]) }
    /// Record the births of a herd.
    public static func recordBirths(_ name: String) -> Remedy { Remedy("livestock.birth", ["name": name]) }
    /// Wean the offspring of a herd.
    public static func wean(_ name: String) -> Remedy { Remedy("livestock.wean", ["name": name]) }
    /// Enter a price of a category.
    public static func enterPrice(_ category: String) -> Remedy {
        Remedy("livestock.enterPrice", ["category": category])
    }
}
