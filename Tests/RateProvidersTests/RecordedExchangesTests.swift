import ExchangeRates
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Testing

@testable import RateProviders

/// Replays exchanges that were recorded with the real servers, where `CST_FIXTURES` names their folder.
@Suite(.enabled(if: Recorded.folder != nil))
struct RecordedExchangesTests {
    @Test func `CoinGecko's prices are read digit by digit`() async throws {
        var count = 0
        for (exchange, expected) in try Recorded.exchanges("coingecko") {
            guard let prices = expected["prices"]?.object else { continue }
            count += 1
            for (id, values) in prices {
                let server = try LoopbackServer(always: exchange.reply)
                let provider = try await provider(
                    "coingecko", on: server, ["exchangeRates.coingecko.ids": .map(["ETC": id])])
                let answer = try await provider.rates(try request("ETC", "EUR", "USD", "BTC", "ETH"))
                let coin = try Currency(code: "ETC")
                let read = Dictionary(
                    answer.quotes.filter { $0.from == coin }.map { ($0.to.code.lowercased(), $0.rate) }
                ) { first, _ in first }
                let wanted = try (values.object ?? [:]).mapValues { try Ratio(decimal: $0.numeral ?? "") }
                #expect(read == wanted, "\(exchange.file)")
            }
        }
        #expect(count > 10)
    }

    @Test func `CoinGecko's past days are read digit by digit`() async throws {
        var count = 0
        for (exchange, expected) in try Recorded.exchanges("coingecko") {
            guard let id = expected["id"]?.string, let dollars = expected["usd"]?.string,
                let euros = expected["eur"]?.string
            else { continue }
            count += 1
            let server = try LoopbackServer(always: exchange.reply)
            let provider = try await provider(
                "coingecko", on: server, ["exchangeRates.coingecko.ids": .map(["ETC": id])])
            let answer = try await provider.rates(try request("ETC", "EUR", "USD", day: "2026-01-09"))
            #expect(
                answer.quotes.first { $0.to.code == "USD" }?.rate == (try Ratio(decimal: dollars)), "\(exchange.file)")
            #expect(
                answer.quotes.first { $0.to.code == "EUR" }?.rate == (try Ratio(decimal: euros)), "\(exchange.file)")
        }
        #expect(count >= 3)
    }

    @Test(arguments: ["coingecko", "coinbase", "ecb"])
    func `nothing that was recorded, errors and other endpoints included, makes a rate out of nothing`(
        name: String
    ) async throws {
        var count = 0
        for (exchange, _) in try Recorded.exchanges(name) where exchange.status >= 400 || exchange.file.contains("html")
        {
            count += 1
            let server = try LoopbackServer(always: exchange.reply)
            let provider = try await provider(name, on: server, within: .seconds(1))
            for day in [nil, "2026-04-01"] {
                do {
                    let answer = try await provider.rates(try request("BTC", "USD", "EUR", day: day))
                    #expect(answer.quotes.isEmpty, "\(exchange.file): \(answer)")
                } catch {
                    #expect("\(error)".count > 20, "\(exchange.file)")
                }
            }
        }
        #expect(count > 0 || name == "coinbase")
    }

    @Test func `the ECB's tables are read digit by digit`() async throws {
        var count = 0
        for (exchange, expected) in try Recorded.exchanges("ecb") {
            guard let wanted = expected["rates"]?.object, let newest = expected["newest"]?.string else { continue }
            count += 1
            let server = try LoopbackServer(always: exchange.reply)
            let isDaily = exchange.file.contains("daily")
            let day = try CalendarDay(newest)
            let provider = try await provider("ecb", on: server, now: { day.startInUTC + 50_000 })
            let fiat = Set(Currency.all.filter(\.isFiat))
            let answer = try await provider.rates(RateRequest(currencies: fiat, day: isDaily ? nil : day, anyCall))
            let read = Dictionary(
                answer.quotes.filter { $0.time == day.startInUTC }.map { ($0.to.code, $0.rate) }
            ) { first, _ in first }
            #expect(read == (try wanted.mapValues { try Ratio(decimal: $0.string ?? "") }), "\(exchange.file)")
        }
        #expect(count >= 6)
    }

    @Test func `the ECB's whole history is right on every kind of day`() async throws {
        let rows = try Recorded.history()
        let header = rows[0]
        let body = Recorded.xml(rows)
        let server = try LoopbackServer(always: .answer(body: body))
        let cache = try TemporaryFolder()
        let settings: [String: RawSetting] = ["network.cache.directory": .text(cache.url.path)]
        let provider = try await provider("ecb", on: server, settings)
        // Easter Monday, the first day and the one before, a redenomination, and currencies at their ends.
        for text in [
            "2024-04-01", "1999-01-04", "1999-01-03", "2005-01-02", "2008-01-05", "2022-03-05", "2022-03-10",
            "2023-01-05",
            "2025-12-31",
        ] {
            let day = try CalendarDay(text)
            let oldest = day.adding(days: -7)
            let fiat = Set(Currency.all.filter(\.isFiat))
            let answer = try await provider.rates(RateRequest(currencies: fiat, day: day, anyCall))
            var wanted: [String: String] = [:]
            for (column, code) in header.enumerated().dropFirst() where !code.isEmpty {
                let row = rows.dropFirst().first { row in
                    guard let date = try? CalendarDay(row[0]) else { return false }
                    return date <= day && date >= oldest && row[column] != "N/A" && !row[column].isEmpty
                }
                if let row {
                    wanted[code] = "\(try Ratio(decimal: row[column]).significantString(digits: 40)) \(row[0])"
                }
            }
            let read = Dictionary(
                answer.quotes.map {
                    ($0.to.code, "\($0.rate.significantString(digits: 40)) \(CalendarDay(utc: $0.time))")
                }
            ) { first, _ in first }
            #expect(read == wanted, "\(day)")
        }
        #expect(server.requests.count == 1)
        let gap = try await provider.rates(try request("HRK", day: "2024-01-05")).gap("EUR", "HRK")
        #expect(gap?.contains("became the euro on 2023-01-01") == true)
    }
}

