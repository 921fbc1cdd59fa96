import Livestock
import TestSupport
import Values

/// A random herd with events and prices.
struct RandomHerd {
    var profile: HerdProfile
    var events: [BookEvent] = []
    var prices: [LivestockPrice] = []
    var assumptions: ValuationAssumptions
    let premiums: [String: Int]
    let dressing: [String: Int]
    let day: CalendarDay

    private static let start = 20_000

    init(_ random: inout SeededGenerator) throws {
        let species = random.pick(Species.allCases)
        let category = random.pick(["dam", "stock", "young"])
        let aud = try Currency(code: "AUD")
        profile = HerdProfile(
            "Mob", species: species, category: category, currency: aud,
            breed: random.pick([nil, "angus", "merino"]), sex: random.pick([nil, .female, .mixed]),
            saleyard: random.pick([nil, "Roma", "Dubbo"]), state: random.pick([nil, "QLD"]))
        if random.chance(1, in: 4) { profile.targetWeight = Kilograms(micro: random.int(100...600) * 1_000_000) }
        if random.chance(1, in: 3) { profile.dressing = Percentage(micro: random.int(40...60) * 1_000_000) }
        if random.chance(1, in: 3) { profile.mortality = Percentage(micro: random.int(0...400) * 250_000) }
        if random.chance(1, in: 5) { profile.gestationDays = random.int(100...365) }
        if random.chance(1, in: 3) { profile.offspringCategory = random.pick(["young", "stock"]) }
        profile.priceIncludes = random.chance(1, in: 6) ? [random.pick([.preBirth, .atFoot])] : []
        premiums = random.chance(1, in: 2) ? ["angus": random.int(-10...30)] : [:]
        dressing = random.chance(1, in: 2) ? ["dam": 52, "calf": 48, "young": 50] : ["stock": 55]
        assumptions = ValuationAssumptions(
            mortality: Percentage(micro: random.int(0...20) * 1_000_000),
            dressing: dressing.mapValues { Percentage(micro: $0 * 1_000_000) },
            premiums: premiums.mapValues { Percentage(micro: $0 * 1_000_000) })
        let span = random.int(0...500)
        day = CalendarDay(dayNumber: Self.start + span)
        let count = random.int(0...12)
        var days = (0..<count).map { _ in Self.start + random.int(0...max(1, span)) }
        days.sort()
        if random.chance(4, in: 5), !days.isEmpty { days[0] = Self.start }
        for (index, number) in days.enumerated() {
            let isFirst = index == 0 && random.chance(9, in: 10)
            events.append(event(CalendarDay(dayNumber: number), isFirst: isFirst, &random))
        }
        let young = profile.offspringCategory ?? species.offspringCategory
        for _ in 0..<random.int(0...8) {
            prices.append(try price(random.pick([category, category, young]), aud, &random))
        }
        if random.chance(1, in: 6) {
            profile.ownPrices = [try price(random.pick([category, category, young]), aud, &random, level: .own)]
        }
    }

