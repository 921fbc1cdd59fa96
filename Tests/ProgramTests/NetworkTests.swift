import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// The programs and servers that answer as the real ones do.
struct NetworkTests {
    @Test func `rates of several servers make the plan, live at first and cached within their time`() async throws {
        let servers = try RateServers()
        let saver = try await Saver()
        for (second, state) in [("00", "live"), ("04", "cached")] {
            let environment = servers.environment().merging(["CST_NOW": "2026-04-13T09:00:\(second)Z"]) { $1 }
            let (plan, _) = try await saver.document("cst-plan required --strict", environment)
            let car = try plan.named("Car", in: "goals")
            // 0.1 × 70000 + 1000 × 1.25 = 8250; (12000 − 8250) ÷ 8 = 468.75.
            #expect(car["saved"]?.money == "8250.00 USD")
            #expect(car["required"]?.money == "468.75 USD")
            #expect(car["savedBound"] == nil)
            let rates = plan["rates"]?.elements ?? []
            #expect(rates.map { $0["from"]?.text } == ["BTC", "EUR"])
            #expect(rates.map { $0["rate"]?.text } == ["70000", "1.25"])
            #expect(rates.map { $0["state"]?.text } == [state, state])
            #expect(rates.map { $0["time"]?.text } == ["2026-04-13T08:59:00Z", "2026-04-13T00:00:00Z"])

            let (assets, _) = try await saver.document("cst-assets list --display USD --strict", environment)
            #expect(assets["total"]?.money == "8250.00 USD")
            #expect(try assets.named("Wallet", in: "assets")["value"]?.money == "7000.00 USD")

            let (rate, _) = try await saver.document("cst-rates get EUR USD --strict", environment)
            #expect(rate["rate"]?.text == "1.25")
            #expect(rate["sources"] == .array([.string("ecb")]))
        }
        #expect(servers.requests(.ecb).map(\.target) == ["/eurofxref-daily.xml"])
        #expect(servers.requests(.coingecko).count == 1)
        // Everything was known before it was its turn.
        #expect(servers.requests(.coinbase).isEmpty)
    }

    @Test func `two runs within five seconds ask a host once, even when the first answer is too old by then`()
        async throws
    {
        let servers = try RateServers()
        let saver = try await Saver()
        for (second, state) in [("00", "live"), ("04", "stale")] {
            let environment = servers.environment([.coingecko]).merging(
                ["CST_NOW": "2026-04-13T09:00:\(second)Z", "CST_EXCHANGE_RATES_TIME_TO_LIVE": "1s"]) { $1 }
            let (rate, _) = try await saver.document("cst-rates get BTC USD", environment)
            #expect(rate["rate"]?.text == "70000")
            #expect(rate["state"]?.text == state)
        }
        #expect(servers.requests(.coingecko).count == 1)
    }

    @Test func `verbose says what was asked of whom on standard error and changes nothing else`() async throws {
        let servers = try RateServers()
        let quiet = try await Saver().run("cst-plan required --format json", servers.environment())
        let verbose = try await Saver().run("cst-plan required --format json -v", servers.environment())
        #expect(quiet.errors.isEmpty)
        #expect(verbose.output == quiet.output)
        for server in [RateServer.ecb, .coingecko] {
            let request = try #require(servers.requests(server).first)
            let address = "GET \(request.headers["host"] ?? "")\(server.path) → 200 in "
            #expect(verbose.errors.contains(address), "\(verbose.errors)")
        }
    }

    @Test func `a server that fails is replaced by the next one`() async throws {
        let servers = try RateServers([.coingecko: .text("oops", status: 500)])
        let (plan, _) = try await Saver().document("cst-plan required --strict", servers.environment())
        // 0.1 × 80000 + 1250 = 9250; 2750 ÷ 8.
        #expect(try plan.named("Car", in: "goals")["required"]?.money == "343.75 USD")
        #expect(plan["rates"]?.elements.first?["sources"] == .array([.string("coinbase")]))
    }

    @Test func `a server that hangs leaves time for the next one`() async throws {
        let servers = try RateServers([.coingecko: .silence])
        let (rate, _) = try await Saver().document(
            "cst-rates get BTC USD --strict", servers.environment([.coingecko, .coinbase]))
        #expect(rate["rate"]?.text == "80000")
        #expect(rate["sources"] == .array([.string("coinbase")]))
        #expect(servers.requests(.coingecko).count == 1)
    }
}
