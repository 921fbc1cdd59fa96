import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Entering, correcting and deleting, and what is refused.
struct PortfolioServiceTests {
    private func code(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? any Problem)?.code ?? "\(error)"
        }
    }

    @Test func `the day's rate is kept with a purchase, never a later one (P5)`() async throws {
        let sample = try ServiceSample(rates: "from,to,rate,date\nUSD,EUR,0.90,2026-01-05\nUSD,EUR,0.80,2026-04-10\n")
        try await sample.portfolio("Broker")
        try await sample.instrument("ACME", "USD")
        let old = try await sample.enter(.buy, "ACME", "10", "1000", on: "2026-01-06")
        #expect(old.value.first.rate?.rate == (try ratio("0.90")))
        #expect(old.value.first.rate?.state == "fixed")
        let gap = try await sample.enter(.buy, "ACME", "1", "100", on: "2026-02-20")
        #expect(gap.value.first.rate == nil)
        #expect(gap.warnings.map(\.code) == ["rateMissing"])
        let settled = try await sample.enter(.buy, "ACME", "1", "100", on: "2026-02-20") { $0.settled = "88" }
        #expect(settled.value.first.rate == nil && settled.warnings.isEmpty)
        let report = try await sample.reports.lots(of: "ACME", sample.call).value
        #expect(report.lots.map(\.lot.cost.base) == [try money("900 EUR"), nil, try money("88 EUR")])
        #expect(report.lots.map(\.rateState) == ["fixed", nil, "settled"])
    }

    @Test func `a sale of more than is held is refused, also by date, edit, deletion and order (P9)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.instrument("ACME")
        let bought = try await sample.enter(.buy, "ACME", "10", "1000", on: "2026-01-06").value.first
        try await sample.enter(.sell, "ACME", "8", "900", on: "2026-02-01")
        let revision = try await sample.store.read { try $0.revision() }
        #expect(await code { try await sample.enter(.sell, "ACME", "3", "1", on: "2026-03-01") } == "portfolio.short")
        #expect(await code { try await sample.enter(.sell, "ACME", "3", "1", on: "2026-01-07") } == "portfolio.short")
        #expect(await code { try await sample.enter(.give, "ACME", "1", on: "2026-01-05") } == "portfolio.short")
        #expect(
            await code {
                var request = TransactionRequest()
                request.units = "7"
                _ = try await sample.service.correct(bought.id.uuidString, request, sample.call)
            } == "portfolio.short")
        #expect(
            await code {
                var request = TransactionRequest()
                request.date = "2026-02-02"
                _ = try await sample.service.correct(bought.id.uuidString, request, sample.call)
            } == "portfolio.short")
        #expect(
            await code { _ = try await sample.service.deleteTransaction(bought.id.uuidString, sample.call) }
                == "portfolio.short")
        #expect(try await sample.store.read { try $0.revision() } == revision)
        // On one day in the wrong order.
        try await sample.instrument("Other")
        #expect(await code { try await sample.enter(.sell, "Other", "1", "1", on: "2026-01-06") } == "portfolio.short")
    }

    @Test func `things that do not change after use, and names that are taken`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.instrument("ACME")
        await #expect(throws: RequestError.self) { try await sample.portfolio("BROKER") }
        await #expect(throws: RequestError.self) { try await sample.instrument("acme") }
        try await sample.enter(.buy, "ACME", "1", "1")
        var fields = PortfolioService.Fields()
        fields.currency = "USD"
        #expect(
            await code { _ = try await sample.service.edit("Broker", fields, sample.call) } == "portfolio.fixedOnceUsed"
        )
        var instrument = InstrumentService.Fields()
        instrument.type = "bond"
        #expect(
            await code { _ = try await sample.instruments.edit("ACME", instrument, sample.call) }
                == "portfolio.fixedOnceUsed")
        #expect(await code { _ = try await sample.service.delete("Broker", sample.call) } == "portfolio.notEmpty")
        #expect(
            await code { _ = try await sample.instruments.delete("ACME", cascade: false, sample.call) }
                == "portfolio.instrumentInUse")
        _ = try await sample.instruments.delete("ACME", cascade: true, sample.call)
        _ = try await sample.service.delete("Broker", sample.call)
        #expect(try await sample.store.read { try $0.all(PortfolioTransaction.self) }.isEmpty)
    }

    @Test func `corporate actions of what nobody holds, of one instrument, and transfers to the same portfolio`()
        async throws
    {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.portfolio("Wallet")
        try await sample.instrument("ACME")
        try await sample.instrument("Spun")
        func act(_ kind: PortfolioTransaction.Kind, _ proportion: String, to: String? = nil) async -> String? {
            await code {
                try await sample.enter(kind, "ACME") { request in
                    (request.proportion, request.to, request.share) = (proportion, to, kind == .spinOff ? "20%" : nil)
                }
            }
        }
        #expect(await act(.spinOff, "1:4", to: "Spun") == "portfolio.nobodyHolds")
        try await sample.enter(.buy, "ACME", "8", "800", on: "2026-01-06") { $0.portfolio = "Broker" }
        #expect(await act(.split, "0:1") == "portfolio.badProportion")
        #expect(await act(.split, "1:1") == "invalid")
        #expect(await act(.split, "4:1") == nil)
        #expect(await act(.split, "4:1") == "portfolio.actionExists")
        #expect(await act(.merger, "1:1", to: "ACME") != nil)
        #expect(await act(.spinOff, "1:4", to: "Spun") == nil)
        #expect(
            await code {
                try await sample.enter(.transfer, "ACME", "1") { ($0.portfolio, $0.to) = ("Broker", "Broker") }
            } != nil)
        // Deleting the purchase takes the spun units away, which were not sold.
        let spun = try await sample.reports.positions(of: "Broker", sample.call).value
        #expect(spun.valuation.rows.map(\.holding.units) == [Ratio(32), Ratio(8)])
        try await sample.enter(.sell, "Spun", "2", "50") { $0.portfolio = "Broker" }
        let bought = try #require(
            try await sample.service.transactions(of: "ACME", sample.call).value.transactions.first)
        #expect(
            await code { _ = try await sample.service.deleteTransaction(bought.id.uuidString, sample.call) }
                == "portfolio.short")
    }

    @Test func `named lots sum to the units, and stay right when older entries change (P4)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.instrument("ACME")
        try await sample.enter(.buy, "ACME", "10", "1000", on: "2026-01-06")
        let second = try await sample.enter(.buy, "ACME", "10", "1500", on: "2026-01-07").value.first
        let lot = String(second.id.uuidString.lowercased().prefix(8))
        #expect(
            await code { try await sample.enter(.sell, "ACME", "5", "900") { $0.lots = ["\(lot)=4"] } }
                == "portfolio.lotsDoNotSum")
        #expect(
            await code { try await sample.enter(.sell, "ACME", "12", "900") { $0.lots = [lot] } }
                == "portfolio.lotsDoNotSum")
        try await sample.enter(.sell, "ACME", "5", "900") { $0.lots = [lot] }
        let gains = try await sample.reports.gains(of: nil, sample.call).value.gains
        #expect(gains.net == (try money("150 EUR")))
        #expect(
            await code {
                var request = TransactionRequest()
                request.units = "3"
                _ = try await sample.service.correct(second.id.uuidString, request, sample.call)
            } == "portfolio.namedLotsChanged")
    }

    @Test func `a swap is one change and goes as one`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.instrument("Bitcoin")
        try await sample.instrument("Ether")
        try await sample.enter(.buy, "Bitcoin", "1", "100", on: "2026-01-06")
        var request = TransactionRequest()
        (request.instrument, request.units, request.amount) = ("Bitcoin", "0.5", "80")
        let swapped = try await sample.service.swap(request, for: ("Ether", "4"), sample.call).value
        #expect(swapped.transactions.map(\.kind) == [.sell, .buy])
        #expect(
            await code { _ = try await sample.service.swap(request, for: ("Bitcoin", "4"), sample.call) }
                == "portfolio.sameInstrument")
        let gains = try await sample.reports.gains(of: nil, sample.call).value.gains
        #expect(gains.net == (try money("30 EUR")))
        _ = try await sample.service.deleteTransaction(swapped.transactions[1].id.uuidString, sample.call)
        #expect(try await sample.service.transactions(of: nil, sample.call).value.transactions.count == 1)
    }

    @Test func `cash follows trades, and below 0 is warned of (P1)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", cash: true)
        try await sample.portfolio("Wallet")
        try await sample.instrument("ACME")
        try await sample.enter(.deposit, nil, nil, "1000", on: "2026-01-01") { $0.portfolio = "Broker" }
        #expect(
            await code { try await sample.enter(.deposit, nil, nil, "1000") { $0.portfolio = "Wallet" } } != nil)
        let bought = try await sample.enter(.buy, "ACME", "10", "1200", on: "2026-01-06") {
            ($0.portfolio, $0.fees) = ("Broker", "5")
        }
        #expect(bought.warnings.map(\.code) == ["cashBelowZero"])
        try await sample.enter(.sell, "ACME", "5", "700") { ($0.portfolio, $0.taxes) = ("Broker", "10") }
        let report = try await sample.reports.positions(of: "Broker", sample.call).value
        #expect(report.cash == [try money("485 EUR")])
        #expect(report.valuation.value == (try money("1185 EUR")))
    }

    @Test func `an edit that changes a gain of a past year says so (P9)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.instrument("ACME")
        let bought = try await sample.enter(.buy, "ACME", "10", "1000", on: "2024-01-06").value.first
        try await sample.enter(.sell, "ACME", "5", "700", on: "2025-01-06")
        var request = TransactionRequest()
        request.fees = "10"
        let corrected = try await sample.service.correct(bought.id.uuidString, request, sample.call)
        #expect(corrected.warnings.map(\.code) == ["pastYearChanged"])
    }

    @Test func `an ISIN has its check digit, and one instrument in each currency`() async throws {
        let sample = try ServiceSample()
        func add(_ name: String, _ isin: String, _ currency: String = "EUR") async -> String? {
            var fields = InstrumentService.Fields()
            (fields.name, fields.type, fields.currency, fields.isin) = (name, "stock", currency, isin)
            let request = fields
            return await code { _ = try await sample.instruments.add(request, sample.call) }
        }
        #expect(await add("SAP", "DE0007164600") == nil)
        #expect(await add("Apple", "US0378331005") == nil)
        #expect(await add("Typo", "DE0007164601") == "invalid")
        #expect(await add("Twin", "DE0007164600") == "invalid")
        #expect(await add("SAP in dollars", "DE0007164600", "USD") == nil)
        try await sample.portfolio("Broker")
        let refused = await code { try await sample.enter(.buy, "DE0007164600", "1", "100") }
        #expect(refused == "instrument.ambiguous")
    }
}
