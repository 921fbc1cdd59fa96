import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Portfolio
import PriceProviders
import Testing

/// Sources that are one line of a table, on a server: prices are kept, refused, or a gap, and never wrong.
struct HTTPPricesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The prices of an instrument by a source: `url` goes on after the server's address.
    private func prices(
        _ reply: Reply, url: String = "/q?s={symbol}", date: String, price: String, currency: String = "",
        adjusted: String = "", of instrument: PriceRequest.Wanted? = nil, within limit: Duration = .seconds(600)
    ) async throws -> PriceSources.Answer {
        try await prices(
            LoopbackServer(always: reply), url: url, date: date, price: price, currency: currency, adjusted: adjusted,
            of: instrument, within: limit)
    }

    private func prices(
        _ server: LoopbackServer, url: String = "/q?s={symbol}", date: String, price: String, currency: String = "",
        adjusted: String = "", of instrument: PriceRequest.Wanted? = nil, within limit: Duration = .seconds(600)
    ) async throws -> PriceSources.Answer {
        let base = server.baseURL.absoluteString
        let table = try folder.write(
            """
            name,url,date,price,currency,adjusted
            mine,"\(base.hasSuffix("/") ? String(base.dropLast()) : base)\(url)",\(date),\(price),\(currency),\(adjusted)

            """, to: "sources.csv")
        let container = try await sources(["prices.http.file": .text(table), "prices.providers": ["http"]])
        let all = PriceSources(try container.resolveAll(.prices))
        let asked = try instrument ?? wanted("mine:wrld")
        return try await all.prices(
            PriceRequest([asked], to: CalendarDay("2026-05-20")), call(within: limit))
    }

    private static let table = """
        Date,Open,Close
        2026-05-04,99,99.90
        2026-05-15,100,101.25
        2026-05-18,101,N/D
        2026-05-19,102,
        2026-05-20,102,101.3
        2026-05-21,102,999

        """

    // MARK: - Three shapes

    @Test func `a table by symbol: holidays are left out, days before and after are not wanted`() async throws {
        let server = try LoopbackServer(always: .text(Self.table, type: "text/csv"))
        let answer = try await prices(
            server, url: "/q?s={symbol}&isin={isin}&from={from}&to={to}", date: "Date", price: "Close",
            of: wanted("mine:wrld.de&x=1", isin: "DE0001234567"))
        #expect(answer.texts == ["2026-05-15 101.25 EUR", "2026-05-20 101.30 EUR"])
        #expect(answer.gaps.isEmpty)
        #expect(answer.rows.map(\.source) == ["mine", "mine"])
        #expect(
            server.requests.map(\.target)
                == ["/q?s=wrld.de%26x%3D1&isin=DE0001234567&from=2026-05-06&to=2026-05-20"])
    }

    @Test func `nested JSON, and days as names`() async throws {
        let nested = """
            {"data":{"rows":[{"d":"2026-05-18","q":{"close":101.25}},{"d":"2026-05-19","q":{"close":null}},
            {"d":"2026-05-20","q":{"close":"1,101.30"}}]},"currency":"EUR"}
            """
        let answer = try await prices(
            .text(nested), date: "data.rows.*.d", price: "data.rows.*.q.close", currency: "currency")
        #expect(answer.texts == ["2026-05-18 101.25 EUR", "2026-05-20 1101.30 EUR"])
        let named = #"{"Time Series (Daily)":{"2026-05-19":{"4. close":"101.25"},"2026-05-20":{"4. close":"101.30"}}}"#
        let series = try await prices(
            .text(named), date: "Time Series (Daily).*", price: #"Time Series (Daily).*.4\. close"#)
        #expect(series.texts == ["2026-05-19 101.25 EUR", "2026-05-20 101.30 EUR"])
    }

    @Test func `pairs: of the instants of a day the last counts; lists side by side have one length`() async throws {
        let pairs = """
            {"prices":[[1779148800000,64000.5],[1779192000000,1.5e-7],[1779278400000,65000.123456789012345678]]}
            """
        let answer = try await prices(.text(pairs), date: "prices.*.0", price: "prices.*.1")
        #expect(answer.texts == ["2026-05-19 0.00000015 EUR", "2026-05-20 65000.123456789012345678 EUR"])
        let lists = #"{"t":[1779148800,1779235200],"c":[10.5,11.25]}"#
        #expect(
            try await prices(.text(lists), date: "t.*", price: "c.*").texts
                == ["2026-05-19 10.50 EUR", "2026-05-20 11.25 EUR"])
        let short = try await prices(.text(#"{"t":[1779148800,1779235200],"c":[10.5]}"#), date: "t.*", price: "c.*")
        #expect(short.texts.isEmpty && short.reasons == ["mine: it has 2 days and 1 prices"])
    }

    // MARK: - Numbers and days

    @Test func `decimal commas are read where the column shows them, and refused where it does not`() async throws {
        let commas = "Datum;Schluss\n20.05.2026;1.234,50\n19.05.2026;1.234\n"
        #expect(
            try await prices(.text(commas), date: "Datum", price: "Schluss").texts
                == ["2026-05-19 1234.00 EUR", "2026-05-20 1234.50 EUR"])
        let open = try await prices(.text("Datum;Schluss\n20.05.2026;1.234\n"), date: "Datum", price: "Schluss")
        #expect(open.texts.isEmpty && open.reasons == ["mine: its prices can be read in two ways"])
        let points = "Date,Close\n2026-05-20,1.234\n"
        #expect(try await prices(.text(points), date: "Date", price: "Close").texts == ["2026-05-20 1.234 EUR"])
        let mixed = try await prices(
            .text("Date,Close\n2026-05-19,\"1,5\"\n2026-05-20,1.5\n"), date: "Date", price: "Close")
        #expect(mixed.texts.isEmpty)
        let days = try await prices(.text("Date,Close\n05/06/2026,1.5\n"), date: "Date", price: "Close")
        #expect(days.texts.isEmpty && days.reasons == ["mine: its days can be read in two ways"])
    }

    @Test func `a day with two prices has none, one that is told twice has one`() async throws {
        let answer = try await prices(
            .text("Date,Close\n2026-05-18,1.5\n2026-05-18,1.6\n2026-05-19,1.7\n2026-05-19,1.70\n"), date: "Date",
            price: "Close")
        #expect(answer.texts == ["2026-05-19 1.70 EUR"])
        #expect(answer.reasons == ["there are several prices of 2026-05-18"])
    }

    @Test(arguments: ["0", "-5.10", "1e5x", "12 USD", "=1+1", "NaN"])
    func `what is no price above 0 is none`(text: String) async throws {
        let answer = try await prices(.text("Date,Close\n2026-05-20,\(text)\n"), date: "Date", price: "Close")
        #expect(answer.texts.isEmpty && answer.gaps.count == 1)
    }

    @Test func `another currency is a gap, pence are hundredths, and adjusted prices say through when`() async throws {
        let dollars = #"{"d":"2026-05-20","p":5,"c":"USD"}"#
        let other = try await prices(.text(dollars), date: "d", price: "p", currency: "c")
        #expect(other.texts.isEmpty && other.reasons == ["mine: the price of 2026-05-20 is in 'USD', not in EUR"])
        #expect(try await prices(.text(dollars), date: "d", price: "p", currency: "USD").texts.isEmpty)
        let missing = try await prices(.text(#"{"d":"2026-05-20","p":5}"#), date: "d", price: "p", currency: "c")
        #expect(missing.texts.isEmpty)
        let pence = try await prices(
            .text(#"{"d":"2026-05-20","p":712.5,"c":"GBp"}"#), date: "d", price: "p", currency: "c", adjusted: "yes",
            of: wanted("mine:x", .gbp))
        #expect(pence.texts == ["2026-05-20 7.125 GBP"])
        #expect(pence.rows.map(\.price.adjustedThrough) == [try CalendarDay("2026-05-20")])
    }

    // MARK: - Answers that are none

    @Test(arguments: [
        ("<html><body>Too many visitors</body></html>", "the answer is a page, not prices"),
        ("{\"data\":", "the answer is no JSON"), ("{\"other\":[]}", "nothing stands at 'data.*.d'"),
        ("[]", "nothing stands at 'data.*.d'"), ("Exceeded the daily hits limit", "it has no column 'data.*.d'"),
        ("", "the answer is no table"), ("{\"data\":[{\"d\":\"2026-05-20\",\"x\":1}]}", "nothing stands at 'data.*.p'"),
    ])
    func `an answer of another kind is refused with how it begins`(body: String, reason: String) async throws {
        let answer = try await prices(.text(body), date: "data.*.d", price: "data.*.p")
        #expect(answer.texts.isEmpty)
        #expect(answer.reasons.count == 1 && answer.reasons[0].contains(reason))
    }

    @Test func `a row that is wider than the titles is not read by them`() async throws {
        let answer = try await prices(
            .text("Date,Open,Close\n2026-05-20,1,234,50\n"), date: "Date", price: "Close")
        #expect(answer.texts.isEmpty && answer.reasons[0].contains("line 2 has 4 columns"))
    }

    @Test func `429 is a pause, a huge answer is cut off, a silent server costs its own time alone`() async throws {
        let limited = try await prices(
            .text("slow down", status: 429), date: "Date", price: "Close", within: .seconds(2))
        #expect(limited.texts.isEmpty && limited.reasons.count == 1)
        let huge = try await prices(.stream(byteCount: nil, announced: false), date: "Date", price: "Close")
        #expect(huge.texts.isEmpty && huge.reasons[0].contains("larger than"))
        let silent = try await prices(.silence, date: "Date", price: "Close", within: .milliseconds(300))
        #expect(silent.texts.isEmpty && silent.reasons[0].contains("did not answer"))
    }

    @Test func `keys of an address are shown nowhere`() async throws {
        let key = "Zx81Kq0aTTpL29fB"
        let server = try LoopbackServer { request, _ in
            .text("Invalid key \(key) in \(request.target)", status: 401)
        }
        let answer = try await prices(
            server, url: "/v1/\(key)/q?s={symbol}&t=\(key)&apikey=short", date: "Date", price: "Close")
        #expect(answer.texts.isEmpty && !answer.reasons.isEmpty)
        #expect(!answer.reasons.joined().contains(key) && !answer.reasons.joined().contains("apikey=short"))
        let page = try await prices(
            .text("\(key)\nis no key"), url: "/q?s={symbol}&t=\(key)", date: "Date", price: "Close")
        #expect(!page.reasons.joined().contains(key))
    }

    @Test func `one source that fails costs no other, and what was read before serves again`() async throws {
        let server = try LoopbackServer(inOrder: .text("Date,Close\n2026-05-20,1.5\n"), .text("gone", status: 404))
        let base = server.baseURL.absoluteString
        let table = try folder.write(
            "name,url,date,price\na,\(base)/a?s={symbol},Date,Close\nb,\(base)/b?s={isin},Date,Close\n", to: "two.csv")
        let container = try await sources(["prices.http.file": .text(table), "prices.providers": ["http"]])
        let all = PriceSources(try container.resolveAll(.prices))
        let request = PriceRequest(
            [try wanted("a:x"), try wanted("b"), try wanted("c")], to: try CalendarDay("2026-05-20"))
        let first = try await all.prices(request, call())
        #expect(first.texts == ["2026-05-20 1.50 EUR"])
        #expect(
            first.reasons == [
                "b: its address needs a symbol or an ISIN that 'World fund' does not have",
                "no provider knows a price of these days from the source 'c'",
            ])
        #expect(try await all.prices(request, call()).texts == first.texts)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        ("name,address\n", "has to begin with"), ("name,url,date,price\nx,ftp://host/,a,b\n", "https://"),
        ("name,url,date,price\nx,https://host/{id},a,b\n", "in braces stand"),
        ("name,url,date,price\nx:y,https://host/,a,b\n", "no colon"),
        ("name,url,date,price\nx,https://{symbol}.host/,a,b\n", "name a host"),
        ("name,url,date,price\nx,https://host/,a,b\nx,https://host/,a,b\n", "already"),
    ])
    func `a table that cannot be used says where`(text: String, reason: String) async throws {
        let table = try folder.write(text, to: "bad.csv")
        let container = try await sources(["prices.http.file": .text(table), "prices.providers": ["http"]])
        let all = PriceSources(try container.resolveAll(.prices))
        let answer = try await all.prices(
            PriceRequest([wanted("x:y")], to: CalendarDay("2026-05-20")), call())
        #expect(answer.reasons.count == 1 && answer.reasons[0].contains(reason))
    }
}
