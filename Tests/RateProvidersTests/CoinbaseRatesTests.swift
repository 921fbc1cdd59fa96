import ExchangeRates
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import Testing

@testable import RateProviders

@Suite struct CoinbaseRatesTests {
    private let rates = #"""
        {"data":{"currency":"USD","rates":{"AED":"3.67","EUR":"0.8613","BTC":"0.0000153846153846153846153","XAU":"0","00":"1",
        "1INCH":"2","JPY":"111","ETH":"nonsense","DOGE":7.5,"USDT":null}}}
        """#

    @Test func `one unusable rate costs no other`() async throws {
        let server = try LoopbackServer(always: .text(rates))
        let answer = try await provider("coinbase", on: server)
            .rates(try request("BTC", "XAU", "ETH", "JPY", "DOGE", "EUR"))
        #expect(
            answer.texts == [
                "USD/BTC=0.0000153846153846153846153 live", "USD/DOGE=7.5 live", "USD/EUR=0.8613 live",
                "USD/JPY=111 live",
            ])
        #expect(answer.gap("USD", "XAU") == "coinbase gave a rate that is not greater than 0")
        #expect(answer.gap("USD", "ETH") == "coinbase gave 'nonsense' instead of a rate")
        #expect(answer.gap("USD", "USDT") == "coinbase gave null instead of a rate")
        #expect(server.requests.map(\.target) == ["/exchange-rates?currency=USD"])
        #expect(answer.quotes.allSatisfy { $0.time == noon })
    }

    @Test func `all currencies there are take one request`() async throws {
        let server = try LoopbackServer(always: .text(rates))
        _ = try await provider("coinbase", on: server).rates(
            RateRequest(currencies: Set(Currency.all), day: nil, anyCall))
        #expect(server.requests.count == 1)
    }

    @Test func `a past day is asked for each currency; an unknown one is a gap`() async throws {
        let server = try LoopbackServer { request, _ in
            switch request.target {
            case "/prices/BTC-USD/spot?date=2026-01-09":
                .text(#"{"data":{"base":"BTC","currency":"USD","amount":"91000.10"}}"#)
            default: .text(#"{"errors":[{"id":"not_found","message":"Invalid base currency"}]}"#, status: 404)
            }
        }
        let answer = try await provider("coinbase", on: server).rates(
            try request("BTC", "DOGE", "USD", day: "2026-01-09"))
        #expect(answer.texts == ["BTC/USD=91000.1 live"])
        #expect(answer.gap("DOGE", "USD") == "coinbase has no price of DOGE on 2026-01-09")
        #expect(answer.quotes.first?.time == (try CalendarDay("2026-01-09").startInUTC))
    }

    @Test(arguments: [
        #"{"data":{"currency":"EUR","rates":{"BTC":"0.1"}}}"#, #"{"data":{"rates":{"BTC":"0.1"}}}"#, #"{"data":[]}"#,
        "<html>",
        "{}", "null", #"{"data":{"currency":"USD","rates":[]}}"#,
    ])
    func `an answer about something else is refused`(body: String) async throws {
        let server = try LoopbackServer(always: .text(body))
        let provider = try await provider("coinbase", on: server)
        await #expect(throws: RateProviderError.self) { try await provider.rates(try request("BTC", "USD")) }
    }

    @Test func `errors of the server are passed on with what it said`() async throws {
        let server = try LoopbackServer(
            always: .text(#"{"errors":[{"id":"invalid_request","message":"Invalid currency (X)"}]}"#, status: 400))
        let provider = try await provider("coinbase", on: server)
        let error = await #expect(throws: HTTPError.self) { try await provider.rates(try request("BTC", "USD")) }
        #expect("\(try #require(error))".contains("Invalid currency (X)"))
    }

    @Test func `a token is not mistaken for the coin of the same symbol`() async throws {
        let server = try LoopbackServer(always: .text(rates))
        let token = try Currency(token: "BTC", chain: "ethereum", contract: "0x01", decimals: 8)
        let answer = try await provider("coinbase", on: server).rates(
            RateRequest(currencies: [token], day: nil, anyCall))
        #expect(!answer.quotes.contains { $0.to == token || $0.from == token })
    }
}
