import ExchangeRates
import Foundation
import Models
import PluginKit
import Testing

@Suite struct PegRatesTests {
    private func pegs(_ setting: RawSetting) throws -> PegRates {
        try PegRates(InMemorySettings(["exchangeRates.pegs": setting]))
    }

    @Test func `a peg is a fixed rate with its own name`() throws {
        let pegs = try pegs(["USDT": "USD", "EUR/BGN": "1.95583"])
        let answer = pegs.rates(try request("BGN", "BTC"))
        #expect(answer.texts == ["EUR/BGN=1.95583 fixed", "USDT/USD=1 fixed"])
        #expect(answer.quotes.allSatisfy { $0.source == "peg" && $0.time == anyCall.now && !$0.isDated })
        #expect(pegs.rates(try request("BTC")).texts == ["USDT/USD=1 fixed"])
    }

    @Test func `nothing is a peg unless it is set`() throws {
        #expect(try PegRates(InMemorySettings([:])).rates(try request("USDT", "USD")).quotes.isEmpty)
    }

    @Test func `a peg comes before what providers say`() async throws {
        let table = try FixedRateTable(csv: "from,to,rate,date\nUSDT,USD,0.9,\n", fileTime: noon)
        let service = ExchangeRateService(providers: [
            try pegs("USDT=USD"), FixedRates(table),
        ])
        let tether = try Currency(code: "USDT")
        let dollar = try Currency(code: "USD")
        let rate = try await service.rates(for: [.init(from: tether, to: dollar)], anyCall)
            .conversion(from: tether, to: dollar).rate
        #expect(rate?.rate == .one && rate?.sources == ["peg"] && rate?.state == .fixed)
    }

    @Test(arguments: [
        ["USDT": "DOLLAR"], ["XXXX": "USD"], ["USDT/USD": "0"], ["USDT/USD": "-1"], ["USDT/USD": "USD"], ["USD": "USD"],
        ["USDT/USD/EUR": "1"], ["USDT": "1"], ["USDT": "USD", "USD/USDT": "1.1"],
    ])
    func `what is no peg is refused with the entry`(map: [String: String]) throws {
        let error = #expect(throws: SettingsError.self) { try pegs(.map(map)) }
        #expect("\(try #require(error))".contains("is not a peg"))
    }
}
