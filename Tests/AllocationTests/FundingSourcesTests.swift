import ExchangeRates
import Foundation
import Models
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Allocation

/// Tells balances that a test writes down, and what it was asked.
final class ScriptedSource: FundingSource {
    let name: String
    let knowsThePast: Bool
    private let asked = Mutex<[String]>([])
    private let answer: @Sendable (Asset, Int) async throws -> SourceBalance?

    /// - Parameter answer: the balance of an asset, with the number of the question from 1.
    init(
        _ name: String = "exec", knowsThePast: Bool = true,
        _ answer: @escaping @Sendable (Asset, Int) async throws -> SourceBalance?
    ) {
        self.name = name
        self.knowsThePast = knowsThePast
        self.answer = answer
    }

    /// The references that were asked for, in order.
    var questions: [String] { asked.withLock { $0 } }

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        var balances: [UUID: SourceBalance] = [:]
        for asset in assets {
            let number = asked.withLock {
                $0.append(asset.reference ?? "")
                return $0.count
            }
            balances[asset.id] = try await answer(asset, number)
        }
        return balances
    }
}

struct FundingSourcesTests {
    private let store = MemoryStore()
    private let today = CalendarDay(dayNumber: 20_000)
    private let window = ContributionWindow(after: CalendarDay(dayNumber: 19_990))

    private func asset(_ name: String, source: String? = "exec") throws -> Asset {
        Asset(
            id: UUID(), name: name, currency: .usd, source: source, reference: source == nil ? nil : "\(name)-ref")
    }

    private func add(_ assets: Asset...) async throws {
        try await store.write(call(today)) { writer in for asset in assets { try writer.insert(asset) } }
    }

    private func snapshot(_ sources: any FundingSource...) async throws -> AllocationSnapshot {
        try await FundingSources(sources).answering(call(today)) { answers in
            try await store.read {
                try AllocationSnapshot(from: $0, today: today, funding: answers) { _ in window }
            }
        }
    }

    private static func dollars(_ text: String) throws -> SourceBalance {
        SourceBalance(try Money(text, .usd))
    }

    @Test func `what a source tells adds to what was entered by hand, and is stock`() async throws {
        let (vault, cash) = (try asset("Vault"), try asset("Cash", source: nil))
        try await add(vault, cash)
        let entered = Transaction(
            id: UUID(), assetID: vault.id, amount: try Money("7", .usd), day: today, entered: call(today).now)
        try await store.write(call(today)) { try $0.insertUnfollowed(entered) }
        let car = try goal()
        try await store.write(call(today)) { try $0.insert(car) }
        let source = ScriptedSource { _, _ in try Self.dollars("100") }
        let balances = try await snapshot(source).balances
        #expect(source.questions == ["Vault-ref"])
        #expect(balances.map(\.known.amountText) == ["0.00", "107.00"])
        let contributed = balances.map { $0.contributions(in: window, until: today).map(\.amount.amountText) }
        #expect(contributed == [[], ["7.00"]])
        #expect(balances.map(\.manual.amountText) == ["0.00", "7.00"])
        #expect(!balances.contains { !$0.isComplete })
    }

