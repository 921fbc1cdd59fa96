import Livestock
import TestSupport
import Values

func kg(_ text: String) throws -> Kilograms { try Kilograms(text) }

func percent(_ text: String) throws -> Percentage { try Percentage(text) }

/// A price of a market in AUD.
func price(
    _ text: String, _ category: String = "steer", _ level: PriceLevel = .saleyard, at place: String? = "Roma",
    species: Species = .cattle, breed: String? = nil, sex: AnimalSex? = nil, from: String? = nil, to: String? = nil,
    on date: String = "2026-04-11", source: String = "entered"
) throws -> LivestockPrice {
    let entered = try EnteredPrice(text, currency("AUD"))
    return LivestockPrice(
        level: level, place: level == .national ? nil : place, species: species, category: category, breed: breed,
        sex: sex, from: try from.map(kg), to: try to.map(kg), basis: entered.basis, price: entered.price,
        day: try day(date), source: source)
}

/// Example E of the laws: 100 steers that entered on 1 January at 300 kg and gain 0.8 a day.
struct ExampleE {
    var herd: HerdProfile
    var events: [BookEvent]
    var prices: [LivestockPrice]
    var assumptions = ValuationAssumptions()

    init() throws {
        herd = HerdProfile(
            "Steers", species: .cattle, category: "steer", currency: try currency("AUD"), saleyard: "Roma",
            state: "QLD")
        events = [
            BookEvent(try day("2026-01-01"), .opening, head: 100, weight: try kg("300")),
            BookEvent(try day("2026-01-01"), .gain, gain: try kg("0.8")),
        ]
        prices = [try price("4.00/kg")]
    }

    func value(on date: String = "2026-04-11") throws -> HerdValuation {
        try ValuationEngine(prices: PriceBook(prices), assumptions: assumptions).value(herd, events, on: day(date))
    }

    func state(on date: String = "2026-04-11") throws -> HerdState {
        var state = herd.emptyState
        for event in events { try state.apply(event) }
        state.advance(to: try day(date))
        return state
    }
}

/// The cows of the example of H7: 120 of 520 kg, joined for nine weeks at 85 %, at 3.10 per kg.
struct JoinedCows {
    var herd: HerdProfile
    var events: [BookEvent]
    var prices: [LivestockPrice]

    init() throws {
        herd = HerdProfile(
            "Cows", species: .cattle, category: "cow", currency: try currency("AUD"), saleyard: "Roma")
        events = [
            BookEvent(try day("2025-10-01"), .opening, head: 120, weight: try kg("520")),
            BookEvent(
                try day("2025-11-01"), .join,
                joining: Joining(
                    .controlled, start: try day("2025-11-01"), end: try day("2026-01-03"), rate: try percent("85%"))),
        ]
        prices = [try price("3.10/kg", "cow")]
    }

    func value(on date: String = "2026-04-11") throws -> HerdValuation {
        let prices = try prices.map { try $0.on(date) }
        return try ValuationEngine(prices: PriceBook(prices)).value(herd, events, on: day(date))
    }
}

extension LivestockPrice {
    /// The same price of another day.
    func on(_ date: String) throws -> LivestockPrice {
        LivestockPrice(
            level: level, place: place, species: species, category: category, breed: breed, sex: sex, from: from,
            to: to, basis: basis, price: price, day: try CalendarDay(date), source: source)
    }
}
