import ExchangeRates
import Foundation
import HTTPNetworking
import Logging
import LoopbackServer
import Models
import Testing

@testable import RateProviders

@Suite struct ECBRatesTests {
    private func table(_ days: String, quote: String = "\"") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
        <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
        <Cube>\(days.replacing("\"", with: quote))</Cube></gesmes:Envelope>
        """
    }

    private let history = """
        <Cube time="2026-05-19"><Cube currency="USD" rate="1.13"/></Cube>
        <Cube time="2026-05-15"><Cube currency="USD" rate="1.12"/><Cube currency="JPY" rate="N/A"/></Cube>
        <Cube time="2026-05-14"><Cube currency="USD" rate="1.11"/><Cube currency="JPY" rate="182.85"/></Cube>
        <Cube time="2026-05-05"><Cube currency="USD" rate="1.10"/><Cube currency="RUB" rate="90"/></Cube>
        """

    @Test(arguments: ["\"", "'"])
    func `the daily table gives the rates of its day`(quote: String) async throws {
        let text = table(
            #"<Cube time="2026-05-19"><Cube currency="USD" rate="1.1790"/><Cube currency="JPY" rate="182.85"/></Cube>"#,
            quote: quote)
        let server = try LoopbackServer(always: .text(text, type: "text/xml"))
        let answer = try await provider("ecb", on: server).rates(try request("USD", "JPY", "BTC"))
        #expect(answer.texts == ["EUR/JPY=182.85 live", "EUR/USD=1.179 live"])
        #expect(answer.quotes.allSatisfy { $0.time == (try? CalendarDay("2026-05-19").startInUTC) })
        #expect(server.requests.map(\.path) == ["/eurofxref-daily.xml"])
    }

    @Test(
        "a past day takes the newest rate on or before it, at most a week old",
        arguments: [
            ("2026-05-19", "1.13"), ("2026-05-18", "1.12"), ("2026-05-17", "1.12"), ("2026-05-15", "1.12"),
            ("2026-05-14", "1.11"), ("2026-05-13", nil), ("2026-05-12", "1.1"), ("2026-05-04", nil),
        ])
    func pastDay(day: String, rate: String?) async throws {
        let server = try LoopbackServer(always: .text(table(history)))
        let answer = try await provider("ecb", on: server).rates(try request("USD", day: day))
        #expect(answer.rate("EUR", "USD") == rate)
        #expect((answer.gap("EUR", "USD") != nil) == (rate == nil))
        #expect(server.requests.map(\.path) == ["/eurofxref-hist-90d.xml"])
    }

    @Test func `a currency without a rate on the day takes its own newest`() async throws {
        let server = try LoopbackServer(always: .text(table(history)))
        let answer = try await provider("ecb", on: server).rates(try request("JPY", "USD", day: "2026-05-17"))
        #expect(answer.texts == ["EUR/JPY=182.85 live", "EUR/USD=1.12 live"])
        #expect(answer.quotes.first { $0.to.code == "JPY" }?.time == (try CalendarDay("2026-05-14").startInUTC))
    }

    @Test func `a range of days is read out of one table, once`() async throws {
        let server = try LoopbackServer(always: .text(table(history)))
        let cache = CountingCache()
        let client = HTTPClient(
            transport: NetworkTransport(), cache: cache, limiter: RateLimiter(store: MemoryLimiterStateStore()),
            logger: Logger(label: "test"))
        let rates = ECBRates(
            address: ServerAddress(server.baseURL.absoluteString), client: client, timeToLive: .seconds(60))
        let days = try (4...19).map { CalendarDay(dayNumber: try CalendarDay("2026-05-01").dayNumber + $0 - 1) }
        let call = Call(now: noon, program: "test", command: "test")
        let dollar = try Currency(code: "USD")
        let requests = days.map { RateRequest(currencies: [dollar], day: $0, call) }
        _ = try await rates.answers(to: requests)
        let reads = await cache.reads
        let answers = try await rates.answers(to: requests)
        #expect(await cache.reads == reads + 1)
        for (request, answer) in zip(requests, answers) {
            let one = try await rates.rates(request)
            #expect(try answer.get().quotes.map(\.rate) == one.quotes.map(\.rate), "\(String(describing: request.day))")
            #expect(try answer.get().gaps == one.gaps)
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a day long ago is looked up in the whole history`() async throws {
        let server = try LoopbackServer(always: .text(table(history)))
        _ = try await provider("ecb", on: server).rates(try request("USD", day: "2001-02-03"))
        #expect(server.requests.map(\.path) == ["/eurofxref-hist.xml"])
    }

    @Test func `a currency that became the euro is a gap that says since when`() async throws {
        let server = try LoopbackServer(always: .text(table(history)))
        let newest = try await provider("ecb", on: server).rates(try request("HRK", "USD"))
        #expect(
            newest.gap("EUR", "HRK")
                == "HRK became the euro on 2023-01-01; to convert it all the same, set exchangeRates.pegs to EUR/HRK=7.53450"
        )
        let before = try await provider("ecb", on: server).rates(try request("HRK", "USD", day: "2022-12-31"))
        #expect(try #require(before.gap("EUR", "HRK")).contains("none within 7 days before 2022-12-31"))
    }

    @Test func `unusable rates are gaps, each for itself`() async throws {
        let text = table(
            """
            <Cube time="2026-05-19"><Cube currency="USD" rate="1,1476"/><Cube currency="JPY" rate="0"/>
            <Cube currency="GBP" rate="0.86503"/><Cube currency="CHF" rate="-1"/></Cube>
            """)
        let server = try LoopbackServer(always: .text(text))
        let answer = try await provider("ecb", on: server).rates(try request("USD", "JPY", "GBP", "CHF"))
        #expect(answer.texts == ["EUR/GBP=0.86503 live"])
        #expect(answer.gap("EUR", "USD") == "ecb gave '1,1476' instead of a rate")
        #expect(answer.gap("EUR", "JPY") == "ecb gave a rate that is not greater than 0")
    }

    @Test(
        "what is no table is an error",
        arguments: [
            "<html>\n<head><title>Illegal xml file</title></head>\n</body>\n</html>", "", "{}",
            "<?xml version=\"1.0\"?><html><body>Maintenance</body></html>",
            "<gesmes:Envelope xmlns:gesmes=\"g\"><Cube><Cube time='2026-05-19'><Cube currency='USD' rate='1.1",
            "<gesmes:Envelope xmlns:gesmes=\"g\"><Cube><Cube time='2026-05-19'><Cube currency='USD' rate='1.1'/></Cube>",
            "<gesmes:Envelope xmlns:gesmes=\"g\"><Cube><Cube time='2026-05-19'><Cube currency='USD' rate='1.1'/></Envelope>",
        ])
    func noTable(text: String) async throws {
        let server = try LoopbackServer(always: .text(text, type: "text/html"))
        let provider = try await provider("ecb", on: server)
        await #expect(throws: RateProviderError.self) { try await provider.rates(try request("USD")) }
    }

    @Test func `a table is refused wherever it breaks off`() throws {
        let text = table(history) + "\n"
        let bytes = Data(text.utf8)
        let days = try CalendarDay("2026-05-01")...CalendarDay("2026-05-31")
        let end = text.utf8.count - 1
        for length in 0..<end { #expect(ECBTable(xml: bytes.prefix(length), days: days) == nil, "\(length) bytes") }
        #expect(ECBTable(xml: bytes.prefix(end), days: days)?.days.count == 4)
    }

    @Test func `elements within elements without an end are refused before they take memory`() throws {
        let days = try CalendarDay("2026-05-01")...CalendarDay("2026-05-31")
        let start = ContinuousClock.now
        for piece in ["<a>", "<E:Envelope><Cube>", "<Cube time='2026-05-19'>"] {
            let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
            #expect(ECBTable(xml: Data(text.utf8), days: days) == nil)
        }
        #expect(start.duration(to: .now) < .seconds(5))
        // As deep as a table ever is, and far deeper than that.
        for (depth, isTaken) in [(3, true), (60, true), (64, false), (1000, false)] {
            let text =
                "<E:Envelope>" + String(repeating: "<Cube>", count: depth) + "<Cube time='2026-05-19'/>"
                + String(repeating: "</Cube>", count: depth) + "</E:Envelope>"
            #expect((ECBTable(xml: Data(text.utf8), days: days) != nil) == isTaken, "\(depth)")
        }
    }

    @Test func `a table of many elements is not read on when nobody waits for it any more`() async throws {
        let days = try CalendarDay("2026-05-01")...CalendarDay("2026-05-31")
        let text = "<E:Envelope>" + String(repeating: "<Cube/>", count: 20_000) + "</E:Envelope>"
        let reading = Task { ECBTable(xml: Data(text.utf8), days: days) }
        reading.cancel()
        #expect(await reading.value == nil)
        #expect(ECBTable(xml: Data(text.utf8), days: days) != nil)
    }

    @Test func `a daily table that is as large as a history is cut off`() async throws {
        let text = "<E:Envelope>" + String(repeating: "<Cube/>", count: 610_000) + "</E:Envelope>"
        let server = try LoopbackServer(always: .text(text, type: "text/xml"))
        let provider = try await provider("ecb", on: server)
        await #expect(throws: HTTPError.self) { try await provider.rates(try request("USD")) }
    }

    @Test func `comments, instructions and types are passed over`() throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE x><!-- <Cube time="2026-05-18"> -->
            <E:Envelope a='>' ><Cube\n><Cube  time = "2026-05-19" ><Cube rate='1.1' currency="USD" /></Cube ></Cube></E:Envelope>
            """
        let days = try CalendarDay("2026-05-01")...CalendarDay("2026-05-31")
        let table = try #require(ECBTable(xml: Data(text.utf8), days: days))
        #expect(table.days == [try CalendarDay("2026-05-19"): ["USD": "1.1"]])
    }

    @Test func `a table without days is an error`() async throws {
        let server = try LoopbackServer(always: .text(table("")))
        let provider = try await provider("ecb", on: server)
        await #expect(throws: RateProviderError.refused(provider: "ecb", message: "its table holds no day")) {
            try await provider.rates(try request("USD"))
        }
    }

}

/// Counts how often an answer is looked for.
private actor CountingCache: ResponseCache {
    private(set) var reads = 0
    private let memory = MemoryResponseCache()

    func response(for key: String) async -> StoredResponse? {
        reads += 1
        return await memory.response(for: key)
    }

    func store(_ response: StoredResponse, for key: String) async { await memory.store(response, for: key) }
}
