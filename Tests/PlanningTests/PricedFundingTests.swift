import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Planning

/// Counts up.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

@Suite("Sources with prices: one set of rates, no entries, and only purchases settle payments")
struct PricedFundingTests {
    private let store = MemoryStore()
    private let clock = Counter()
    private var provider: any ExchangeRateProvider = MovingRates()
    private var source = BarSource(prices: [])

    init() throws {
        source.prices = [(try day("2026-01-01"), 2000), (try day("2026-05-22"), 3000)]
    }

    private var rates: ExchangeRateService { ExchangeRateService(providers: [provider]) }
    private var funding: FundingSources { FundingSources([source], followers: [MonthStarts()], rates: rates) }
    private var assets: AssetService { AssetService(store: store, funding: funding) }
    private var allocations: AllocationService { AllocationService(store: store, funding: funding, rates: rates) }
    private var months: MonthService { MonthService(store: store, rates: rates, funding: funding) }
    private var planning: MonthlyPlanningService {
        MonthlyPlanningService(store: store, rates: rates, funding: funding)
    }

    private func on(_ today: String) throws -> Call {
        let today = try day(today)
        return Call(
            now: today.startInUTC.addingTimeInterval(Double(clock.next())), today: today, program: "test",
            command: "test")
    }

    private func fields(_ name: String, _ box: String, currency: String? = nil, balance: String? = nil) -> AssetFields {
        var fields = AssetFields()
        (fields.name, fields.source, fields.reference) = (name, "bars", box)
        (fields.currency, fields.balance) = (currency, balance)
        return fields
    }

    private func buy(
        _ ounces: Int, for cost: String, in box: String = "cellar", on date: String, today: String,
        isStock: Bool = false
    ) async throws {
        let call = try on(today)
        let bar = Bar(
            id: UUID(), box: box, day: try day(date), ounces: ounces, cost: try money(cost), entered: call.now,
            isStock: isStock)
        try await funding.write(call, in: store) { try $0.insert(bar) }
    }

    /// Car, funded by four ounces in the cellar.
    private func begin() async throws {
        try await store.add(
            Record(goal("Car", target: "20000 EUR", start: "2026-01-10", deadline: "2026-12-31")))
        _ = try await assets.add(fields("Gold", "cellar"), on("2026-02-01"))
        _ = try await allocations.allocate("Gold", to: "Car", .rest, on("2026-02-01"))
        try await buy(4, for: "7000 EUR", on: "2026-02-01", today: "2026-02-01")
    }

