import Foundation
import Models
import Portfolio
import TestSupport
import Testing

/// The examples of P11 to P13.
struct ReportTests {
    @Test func `units are held long after the anniversary (P11)`() throws {
        let bought = try day("2023-05-10")
        #expect(HoldingTerm(acquired: bought, sold: try day("2024-05-10"), months: 12) == .short)
        #expect(HoldingTerm(acquired: bought, sold: try day("2024-05-11"), months: 12) == .long)
        let leap = try day("2024-02-29")
        #expect(HoldingTerm(acquired: leap, sold: try day("2025-02-28"), months: 12) == .short)
        #expect(HoldingTerm(acquired: leap, sold: try day("2025-03-01"), months: 12) == .long)
        #expect(HoldingTerm(acquired: nil, sold: bought, months: 12) == nil)
    }

    @Test func `gains and losses are summed apart (P11)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "2", "200 EUR", on: "2023-01-01")
        try sample.add(.sell, "1", "150 EUR", on: "2023-12-31", taxes: "3 EUR")
        try sample.add(.sell, "1", "80 EUR", on: "2024-06-01")
        let year = try #require(TaxYear(2024))
        let report = try GainReport(try sample.book(), from: year.first, to: year.last, currency: .eur)
        #expect(report.losses == (try money("-20 EUR")))
        #expect(report.gains.isZero)
        #expect(report.long == (try money("-20 EUR")))
        let all = try GainReport(try sample.book(), from: nil, to: year.last, currency: .eur)
        #expect(all.net == (try money("30 EUR")))
        #expect(all.short == (try money("50 EUR")))
        #expect(all.withheld == (try money("3 EUR")))
        #expect(TaxYear(2024, startMonth: 4, startDay: 6)?.last == (try day("2025-04-05")))
        #expect(TaxYear(2024, startMonth: 2, startDay: 29) == nil)
    }

    private func point(_ text: String, _ value: String, _ state: PriceState, through: String? = nil) throws
        -> PricePoint
    {
        PricePoint(
            day: try day(text), value: try ratio(value), state: state, adjustedThrough: try through.map(day))
    }

    @Test func `recorded beats fetched beats a trade on one day, and later prices never count (P12)`() throws {
        let points = [
            try point("2024-01-02", "3", .trade), try point("2024-01-02", "1", .recorded),
            try point("2024-01-02", "2", .fetched), try point("2024-01-05", "9", .recorded),
        ]
        let prices = InstrumentPrices(type: .stock, currency: .eur, points: points)
        #expect(prices.price(on: try day("2024-01-04"))?.value == .one)
        #expect(prices.price(on: try day("2024-01-01")) == nil)
        #expect(prices.price(on: try day("2024-01-19"))?.isStale == false)
        #expect(prices.price(on: try day("2024-01-20"))?.isStale == true)
        let house = InstrumentPrices(type: .realEstate, currency: .eur, points: points)
        #expect(house.price(on: try day("2025-01-01"))?.isStale == false)
        #expect(
            InstrumentPrices(type: .cash, currency: .eur, points: []).price(on: try day("2024-01-01"))?.value == .one)
    }

    @Test func `an adjusted price is multiplied back (P12)`() throws {
        let splits = [
            InstrumentPrices.Split(day: try day("2024-02-01"), factor: Ratio(5)),
            InstrumentPrices.Split(day: try day("2024-03-01"), factor: Ratio(4)),
        ]
        let adjusted = InstrumentPrices(
            type: .stock, currency: .eur,
            points: [try point("2024-01-10", "0.50", .fetched, through: "2024-06-01")], splits: splits)
        #expect(adjusted.price(on: try day("2024-01-10"))?.value == Ratio(10))
        // Units of a later day are those after the splits.
        #expect(adjusted.price(on: try day("2024-02-01"))?.value == Ratio(2))
        #expect(adjusted.price(on: try day("2024-03-01"))?.value == (try ratio("0.5")))
        let traded = InstrumentPrices(
            type: .stock, currency: .eur, points: [try point("2024-02-01", "2", .trade)], splits: splits)
        #expect(traded.price(on: try day("2024-02-01"))?.value == Ratio(2))
    }

    @Test func `an unrealised gain is of price and of currency (P13)`() throws {
        let sample = BookSample(.usd, base: .eur)
        let prices = InstrumentPrices(type: .stock, currency: .usd, points: [try point("2024-01-01", "200", .recorded)])
        let holding = PortfolioValueCalculator.Holding(
            position: sample.key, units: Ratio(2), price: prices.price(on: try day("2024-01-01")),
            rate: try ratio("0.8"), cost: MoneyPair(instrument: try money("200 USD"), base: try money("200 EUR")))
        let row = try #require(try PortfolioValueCalculator(currency: .eur).value([holding]).rows.first)
        #expect(row.unrealised == (try money("120 EUR")))
        #expect(row.priceEffect == (try money("160 EUR")))
        #expect(row.currencyEffect == (try money("-40 EUR")))
    }

    @Test func `a gap makes the total a lower bound, and 0 is a price (P13)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "3", "100 EUR", on: "2024-01-01")
        let cost = try #require(try sample.book().positions[sample.key]).cost().known
        func holding(_ price: String?) throws -> PortfolioValueCalculator.Holding {
            PortfolioValueCalculator.Holding(
                position: sample.key, units: Ratio(3),
                price: try price.map { text in
                    try #require(
                        InstrumentPrices(type: .stock, currency: .eur, points: [point("2024-01-01", text, .recorded)])
                            .price(on: day("2024-01-01")))
                }, rate: .one, cost: cost)
        }
        let calculator = PortfolioValueCalculator(currency: .eur)
        let valuation = try calculator.value([try holding("33.335"), try holding(nil)])
        #expect(valuation.value == (try money("100.00 EUR")))
        #expect(valuation.valueBound == .atLeast)
        #expect(valuation.rows.map(\.value) == [try money("100 EUR"), nil])
        #expect(valuation.rows.map(\.unrealised) == [try money("0 EUR"), nil])
        #expect(valuation.unrealisedBound == .unknown)
        let nothing = try calculator.value([try holding("0")])
        #expect(nothing.value.isZero && nothing.valueBound == nil)
        #expect(nothing.unrealised == (try money("-100 EUR")))
    }
}
