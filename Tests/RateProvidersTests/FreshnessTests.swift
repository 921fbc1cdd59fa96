import ExchangeRates
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Synchronization
import Testing

@testable import RateProviders

@Suite struct FreshnessTests {
    private let folder: TemporaryFolder
    private let prices = #"{"bitcoin":{"usd":65000}}"#

    init() throws { folder = try TemporaryFolder() }

    private var cache: [String: RawSetting] { ["network.cache.directory": .text(folder.url.appending(path: "c").path)] }

    /// One run of a program: a container of its own over the same folder.
    private func run(
        _ server: LoopbackServer, after seconds: TimeInterval, _ more: [String: RawSetting] = [:]
    ) async throws -> RateAnswer {
        try await provider("coingecko", on: server, cache.merging(more) { $1 }, now: { noon + seconds })
            .rates(try request("BTC", "USD"))
    }

    @Test func `a second run answers from the cache, then asks again, then falls back to what is stale`() async throws {
        let server = try LoopbackServer(inOrder: .text(prices), .text("oops", status: 500))
        #expect(try await run(server, after: 0).texts == ["BTC/USD=65000 live"])
        #expect(try await run(server, after: 4).texts == ["BTC/USD=65000 cached"])
        #expect(try await run(server, after: 299).texts == ["BTC/USD=65000 cached"])
        #expect(server.requests.count == 1)
        #expect(try await run(server, after: 301).texts == ["BTC/USD=65000 stale"])
        #expect(server.requests.count > 1)
    }

    @Test func `after a failure a second run within five seconds asks nobody`() async throws {
        let server = try LoopbackServer(always: .text("oops", status: 404))
        await #expect(throws: (any Error).self) { try await run(server, after: 0) }
        await #expect(throws: HTTPError.self) { try await run(server, after: 3) }
        #expect(server.requests.count == 1)
    }

    @Test func `offline opens no connection and gives what is there as it is`() async throws {
        let server = try LoopbackServer(always: .text(prices))
        await #expect(throws: HTTPError.offline(host: "127.0.0.1:\(server.port)")) {
            try await run(server, after: 0, ["network.offline": "true"])
        }
        #expect(server.requests.isEmpty)
        _ = try await run(server, after: 0)
        #expect(try await run(server, after: 10, ["network.offline": "true"]).texts == ["BTC/USD=65000 cached"])
        #expect(try await run(server, after: 999, ["network.offline": "true"]).texts == ["BTC/USD=65000 stale"])
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [404, 429, 500])
    func `offline says so, whatever failed a moment ago`(status: Int) async throws {
        let server = try LoopbackServer(always: .text("oops", status: status))
        await #expect(throws: (any Error).self) { try await run(server, after: 0) }
        let count = server.requests.count
        await #expect(throws: HTTPError.offline(host: "127.0.0.1:\(server.port)")) {
            try await run(server, after: 2, ["network.offline": "true"])
        }
        #expect(server.requests.count == count)
    }

    @Test func `a damaged cache is never an answer`() async throws {
        let prices = prices
        let isOpen = Mutex(true)
        let server = try LoopbackServer { _, _ in
            isOpen.withLock { $0 } ? .text(prices) : .text("closed", status: 404)
        }
        _ = try await run(server, after: 0)
        isOpen.withLock { $0 = false }
        let answers = folder.url.appending(path: "c/answers")
        let file = try #require(
            FileManager.default.contentsOfDirectory(at: answers, includingPropertiesForKeys: nil).first)
        let whole = try Data(contentsOf: file)
        for position in stride(from: 0, to: whole.count, by: 3) {
            var damaged = whole
            damaged[position] ^= 1
            try damaged.write(to: file)
            await #expect(throws: HTTPError.self) { try await run(server, after: 2) }
        }
        isOpen.withLock { $0 = true }
        try Data().write(to: file)
        #expect(try await run(server, after: 10).texts == ["BTC/USD=65000 live"])
    }

    @Test func `a key that the server echoes is in no file and no text`() async throws {
        let key = "CG-0123456789abcdef"
        let server = try LoopbackServer(
            always: .text(#"{"bitcoin":{"usd":65000},"your_key":"CG-0123456789abcdef"}"#, headers: ["ETag": key]))
        let settings: [String: RawSetting] = ["exchangeRates.coingecko.apiKey": .text(key)]
        #expect(try await run(server, after: 0, settings).rate("BTC", "USD") == "65000")
        #expect(try await run(server, after: 1, settings).texts == ["BTC/USD=65000 cached"])
        let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)
        var read = 0
        while let file = files?.nextObject() as? URL {
            guard let data = try? Data(contentsOf: file) else { continue }
            read += 1
            #expect(!String(decoding: data, as: UTF8.self).contains("0123456789abcdef"))
            #expect(!file.lastPathComponent.contains("0123456789abcdef"))
        }
        #expect(read >= 2)
    }

    @Test func `the ECB has a time to live of its own`() async throws {
        let server = try LoopbackServer(
            always: .text(
                """
                <gesmes:Envelope xmlns:gesmes="g"><Cube><Cube time="2026-05-19"><Cube currency="USD" rate="1.1"/></Cube></Cube>\
                </gesmes:Envelope>
                """))
        for (seconds, state) in [(0, "live"), (11 * 3600, "cached"), (13 * 3600, "live")] {
            let answer = try await provider("ecb", on: server, cache, now: { noon + TimeInterval(seconds) })
                .rates(try request("USD"))
            #expect(answer.texts == ["EUR/USD=1.1 \(state)"])
        }
    }

    @Test func `a service goes on to the next provider when one fails`() async throws {
        let broken = try LoopbackServer(always: .text("down", status: 503, type: "text/plain"))
        let works = try LoopbackServer(always: .text(#"{"data":{"currency":"USD","rates":{"BTC":"0.00002"}}}"#))
        let container = try await container([
            "exchangeRates.providers": ["coingecko", "coinbase"],
            "exchangeRates.coingecko.baseURL": .text(broken.baseURL.absoluteString),
            "exchangeRates.coinbase.baseURL": .text(works.baseURL.absoluteString),
        ])
        let service = ExchangeRateService(providers: try container.resolveAll(.exchangeRates), patience: .seconds(600))
        let bitcoin = try Currency(code: "BTC")
        let dollar = try Currency(code: "USD")
        let rates = try await service.rates(for: [.init(from: bitcoin, to: dollar)], anyCall)
        let rate = try #require(try rates.conversion(from: bitcoin, to: dollar).rate)
        #expect(rate.rate == Ratio(50_000) && rate.sources == ["coinbase"])
        #expect(rates.failures.count == 1 && rates.failures[0].contains("status 503"))
    }

    @Test func `health tells a provider that works from one that does not`() async throws {
        let works = try LoopbackServer(always: .text(#"{"data":{"currency":"USD","rates":{"BTC":"0.00002"}}}"#))
        let broken = try LoopbackServer(always: .text("no", status: 401))
        let container = try await container([
            "exchangeRates.providers": ["coingecko", "coinbase"],
            "exchangeRates.coingecko.baseURL": .text(broken.baseURL.absoluteString),
            "exchangeRates.coinbase.baseURL": .text(works.baseURL.absoluteString),
        ])
        let rows = await container.health(limit: .seconds(600)).rows
        let status = Dictionary(rows.map { ($0.provider, $0.status) }) { first, _ in first }
        #expect(status["coinbase"] == .healthy)
        guard case .failed(let detail, _)? = status["coingecko"] else {
            Issue.record("\(rows)")
            return
        }
        #expect(detail.contains("status 401"))
    }
}
