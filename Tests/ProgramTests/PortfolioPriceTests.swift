import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Prices that a program fetches from servers of three shapes, and from servers that fail.
struct PortfolioPriceTests {
    private static let key = "Zx81Kq0aTTpL29fB"

    private static func reply(_ target: String) -> Reply {
        if target.hasPrefix("/table") {
            return .text("Date;Close\n2026-04-10;101,25\n2026-04-11;N/D\n2026-04-13;102,50\n", type: "text/csv")
        }
        if target.hasPrefix("/nested") {
            return .text(
                #"{"data":{"rows":[{"d":"2026-04-10","c":70.125},{"d":"2026-04-13","c":null}]},"currency":"USD"}"#)
        }
        // 2026-04-13T00:00Z and T08:00Z: the later one counts.
        if target.hasPrefix("/pairs") { return .text("[[1776038400000,64000.5],[1776067200000,65000.25]]") }
        if target.hasPrefix("/limited") { return .text("slow down, \(key)", status: 429) }
        if target.hasPrefix("/page") { return .text("<html><body>Sign in</body></html>", type: "text/html") }
        return .text("{}")
    }

    private static let sources = [
        ("table", "/table?s={symbol}&from={from}", "Date", "Close"),
        ("nested", "/nested/{isin}", "data.rows.*.d", "data.rows.*.c"), ("pairs", "/pairs/{symbol}", "*.0", "*.1"),
        ("limited", "/limited?t=\(key)&s={symbol}", "Date", "Close"), ("page", "/page/{symbol}", "Date", "Close"),
        ("wrong", "/other/{symbol}", "rows.*.d", "rows.*.c"),
    ]

    @Test func `prices of three shapes are kept, and servers that fail leave gaps and no key`() async throws {
        let server = try LoopbackServer { request, _ in Self.reply(request.target) }
        let folder = try ProgramFolder()
        // A server that asks for a pause gets none of the later requests.
        let limited = try LoopbackServer { request, _ in Self.reply(request.target) }
        let lines = Self.sources.map { name, path, date, price in
            let base = (name == "limited" ? limited : server).baseURL.absoluteString
            let url = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
            return "\(name),\(url),\(date),\(price),\(name == "nested" ? "currency" : "")"
        }
        let table = try folder.write(
            "name,url,date,price,currency\n\(lines.joined(separator: "\n"))\n", to: "sources.csv")
        let environment = [
            "CST_PRICES_PROVIDERS": "http", "CST_PRICES_HTTP_FILE": table, "CST_NETWORK_OFFLINE": "false",
            "CST_NETWORK_BUDGET": "20s", "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
        ]
        func portfolio(_ words: [String]) async throws -> ProgramResult {
            try await folder.run("cst-portfolio", words, environment: environment)
        }
        #expect(try await portfolio(["add", "Broker", "--currency", "EUR"]).status == 0)
        for (name, _, _, _) in Self.sources {
            let currency = name == "nested" ? "USD" : "EUR"
            let isin = name == "nested" ? ["--isin", "US0378331005"] : []
            let added = try await portfolio(
                ["instrument", "add", name, "--type", "etf", "--currency", currency, "--symbol", name] + isin)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await portfolio(["instrument", "edit", name, "--prices", name]).status == 0)
            #expect(try await portfolio(["receive", name, "2", "--cost", "unknown"]).status == 0)
        }
        let fetched = try await portfolio(["price", "fetch", "--strict", "--format", "json"])
        #expect(fetched.status == 3, "\(fetched.errors)")
        let document = try JSONNode(parsing: fetched.output)
        let kept = document["prices"]?.elements.map { price in
            [price["instrument"], price["date"], price["price"]?["amount"]].map { $0?.text ?? "" }.joined(
                separator: " ")
        }
        #expect(
            kept == [
                "nested 2026-04-10 70.125", "pairs 2026-04-13 65000.25", "table 2026-04-10 101.25",
                "table 2026-04-13 102.50",
            ], "\(fetched.output)")
        let gaps = document["unavailable"]?.elements.compactMap { $0["item"]?.text }
        #expect(gaps == ["limited", "page", "wrong"])
        for text in [fetched.output, fetched.errors] { #expect(!text.contains(Self.key), "\(text)") }
        // From the newest known day on.
        let again = try await portfolio(["price", "fetch", "table"])
        #expect(again.output.contains("Kept 0 prices. 1 was there already."), "\(again.output)")
        let positions = try JSONNode(parsing: try await portfolio(["positions", "--format", "json"]).output)
        let values = positions["positions"]?.elements.map { $0["value"]?["amount"]?.text }
        // In order of names: limited, nested (no rate of USD), page, pairs, table, wrong.
        #expect(values == [nil, nil, nil, "130000.50", "205.00", nil])
        #expect(positions["valueBound"]?.text == "atLeast")
    }
}
