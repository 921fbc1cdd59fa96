import ExchangeRates
import Foundation
import Models
import Persistence
import PluginKit
import TestSupport
import Testing

@testable import Allocation

private struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// Brings one source that works and one that cannot be made.
private struct SourcesPlugin: Plugin {
    let manifest = PluginManifest(
        id: "sources", summary: "Sources of a test.",
        provides: [.init(ServiceKey.fundingSources, providers: ["works", "broken"])])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: "works") { _ in
            ScriptedSource("works") { asset, _ in SourceBalance(try Money("100", asset.currency)) }
        }
        builder.register(.fundingSources, name: "broken") { _ in throw Broken(description: "its file is damaged") }
    }
}

@Suite("A source that cannot be made is a gap of its own assets only") struct UnavailableSourceTests {
    private let store = MemoryStore()

    private func funding() async throws -> FundingSources {
        var builder = ContainerBuilder(
            settings: InMemorySettings([:]),
            time: TimeSource(now: { Date(timeIntervalSince1970: 0) }, clock: .continuous))
        builder.add([AllocationPlugin(), SourcesPlugin()])
        builder.require(.funding)
        return try await builder.build(.required).resolve(.funding)
    }

    private func fields(_ name: String, source: String? = nil) -> AssetFields {
        var fields = AssetFields()
        (fields.name, fields.currency, fields.source, fields.reference) = (
            name, "USD", source, source.map { _ in name }
        )
        return fields
    }

    @Test func `the others are counted, and its own assets say why they are not`() async throws {
        try await store.add(
            Record(Asset(id: UUID(), name: "A", currency: .usd, source: "works", reference: "a")),
            Record(Asset(id: UUID(), name: "B", currency: .usd, source: "broken", reference: "b")),
            Record(Asset(id: UUID(), name: "C", currency: .usd)))
        let service = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(.usd),
            funding: try await funding())
        let rows = try await service.list(call(today)).value.report.rows
        #expect(rows.map(\.balance.known.amountText) == ["100.00", "0.00", "0.00"])
        #expect(
            rows.map(\.balance.gap) == [nil, "its source 'broken' cannot be used: its file is damaged", nil])
    }

    @Test func `entries elsewhere work, and nothing is entered for it`() async throws {
        let assets = AssetService(store: store, funding: try await funding())
        _ = try await assets.add(fields("Bank"), call(today))
        _ = try await assets.enter(.init(asset: "Bank", amount: "5"), call(today))
        _ = try await assets.add(fields("A", source: "works"), call(today))
        await #expect(throws: RequestError.self) { try await assets.add(fields("B", source: "broken"), call(today)) }
        #expect(try await store.read { try $0.all(Asset.self) }.map(\.name) == ["A", "Bank"])
    }
}

@Suite("What a source says of payments") struct SourcePaymentTests {
    private let store = MemoryStore()

    /// V2: money may have gone in or out since the previous payment date.
    @Test(arguments: [false, true]) func `payments that may have gone either way are unknown`(
        mayHaveGoneOut: Bool
    ) async throws {
        let car = try goal()
        let wallet = Asset(id: UUID(), name: "Wallet", currency: .usd, source: "exec", reference: "w")
        try await store.add(
            Record(car), Record(wallet), Record(AssetAllocation(assetID: wallet.id, goalID: car.id, size: .rest)))
        let source = ScriptedSource { _, _ in
            SourceBalance(
                try money("500 USD"), unknownPayments: "the list ends in March", mayHaveGoneOut: mayHaveGoneOut)
        }
        let snapshot = try await FundingSources([source]).answering(call(today)) { answers in
            try await store.read { try AllocationSnapshot(from: $0, today: today, funding: answers) }
        }
        let (fundings, warnings) = snapshot.fundings()
        let progress = GoalCalculationService(rates: FrozenRates([])).progress(
            of: car, funding: try #require(fundings[car.id]))
        #expect(progress.contributedBound == (mayHaveGoneOut ? .unknown : nil))
        #expect(progress.savedBound == nil)
        #expect(progress.saved == (try money("500 USD")))
        #expect(warnings.map(\.code) == ["paymentsUnknown"])
        #expect(warnings[0].message.contains("withdrawn") == mayHaveGoneOut)
    }

    /// M6: what the source says was spent leaves less to spend.
    @Test func `money that was spent at the source counts`() async throws {
        var car = try goal(lifecycle: .finished)
        let wallet = Asset(id: UUID(), name: "Wallet", currency: .usd)
        car.snapshot = GoalSnapshot(
            day: today, saved: try money("300 USD"), isComplete: true,
            funding: [.init(asset: "Wallet", amount: try money("300 USD"), rate: "1", assetID: wallet.id)])
        try await store.add(Record(car), Record(wallet))
        let funding = FundingSources([SpendingSource()])
        let assets = AssetService(store: store, funding: funding)
        let now = Call(now: today.startInUTC, today: today, program: "test", command: "test")
        await #expect(
            throws: AssetError.spendingTooMuch(
                try money("201 USD"), asset: "Wallet", goal: "Car", left: try money("200 USD"))
        ) {
            try await assets.enter(
                .init(asset: "Wallet", amount: "201", isWithdrawal: true, goal: "Car"), now)
        }
        _ = try await assets.enter(.init(asset: "Wallet", amount: "200", isWithdrawal: true, goal: "Car"), now)
    }
}

/// A source that spent 100 of every ended goal.
private struct SpendingSource: FundingSource {
    let name = "ledger"

    func answers(for asset: Asset) -> Bool { true }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? { [:] }

    func spending(of asset: Asset, for goal: Goal, in reader: any EntityReader) throws -> Money {
        try Money("100", asset.currency)
    }
}
