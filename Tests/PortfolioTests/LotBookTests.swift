import Foundation
import Models
import Portfolio
import TestSupport
import Testing

/// The examples of P2 to P9.
struct LotBookTests {
    @Test func `units after splits stay fractions (P2)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "10", "100 EUR", on: "2024-01-01")
        try sample.add(.split, "2", on: "2024-02-01")
        try sample.add(.split, "1/3", on: "2024-03-01")
        let units = try #require(try sample.book().positions[sample.key]?.units)
        #expect(UnitsText.text(units) == "6.666666666667")
        #expect(UnitsText.exactText(units) == "20/3")
        #expect(try Money(UnitsText.read("20/3").decimalString(places: 0, rounding: .down), .eur).amountText == "6.00")
    }

    @Test func `what is left decides about what is relieved (P3)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "3", "100.00 EUR", on: "2024-01-01")
        for month in 2...4 { try sample.add(.sell, "1", "50 EUR", on: "2024-0\(month)-01") }
        let book = try sample.book()
        #expect(
            book.gains.map(\.cost.base) == [try money("33.33 EUR"), try money("33.34 EUR"), try money("33.33 EUR")])
    }

    @Test(arguments: zip(CostMethod.allCases, ["350", "150", "0", "250"]))
    func `each method takes its lots (P4)`(method: CostMethod, gain: String) throws {
        var sample = BookSample()
        try sample.add(.buy, "10", "1000 EUR", on: "2024-01-01")
        try sample.add(.buy, "10", "1500 EUR", on: "2024-01-02")
        try sample.add(.buy, "10", "1200 EUR", on: "2024-01-03")
        try sample.add(.sell, "15", "2100 EUR", on: "2024-02-01")
        let book = try sample.book(method)
        let gains = try Money.sum(book.gains.compactMap(\.gain), in: .eur)
        #expect(gains == (try money("\(gain) EUR")))
        #expect(book.positions[sample.key]?.units == Ratio(15))
    }

    @Test func `named lots come first, and the method fills up what does not fit (P4)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "10", "1000 EUR", on: "2024-01-01")
        let second = try sample.add(.buy, "10", "1500 EUR", on: "2024-01-02")
        try sample.add(
            .sell, "5", "1000 EUR", on: "2024-02-01", lots: [NamedLot(id: second, units: Ratio(5))])
        #expect(try sample.book().gains.map(\.cost.base) == [try money("750 EUR")])
        #expect(try sample.book().misfits.isEmpty)
        #expect(try sample.book(.average).gains.map(\.cost.base) == [try money("625 EUR")])
        let sale = try sample.add(
            .sell, "6", "1000 EUR", on: "2024-02-02", lots: [NamedLot(id: second, units: Ratio(6))])
        #expect(try sample.book().misfits == [sale])
    }

    @Test func `a named lot that arrived in pieces means all of them (P8)`() throws {
        var sample = BookSample()
        let lot = try sample.add(.buy, "10", "100 EUR", on: "2024-01-01")
        try sample.add(.transfer, "5", on: "2024-02-01")
        try sample.add(.transfer, "5", on: "2024-02-02")
        sample.transactions.append(
            PortfolioTransaction(
                id: UUID(), kind: .sell, portfolioID: sample.other.id, instrumentID: sample.instrument.id,
                day: try day("2024-03-01"), entered: Date(timeIntervalSince1970: 9), units: Ratio(8),
                gross: try money("96 EUR"), lots: [NamedLot(id: lot, units: Ratio(8))]))
        let book = try sample.book()
        #expect(book.gains.map(\.units) == [Ratio(5), Ratio(3)])
        #expect(book.gains.compactMap(\.gain) == [try money("10 EUR"), try money("6 EUR")])
        #expect(book.positions[sample.otherKey]?.lots.map(\.cost.base) == [try money("20 EUR")])
    }

    @Test func `what was settled makes the rate (P5)`() throws {
        var sample = BookSample(.usd, base: .eur)
        try sample.add(.buy, "10", "1000 USD", on: "2024-01-01", fees: "1 EUR", settled: "901 EUR")
        let cost = try #require(try sample.book().positions[sample.key]?.lots.first?.cost)
        #expect(cost.instrument == (try money("1001.11 USD")))
        #expect(cost.base == (try money("901.00 EUR")))
    }

    @Test func `what was settled for a sale makes the rate with its charges added (P5)`() throws {
        var sample = BookSample(.usd, base: .eur)
        try sample.add(.buy, "10", "1000 USD", on: "2024-01-01", rate: "1")
        try sample.add(.sell, "10", "1000 USD", on: "2024-02-01", fees: "10 EUR", settled: "890 EUR")
        let proceeds = try #require(try sample.book().gains.first?.proceeds)
        #expect(proceeds.instrument == (try money("988.89 USD")))
        #expect(proceeds.base == (try money("890.00 EUR")))
    }

    @Test func `without a rate cost and gain in the base currency are not known, units are (P5)`() throws {
        var sample = BookSample(.usd, base: .eur)
        try sample.add(.buy, "10", "1000 USD", on: "2024-01-01")
        try sample.add(.sell, "4", "500 USD", on: "2024-02-01", rate: "0.9")
        let book = try sample.book()
        #expect(book.gains.map(\.gain) == [nil])
        #expect(book.gains.map(\.cost.instrument) == [try money("400 USD")])
        #expect(book.positions[sample.key]?.units == Ratio(6))
    }

    @Test func `a gain is of price and of currency (P6)`() throws {
        var sample = BookSample(.usd, base: .eur)
        try sample.add(.buy, "2", "200 USD", on: "2024-01-01", rate: "1")
        try sample.add(.sell, "2", "400 USD", on: "2024-02-01", rate: "0.80")
        let row = try #require(try sample.book().gains.first)
        #expect(row.gain == (try money("120.00 EUR")))
        #expect(row.priceEffect == (try money("160.00 EUR")))
        #expect(row.currencyEffect == (try money("-40.00 EUR")))
    }

    @Test func `a spin-off takes its share of the cost in both currencies (P7)`() throws {
        var sample = BookSample(.usd, base: .eur)
        try sample.add(.buy, "10", "100 USD", on: "2024-01-01", rate: "0.5")
        try sample.add(.spinOff, "1/4", on: "2024-02-01", share: "0.1")
        let book = try sample.book(rates: DayRates { _, _, _ in .one })
        #expect(book.positions[sample.key]?.lots.map(\.cost.base) == [try money("45.00 EUR")])
        let spun = try #require(book.positions[sample.nextKey]?.lots.first)
        #expect(spun.cost == MoneyPair(instrument: try money("10 USD"), base: try money("5.00 EUR")))
        #expect(spun.units == (try UnitsText.read("2.5")))
        #expect(spun.id == book.positions[sample.key]?.lots.first?.id)
        #expect(spun.acquired == (try day("2024-01-01")))
    }

    @Test func `a merger keeps cost, place and day; another currency needs the day's rate (P7)`() throws {
        var sample = BookSample(.usd, base: .eur, next: .eur)
        try sample.add(.buy, "9", "90 USD", on: "2024-01-01", rate: "0.5")
        try sample.add(.merger, "2/3", on: "2024-02-01")
        let book = try sample.book()
        let lot = try #require(book.positions[sample.nextKey]?.lots.first)
        #expect(lot.cost == MoneyPair(instrument: nil, base: try money("45 EUR")))
        #expect(lot.units == Ratio(6))
        #expect(book.positions[sample.key]?.units == .zero)
        let rated = try sample.book(rates: DayRates { _, _, _ in try? ratio("0.8") })
        #expect(rated.positions[sample.nextKey]?.lots.first?.cost.instrument == (try money("72 EUR")))
    }

    @Test func `a transfer moves lots without a gain, and its fee is removed (P8)`() throws {
        var sample = BookSample()
        let first = try sample.add(.buy, "1", "100 EUR", on: "2024-01-01")
        try sample.add(.buy, "1", "200 EUR", on: "2024-01-02")
        try sample.add(.transfer, "1.5", on: "2024-02-01", received: "1.4")
        let book = try sample.book()
        #expect(book.gains.isEmpty)
        #expect(book.positions[sample.key]?.lots.map(\.cost.base) == [try money("100 EUR")])
        let moved = try #require(book.positions[sample.otherKey]?.lots)
        #expect(moved.first?.id == first)
        #expect(moved.map(\.units) == [try UnitsText.read("0.9"), try UnitsText.read("0.5")])
        #expect(moved.map(\.cost.base) == [try money("90 EUR"), try money("100 EUR")])
        #expect(book.removals.map(\.cost.base) == [try money("10 EUR")])
    }

    @Test func `a transfer to another base currency takes the rate of the acquisition's day (P8)`() throws {
        var sample = BookSample(.usd, base: .eur, otherBase: .gbp)
        try sample.add(.buy, "10", "100 USD", on: "2024-01-01", rate: "0.9")
        try sample.add(.transfer, "10", on: "2024-02-01")
        #expect(try sample.book().positions[sample.otherKey]?.lots.first?.cost.base == nil)
        let acquired = try day("2024-01-01")
        let book = try sample.book(rates: DayRates { _, _, day in day == acquired ? try? ratio("0.7") : nil })
        #expect(book.positions[sample.otherKey]?.lots.first?.cost.base == (try money("70 GBP")))
    }

    @Test func `no position is short on any day (P9)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "1", "100 EUR", on: "2024-01-02")
        try sample.add(.sell, "1", "100 EUR", on: "2024-01-01")
        #expect(throws: ShortPosition.self) { try sample.book() }
        #expect(throws: ShortPosition.self) { try UnitBook(sample.transactions).check() }
        var sameDay = BookSample()
        try sameDay.add(.sell, "1", "100 EUR", on: "2024-01-02")
        try sameDay.add(.buy, "1", "100 EUR", on: "2024-01-02")
        #expect(throws: ShortPosition.self) { try UnitBook(sameDay.transactions).check() }
    }

    @Test func `a gift relieves cost without a gain (P9)`() throws {
        var sample = BookSample()
        try sample.add(.buy, "4", "100 EUR", on: "2024-01-01")
        try sample.add(.give, "1", on: "2024-02-01")
        let book = try sample.book()
        #expect(book.gains.isEmpty)
        #expect(book.removals.map(\.cost.base) == [try money("25 EUR")])
    }

    @Test func `units of a reward cost what was earned after tax (P10)`() throws {
        var sample = BookSample()
        try sample.add(.dividend, "2", "30 EUR", on: "2024-01-01", taxes: "5 EUR")
        let book = try sample.book()
        #expect(book.positions[sample.key]?.lots.first?.cost.base == (try money("25 EUR")))
        #expect(book.income.map(\.gross) == [try money("30 EUR")])
        #expect(book.income.map(\.net) == [try money("25 EUR")])
        var unpriced = BookSample()
        try unpriced.add(.interest, "2", on: "2024-01-01")
        #expect(try unpriced.book().income.map(\.gross) == [nil])
        #expect(try unpriced.book().positions[unpriced.key]?.lots.first?.cost == MoneyPair(instrument: nil, base: nil))
    }
}
