import ExchangeRates
import Foundation
import Models
import TestSupport
import Testing

@testable import Forecast

struct PriceModelTests {
    private static let first = CalendarDay(dayNumber: 20_000)

    /// Days with the prices in USD that a closure has of them; a day without one has none at all.
    private static func rates(
        _ count: Int, _ prices: (Int) throws -> [(Currency, Double)]
    ) throws -> [(day: CalendarDay, rates: FrozenRates)] {
        try (0..<count).map { index in
            let day = first.adding(days: index)
            let quotes = try prices(index).map { currency, price in
                try RateQuote(
                    from: currency, to: .usd, rate: Ratio(decimal: "\(price)"), time: day.startInUTC, source: "test",
                    state: .fixed)
            }
            return (day, FrozenRates([RateAnswer(quotes: quotes)]))
        }
    }

    @Test func `volatility and correlation are numpy's`() throws {
        var (a, b) = (0.0, 0.0)
        let rates = try Self.rates(400) { index in
            let (day, square) = (Double(index), Double(index * index))
            a += 0.03 * sin(square)
            b += 0.02 * sin(square) + 0.01 * cos(day * 1.7)
            return [(.btc, 100 * exp(a)), (.eth, 5 * exp(b))]
        }
        let model = try PriceModel(of: [.btc, .eth], in: .usd, rates: Array(rates.suffix(366)))
        #expect(abs(model.risks[0].volatility - 0.4060879) < 1e-7)
        #expect(abs(model.risks[1].volatility - 0.29395553) < 1e-7)
        #expect(abs(model.correlations.rows[0][1] - 0.8884461150926686) < 1e-12)
        #expect(model.risks.map(\.prices) == [366, 366])
    }

    @Test func `no price and one price are refused, with what helps`() throws {
        let none = try Self.rates(366) { _ in [] }
        let one = try Self.rates(366) { $0 == 9 ? [(.btc, 100)] : [] }
        #expect(throws: ForecastError.fewPrices(RiskFactor(.btc), in: .usd, found: 0)) {
            try PriceModel(of: [.btc], in: .usd, rates: none)
        }
        #expect(throws: ForecastError.fewPrices(RiskFactor(.btc), in: .usd, found: 1)) {
            try PriceModel(of: [.btc], in: .usd, rates: one)
        }
        #expect(
            ForecastError.fewPrices(RiskFactor(.btc), in: .usd, found: 1).remedy == .giveVolatility(RiskFactor(.btc)))
    }

    @Test func `a price that is carried on is one price`() throws {
        let quote = try RateQuote(
            from: .btc, to: .usd, rate: ratio("100"), time: Self.first.startInUTC, source: "test", state: .fixed)
        let found = (0..<366).map { index in
            (day: Self.first.adding(days: index), rates: FrozenRates([RateAnswer(quotes: [quote])]))
        }
        #expect(throws: ForecastError.fewPrices(RiskFactor(.btc), in: .usd, found: 1)) {
            try PriceModel(of: [.btc], in: .usd, rates: found)
        }
    }

    @Test func `a gap of most of a year leaves an estimate over the time that it took`() throws {
        // Half a percent a day, seen on 30 days at each end, and a jump of the days between at once.
        let rates = try Self.rates(366) { index in
            (30..<336).contains(index) ? [] : [(.btc, exp(index.isMultiple(of: 2) ? 0 : 0.01))]
        }
        let model = try PriceModel(of: [.btc], in: .usd, rates: rates)
        let changes = 29.0 + 29 + 1
        #expect(abs(model.risks[0].volatility - (changes * 0.0001 / 365 * 365).squareRoot()) < 1e-9)
        #expect(model.risks[0].prices == 60)
    }

    @Test func `constant prices have no volatility, and tiny ones an ordinary one`() throws {
        let rates = try Self.rates(366) { index in
            [(.btc, 100), (.eth, 1e-12 * exp(index.isMultiple(of: 2) ? 0 : 0.03))]
        }
        let model = try PriceModel(of: [.btc, .eth], in: .usd, rates: rates)
        #expect(model.risks[0].volatility == 0)
        #expect(abs(model.risks[1].volatility - 0.03 * 365.0.squareRoot()) < 1e-6)
        #expect(model.correlations.rows[0][1] == 0)
    }

    @Test func `what is given goes before what was`() throws {
        let none = try Self.rates(366) { _ in [] }
        var given = try PriceAssumptions(volatilities: ["BTC=60%", "ETH=0.8"], correlations: [])
        #expect(throws: ForecastError.unknownCorrelation(RiskFactor(.btc), RiskFactor(.eth))) {
            try PriceModel(of: [.btc, .eth], in: .usd, rates: none, given: given)
        }
        given = try PriceAssumptions(volatilities: ["BTC=60%", "ETH=0.8"], correlations: ["ETH,BTC=0.7"])
        let model = try PriceModel(of: [.btc, .eth], in: .usd, rates: none, given: given)
        #expect(model.risks.map(\.volatility) == [0.6, 0.8] && model.risks.map(\.prices) == [nil, nil])
        #expect(model.correlations.rows[1][0] == 0.7)
    }

    @Test func `correlations that contradict each other are refused`() throws {
        let given = try PriceAssumptions(
            volatilities: ["BTC=1", "ETH=1", "LTC=1"], correlations: ["BTC,ETH=0.9", "ETH,LTC=0.9", "BTC,LTC=-0.9"])
        let none = try Self.rates(366) { _ in [] }
        #expect(throws: ForecastError.contradictoryCorrelations([Currency.btc, .eth, .ltc].map { RiskFactor($0) })) {
            try PriceModel(of: [.btc, .eth, .ltc], in: .usd, rates: none, given: given)
        }
    }

    @Test(arguments: ["BTC", "BTC=", "=60%", "BTC=-1", "BTC=60", "BTC=sixty", "NONE=1", "BTC=NaN"])
    func `a text that is no volatility is refused as it was written`(text: String) {
        #expect(throws: ForecastError.badVolatility(text)) {
            try PriceAssumptions(volatilities: [text], correlations: [])
        }
    }

    @Test(arguments: ["BTC=0.5", "BTC,ETH", "BTC,BTC=1", "BTC,ETH=1.1", "BTC,ETH,LTC=0", "BTC,XXXX=0.1"])
    func `a text that is no correlation is refused as it was written`(text: String) {
        #expect(throws: ForecastError.badCorrelation(text)) {
            try PriceAssumptions(volatilities: [], correlations: [text])
        }
    }

    @Test func `a volatility that is given twice is refused`() {
        #expect(throws: ForecastError.badVolatility("BTC=70%")) {
            try PriceAssumptions(volatilities: ["BTC=60%", "BTC=70%"], correlations: [])
        }
    }
}