/// The folder of recorded exchanges.
private enum Recorded {
    static let folder = ProcessInfo.processInfo.environment["CST_FIXTURES"].map { URL(fileURLWithPath: $0) }

    struct Exchange {
        let file: String
        let status: Int
        let reply: Reply
    }

    /// The exchanges of one interface with what is expected of each.
    static func exchanges(_ name: String) throws -> [(Exchange, LosslessJSON)] {
        guard let folder else { return [] }
        let expected = LosslessJSON(try Data(contentsOf: folder.appending(path: "expected.json"))) ?? .null
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
        return try files.sorted().filter { $0.hasSuffix(".json") }.compactMap { file in
            let path = "\(name)/\(file)"
            guard let response = LosslessJSON(try Data(contentsOf: folder.appending(path: path)))?["response"],
                let status = response["status"]?.number.flatMap({ Int($0) }), let body = response["body"]?.string
            else { return nil }
            let kept = (response["headers"]?.object ?? [:]).filter { $0.key.lowercased() == "retry-after" }
            let reply = Reply.answer(
                status: status, headers: kept.compactMapValues(\.string), body: Data(body.utf8))
            return (Exchange(file: path, status: status, reply: reply), expected[path] ?? .null)
        }
    }

    /// The rows of the ECB's history, unzipped by Python, which has what it takes.
    static func history() throws -> [[String]] {
        guard let folder else { return [] }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let zip = folder.appending(path: "ecb/raw/eurofxref-hist.zip").path
        process.arguments = [
            "python3", "-c",
            "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);sys.stdout.buffer.write(z.read(z.namelist()[0]))",
            zip,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(whereSeparator: \.isNewline).map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The rows in the form of the XML table.
    static func xml(_ rows: [[String]]) -> Data {
        var text =
            "<gesmes:Envelope xmlns:gesmes=\"http://www.gesmes.org/xml/2002-08-01\" "
            + "xmlns=\"http://www.ecb.int/vocabulary/2002-08-01/eurofxref\"><Cube>"
        for row in rows.dropFirst() {
            text += "<Cube time=\"\(row[0])\">"
            for (code, rate) in zip(rows[0], row).dropFirst() where !code.isEmpty {
                text += "<Cube currency=\"\(code)\" rate=\"\(rate)\"/>"
            }
            text += "</Cube>"
        }
        return Data((text + "</Cube></gesmes:Envelope>").utf8)
    }
}
