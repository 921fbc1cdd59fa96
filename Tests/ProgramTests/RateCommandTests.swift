import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// What `cst-rates` says when something is missing, stale or secret.
struct RateCommandTests {
    private static let columns = ["from", "to", "rate", "path", "sources", "time", "state", "reason"]

    /// A day of which only EUR in USD is known.
    private func folder() throws -> (ProgramFolder, [String: String]) {
        let folder = try ProgramFolder()
        try folder.write("from,to,rate,date\nEUR,USD,1.25,2026-04-13\n", to: "rates.csv")
        return (folder, ["CST_EXCHANGE_RATES_FIXED_FILE": folder.url.appending(path: "rates.csv").path])
    }

    @Test func `CSV has a header and a row for each asked pair, with the reason of what is unknown`() async throws {
        let (folder, environment) = try folder()
        func table(_ words: String...) async throws -> CSVTable {
            let result = try await folder.run("cst-rates", words + ["--format", "csv"], environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            return try CSVTable(parsing: result.output)
        }
        let known = try await table("get", "EUR", "USD")
        #expect(known.columns == Self.columns)
        #expect(known.rows.map { $0["rate"] } == ["1.25"] && known.rows[0]["path"] == "EUR USD")
        let unknown = try await table("get", "BTC", "USD")
        #expect(unknown.columns == Self.columns)
        #expect(unknown.rows.map { $0["rate"] } == [""])
        #expect(unknown.rows.map { $0["reason"] } == ["fixed has none"])
        let list = try await table("list")
        #expect(list.columns == Self.columns)
        #expect(list.rows.map { $0["from"] } == ["BTC", "EUR", "USDT"])
        #expect(list.rows.map { $0["rate"] } == ["", "1.25", ""])
        let amount = ["amount.amount", "amount.currency", "result.amount", "result.currency", "reason"]
        for (currency, result) in [("EUR", "2.50"), ("BTC", "")] {
            let converted = try await table("convert", "2", currency, "USD")
            #expect(converted.columns == amount && converted.rows.map { $0["result.amount"] } == [result])
        }
        let history = try await table("history", "EUR", "USD", "--from", "2026-04-12")
        #expect(history.columns == ["date", "rate", "time", "state", "sources", "reason"])
        #expect(history.rows.map { $0["rate"] } == ["", "1.25"])
        #expect(history.rows[0]["reason"]?.isEmpty == false)
    }

    @Test func `an empty list is a header`() async throws {
        let (folder, environment) = try folder()
        #expect(try await folder.run("cst-assets", ["add", "Cash", "--currency", "USD"]).status == 0)
        let result = try await folder.run(
            "cst-rates", ["list", "--display", "USD", "--format", "csv"], environment: environment)
        #expect(result.output == Self.columns.joined(separator: ",") + "\r\n")
    }

    @Test func `a history out of a stale table says so in its document, its text and on standard error`() async throws {
        let table =
            "<gesmes:Envelope xmlns:gesmes=\"g\"><Cube>"
            + "<Cube time=\"2026-04-10\"><Cube currency=\"USD\" rate=\"1.2\"/></Cube>"
            + "<Cube time=\"2026-04-09\"><Cube currency=\"USD\" rate=\"1.1\"/></Cube></Cube></gesmes:Envelope>"
        let servers = try RateServers { _ in { _, index in index == 0 ? .text(table) : .text("off", status: 503) } }
        let saver = try await Saver()
        let command = "cst-rates history EUR USD --from 2026-04-09 --to 2026-04-10"
        let fresh = try await saver.document(command, servers.environment([.ecb]))
        #expect(fresh.0["warnings"]?.elements.isEmpty == true && fresh.errors.isEmpty)
        #expect(fresh.0["rates"]?.elements.count == 2)
        let later = servers.environment([.ecb]).merging(["CST_NOW": "2026-04-14T09:00:00Z"]) { $1 }
        let stale = try await saver.document(command, later)
        #expect(stale.0["days"]?.elements.map { $0["state"]?.text } == ["stale", "stale"])
        #expect(stale.0["warnings"]?.elements.map { $0["code"]?.text } == ["staleRate"])
        let text = try await saver.run(command, later)
        #expect(text.output.contains("STATE") && text.output.contains("stale"))
        #expect(text.errors.contains("no fresher ones came"))
    }

    @Test func `offline says its reason once, however many days and currencies`() async throws {
        let folder = try ProgramFolder()
        // A busy machine may take its time.
        let environment = ["CST_EXCHANGE_RATES_PROVIDERS": "ecb,coingecko,coinbase", "CST_NETWORK_BUDGET": "60s"]
        for words in [["history", "BTC", "USD", "--from", "2026-03-25"], ["list"]] {
            let result = try await folder.run("cst-rates", words + ["--offline"], environment: environment)
            let all = result.output + result.errors
            #expect(all.matches(of: /no provider was contacted/).count == 1, "\(all)")
        }
    }

    @Test func `addresses are shown without what lets somebody in`() async throws {
        let servers = try RateServers()
        let port = try #require(servers.environment()["CST_EXCHANGE_RATES_COINGECKO_BASE_URL"]).split(separator: ":")[2]
        let saver = try await Saver()
        let environment = servers.environment([.coingecko]).merging(
            ["CST_EXCHANGE_RATES_COINGECKO_BASE_URL": "http://me:Pass77@127.0.0.1:\(port)v3/Gateway2Key77"]) { $1 }
        for command in [
            "cst-rates config show", "cst-rates get BTC USD -v", "cst-rates get BTC USD --date 2026-04-01 -v",
        ] {
            let result = try await saver.run(command, environment)
            #expect(result.status == 0)
            #expect(!(result.output + result.errors).contains("Key77"), "\(result.errors)")
            #expect(!(result.output + result.errors).contains("Pass77"))
        }
        #expect(servers.requests(.coingecko).contains { $0.target.contains("Key77") })
        let files = try #require(FileManager.default.enumerator(at: saver.folder.url, includingPropertiesForKeys: nil))
        for case let file as URL in files where !file.hasDirectoryPath {
            #expect(try Data(contentsOf: file).range(of: Data("Key77".utf8)) == nil, "\(file.path)")
        }
    }

    @Test func `a key in an address is refused and named nowhere`() async throws {
        let folder = try ProgramFolder()
        let result = try await folder.run(
            "cst-rates", ["get", "BTC", "USD"],
            environment: ["CST_EXCHANGE_RATES_COINGECKO_BASE_URL": "http://h.test/v3?x_cg_demo_api_key=topsecret"])
        #expect(result.status != 0 && result.errors.contains("exchangeRates.coingecko.apiKey"), "\(result.errors)")
        #expect(!result.errors.contains("topsecret"))
    }

    @Test func `an external program inherits no secret`() async throws {
        let folder = try ProgramFolder()
        let script = try folder.write("#!/bin/sh\nenv > env\necho '{\"rates\":[]}'\n", to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let result = try await folder.run(
            "cst-rates", ["get", "BTC", "USD"],
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "exec", "CST_EXCHANGE_RATES_EXEC_COMMAND": script,
                "CST_NETWORK_OFFLINE": "false", "CST_EXCHANGE_RATES_COINGECKO_API_KEY": "topsecret",
                "CST_EXCHANGE_RATES_COINGECKO_API_KEY_FILE": "topsecret", "CST_PASSPHRASE": "topsecret",
            ])
        #expect(result.status == 0, "\(result.errors)")
        let inherited = try folder.read("env")
        #expect(inherited.contains("CST_EXCHANGE_RATES_PROVIDERS=exec") && !inherited.contains("topsecret"))
    }

    @Test(arguments: ["2026-11-21T25:00:00Z", "2026-02-30T09:00:00Z", "-1", "now", "2026-04-13"])
    func `CST_NOW that is no instant is refused`(text: String) async throws {
        let folder = try ProgramFolder()
        let result = try await folder.run("cst-rates", ["get", "BTC", "USD"], environment: ["CST_NOW": text])
        #expect(result.status == 64 && result.errors.contains("'\(text)'"), "\(result.errors)")
    }
}
