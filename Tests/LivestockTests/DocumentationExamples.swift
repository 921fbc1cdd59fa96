import Livestock
import TestSupport
import Testing
import Values

/// The examples of documentation comments.
@Suite("Examples of the documentation") struct DocumentationExamples {
    @Test func `weights and percentages are exact`() throws {
        let weight = try Kilograms("380.5")
        #expect("\(weight.micro)" == "380500000")
        let rate = try Percentage("85%")
        #expect("\(rate.ratio == Ratio(17, over: 20))" == "true")
    }

    @Test func `a state is a fold over events`() throws {
        var steers = HerdState(.cattle)
        try steers.apply(BookEvent(CalendarDay("2026-01-01"), .opening, head: 100, weight: Kilograms("300")))
        try steers.apply(BookEvent(CalendarDay("2026-01-01"), .gain, gain: Kilograms("0.8")))
        steers.advance(to: try CalendarDay("2026-04-11"))
        #expect("\(steers.head)" == "100")
        #expect(steers.weight == (try Kilograms("380")))
    }

    @Test func `losses are expected of head and days`() throws {
        let losses = ExpectedLosses(rate: try Percentage("5%"), headDays: 10_000, recorded: 0, head: 100)
        #expect("\(losses.expected.decimalString(places: 4, rounding: .halfEven))" == "1.3699")
    }

    @Test func `a joining has a calendar`() throws {
        let joining = Joining(
            .controlled, start: try CalendarDay("2025-11-01"), end: try CalendarDay("2026-01-03"),
            rate: try Percentage("85%"))
        let calendar = BreedingCalendar(joining, gestation: 283)
        #expect("\(calendar.conception)" == "2025-12-02")
        #expect("\(calendar.first)" == "2026-08-11")
        #expect("\(calendar.last)" == "2026-10-13")
    }

    @Test func `a book finds the price for a question`() async throws {
        let aud = try Currency(code: "AUD")
        let day = try CalendarDay("2026-04-11")
        struct AgentPrices: LivestockPriceProvider {
            let rows: [LivestockPrice]

            let name = "agent"
            func prices(_ request: LivestockPriceRequest, _ call: Call) async throws -> [LivestockPrice] { rows }
        }
        let price = LivestockPrice(
            level: .saleyard, place: "Roma", species: .cattle, category: "steer", basis: .live,
            price: try money("4.00 AUD"), day: day)
        let request = LivestockPriceRequest(
            from: day, to: day, species: [.cattle], categories: ["steer"], places: ["Roma"], currency: aud)
        let rows = try await AgentPrices(rows: [price]).prices(request, call(day))
        let book = PriceBook(rows)
        let question = PriceQuestion(
            species: .cattle, category: "steer", weight: try Kilograms("380"), currency: aud, saleyard: "Roma")
        let found = book.price(for: question, on: day, maxAge: 56)
        #expect(found == price)
    }

    @Test func `an importer values a herd in ten lines`() throws {
        let aud = try Currency(code: "AUD")
        let day = try CalendarDay("2026-04-11")
        let price = try EnteredPrice("4.00/kg", aud)
        let row = LivestockPrice(
            level: .saleyard, place: "Roma", species: .cattle, category: "steer", basis: price.basis,
            price: price.price,
            day: day)
        let steers = HerdProfile(species: .cattle, category: "steer", currency: aud, saleyard: "Roma")
        let events = [
            BookEvent(try CalendarDay("2026-01-01"), .opening, head: 100, weight: try Kilograms("300")),
            BookEvent(try CalendarDay("2026-01-01"), .gain, gain: try Kilograms("0.8")),
        ]
        let rows = [row]
        let engine = ValuationEngine(prices: PriceBook(rows), assumptions: ValuationAssumptions())
        let valuation = try engine.value(steers, events, on: day)
        #expect("\(valuation.mortality.amount)" == "2082.19 AUD")
        #expect(valuation.market == (try money("149917.81 AUD")))
    }
}
