import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("V2: values of assets") struct AssetValuationTests {
    private func report(_ assets: [(Asset, String)]) async throws -> AssetValuationReport {
        let store = MemoryStore()
        for (asset, balance) in assets {
            try await store.add(Record(asset))
            if balance != "0" { try await store.deposit(balance, to: asset) }
        }
        let snapshot = try await FundingSources([]).answering(call(today)) { answers in
            try await store.read { try AllocationSnapshot(from: $0, today: today, funding: answers) }
        }
        let rates = try rates()
        return try AssetValuationReport(
            snapshot.balances.map { try AssetValuation($0, snapshot: snapshot, rates: rates, display: .eur) },
            warnings: [], display: .eur)
    }

    @Test func `an empty asset is 0 in every currency and needs no rate`() async throws {
        let empty = try await report([(asset("Cold", "BTC"), "0"), (asset("Cash", "EUR"), "5")])
        #expect(empty.rows.flatMap(\.unavailable).isEmpty && empty.totalBound == nil)
        #expect(try empty.total == money("5 EUR") && empty.rows.map(\.value) == [money("5 EUR"), money("0 EUR")])
    }

    @Test func `a balance without a rate is missing from the total, which says so`() async throws {
        let unknown = try await report([(asset("Cold", "BTC"), "0.5"), (asset("Cash", "EUR"), "5")])
        #expect(unknown.rows.flatMap(\.unavailable).map(\.item) == ["Cold (BTC)"] && unknown.totalBound == .atLeast)
        #expect(try unknown.total == money("5 EUR"))
    }
}
