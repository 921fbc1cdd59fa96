public import Values

/// One step of a valuation, so that a pocket calculator gives the same cents: a formula, its numbers with their origins, and the exact result.
public struct ValuationStep: Sendable, Hashable {
    /// A number of a formula.
    public struct Input: Sendable, Hashable {
        /// The name in the formula.
        public let name: String
        /// The number, exact: decimal digits.
        public let value: String
        /// The unit.
        public let unit: String
        /// The origin.
        public let origin: String
        /// The day that it is of; nil where that says nothing.
        public let day: CalendarDay?
    }

    /// The component: "physical".
    public let item: String
    /// The formula in words.
    public let formula: String
    /// Its numbers.
    public let inputs: [Input]
    /// The exact result.
    public let exact: Ratio
    /// The result, rounded once.
    public let amount: Money
}

extension HerdValuation {
    /// The steps of the value; a component that is not known has none.
    public var steps: [ValuationStep] {
        var steps: [ValuationStep] = []
        if let physical, let price {
            let (formula, inputs) = one(price, weight: state.weight, dressing, from: originOfWeight)
            steps.append(
                ValuationStep(
                    item: "physical", formula: "head × \(formula)", inputs: [head] + inputs, exact: physical.exact,
                    amount: physical.amount))
        } else if let physical {
            steps.append(
                ValuationStep(
                    item: "physical", formula: "head", inputs: [head], exact: physical.exact, amount: physical.amount))
        }
        if let breeding, let atBirth = breeding.atBirth { steps.append(step(breeding, atBirth)) }
        if lots.contains(where: { $0.one != nil }) { steps.append(stepOfLots) }
        if physical != nil || lots.contains(where: { $0.one != nil }) { steps.append(stepOfLosses) }
        if let market {
            let parts = [
                ("physical", physical?.amount), ("preBirth", preBirth.amount), ("atFoot", atFoot.amount),
                ("mortality", mortality.amount),
            ]
            steps.append(
                ValuationStep(
                    item: "market", formula: "physical + preBirth + atFoot − mortality",
                    inputs: parts.map { name, amount in
                        input(name, amount?.amountText ?? "0", profile.currency.code, "above")
                    }, exact: market.ratio, amount: market))
        }
        return steps
    }

    private var head: ValuationStep.Input { input("head", "\(state.head)", "head", "book", day) }

    private func input(
        _ name: String, _ value: String, _ unit: String, _ origin: String, _ day: CalendarDay? = nil
    ) -> ValuationStep.Input {
        ValuationStep.Input(name: name, value: value, unit: unit, origin: origin, day: day)
    }

    /// The formula of the value of one at a price.
    private func one(
        _ price: FoundPrice, weight: Kilograms?, _ dressing: Percentage?, from origin: String,
        named prefix: String = ""
    ) -> (formula: String, inputs: [ValuationStep.Input]) {
        var (factors, inputs) = ([String](), [ValuationStep.Input]())
        func add(_ name: String, _ value: String, _ unit: String, _ origin: String, _ day: CalendarDay?) {
            factors.append(prefix + name)
            inputs.append(input(prefix + name, value, unit, origin, day))
        }
        if price.row.basis != .head, let weight {
            add("weight", weight.description, "kg", origin, day)
        }
        if price.row.basis == .carcase, let dressing {
            add("dressing", dressing.ratio.decimalString(places: 8, rounding: .halfEven), "", "\(dressing)", nil)
        }
        let place = price.row.place.map { "\(price.row.level.rawValue) \($0)" } ?? price.row.level.rawValue
        add(
            "price", price.row.price.amountText, "\(profile.currency.code)/\(price.row.basis.unit)",
            "\(price.row.source), \(place)", price.row.day)
        if let premium = price.premium {
            let factor = Percentage(micro: Percentage.hundred.micro + premium.micro).ratio
            add(
                "premium", factor.decimalString(places: 8, rounding: .halfEven), "",
                "\(premium) for \(profile.breed ?? "")", nil)
        }
        return (factors.joined(separator: " × "), inputs)
    }

    /// The formula of the value of one of the offspring.
    private func one(
        _ offspring: OffspringValue, from origin: String, named prefix: String
    ) -> (String, [ValuationStep.Input]) {
        if let price = offspring.price {
            return one(price, weight: offspring.weight, offspring.dressing, from: origin, named: prefix)
        }
        let weight = input(prefix + "weight", offspring.weight?.description ?? "", "kg", origin, day)
        guard let price else { return (prefix + "weight", [weight]) }
        let dams = one(price, weight: state.weight, dressing, from: originOfWeight, named: "dams' ")
        // The price of the dams per kilogram live.
        let isPerHead = price.row.basis == .head
        let factors = dams.inputs.map(\.name).filter { $0 != "dams' weight" }.joined(separator: " × ")
        let extra = isPerHead ? [input("dams' weight", state.weight?.description ?? "", "kg", originOfWeight, day)] : []
        return (
            "\(prefix)weight × \(factors)" + (isPerHead ? " ÷ dams' weight" : ""),
            [weight] + dams.inputs.filter { $0.name != "dams' weight" } + extra
        )
    }