    @Test func `what a source does not know is a gap, and the rest counts`() async throws {
        let (vault, lost, silent) = (try asset("Vault"), try asset("Lost", source: "ledger"), try asset("Silent"))
        try await add(vault, lost, silent)
        let source = ScriptedSource { asset, _ in
            asset.name == "Silent" ? nil : SourceBalance(of: asset, gap: "it is closed")
        }
        let gaps = Dictionary(uniqueKeysWithValues: try await snapshot(source).balances.map { ($0.asset.name, $0.gap) })
        #expect(
            gaps == [
                "Vault": "it is closed", "Silent": "exec said nothing of it",
                "Lost": "the source 'ledger' of its balance is not set up",
            ])
    }

    @Test func `an answer is asked for once, and again for what changed meanwhile`() async throws {
        let vault = try asset("Vault")
        try await add(vault)
        let (store, today) = (store, today)
        let late = try asset("Late")
        let source = ScriptedSource { _, number in
            // Somebody else adds an asset while the first one is asked for.
            if number == 1 { try await store.write(call(today)) { try $0.insert(late) } }
            return try Self.dollars("\(number)")
        }
        let balances = try await snapshot(source).balances
        #expect(source.questions == ["Vault-ref", "Late-ref"])
        #expect(balances.map { "\($0.asset.name) \($0.known.amountText)" } == ["Late 2.00", "Vault 1.00"])
    }

    @Test func `who never stops changing things is told, and nothing is decided`() async throws {
        try await add(try asset("Vault"))
        let (store, today) = (store, today)
        let source = ScriptedSource { asset, number in
            var renamed = asset
            renamed.reference = "ref-\(number)"
            let changed = renamed
            try await store.write(call(today)) { try $0.update(asset, to: changed) }
            return try Self.dollars("1")
        }
        await #expect(throws: FundingError.keepsChanging) { try await snapshot(source) }
        #expect(source.questions.count == 3)
    }

    @Test func `a balance of now that stands for an earlier day is warned of`() async throws {
        try await add(try asset("Vault"))
        let source = ScriptedSource { _, _ in
            SourceBalance(try Money("5", .usd), isOfNow: true)
        }
        #expect(try await snapshot(source).fundings().warnings.map(\.code) == ["balanceOfNow"])
    }

    @Test func `a source that knows the present alone is asked once, and for an earlier day its balance is unknown`()
        async throws
    {
        try await add(try asset("Vault"))
        let (store, today) = (store, today)
        let source = ScriptedSource(knowsThePast: false) { _, _ in try Self.dollars("5") }
        // The call's instant lies on the day of 1970-01-01, before `today`.
        let later = Call(now: today.startInUTC, today: today, program: "test", command: "test")
        let snapshots = try await FundingSources([source]).answering(later) { answers in
            try await store.read { reader in
                try [0, -1].map { days in
                    try AllocationSnapshot(
                        from: reader, today: today.adding(days: days), funding: answers, onlyOfDay: true)
                }
            }
        }
        #expect(source.questions.count == 1)
        #expect(snapshots.map { $0.balances[0].gap == nil } == [true, false])
        #expect(snapshots.map { $0.balances[0].known.amountText } == ["5.00", "5.00"])
    }

    @Test func `an address stays a gap beside a source`() async throws {
        var vault = try asset("Vault")
        (vault.chain, vault.address) = ("bitcoin", "bc1")
        try await add(vault)
        let source = ScriptedSource { _, _ in try Self.dollars("5") }
        let balance = try await snapshot(source).balances[0]
        #expect(balance.known.amountText == "5.00" && balance.gap?.contains("no chain provider") == true)
    }

    @Test func `what was unknown when counting began and is known now is no contribution`() throws {
        let (asset, goal) = (try asset("Vault"), try goal())
        var funding = GoalFunding([
            RecordedFunding(assetID: asset.id, asset: "Vault", amount: try Money("5000", .usd), isComplete: true)
        ])
        funding = funding.counted(from: [
            RecordedFunding(assetID: asset.id, asset: "Vault", amount: .zero(.usd), isComplete: false)
        ])
        let progress = GoalCalculationService(rates: FrozenRates([])).progress(of: goal, funding: funding)
        #expect(progress.contributed.isZero && progress.savedBound == nil)
    }

    @Test func `an amount above what a source tells is refused, also when it tells less at the next question`()
        async throws
    {
        let (vault, car) = (try asset("Vault"), try goal())
        try await add(vault)
        try await store.write(call(today)) { try $0.insert(car) }
        let source = ScriptedSource { _, number in try Self.dollars(number == 1 ? "100" : "40") }
        let service = AllocationService(store: store, funding: FundingSources([source]))
        let row = try await service.allocate("Vault", to: "Car", .amount("100"), call(today)).value.first
        #expect(row?.funded.amountText == "100.00")
        let refusal = AllocationError.amountTooLarge(
            asked: try Money("41", .usd), asset: "Vault", free: try Money("40", .usd))
        await #expect(throws: refusal) { try await service.allocate("Vault", to: "Car", .amount("41"), call(today)) }
        #expect(try await store.read { try $0.all(AssetAllocation.self).count } == 1)
    }
}