    private func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch let error as RequestError {
            return error.details.map(\.code).joined(separator: " ")
        } catch let error as any Problem {
            return error.code
        } catch {
            return "\(error)"
        }
    }

    @Test func `a name is resolved and the currency taken from the source when an asset is entered`() async throws {
        let added = try await assets.add(fields("Gold", "cellar"), on("2026-02-01")).value.asset
        #expect(added.reference == "box:cellar" && added.currency == .eur)
        #expect(try await store.read { try $0.all(Asset.self) } == [added])
        let edited = try await assets.edit("Gold", fields("Gold", "safe"), on("2026-02-02")).value.after
        #expect(edited.reference == "box:safe")
    }

    @Test func `what no source knows is refused when it is entered`() async throws {
        #expect(await refusal { _ = try await assets.add(fields("A", "attic"), on("2026-02-01")) } != nil)
        var misspelt = fields("A", "safe", currency: "USD")
        misspelt.source = "bras"
        #expect(await refusal { _ = try await assets.add(misspelt, on("2026-02-01")) } == "asset.unknownSource")
        misspelt.currency = nil
        #expect(await refusal { _ = try await assets.add(misspelt, on("2026-02-01")) } == "asset.unknownSource")
        #expect(try await store.read { try $0.all(Asset.self) }.isEmpty)
        _ = try await assets.add(fields("A", "safe"), on("2026-02-01"))
        // By its id as by its name.
        for name in ["safe", "box:safe"] {
            #expect(
                await refusal { _ = try await assets.add(fields("B", name), on("2026-02-01")) } == "asset.countedTwice")
        }
    }

    @Test func `an asset whose source keeps all of its money takes no entries`() async throws {
        _ = try await assets.add(fields("Gold", "safe"), on("2026-02-01"))
        try await store.add(Record(Asset(id: UUID(), name: "Bank", currency: .usd)))
        let today = "2026-02-02"
        for isWithdrawal in [false, true] {
            let entry = AssetService.Entry(asset: "Gold", amount: "5", isWithdrawal: isWithdrawal)
            #expect(await refusal { _ = try await assets.enter(entry, on(today)) } == "asset.takesNoEntries")
        }
        for (from, to) in [("Gold", "Bank"), ("Bank", "Gold")] {
            let transfer = AssetService.Transfer(from: from, to: to, amount: "5")
            #expect(await refusal { _ = try await assets.transfer(transfer, on(today)) } == "asset.takesNoEntries")
        }
        #expect(
            await refusal { _ = try await assets.add(fields("C", "cellar", balance: "5"), on(today)) }
                == "asset.takesNoEntries")
        let gold = try await assets.asset(named: "Gold")
        let code = await refusal {
            try await funding.write(on(today), in: store) { writer in
                var batch = try FundingBatch(writer)
                _ = try batch.enter(
                    Transaction(
                        id: UUID(), assetID: gold.id, amount: Money("5", .usd), day: day(today), entered: Date()),
                    in: gold)
                try batch.finish()
            }
        }
        #expect(code == "asset.takesNoEntries")
        let other = await refusal {
            try await funding.write(on(today), in: store) { writer in
                var batch = try FundingBatch(writer)
                _ = try batch.insert(
                    Transaction(
                        id: UUID(), assetID: gold.id, amount: Money("5", .usd), day: day(today), entered: Date()))
                try batch.finish()
            }
        }
        #expect(other == "asset.takesNoEntries")
        #expect(try await store.read { try $0.all(Transaction.self) }.isEmpty)
        // Nor does an asset with transactions get such a source.
        _ = try await assets.enter(.init(asset: "Bank", amount: "5"), on(today))
        #expect(await refusal { _ = try await assets.edit("Bank", fields("Bank", "cellar"), on(today)) } != nil)
        #expect(
            AssetError.takesNoEntries(asset: "Gold", source: "bars", Remedy("bars.buy")).remedy == Remedy("bars.buy"))
    }

    @Test func `a plan and the balances in it are of one set of rates, which is told`() async throws {
        try await begin()
        for _ in 0..<5 {
            let report = try await planning.plan(planning.request(on("2026-05-20")))
            let plan = try #require(report["Car"]).plan
            let rate = try #require(plan.progress.rates.first?.rate)
            #expect(plan.progress.rates.count == 1)
            // The share of the goal is the asset's balance: four ounces at 2,000 dollars, at the rate that is told.
            let value = try ExactAmount(Ratio(8000) * rate, .eur).rounded(.down)
            #expect(plan.progress.saved == value)
            let valuation = try await AssetValuationService(
                store: store, rates: rates, display: DisplayCurrency(.usd), funding: funding
            ).list(on("2026-05-20")).value
            let row = try #require(valuation.report.rows.first)
            #expect(row.balance.parts.map(\.name) == ["4 oz"] && row.freshness == .cached)
            // Converted there and back within one set of rates, only the rounding down to cents is lost.
            let back = try #require(row.value)
            #expect(try !back.isLess(than: money("7999.98 USD")) && !Money("8000", .usd).isLess(than: back))
        }
    }

    @Test func `without rates only the source's own assets have a gap, and deposits elsewhere work`() async throws {
        try await begin()
        var broken = self
        broken.provider = try WrittenRates([])
        let bank = Asset(id: UUID(), name: "Bank", currency: .eur)
        try await store.add(Record(bank))
        _ = try await broken.allocations.allocate("Bank", to: "Car", .rest, on("2026-05-19"))
        _ = try await broken.assets.enter(.init(asset: "Bank", amount: "100"), on("2026-05-20"))
        let report = try await broken.planning.plan(broken.planning.request(on("2026-05-20")))
        let plan = try #require(report["Car"]).plan
        #expect(plan.progress.saved == (try money("100.00 EUR")) && plan.progress.savedBound == .atLeast)
        #expect(plan.requirement.paid == (try money("100.00 EUR")))
        // A program without rates at all.
        let without = FundingSources([source], followers: [MonthStarts()])
        _ = try await AssetService(store: store, funding: without).enter(
            .init(asset: "Bank", amount: "50"), on("2026-05-21"))
    }

    @Test func `a substitute's rate makes the balance incomplete`() async throws {
        try await begin()
        var substitute = self
        substitute.provider = try WrittenRates(["USD EUR 0.9"], state: .fallback)
        let report = try await substitute.planning.plan(substitute.planning.request(on("2026-05-20")))
        // The true rate may be lower as well as higher.
        #expect(try #require(report["Car"]).plan.progress.savedBound == .unknown)
        let valuation = try await AssetValuationService(
            store: store, rates: substitute.rates, display: DisplayCurrency(.eur), funding: substitute.funding
        ).list(on("2026-05-20")).value
        #expect(valuation.report.rows.map(\.bound) == [.unknown] && valuation.report.totalBound == .unknown)
    }

    @Test func `in a month in progress purchases settle, and neither prices, rates nor stock do`() async throws {
        try await begin()
        _ = try await months.take(.start, of: nil, months.request(on("2026-05-20")))
        func paid(_ today: String) async throws -> String {
            let plan = try #require(try await planning.plan(planning.request(on(today)))["Car"]).plan
            return plan.requirement.paid.amountText
        }
        #expect(try await paid("2026-05-21") == "0.00")
        // Half as much again for an ounce.
        #expect(try await paid("2026-05-23") == "0.00")
        try await buy(1, for: "2500 EUR", on: "2026-05-23", today: "2026-05-23", isStock: true)
        try await buy(1, for: "2500 EUR", on: "2026-03-02", today: "2026-05-23")
        #expect(try await paid("2026-05-23") == "0.00")
        try await buy(1, for: "900 EUR", on: "2026-05-23", today: "2026-05-23")
        #expect(try await paid("2026-05-23") == "900.00")
    }

    @Test func `another source of an asset settles no payment of a month in progress`() async throws {
        try await begin()
        try await store.add(Record(Asset(id: UUID(), name: "Bank", currency: .usd)))
        _ = try await allocations.allocate("Bank", to: "Car", .rest, on("2026-05-19"))
        _ = try await months.take(.start, of: nil, months.request(on("2026-05-20")))
        try await buy(2, for: "5000 USD", in: "safe", on: "2026-02-01", today: "2026-05-20")
        _ = try await assets.edit("Bank", fields("Bank", "safe"), on("2026-05-21"))
        let report = try await months.status(of: nil, months.request(on("2026-05-21")))
        #expect(report.rows.map(\.contribution.amount.amountText) == ["0.00"])
    }

    @Test func `two programs that enter one box at once: one of them does`() async throws {
        let outcomes = await withTaskGroup(of: String?.self) { group in
            for name in ["A", "B", "C", "D"] {
                group.addTask { await refusal { _ = try await assets.add(fields(name, "safe"), on("2026-02-01")) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == "asset.countedTwice" }.count == 3)
    }
}