    private func step(_ breeding: Breeding, _ atBirth: OffspringValue) -> ValuationStep {
        let calendar = breeding.calendar
        var inputs: [ValuationStep.Input] = []
        var expected = "min(joined, head) × rate"
        if let season = state.season, let tested = season.tested {
            expected = "tested × min(1, head ÷ head at test)"
            inputs += [
                input("tested", "\(tested)", "offspring", "pregnancy test"),
                input("head at test", "\(season.headAtTest)", "head", "book"),
            ]
        } else if let season = state.season {
            inputs += [
                input("joined", "\(season.joined)", "head", "joining", calendar.joining.start),
                input(
                    "rate", calendar.joining.rate.ratio.decimalString(places: 8, rounding: .halfEven), "per head",
                    "joining"),
            ]
        }
        let value = one(atBirth, from: originOfBirthWeight(calendar.joining), named: "birth ")
        let days = min(calendar.span, calendar.conception.days(until: day))
        return ValuationStep(
            item: "preBirth", formula: "(\(expected) − births) × \(value.0) × days ÷ span",
            inputs: [head] + inputs + [
                input("births", "\(breeding.expectation.births)", "offspring", "book")
            ] + value.1 + [
                input("days", "\(days)", "days", "since conception", calendar.conception),
                input(
                    "span", "\(calendar.span)", "days",
                    calendar.joining.type == .uncontrolled ? "uncontrolled joining" : "gestation"),
            ], exact: preBirth.exact, amount: preBirth.amount)
    }

    private var stepOfLots: ValuationStep {
        var (terms, inputs) = ([String](), [ValuationStep.Input]())
        for (number, lot) in lots.enumerated() {
            guard let offspring = lot.one else { continue }
            let prefix = lots.count == 1 ? "" : "lot \(number + 1) "
            let value = one(offspring, from: originAtFoot(lot.lot), named: prefix)
            terms.append("\(prefix)offspring × \(value.0)")
            inputs.append(input("\(prefix)offspring", "\(lot.lot.head)", "head", "born", lot.lot.born))
            inputs += value.1.filter { new in !inputs.contains { $0.name == new.name } }
        }
        return ValuationStep(
            item: "atFoot", formula: terms.joined(separator: " + "), inputs: inputs, exact: atFoot.exact,
            amount: atFoot.amount)
    }

    private var stepOfLosses: ValuationStep {
        var terms = ["min(head, max(0, rate × head-days ÷ 365 − recorded)) × value of one"]
        var inputs = [
            input(
                "rate", losses.rate.ratio.decimalString(places: 8, rounding: .halfEven), "a year",
                profile.mortality == nil ? "setting" : "herd or holding"),
            input("head-days", "\(losses.headDays)", "head × days", "book"),
            input("recorded", "\(losses.recorded)", "head", "book"), head,
            input("value of one", (valueOfOne ?? .zero).fractionText, profile.currency.code, "physical ÷ head"),
        ]
        for (number, lot) in lots.enumerated() {
            guard let value = lot.one?.value else { continue }
            let prefix = lots.count == 1 ? "offspring " : "lot \(number + 1) "
            terms.append(
                "min(\(prefix)head, max(0, rate × \(prefix)head-days ÷ 365 − \(prefix)deaths)) × \(prefix)value of one")
            inputs += [
                input("\(prefix)head", "\(lot.lot.head)", "head", "born", lot.lot.born),
                input("\(prefix)head-days", "\(lot.losses.headDays)", "head × days", "book"),
                input("\(prefix)deaths", "\(lot.losses.recorded)", "head", "book"),
                input("\(prefix)value of one", value.fractionText, profile.currency.code, "atFoot"),
            ]
        }
        return ValuationStep(
            item: "mortality", formula: terms.joined(separator: " + "), inputs: inputs, exact: mortality.exact,
            amount: mortality.amount)
    }
}

extension Ratio {
    /// Decimal digits where they are exact, else a fraction.
    fileprivate var fractionText: String {
        let digits = decimalString(places: 18, rounding: .halfEven)
        return (try? Ratio(decimal: digits)) == self ? digits : encoded
    }
}
