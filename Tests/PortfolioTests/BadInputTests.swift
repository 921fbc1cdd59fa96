import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Inputs that are refused, each with its reason, and nothing is written.
struct BadInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The code of the problem, or of one of its details.
        let code: String
        let run: @Sendable (ServiceSample) async throws -> Void

        init(_ name: String, _ code: String, _ run: @escaping @Sendable (ServiceSample) async throws -> Void) {
            (testDescription, self.code, self.run) = (name, code, run)
        }
    }

    /// The portfolios 'Broker' and 'Wallet' in EUR hold 10 'ACME' of USD and 10 'Fund' of EUR in 'Broker'.
    static let cases: [Case] = [
        Case("a sale of more than is held", "portfolio.short") { try await $0.sell("Fund", "11") },
        Case("a sale before the purchase", "portfolio.short") { try await $0.sell("Fund", "1", on: "2026-01-05") },
        Case("a sale before the purchase of its day", "portfolio.short") { sample in
            try await sample.imported("2026-02-02,Sell,Twin,1,5\n2026-02-02,Buy,Twin,1,5\n")
        },
        Case("a gift of more than is held", "portfolio.short") { try await $0.act(.give, "Fund", "11") },
        Case("a transfer of more than is held", "portfolio.short") { sample in
            try await sample.act(.transfer, "Fund", "11") { $0.to = "Wallet" }
        },
        Case("a future day", "portfolio.futureDay") { try await $0.sell("Fund", "1", on: "2026-04-14") },
        Case("no day", "calendar.invalidDay") { try await $0.sell("Fund", "1", on: "2026-02-30") },
        Case("units of 0", "notPositive") { try await $0.sell("Fund", "0") },
        Case("negative units", "notPositive") { try await $0.sell("Fund", "-1") },
        Case("units that are no number", "number.notANumber") { try await $0.sell("Fund", "NaN") },
        Case("endless units", "number.notANumber") { try await $0.sell("Fund", "inf") },
        Case("a fraction over 0", "number.notANumber") { try await $0.sell("Fund", "1/0") },
        Case("units of 40 digits", "number.outOfRange") {
            try await $0.sell("Fund", String(repeating: "9", count: 40))
        },
        Case("units with a decimal comma", "number.notANumber") { try await $0.sell("Fund", "1,5") },
        Case("a price with a decimal comma", "number.notANumber") { sample in
            try await sample.act(.buy, "Fund", "1") { $0.price = "1,5" }
        },
        Case("an unknown instrument", "instrument.unknown") { try await $0.sell("Nothing", "1") },
        Case("an unknown portfolio", "portfolio.unknown") { sample in
            try await sample.act(.buy, "Fund", "1") { ($0.portfolio, $0.amount) = ("Nothing", "1") }
        },
        Case("an unknown lot", "portfolio.unknownLot") { sample in
            try await sample.act(.sell, "Fund", "1") { ($0.lots, $0.amount) = (["abcdef"], "1") }
        },
        Case("lots that do not sum", "portfolio.lotsDoNotSum") { sample in
            let lot = try await sample.lot("Fund")
            try await sample.act(.sell, "Fund", "5") { ($0.lots, $0.amount) = (["\(lot)=4"], "1") }
        },
        Case("more of a lot than it holds", "portfolio.lotTooSmall") { sample in
            let lot = try await sample.lot("Fund")
            try await sample.act(.sell, "Fund", "10") { ($0.lots, $0.amount) = (["\(lot)=11"], "1") }
        },
        Case("a split 0:1", "portfolio.badProportion") { try await $0.action(.split, "Fund", "0:1") },
        Case("a split 1:1", "noChange") { try await $0.action(.split, "Fund", "1:1") },
        Case("a split with a minus", "portfolio.badProportion") { try await $0.action(.split, "Fund", "-2:1") },
        Case("a share over 100 %", "share.outOfRange") { try await $0.action(.spinOff, "Fund", "1:4", "Twin", "101%") },
        Case("a negative share", "share.outOfRange") { try await $0.action(.spinOff, "Fund", "1:4", "Twin", "-1%") },
        Case("a spin-off of what nobody holds", "portfolio.nobodyHolds") { sample in
            try await sample.action(.spinOff, "Twin", "1:4", "Fund", "20%")
        },
        Case("a merger into itself", "sameInstrument") { try await $0.action(.merger, "Fund", "1:1", "Fund") },
        Case("a swap with itself", "portfolio.sameInstrument") { sample in
            var request = TransactionRequest()
            (request.instrument, request.units, request.amount) = ("Fund", "1", "10")
            request.portfolio = "Broker"
            _ = try await sample.service.swap(request, for: ("Fund", "1"), sample.call)
        },
        Case("a transfer to the same portfolio", "samePortfolio") { sample in
            try await sample.act(.transfer, "Fund", "1") { $0.to = "Broker" }
        },
        Case("more arrives than was sent", "tooMuch") { sample in
            try await sample.act(.transfer, "Fund", "1") { ($0.to, $0.received) = ("Wallet", "2") }
        },
        Case("settled 0", "notPositive") { sample in
            try await sample.act(.buy, "ACME", "1") { ($0.amount, $0.settled) = ("1", "0") }
        },
        Case("settled less than the fees in it", "portfolio.settledTooSmall") { sample in
            try await sample.act(.buy, "ACME", "1") { ($0.amount, $0.settled, $0.fees) = ("1", "5 EUR", "6 EUR") }
        },
        Case("a rate of 0", "notPositive") { sample in
            try await sample.act(.buy, "ACME", "1") { ($0.amount, $0.rate) = ("1", "0") }
        },
        Case("a rate where none is needed", "portfolio.rateNotNeeded") { sample in
            try await sample.act(.buy, "Fund", "1") { ($0.amount, $0.rate) = ("1", "2") }
        },
        Case("a negative price", "portfolio.negativeAmount") { sample in
            try await sample.act(.buy, "Fund", "1") { $0.price = "-1" }
        },
        Case("no price and no total", "required") { try await $0.act(.buy, "Fund", "1") },
        Case("a price that rounds to nothing", "portfolio.roundsToNothing") { sample in
            try await sample.act(.buy, "Fund", "1") { $0.price = "0.000000000001" }
        },
        Case("a currency of neither", "currencyMismatch") { sample in
            try await sample.act(.buy, "Fund", "1") { ($0.amount, $0.fees) = ("1", "1 GBP") }
        },
        Case("money of a portfolio without cash", "keepsNoCash") { sample in
            try await sample.act(.deposit, nil, nil) { $0.amount = "1" }
        },
        Case("another type after use", "portfolio.fixedOnceUsed") { sample in
            var fields = InstrumentService.Fields()
            fields.type = "bond"
            _ = try await sample.instruments.edit("Fund", fields, sample.call)
        },
        Case("another currency after use", "portfolio.fixedOnceUsed") { sample in
            var fields = InstrumentService.Fields()
            fields.currency = "USD"
            _ = try await sample.instruments.edit("Fund", fields, sample.call)
        },
        Case("another base after use", "portfolio.fixedOnceUsed") { sample in
            var fields = PortfolioService.Fields()
            fields.currency = "USD"
            _ = try await sample.service.edit("Broker", fields, sample.call)
        },
        Case("cash after use", "portfolio.fixedOnceUsed") { sample in
            var fields = PortfolioService.Fields()
            fields.keepsCash = true
            _ = try await sample.service.edit("Broker", fields, sample.call)
        },
        Case("a portfolio whose name differs in case", "nameTaken") { try await $0.portfolio(" bROKER ") },
        Case("an instrument whose name differs in case", "nameTaken") { try await $0.instrument("fund") },
        Case("a portfolio with transactions deleted", "portfolio.notEmpty") { sample in
            _ = try await sample.service.delete("Broker", sample.call)
        },
        Case("a price of a future day", "portfolio.futureDay") { sample in
            _ = try await sample.prices.add("Fund", "1", date: "2026-04-14", sample.call)
        },
        Case("a negative price of a day", "portfolio.negativeAmount") { sample in
            _ = try await sample.prices.add("Fund", "-1", date: nil, sample.call)
        },
        Case("a price of another currency", "currencyMismatch") { sample in
            _ = try await sample.prices.add("Fund", "1 USD", date: nil, sample.call)
        },
        Case("a price that is not there deleted", "portfolio.noPrice") { sample in
            _ = try await sample.prices.delete("Fund", date: "2026-01-01", sample.call)
        },
        Case("a wrong column in row 70,000", "import.rows") { sample in
            let rows = Array(repeating: "2026-01-07,Buy,Fund,1,5", count: 69_998)
            try await sample.imported(rows.joined(separator: "\n") + "\n2026-01-07,Buy,Fund,five,5\n")
        },
        Case("a formula for a total", "import.rows") { sample in
            try await sample.imported("2026-01-07,Buy,Fund,1,\"=HYPERLINK(\"\"http://x\"\")\"\n")
        },
        Case("a merger in a table of one's own", "import.rows") { sample in
            try await sample.imported("2026-01-07,Merger,Fund,1,5\n")
        },
        Case("a formula for units", "import.rows") { sample in
            try await sample.imported("2026-01-07,Buy,Fund,=1+1,5\n2026-01-08,Buy,Fund,1,5\n")
        },
        Case("numbers of two ways", "import.mixedNumbers") { sample in
            try await sample.imported("2026-01-07,Buy,Fund,\"1,25\",5\n2026-01-08,Buy,Fund,1.25,5\n")
        },
        Case("a word that is no kind", "import.rows") { try await $0.imported("2026-01-07,Lend,Fund,1,5\n") },
        Case("an empty file", "import.nothing") { try await $0.imported("") },
    ]

    private static func sample() async throws -> ServiceSample {
        let sample = try ServiceSample()
        for name in ["Broker", "Wallet"] { try await sample.portfolio(name) }
        try await sample.instrument("ACME", "USD")
        for name in ["Fund", "Twin"] { try await sample.instrument(name) }
        try await sample.act(.buy, "Fund", "10", on: "2026-01-06") { $0.amount = "100" }
        try await sample.act(.buy, "ACME", "10", on: "2026-01-06") { ($0.amount, $0.rate) = ("100", "0.9") }
        return sample
    }

    @Test(arguments: cases)
    func `a bad input is refused by its reason, and nothing is written`(bad: Case) async throws {
        let sample = try await Self.sample()
        let revision = try await sample.store.read { try $0.revision() }
        do {
            try await bad.run(sample)
            Issue.record("\(bad.testDescription) was entered")
        } catch let problem as any Problem {
            #expect((problem.details.map(\.code) + [problem.code]).contains(bad.code), "\(problem.code): \(problem)")
            #expect(!problem.description.isEmpty)
        }
        #expect(try await sample.store.read { try $0.revision() } == revision)
    }

    @Test func `a sale keeps older purchases from being moved, made smaller or deleted`() async throws {
        let sample = try await Self.sample()
        try await sample.sell("Fund", "8", on: "2026-03-01")
        let bought = try #require(
            try await sample.service.transactions(of: "Fund", sample.call).value.transactions.first)
        let revision = try await sample.store.read { try $0.revision() }
        for (units, date) in [("7", nil), (nil, "2026-03-02")] as [(String?, String?)] {
            var request = TransactionRequest()
            (request.units, request.date) = (units, date)
            await #expect(throws: PortfolioError.self) {
                _ = try await sample.service.correct(bought.id.uuidString, request, sample.call)
            }
        }
        await #expect(throws: PortfolioError.self) {
            _ = try await sample.service.deleteTransaction(bought.id.uuidString, sample.call)
        }
        #expect(try await sample.store.read { try $0.revision() } == revision)
    }

    @Test func `a position whose last price is deleted has the price of its last trade, else none, never 0`()
        async throws
    {
        let sample = try await Self.sample()
        try await sample.act(.receive, "Twin", "3") { $0.cost = "unknown" }
        _ = try await sample.prices.add("Twin", "7", date: nil, sample.call)
        func value() async throws -> Money? {
            try await sample.reports.positions(of: nil, sample.call).value.valuation.rows.last?.value
        }
        #expect(try await value() == (try money("21.00 EUR")))
        _ = try await sample.prices.delete("Twin", date: "2026-04-13", sample.call)
        #expect(try await value() == nil)
    }

    @Test(arguments: [
        ("BTC", "0.00000001", "0.5"), ("ETH", "0.000000000000000001", "0.25"), ("EUR", "1000000000000", "0.01"),
        ("EUR", "0.000000000000000001", "1000000000000"), ("JPY", "3", "1.5"), ("KWD", "7", "0.125"),
        ("EUR", "1000000000000", "0.000000000001"), ("EUR", "2/3", "9.99"),
    ])
    func `small and large numbers are exact, or are refused by name`(
        code: String, units: String, price: String
    ) async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", code)
        try await sample.instrument("Thing", code)
        let currency = try Currency(code: code)
        do {
            let bought = try await sample.enter(.buy, "Thing", units, on: "2026-01-06") { $0.price = price }.value.first
            let exact = try UnitsText.read(units) * UnitsText.read(price)
            #expect(bought.units == (try UnitsText.read(units)))
            #expect(bought.gross == (try Money(rounding: exact, places: currency.minorUnit, currency)))
        } catch let error as any Problem {
            #expect(
                (error.details.map(\.code) + [error.code]).contains {
                    $0.hasPrefix("portfolio.") || $0.hasPrefix("money.")
                }, "\(error)")
        }
    }
}