    private func event(_ day: CalendarDay, isFirst: Bool, _ random: inout SeededGenerator) -> BookEvent {
        func weight() -> Kilograms? {
            random.chance(3, in: 4) ? Kilograms(micro: random.int(20_000...600_000) * 1000) : nil
        }
        let kinds: [BookEvent.Kind] = [
            .purchase, .found, .transferIn, .sale, .death, .lost, .ration, .transferOut, .birth, .birth, .wean,
            .deathAtFoot, .weigh, .gain, .gain, .muster, .join, .join, .pregnancyTest, .note,
        ]
        let kind = isFirst ? BookEvent.Kind.opening : random.pick(kinds)
        var event = BookEvent(day, kind)
        switch kind {
        case .opening, .purchase, .transferIn, .found, .weanIn:
            event.head = random.int(1...150)
            event.weight = weight()
            if random.chance(1, in: 4) {
                event.offspring = [
                    OffspringGroup(
                        born: day.adding(days: -random.int(0...200)), head: random.int(1...30),
                        birthWeight: random.chance(1, in: 2) ? Kilograms(micro: random.int(2...45) * 1_000_000) : nil)
                ]
            }
        case .sale, .death, .lost, .ration, .transferOut:
            event.head = random.int(1...random.pick([3, 3, 60, 150]))
            event.offspringHead = random.chance(1, in: 5) ? random.int(0...10) : 0
        case .birth:
            event.head = random.int(1...40)
            if random.chance(1, in: 3) { event.weight = Kilograms(micro: random.int(2...45) * 1_000_000) }
            if random.chance(1, in: 3) { event.gain = Kilograms(micro: random.int(-200...1200) * 1000) }
        case .wean, .deathAtFoot: event.head = random.int(1...20)
        case .weigh: event.weight = Kilograms(micro: random.int(20_000...600_000) * 1000)
        case .gain: event.gain = Kilograms(micro: random.int(-1500...1500) * 1000)
        case .muster:
            event.head = random.int(0...150)
            event.isAdopted = random.chance(1, in: 2)
        case .join:
            let start = day.adding(days: random.int(-300...30))
            let method = random.pick(Joining.Method.allCases)
            event.joining = Joining(
                method, start: start, end: method == .controlled ? start.adding(days: random.int(0...90)) : nil,
                rate: Percentage(micro: random.int(0...1600) * 250_000),
                joined: random.chance(1, in: 3) ? random.int(1...120) : nil,
                birthWeight: random.chance(1, in: 3) ? Kilograms(micro: random.int(2...45) * 1_000_000) : nil)
        case .pregnancyTest: event.head = random.int(0...150)
        case .treatment, .cost, .note: break
        }
        return event
    }

    private func price(
        _ category: String, _ aud: Currency, _ random: inout SeededGenerator, level: PriceLevel? = nil
    ) throws -> LivestockPrice {
        let level = level ?? random.pick([.saleyard, .saleyard, .state, .national])
        let basis = random.pick(PriceBasis.allCases)
        let cents = basis == .head ? random.int(5_000...150_000) : random.int(100...900)
        let from = random.chance(1, in: 3) ? random.int(1...300) : nil
        let to = random.chance(1, in: 3) ? (from ?? 0) + random.int(1...400) : nil
        func kilograms(_ number: Int?) -> Kilograms? { number.map { Kilograms(micro: $0 * 1_000_000) } }
        let isOwn = level == .own
        return LivestockPrice(
            level: level, place: level == .saleyard ? random.pick(["Roma", "Dubbo"]) : level == .state ? "QLD" : nil,
            species: profile.species, category: category,
            breed: isOwn ? nil : random.pick([nil, nil, "angus", "merino"]),
            sex: isOwn ? nil : random.pick([nil, nil, .female, .male]), from: isOwn ? nil : kilograms(from),
            to: isOwn ? nil : kilograms(to), basis: basis,
            price: try Money(minorUnits: Int128(cents), random.chance(1, in: 15) ? .usd : aud),
            day: day.adding(days: -random.int(-2...70)))
    }

    /// The herd's events without those that cannot be, as the slow model finds them.
    mutating func keepPossible() {
        while true {
            var slow = SlowHerd(profile.species, target: nil)
            slow.live(events, to: CalendarDay(dayNumber: Self.start + 1000))
            guard slow.refusal != nil else { return }
            // The first that is refused is the last one of the shortest beginning that is.
            for count in 1...events.count {
                var part = SlowHerd(profile.species, target: nil)
                part.live(Array(events.prefix(count)), to: CalendarDay(dayNumber: Self.start + 1000))
                if part.refusal != nil {
                    events.remove(at: count - 1)
                    break
                }
            }
        }
    }

    var market: SlowValuation.Market {
        SlowValuation.Market(
            rows: prices, premiums: premiums, dressing: dressing,
            rate: Fraction(Int128(assumptions.mortality.micro), over: 100_000_000))
    }

    var engine: ValuationEngine { ValuationEngine(prices: PriceBook(prices), assumptions: assumptions) }
}
