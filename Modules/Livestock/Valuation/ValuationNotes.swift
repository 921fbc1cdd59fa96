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
            if reason == .noDressing { needDressing(herd, herd.offspring) }
        }

        /// Why the head has no value.
        ///
        /// - Parameter older: the price that would count if it were newer; nil where there is a price, or none at all.
        mutating func explain(
            _ herd: HerdProfile, _ state: HerdState, _ price: FoundPrice?, older: LivestockPrice?, on day: CalendarDay,
            _ assumptions: ValuationAssumptions
        ) {
            let reason: String
            if let price {
                if state.weight == nil {
                    reason = "its weight is not known, and the price is per kilogram"
                } else {
                    let category = price.row.category
                    reason =
                        "the price is per kilogram of carcase, and no dressing percentage is known for '\(category)'"
                    needDressing(herd, category)
                }
            } else {
                let weight = state.weight.map { " of \($0) kg" } ?? ""
                let old = older.map { row in
                    let whose = row.level == .own ? "its own" : row.place.map { "that of \($0)" } ?? "the country's"
                    return "; \(whose) of \(row.day) is \(row.day.days(until: day)) days old"
                }
                reason =
                    "there is no price in \(herd.currency) for '\(herd.category)'\(weight) that is at most "
                    + "\(assumptions.priceMaxAge) days old on \(day)\(old ?? "")"
                    + (state.weight == nil ? ", and its weight is not known" : "")
            }
            unavailable.append(Unavailable(item: herd.name, reason: reason))
        }

        /// Names the step by which a dressing percentage is entered, once.
        private mutating func needDressing(_ herd: HerdProfile, _ category: String) {
            guard !warnings.contains(where: { $0.code == "dressingNeeded" }) else { return }
            warnings.append(
                Warning(
                    code: "dressingNeeded",
                    message: "'\(herd.name)' needs a dressing percentage for the price per kilogram of carcase.",
                    remedy: .setDressing(
                        herd.name, ReferenceTable.dressing(of: category, herd.species) ?? "PERCENT")))
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
            if let breeding = valuation.breeding { warn(herd, state, breeding) }
            for lot in valuation.lots where lot.lot.age(on: day) > herd.species.growingDays {
                warnings.append(
                    Warning(
                        code: "weaningOverdue",
                        message: "\(lot.lot.head) offspring of '\(herd.name)', born \(lot.lot.born), are older than "
                            + "\(herd.species.growingDays) days and count as no heavier: wean them.",
                        remedy: .wean(herd.name)))
            }
        }

        private mutating func warn(
            _ herd: HerdProfile, _ state: HerdState, _ breeding: HerdValuation.Breeding
        ) {
            let (calendar, expectation) = (breeding.calendar, breeding.expectation)
            if expectation.isShort {
                warnings.append(
                    Warning(
                        code: "birthsShort",
                        message: "The births of '\(herd.name)' were expected until \(calendar.last), and none "
                            + "was recorded: none is expected any more.",
                        remedy: .recordBirths(herd.name)))
            } else if expectation.missing >= .one {
                warnings.append(
                    Warning(
                        code: "fewerBirths",
                        message:
                            "Of the \(expectation.expected.shown) offspring of '\(herd.name)' that were expected until "
                            + "\(calendar.last), \(expectation.births) births were recorded: no more are expected.",
                        remedy: .recordBirths(herd.name)))
            }
            let arrivals = state.season?.arrivalsCounted(state.head) ?? 0
            if arrivals > 0, expectation.left.isPositive {
                warnings.append(
                    Warning(
                        code: "arrivalsCountAsJoined",
                        message: "Of the head of '\(herd.name)', \(arrivals) arrived after the joining of "
                            + "\(calendar.joining.start) and count as joined.",
                        remedy: .testPregnancy(herd.name)))
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
    /// Enter how many offspring a test expects.
    public static func testPregnancy(_ name: String) -> Remedy { Remedy("livestock.test", ["name": name]) }
    /// Set the dressing percentage of a herd, as in "48%".
    public static func setDressing(_ name: String, _ percent: String) -> Remedy {
        Remedy("livestock.setDressing", ["name": name, "percent": percent])
    }
    /// Wean the offspring of a herd.
    public static func wean(_ name: String) -> Remedy { Remedy("livestock.wean", ["name": name]) }
    /// Enter a price of a category.
    public static func enterPrice(_ category: String) -> Remedy {
        Remedy("livestock.enterPrice", ["category": category])
    }
}