extension ServiceSample {
    fileprivate func act(
        _ kind: PortfolioTransaction.Kind, _ instrument: String?, _ units: String?, on date: String? = nil,
        _ change: (inout TransactionRequest) -> Void = { _ in }
    ) async throws {
        try await enter(kind, instrument, units, on: date) { request in
            request.portfolio = "Broker"
            change(&request)
        }
    }

    fileprivate func sell(_ instrument: String, _ units: String, on date: String? = nil) async throws {
        try await act(.sell, instrument, units, on: date) { $0.amount = "1" }
    }

    fileprivate func action(
        _ kind: PortfolioTransaction.Kind, _ instrument: String, _ proportion: String, _ to: String? = nil,
        _ share: String? = nil
    ) async throws {
        try await enter(kind, instrument) { ($0.proportion, $0.to, $0.share) = (proportion, to, share) }
    }

    fileprivate func lot(_ instrument: String) async throws -> String {
        try await reports.lots(of: instrument, call).value.lots[0].lot.id.uuidString
    }

    /// Imports rows of day, kind, instrument, units and price into 'Broker'.
    fileprivate func imported(_ rows: String) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "bad-\(UUID().uuidString).csv")
        try Data((rows.isEmpty ? "" : "Date,Type,Security,Quantity,Price\n" + rows).utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        _ = try await service.importTrades(PortfolioImportRequest(path: url.path, portfolio: "Broker"), call)
    }
}
