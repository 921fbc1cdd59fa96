import FileFormats
import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Tables of prices: currencies, hundredths, and rows that are refused.
struct PriceImportTests {
    private func imported(_ text: String, into sample: ServiceSample) async throws -> Outcome<PriceService.Imported> {
        let url = FileManager.default.temporaryDirectory.appending(path: "prices-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await sample.prices.importPrices(path: url.path, sample.call)
    }

    private func prices(_ name: String, in sample: ServiceSample) async throws -> [Money] {
        try await sample.prices.list(name, sample.call).value.prices.map(\.price)
    }

    @Test(arguments: [
        "instrument,price,currency,date\nACME,7,USD,2026-03-12\n",
        "instrument,price,ccy,date\nACME,7,USD,2026-03-12\n",
        "instrument,price (USD),date\nACME,7,2026-03-12\n",
        "instrument,price (EUR),currency,date\nACME,7,USD,2026-03-12\n",
    ])
    func `a price in another currency than the instrument's is refused (M2)`(_ table: String) async throws {
        let sample = try ServiceSample()
        try await sample.instrument("ACME", "EUR")
        do {
            _ = try await imported(table, into: sample)
            Issue.record("It was imported.")
        } catch ImportError.rows(let rows, 1) {
            #expect(rows.map(\.line) == [2])
        }
        #expect(try await prices("ACME", in: sample).isEmpty)
    }

    @Test func `the currency of a column or a title may be the instrument's`() async throws {
        let sample = try ServiceSample()
        try await sample.instrument("ACME", "USD")
        _ = try await imported("instrument,price,currency,date\nACME,7,USD,2026-03-12\n", into: sample)
        _ = try await imported("instrument,price (USD),date\nACME,8,2026-03-13\n", into: sample)
        #expect(try await prices("ACME", in: sample) == [try money("7 USD"), try money("8 USD")])
    }

    @Test(arguments: [
        "instrument,price,currency,date\nBank,1250,GBX,2026-03-12\n",
        "instrument,price (GBp),date\nBank,1250,2026-03-12\n",
    ])
    func `pence are converted, and said (I9)`(_ table: String) async throws {
        let sample = try ServiceSample()
        try await sample.instrument("Bank", "GBP")
        let outcome = try await imported(table, into: sample)
        #expect(outcome.warnings.map(\.code) == ["subunits"])
        #expect(try await prices("Bank", in: sample) == [try money("12.50 GBP")])
    }

    @Test func `cash has no price, and no price is adjusted through a day before it`() async throws {
        let sample = try ServiceSample()
        try await sample.instrument("ACME", "EUR")
        try await sample.instrument("Euros", "EUR", type: "cash")
        let table = """
            instrument,price,currency,date,adjustedThrough
            Euros,2,EUR,2026-03-12,
            ACME,2,EUR,2026-03-12,2026-03-01
            ACME,3,EUR,2026-03-13,2026-03-31
            """
        do {
            _ = try await imported(table, into: sample)
            Issue.record("It was imported.")
        } catch ImportError.rows(let rows, 2) {
            #expect(rows.map(\.line) == [2, 3])
        }
    }
}
