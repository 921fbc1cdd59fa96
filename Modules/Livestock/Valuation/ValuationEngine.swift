public import Values

/// Values herds on a day by prices and assumptions: H4 to H9. It keeps nothing and asks nobody.
///
/// ```swift
/// let engine = ValuationEngine(prices: PriceBook(rows), assumptions: ValuationAssumptions())
/// let valuation = try engine.value(steers, events, on: day)
/// valuation.mortality.amount  // 2082.19 AUD
/// ```
public struct ValuationEngine: Sendable {
    /// The prices.
    public let prices: PriceBook
    /// The assumptions.
    public let assumptions: ValuationAssumptions

    /// An engine.
    public init(prices: PriceBook, assumptions: ValuationAssumptions = ValuationAssumptions()) {
        self.prices = prices
        self.assumptions = assumptions
    }

    /// The value of a herd whose events are given, in order of entry within each day; those after the day are left out.
    ///
    /// - Throws: ``LivestockError`` where an event cannot be, `MoneyError` for amounts that are too large.
    public func value(_ herd: HerdProfile, _ events: [BookEvent], on day: CalendarDay) throws -> HerdValuation {
        var state = herd.emptyState
        let inOrder = zip(events.indices, events).sorted { ($0.1.day, $0.0) < ($1.1.day, $1.0) }
        for (_, event) in inOrder where event.day <= day { try state.apply(event) }
        return try value(herd, state, on: day)
    }

    /// The value of a herd in a state, which is moved on to the day.
    ///
    /// - Throws: `MoneyError` for amounts that are too large.
    public func value(
        _ herd: HerdProfile, _ state: HerdState, on day: CalendarDay
    ) throws(MoneyError) -> HerdValuation {
        var state = state
        if state.day != nil { state.advance(to: day) }
        var notes = Notes()
        let price = prices.found(for: herd.question(at: state.weight), on: day, assumptions)
        let dressing = price.flatMap { dressingNeeded(by: $0, herd, herd.category) }
        let one = price.flatMap { value(at: $0, state.weight, dressing) }
        if one == nil, state.head > 0 {
            let older = price == nil ? prices.price(for: herd.question(at: state.weight), on: day, maxAge: .max) : nil
            notes.explain(herd, state, price, older: older, on: day, assumptions)
        }
        let losses = ExpectedLosses(
            rate: herd.mortality ?? assumptions.mortality, headDays: state.losses.headDays,
            recorded: state.losses.recorded, head: state.head)
        let dams = price.flatMap { perKilogram($0, state.weight, dressing) }
        let breeding = expected(herd, state, dams, on: day, &notes)
        let lots = offspringAtFoot(herd, state, dams, losses.rate, on: day, &notes)

        var physical: HerdValuation.Component?
        if let whole = state.head == 0 ? Ratio.zero : one.map({ $0 * Ratio(Int128(state.head)) }) {
            physical = try component(whole, herd.currency)
        }
        var unborn = Ratio.zero
        if let breeding, let atBirth = breeding.atBirth {
            unborn = breeding.expectation.left * atBirth.value * breeding.grown
        }
        var offspring = Ratio.zero
        var lost = losses.expected * (one ?? .zero)
        for lot in lots {
            guard let value = lot.one?.value else { continue }
            offspring = offspring + value * Ratio(Int128(lot.lot.head))
            lost = lost + lot.losses.expected * value
        }
        var valuation = HerdValuation(
            profile: herd, day: day, state: state, price: price, dressing: dressing, valueOfOne: one,
            physical: physical, preBirth: try component(unborn, herd.currency),
            atFoot: try component(offspring, herd.currency), mortality: try component(lost, herd.currency),
            losses: losses, joined: breeding.map(HerdValuation.Joined.init), lots: lots, unavailable: notes.unavailable,
            warnings: [],
            isWeightStale: state.weightDay.map { $0.days(until: day) > assumptions.weightStaleAfter })
        notes.warn(valuation, assumptions)
        valuation.warnings = notes.warnings
        return valuation
    }

    private func component(_ exact: Ratio, _ currency: Currency) throws(MoneyError) -> HerdValuation.Component {
        HerdValuation.Component(exact: exact, amount: try ExactAmount(exact, currency).rounded(.halfEven))
    }

    /// The dressing percentage where a price is per kilogram of carcase: the herd's, else that of the category.
    private func dressingNeeded(by price: FoundPrice, _ herd: HerdProfile, _ category: String) -> Percentage? {
        price.row.basis == .carcase ? herd.dressing ?? assumptions.dressing(of: category) : nil
    }

