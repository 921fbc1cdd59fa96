import ExchangeRates
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Testing

@testable import RateProviders

@Suite struct CoinGeckoRatesTests {
    @Test func `prices keep every digit and their own time`() async throws {
        let server = try LoopbackServer(
            always: .text(
                """
                {"bitcoin":{"usd":65000.123456789012345678901234567890123456789012345,"eur":6e4,"btc":1.0,
                "last_updated_at":1779278000},"tether":{"usd":0.9998,"eur":null,"btc":-1},
                "ethereum":{"usd":0,"eur":"3000.5","btc":8.21e-06}}
                """))
        let answer = try await provider("coingecko", on: server).rates(try request("BTC", "ETH", "EUR"))
        #expect(
            answer.texts == [
                "BTC/EUR=60000 live", "BTC/USD=65000.123456789012345678901234567890123456789012345 live",
                "ETH/BTC=0.00000821 live", "ETH/EUR=3000.5 live", "USDT/USD=0.9998 live",
            ])
        #expect(answer.quotes.first { $0.from.code == "BTC" }?.time == Date(timeIntervalSince1970: 1_779_278_000))
        #expect(answer.quotes.first { $0.from.code == "ETH" }?.time == noon)
        #expect(answer.gap("USDT", "EUR") == "coingecko gave null instead of a rate")
        #expect(answer.gap("USDT", "BTC") == "coingecko gave a rate that is not greater than 0")
        #expect(answer.gap("ETH", "USD") == "coingecko gave a rate that is not greater than 0")
        let query = try #require(server.requests.first).query
        #expect(server.requests.first?.path == "/simple/price")
        #expect(query["ids"] == "bitcoin,ethereum,tether")
        #expect(query["vs_currencies"] == "btc,eth,eur,usd")
        #expect(query["precision"] == "full")
    }

    @Test func `an unknown id is a gap that says what to check`() async throws {
        let server = try LoopbackServer(always: .text(#"{"bitcoin":{},"tether":{"usd":1}}"#))
        let answer = try await provider("coingecko", on: server).rates(try request("BTC", "ETH", "USD"))
        #expect(
            try #require(answer.gaps.first { $0.from.code == "ETH" }).reason.contains("knows nothing named 'ethereum'"))
        #expect(try #require(answer.gaps.first { $0.from.code == "BTC" }).reason.contains("no price of 'bitcoin'"))
    }

    @Test func `every coin that has a code has an id, and ids are unique`() {
        let coins = Currency.all.filter { $0.kind == .coin }.map(\.code)
        #expect(Set(coins) == Set(CoinGeckoIDs.table.keys))
        let ids = CoinGeckoIDs.table.values.flatMap { $0 }
        #expect(Set(ids).count == ids.count)
        #expect(CoinGeckoIDs.quoteCodes.allSatisfy { (try? Currency(code: $0)) != nil })
    }

    @Test func `an ambiguous code lists its candidates, and a setting decides`() async throws {
        let server = try LoopbackServer(always: .text(#"{"terra-luna":{"usd":0.0001},"bitcoin":{"usd":65000}}"#))
        let open = try await provider("coingecko", on: server).rates(try request("LUNA", "USD"))
        let reason = try #require(open.gap("LUNA", "USD"))
        #expect(reason.contains("terra-luna-2 or terra-luna") && reason.contains("exchangeRates.coingecko.ids"))
        #expect(server.requests.last?.query["ids"]?.contains("luna") == false)
        let chosen = try await provider("coingecko", on: server, ["exchangeRates.coingecko.ids": "LUNA=terra-luna"])
            .rates(try request("LUNA", "USD"))
        #expect(chosen.rate("LUNA", "USD") == "0.0001")
    }

    @Test func `two hundred currencies take at most three requests with short addresses`() async throws {
        let server = try LoopbackServer { request, _ in
            let ids = (request.query["ids"] ?? "").split(separator: ",")
            return .text("{" + ids.map { "\"\($0)\":{\"usd\":2}" }.joined(separator: ",") + "}")
        }
        let all = Array(Currency.all.filter { $0.kind == .coin }) + Currency.all.filter(\.isFiat).prefix(120)
        #expect(all.count > 200)
        let answer = try await provider("coingecko", on: server)
            .rates(RateRequest(currencies: Set(all), day: nil, anyCall))
        #expect(server.requests.count <= 3)
        #expect(server.requests.allSatisfy { $0.target.utf8.count < 2000 })
        #expect(answer.quotes.count { $0.to.code == "USD" } > 90)
    }

    @Test func `tokens are asked by their contracts`() async throws {
        let contract = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
        let server = try LoopbackServer { request, _ in
            request.path.hasPrefix("/simple/token_price/ethereum")
                ? .text("{\"\(contract.lowercased())\":{\"usd\":0.9999}}") : .text("{}")
        }
        let token = try Currency(token: "USDC", chain: "ethereum", contract: contract, decimals: 6)
        let strange = try Currency(token: "X", chain: "nochain", contract: "abc", decimals: 6)
        let answer = try await provider("coingecko", on: server)
            .rates(RateRequest(currencies: [token, strange], day: nil, anyCall))
        #expect(answer.quotes.map(\.from) == [token])
        #expect(answer.gaps.contains { $0.from == strange && $0.reason.contains("exchangeRates.coingecko.ids") })
    }

    @Test func `a past day is the snapshot of that day, and is not asked twice`() async throws {
        let server = try LoopbackServer(
            always: .text(#"{"id":"bitcoin","market_data":{"current_price":{"usd":42208.202176186474,"eur":38240.2}}}"#)
        )
        let provider = try await provider("coingecko", on: server)
        let answer = try await provider.rates(try request("BTC", "EUR", day: "2026-01-09"))
        #expect(answer.texts == ["BTC/EUR=38240.2 live", "BTC/USD=42208.202176186474 live"])
        #expect(answer.quotes.allSatisfy { $0.time == (try? CalendarDay("2026-01-09").startInUTC) })
        #expect(server.requests.map(\.target) == ["/coins/bitcoin/history?date=09-01-2026&localization=false"])
        #expect(
            try await provider.rates(try request("BTC", "EUR", day: "2026-01-09")).quotes.allSatisfy {
                $0.state == .cached
            })
        #expect(server.requests.count == 1)
    }

    @Test func `a day without data is a gap`() async throws {
        let server = try LoopbackServer(always: .text(#"{"id":"bitcoin","symbol":"btc"}"#))
        let answer = try await provider("coingecko", on: server).rates(try request("BTC", "USD", day: "2010-01-09"))
        #expect(answer.quotes.isEmpty)
        #expect(try #require(answer.gap("BTC", "USD")).contains("no price of 'bitcoin' on 2010-01-09"))
    }

    @Test func `a past day's answer about another coin is refused and not kept`() async throws {
        let server = try LoopbackServer(
            inOrder: .text(#"{"id":"bitcoin","market_data":{"current_price":{"usd":70000.5}}}"#),
            .text(#"{"id":"tether","market_data":{"current_price":{"usd":0.999}}}"#))
        let first = try await provider("coingecko", on: server)
        let error = RateProviderError.otherThing(provider: "coingecko", asked: "tether", given: "'bitcoin'")
        await #expect(throws: error) { try await first.rates(try request("USDT", "USD", day: "2026-01-09")) }
        let second = try await provider("coingecko", on: server, now: { noon + 10 })
        #expect(
            try await second.rates(try request("USDT", "USD", day: "2026-01-09")).texts == ["USDT/USD=0.999 live"])
    }

    // MARK: - Many days

    @Test func `a range of days is one request, and each day has its first price or the newest before`() async throws {
        // 2026-01-08 23:00, 2026-01-09 00:00:51 and 05:00, 2026-01-11 00:00.
        let server = try LoopbackServer(
            always: .text(
                """
                {"prices":[[1767913200000,1],[1767916851000,42208.2021761],[1767934800000,3],[1768089600000,4e4]],
                "market_caps":[],"total_volumes":[]}
                """))
        let provider = try await provider("coingecko", on: server)
        let days = ["2026-01-08", "2026-01-09", "2026-01-10", "2026-01-11", "2024-01-11"]
        let answers = try await provider.answers(to: days.map { try request("BTC", "EUR", day: $0) }).map {
            try $0.get()
        }
        #expect(
            answers.map(\.texts) == [
                ["BTC/EUR=1 live"], ["BTC/EUR=42208.2021761 live"], ["BTC/EUR=3 live"], ["BTC/EUR=40000 live"], [],
            ])
        #expect(answers[1].quotes.first?.time == Date(timeIntervalSince1970: 1_767_916_851))
        #expect(answers[4].gaps.map(\.reason) == ["coingecko goes back 365 days only with this plan"])
        #expect(
            server.requests.map(\.target) == [
                "/coins/bitcoin/market_chart/range?vs_currency=eur&from=1767225600&to=1768175999&precision=full"
            ])
        let again = try await provider.answers(to: days.prefix(4).map { try request("BTC", "EUR", day: $0) })
        #expect(try again.allSatisfy { try $0.get().quotes.allSatisfy { $0.state == .cached } })
        #expect(server.requests.count == 1)
    }

    @Test func `a range of which one coin fails is a gap for that one, and one of which all do fails`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path.contains("bitcoin")
                ? .text(#"{"message":"closed"}"#) : .text(#"{"prices":[[1767916851000,3000]]}"#)
        }
        let provider = try await provider("coingecko", on: server)
        let days = ["2026-01-09", "2026-01-10"]
        let answers = try await provider.answers(to: days.map { try request("BTC", "ETH", "USD", day: $0) })
        for answer in try answers.map({ try $0.get() }) {
            #expect(answer.texts == ["ETH/USD=3000 live"])
            #expect(answer.gap("BTC", "USD")?.contains("refused: closed.") == true)
        }
        #expect(server.requests.count == 2)
        await #expect(throws: HTTPError.self) {
            try await provider.answers(to: days.map { try request("BTC", "USD", day: $0) })
        }
    }

    // MARK: - Keys and errors

    @Test(arguments: [
        (#"{"message":"Service Unavailable"}"#, "Service Unavailable."),
        (#"{"errors":[{"detail":"quota"}]}"#, #"{"errors":[{"detail":"quota"}]}"#),
        (#"{"code":17,"other":"x"}"#, #"{"code":17,"other":"x"}"#),
    ])
    func `what a gateway says under 200 is a refusal, and the good answer stays`(body: String, part: String)
        async throws
    {
        let server = try LoopbackServer(inOrder: .text(#"{"bitcoin":{"usd":65000}}"#), .text(body))
        let folder = try TemporaryFolder()
        let cache: [String: RawSetting] = ["network.cache.directory": .text(folder.url.path)]
        let request = try request("BTC", "USD")
        for (seconds, state) in [(0.0, "live"), (400, "stale"), (800, "stale")] {
            let answer = try await provider("coingecko", on: server, cache, now: { noon + seconds }).rates(request)
            #expect(answer.texts == ["BTC/USD=65000 \(state)"])
        }
        let other = try LoopbackServer(always: .text(body))
        let error = await #expect(throws: RateProviderError.self) {
            try await provider("coingecko", on: other).rates(request)
        }
        #expect(try #require(error).description.contains("refused: \(part)"))
    }

    @Test func `a key that is given as a price is not shown`() async throws {
        let server = try LoopbackServer(
            always: .text(#"{"bitcoin":{"usd":"CG-SECRETkey"},"tether":{"usd":"cg-secretKEY"}}"#))
        let provider = try await provider("coingecko", on: server, ["exchangeRates.coingecko.apiKey": "CG-SECRETkey"])
        let answer = try await provider.rates(try request("BTC", "USD"))
        #expect(answer.gap("BTC", "USD") == "coingecko gave '***' instead of a rate")
        #expect(answer.gaps.allSatisfy { !$0.reason.lowercased().contains("secret") })
    }

    @Test func `a key in the address is in no error and no file`() async throws {
        let server = try LoopbackServer { request, _ in .text("no \(request.target)", status: 500) }
        let folder = try TemporaryFolder()
        let address = "http://me:PassWord99@127.0.0.1:\(server.port)/v3/Gateway2Key77"
        let provider = try await provider([
            "exchangeRates.providers": ["coingecko"], "exchangeRates.coingecko.baseURL": .text(address),
            "network.cache.directory": .text(folder.url.path),
        ])
        let error = await #expect(throws: HTTPError.self) { try await provider.rates(try request("BTC", "USD")) }
        #expect(server.requests.first?.path == "/v3/Gateway2Key77/simple/price")
        #expect(!"\(try #require(error))".contains("Gateway2Key77"))
        let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)?.allObjects ?? []
        for case let file as URL in files {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            #expect(!text.contains("Gateway2Key77") && !text.contains("PassWord99"))
        }
    }

    @Test(arguments: [
        ("http://h.test/v3?x_cg_demo_api_key=1", "exchangeRates.coingecko.apiKey"), ("http://h.test/#a", "apiKey"),
        ("http://[::1]:8080", "use a name"), ("https://u:p@[::1]/v3", "use a name"),
    ])
    func `an address that cannot be used is refused with what to do`(address: String, part: String) throws {
        let error = #expect(throws: SettingsError.self) {
            try CoinGeckoSettings.baseURL.parse(.text(address), origin: .program)
        }
        #expect(try #require(error).description.contains(part))
        #expect(!(try #require(error)).description.contains("x_cg_demo_api_key=1"))
        for good in ["http://h.test/v3/", "HTTPS://h.test", "https://u:p@h.test/[1]"] {
            #expect(throws: Never.self) { try CoinGeckoSettings.baseURL.parse(.text(good), origin: .program) }
        }
    }

    @Test(arguments: [("demo", "x-cg-demo-api-key"), ("pro", "x-cg-pro-api-key")])
    func `a key goes into the header of its plan and nowhere else`(plan: String, header: String) async throws {
        let server = try LoopbackServer(
            always: .text(#"{"error":"key CG-secret123 is bad"}"#, status: 401))
        let provider = try await provider(
            "coingecko", on: server,
            ["exchangeRates.coingecko.apiKey": "CG-secret123", "exchangeRates.coingecko.plan": .text(plan)])
        let error = await #expect(throws: RateProviderError.self) {
            try await provider.rates(try request("BTC", "USD"))
        }
        #expect(server.requests.first?.headers[header] == "CG-secret123")
        #expect(!server.requests[0].target.contains("secret"))
        #expect(!"\(try #require(error))".contains("secret"))
    }

    private static let shapes: [(reply: Reply, part: String)] = [
        (.text(#"{"error":"Missing parameter ids"}"#, status: 422), "refused: Missing parameter ids."),
        (.text(#"{"error":"coin not found"}"#, status: 404), "refused: coin not found."),
        (
            .text(#"{"status":{"error_code":10002,"error_message":"API Key Missing"}}"#, status: 401),
            "did not accept the API key: API Key Missing."
        ),
        (
            .text(
                #"{"error":{"status":{"timestamp":"t","error_code":10012,"error_message":"exceeds the allowed time range. "}}}"#,
                status: 401), "does not go back that far"
        ),
        (
            .text(
                #"{"timestamp":"t","error_code":10011,"status":{"error_message":"demo key on the pro host"}}"#,
                status: 400),
            "did not accept the API key: demo key on the pro host."
        ),
        (.text(#"{"status":500,"error":"Internal Server Error"}"#, status: 500), "status 500"),
        (.text("<html>1020</html>", status: 403, type: "text/html"), "status 403"),
        (.text("Throttled", status: 429, type: "text/plain", headers: ["Retry-After": "60"]), "for 60 s"),
        (
            .text(#"{"status":{"error_code":429,"error_message":"You've exceeded the Rate Limit."}}"#, status: 429),
            "too many requests"
        ),
        (.text(#"{"status":{"error_code":429,"error_message":"later"}}"#), "too many requests"),
        (.text("<html>hello</html>"), "begins with: <html>hello</html>"),
        (.text("[]"), "cannot be read"), (.text(#"{"bitcoin":{"usd":1"#), "cannot be read"), (.text(""), "it is empty"),
        (.truncated(body: Data(#"{"bitc"#.utf8), announced: 500), "failed"), (.reset, "failed"),
    ]

    @Test(arguments: shapes.indices)
    func `every form of error is an error that says what happened`(index: Int) async throws {
        let (reply, part) = Self.shapes[index]
        let server = try LoopbackServer(always: reply)
        // Less than the minute that one of the servers asks for, which is not waited out then.
        let provider = try await provider("coingecko", on: server, within: .seconds(50))
        do {
            let answer = try await provider.rates(try request("BTC", "USD"))
            Issue.record("answered \(answer)")
        } catch {
            #expect("\(error)".contains(part))
        }
    }

    @Test func `there is a coin whose id is status`() async throws {
        let server = try LoopbackServer(always: .text(#"{"status":{"usd":0.02}}"#))
        let provider = try await provider("coingecko", on: server, ["exchangeRates.coingecko.ids": "ENS=status"])
        #expect(try await provider.rates(try request("ENS", "USD")).rate("ENS", "USD") == "0.02")
    }

    @Test func `silence ends with the network budget`() async throws {
        let server = try LoopbackServer(always: .silence)
        let provider = try await provider("coingecko", on: server, within: .milliseconds(200))
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1:\(server.port)")) {
            try await provider.rates(try request("BTC", "USD"))
        }
    }

    @Test func `an endless answer is cut off`() async throws {
        let server = try LoopbackServer(always: .stream(byteCount: nil, announced: false))
        let provider = try await provider("coingecko", on: server)
        do {
            _ = try await provider.rates(try request("BTC", "USD"))
            Issue.record("answered")
        } catch let error as HTTPError {
            guard case .tooLarge = error else { throw error }
        }
    }
}
