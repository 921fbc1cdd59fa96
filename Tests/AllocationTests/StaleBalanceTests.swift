import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Allocation

/// V7: balances that were read outside have an age.
@Suite("V7: the age of balances") struct StaleBalanceTests {
    private static let read = Date(timeIntervalSince1970: 1_768_046_400)

    /// A source that the store keeps, as chains are.
    private struct Kept: FundingSource {
        let name = "kept"
        let day: CalendarDay

        func storedBalances(
            of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
        ) throws -> [UUID: SourceBalance]? {
            Dictionary(
                uniqueKeysWithValues: try assets.map {
                    (
                        $0.id,
                        SourceBalance(
                            try Money("5", $0.currency), readAt: StaleBalanceTests.read, readOn: self.day,
                            reader: "node", timeToLive: .seconds(1800))
                    )
                })
        }
    }

    private func call(_ seconds: Double, asOf day: CalendarDay? = nil) -> Call {
        Call(now: Self.read.addingTimeInterval(seconds), today: day, program: "tests", command: "test")
    }

    private func service(_ count: Int = 1) async throws -> (AssetValuationService, MemoryStore, FundingSources) {
        let store = MemoryStore()
        let funding = FundingSources([Kept(day: call(0).day)])
        try await store.write(call(0)) { writer in
            for number in 0..<count {
                try writer.insert(
                    Asset(id: UUID(), name: "Vault \(number)", currency: .usd, source: "kept", reference: "\(number)"))
            }
        }
        return (
            AssetValuationService(
                store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(.usd),
                funding: funding), store, funding
        )
    }

    @Test(
        arguments: [
            (0.0, BalanceFreshness.cached, nil), (1799, .cached, nil), (1800, .stale, "30 minutes old"),
            (5 * 3600, .stale, "5 hours old"), (314 * 86_400, .stale, "314 days old"), (-20, .cached, nil),
            (-3600, .stale, "has not come"),
        ] as [(Double, BalanceFreshness, String?)])
    func `past its time to live a balance is stale in lists, and complete`(
        seconds: Double, freshness: BalanceFreshness, text: String?
    ) async throws {
        let list = try await service().0.list(call(seconds))
        #expect(list.value.report.rows[0].freshness == freshness && list.isComplete)
        let warnings = list.warnings.filter { $0.code == "staleBalance" }
        #expect(warnings.count == (text == nil ? 0 : 1))
        if let text { #expect(warnings[0].message.contains(text), "\(warnings[0].message)") }
        if seconds > 0, text != nil { #expect(warnings[0].message.contains("node reported it")) }
    }

    @Test func `the balance of an earlier day is not old`() async throws {
        let list = try await service().0.list(call(400 * 86_400, asOf: call(0).day.adding(days: -3)))
        #expect(list.value.report.rows[0].freshness == .cached && list.warnings.isEmpty, "\(list.warnings)")
    }

    @Test(arguments: [(0, false), (1, false), (2, true), (314, true), (-3, false)])
    func `a plan names balances that were read more than a day before its day`(days: Int, isNamed: Bool) async throws {
        let (_, store, funding) = try await service()
        let day = call(0).day.adding(days: days)
        let snapshot = try await funding.answering(call(0)) { answers in
            try await store.read { try AllocationSnapshot(from: $0, today: day, funding: answers) }
        }
        let warnings = snapshot.fundings().warnings.filter { $0.code == "staleBalance" }
        #expect(warnings.count == (isNamed ? 1 : 0))
        if isNamed { #expect(warnings[0].message.contains("\(days) days old")) }
    }

    @Test func `many old balances are one warning`() async throws {
        let list = try await service(25).0.list(call(86_400 * 5))
        let warnings = list.warnings.filter { $0.code == "staleBalance" }
        #expect(warnings.count == 1 && warnings[0].message.contains("25 assets"), "\(warnings)")
        #expect(warnings[0].message.contains("and 15 more"))
    }
}