    /// The value of one at a price; nil where the weight or the dressing percentage that it needs is not known.
    private func value(at price: FoundPrice, _ weight: Kilograms?, _ dressing: Percentage?) -> Ratio? {
        switch price.row.basis {
        case .head: price.adjusted
        case .live: weight.map { $0.ratio * price.adjusted }
        case .carcase:
            if let weight, let dressing { weight.ratio * dressing.ratio * price.adjusted } else { nil }
        }
    }

    /// The dams' value per kilogram live; nil where it is not known.
    private func perKilogram(_ price: FoundPrice, _ weight: Kilograms?, _ dressing: Percentage?) -> Ratio? {
        switch price.row.basis {
        case .live: price.adjusted
        case .carcase: dressing.map { $0.ratio * price.adjusted }
        case .head: weight.flatMap { price.adjusted.divided(by: $0.ratio) }
        }
    }

    private func expected(
        _ herd: HerdProfile, _ state: HerdState, _ dams: Ratio?, on day: CalendarDay, _ notes: inout Notes
    ) -> HerdValuation.Breeding? {
        guard let season = state.season else { return nil }
        let calendar = BreedingCalendar(season.joining, gestation: herd.gestationDays ?? herd.species.gestationDays)
        let expectation = calendar.expectation(season, state, on: day)
        let grown = calendar.grown(on: day)
        var atBirth: HerdValuation.OffspringValue?
        if expectation.left.isPositive, grown.isPositive, !herd.included.contains(.preBirth) {
            let weight = season.joining.birthWeight ?? state.weight.map { $0.part(herd.species.birthWeightPart) }
            atBirth = offspringValue(herd, weight, dams, on: day, perHeadServes: false)
            if atBirth == nil { notes.add("the unborn", reason(herd, weight, on: day), herd) }
        }
        return HerdValuation.Breeding(calendar: calendar, expectation: expectation, grown: grown, atBirth: atBirth)
    }

    private func offspringAtFoot(
        _ herd: HerdProfile, _ state: HerdState, _ dams: Ratio?, _ rate: Percentage, on day: CalendarDay,
        _ notes: inout Notes
    ) -> [HerdValuation.LotValuation] {
        let isIncluded = herd.included.contains(.atFoot)
        return state.lots.map { lot in
            let weight = lot.weight(on: day, herd.species)
            let one = isIncluded ? nil : offspringValue(herd, weight, dams, on: day, perHeadServes: true)
            if one == nil, !isIncluded {
                notes.add(
                    "\(lot.head) offspring at foot, born \(lot.born)", reason(herd, weight, on: day), herd)
            }
            let losses = ExpectedLosses(
                rate: rate, headDays: lot.headDays, recorded: lot.deaths, head: lot.head)
            return HerdValuation.LotValuation(lot: lot, one: one, losses: losses)
        }
    }

    /// Why offspring of a weight have no value.
    private func reason(_ herd: HerdProfile, _ weight: Kilograms?, on day: CalendarDay) -> Notes.Reason {
        guard weight != nil else { return .noWeight }
        let found = prices.found(for: herd.offspringQuestion(at: weight), on: day, assumptions)
        return found?.row.basis == .carcase ? .noDressing : .noOffspringPrice
    }

    /// The value of one of the offspring: by the price of its category, else by the dams' value per kilogram.
    private func offspringValue(
        _ herd: HerdProfile, _ weight: Kilograms?, _ dams: Ratio?, on day: CalendarDay, perHeadServes: Bool
    ) -> HerdValuation.OffspringValue? {
        let found = prices.found(for: herd.offspringQuestion(at: weight), on: day, assumptions)
        if let found, perHeadServes || found.row.basis != .head {
            let dressing = dressingNeeded(by: found, herd, herd.offspring)
            guard let value = value(at: found, weight, dressing) else { return nil }
            let unit = found.row.basis == .carcase ? found.adjusted * (dressing?.ratio ?? .one) : found.adjusted
            return HerdValuation.OffspringValue(
                weight: weight, price: found, dressing: dressing, unit: unit, value: value)
        }
        guard let weight, let dams else { return nil }
        return HerdValuation.OffspringValue(
            weight: weight, price: nil, dressing: nil, unit: dams, value: weight.ratio * dams)
    }
}
