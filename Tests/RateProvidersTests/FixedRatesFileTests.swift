import ExchangeRates
import Foundation
import Models
import PluginKit
import RateProviders
import Testing

@Suite struct FixedRatesFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fixed(_ path: String) async throws -> any ExchangeRateProvider {
        try await provider(["exchangeRates.providers": ["fixed"], "exchangeRates.fixed.file": .text(path)])
    }

    @Test func `a table gives its rates with the state fixed`() async throws {
        let path = try folder.write("from,to,rate,date\nBTC,USD,65000.10,2026-05-01\n", to: "rates.csv")
        let answer = try await fixed(path).rates(try request("BTC", "USD"))
        #expect(answer.texts == ["BTC/USD=65000.1 fixed"])
        #expect(answer.quotes.first?.time == (try CalendarDay("2026-05-01").startInUTC))
    }

    @Test func `rows without a date have the time of the file`() async throws {
        let path = try folder.write("from,to,rate,date\nBTC,USD,65000,\n", to: "rates.csv")
        let changed = Date(timeIntervalSince1970: 1_770_000_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
        let answer = try await fixed(path).rates(try request("BTC", "USD"))
        #expect(answer.quotes.first?.time == changed)
    }

    @Test func `without a file there are no rates and no error`() async throws {
        let provider = try await provider(["exchangeRates.providers": ["fixed"]])
        #expect(try await provider.rates(try request("BTC", "USD")) == RateAnswer(quotes: []))
    }

    @Test func `a malformed table stops the start and every line is named`() async throws {
        let path = try folder.write("from,to,rate,date\nBTC,USD\nBTC,XYZ,1,\n", to: "rates.csv")
        let error = await #expect(throws: ContainerError.self) { try await fixed(path) }
        let text = try #require(error).description
        #expect(text.contains("Line 2") && text.contains("Line 3") && text.contains("rates.csv"))
    }

    @Test func `a table is read again when it has changed, and a broken one is no answer until it is mended`()
        async throws
    {
        func write(_ text: String) throws { _ = try folder.write("from,to,rate,date\n" + text, to: "rates.csv") }
        try write("BTC,USD,60000,\n")
        let file = folder.url.appending(path: "rates.csv")
        let provider = try await fixed(file.path)
        let asked = try request("BTC", "USD")
        #expect(try await provider.rates(asked).rate("BTC", "USD") == "60000")

        try write("BTC,USD,7,\n")
        #expect(try await provider.rates(asked).rate("BTC", "USD") == "7")
        // Of the same size, in the same file, and dated as before but for the time of change.
        try Data("from,to,rate,date\nBTC,USD,8,\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.modificationDate: noon], ofItemAtPath: file.path)
        let answer = try await provider.rates(asked)
        #expect(answer.rate("BTC", "USD") == "8" && answer.quotes.first?.time == noon)

        try write("BTC,USD\n")
        for _ in 0..<2 {
            let error = await #expect(throws: FixedRatesFileError.self) { try await provider.rates(asked) }
            #expect("\(try #require(error))".contains("Line 2"))
        }
        try FileManager.default.removeItem(at: file)
        let gone = await #expect(throws: FixedRatesFileError.self) { try await provider.rates(asked) }
        #expect("\(try #require(gone))".contains("there is no such file"))
        try write("BTC,USD,9,\n")
        #expect(try await provider.rates(asked).rate("BTC", "USD") == "9")
    }

    @Test func `a table behind a link is read again when what it points to has changed`() async throws {
        _ = try folder.write("from,to,rate,date\nBTC,USD,1,\n", to: "real.csv")
        let link = folder.url.appending(path: "link.csv")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.url.appending(path: "real.csv"))
        let provider = try await fixed(link.path)
        #expect(try await provider.rates(try request("BTC", "USD")).rate("BTC", "USD") == "1")
        _ = try folder.write("from,to,rate,date\nBTC,USD,22,\n", to: "real.csv")
        #expect(try await provider.rates(try request("BTC", "USD")).rate("BTC", "USD") == "22")
    }

    @Test func `a missing file and a file that is not text stop the start`() async throws {
        let missing = await #expect(throws: ContainerError.self) { try await fixed("/nowhere/rates.csv") }
        #expect(try #require(missing).description.contains("there is no such file"))
        let file = folder.url.appending(path: "latin.csv")
        try Data([0x66, 0xFC, 0x0A]).write(to: file)
        let latin = await #expect(throws: ContainerError.self) { try await fixed(file.path) }
        #expect(try #require(latin).description.contains("not UTF-8"))
    }
}
