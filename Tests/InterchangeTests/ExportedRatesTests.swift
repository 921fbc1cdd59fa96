import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// An export says what its currencies are in the currency for totals, so that other programs value as this one does.
@Suite struct ExportedRatesTests {
    /// Rates of a test.
    private struct Rates: ExchangeRateProvider {
        let name = "test"
        let quotes: [RateQuote]

        func rates(_ request: RateRequest) async throws -> RateAnswer {
            RateAnswer(quotes: quotes.filter { request.currencies.isSuperset(of: [$0.from, $0.to]) })
        }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "rates-\(UUID().uuidString)")
    private let store = MemoryStore()
    private let kinds = EntityKind.shared + InterchangePlugin.kinds

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// 10 EUR, 0.5 BTC, 3 ETH of which nobody knows the rate, and a goal in JPY that gets 60 % of the euros.
    private func export(_ name: String, state: RateState = .fixed) async throws -> Outcome<[ArchiveService.KindCount]> {
        let call = try call("2026-07-01")
        if try await store.read({ try $0.revision() }) == 0 {
            let amounts = try [Money("10", .eur), Money("0.5", currency("BTC")), Money("3", currency("ETH"))]
            let car = try goal("Car", target: "5000 JPY")
            try await store.write(call) { writer in
                try writer.insert(Household(displayCurrency: .usd))
                try writer.insert(car)
                for (index, amount) in amounts.enumerated() {
                    let asset = Asset(id: UUID(), name: "Asset \(index)", currency: amount.currency)
                    try writer.insert(asset)
                    try writer.insertUnfollowed(
                        Transaction(
                            id: UUID(), assetID: asset.id, amount: amount, day: call.today, entered: call.now))
                    guard index == 0 else { continue }
                    try writer.insertUnfollowed(
                        AssetAllocation(assetID: asset.id, goalID: car.id, size: .share(Share("60%"))))
                }
            }
        }
        func quote(_ from: String, _ to: String, _ rate: String) throws -> RateQuote {
            try RateQuote(
                from: currency(from), to: currency(to), rate: Ratio(decimal: rate), time: call.now, source: "test",
                state: state)
        }
        let quotes = try [quote("EUR", "USD", "1.1"), quote("BTC", "EUR", "60000"), quote("USD", "JPY", "150")]
        let source = RateSource(
            service: ExchangeRateService(providers: [Rates(quotes: quotes)]), display: DisplayCurrency(nil))
        return try await ArchiveService(store: store, kinds: kinds).export(to: path(name), rates: source, call)
    }

    @Test(arguments: JournalDialect.allCases)
    func `a journal says what its commodities are in the currency for totals`(_ dialect: JournalDialect) async throws {
        let name = "a.\(dialect == .hledger ? "journal" : dialect.rawValue)"
        let outcome = try await export(name)
        #expect(outcome.value.first { $0.kind == "rate" }?.records == 2)
        #expect(
            outcome.warnings.map(\.message) == ["There is no rate from ETH to USD to write: test has none."])
        let lines = try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map(String.init)
        let word = dialect == .beancount ? "2026-07-01 price" : "P 2026-07-01"
        #expect(lines.filter { $0.hasPrefix(word) } == ["\(word) BTC 66000 USD", "\(word) EUR 1.1 USD"])
        #expect(lines.contains { $0.hasPrefix("; fixed from test, test by way of EUR, of ") })
        // They are passed over when it is read.
        let empty = MemoryStore()
        let report = try await ImportService(store: empty).importTransactions(
            ImportRequest(path: path(name)), call("2026-07-01")
        ).value
        #expect(report.count(.added) == 3 && report.count(.refused) == 0 && report.allocations == 1)
        guard JournalProgram.installed.contains(dialect) else { return }
        let (text, status) = try JournalProgram.check(dialect, path(name))
        #expect(status == 0, "\(text)")
        // 10 EUR are 11 USD, half a bitcoin 33,000; nobody knows what the ether is.
        let value = try JournalProgram.value(dialect, path(name), in: "USD")
        #expect(value.contains("33011") || value.contains("33,011"), "\(value)")
        #expect(value.contains("ETH"), "\(value)")
    }

    @Test func `substitutes are not written`() async throws {
        let outcome = try await export("b.journal", state: .fallback)
        #expect(outcome.value.allSatisfy { $0.kind != "rate" })
        #expect(outcome.warnings.count == 4)
        #expect(try !String(contentsOfFile: path("b.journal"), encoding: .utf8).contains("\nP "))
    }

    @Test func `tables have the rates with their sources, and shares in percent`() async throws {
        let outcome = try await export("tables")
        #expect(outcome.value.first { $0.kind == "rate" }?.file == "rates.csv")
        let rates = try String(contentsOfFile: path("tables/rates.csv"), encoding: .utf8).split(separator: "\r\n")
        #expect(rates.first == "from,to,rate,date,time,state,path,sources")
        #expect(
            rates.dropFirst().map { $0.split(separator: ",")[0...2].joined(separator: " ") } == [
                "BTC USD 66000", "EUR USD 1.1", "JPY USD 0.006666666666666666666666666667",
            ])
        #expect(rates[1].hasSuffix(",fixed,BTC EUR USD,test test"))
        let allocations = try String(contentsOfFile: path("tables/allocations.csv"), encoding: .utf8)
        #expect(allocations.split(separator: "\r\n").dropFirst().first?.contains(",60%,") == true, "\(allocations)")
    }

    @Test func `an archive has the rates, and is read back exactly without them`() async throws {
        let outcome = try await export("a.json")
        #expect(outcome.value.first { $0.kind == "rate" }?.records == 3)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path("a.json")))
        let archive = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let rates = try #require(archive["rates"] as? [[String: String]])
        #expect(rates.map { $0["from"] } == ["BTC", "EUR", "JPY"])
        #expect(rates.first?["sources"] == "test test" && rates.first?["state"] == "fixed")
        let empty = MemoryStore()
        _ = try await ArchiveService(store: empty, kinds: kinds).importArchive(path("a.json"), call("2026-07-02"))
        let there = try await store.read { try $0.all(Transaction.self) }
        #expect(try await empty.read { try $0.all(Transaction.self) } == there)
        #expect(try await empty.read { try $0.all(Goal.self) } == (try await store.read { try $0.all(Goal.self) }))
    }
}
