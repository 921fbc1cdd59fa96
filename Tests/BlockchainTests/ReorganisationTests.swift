import Foundation
import Models
import Testing

@testable import Blockchain

/// What becomes of transactions that a chain has taken back.
@Suite struct ReorganisationTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let call = Call(now: Date(timeIntervalSince1970: 1_779_278_400), program: "tests", command: "test")

    private static func transfer(_ name: String, _ satoshi: Int, hoursAgo: Double) throws -> ChainTransfer {
        ChainTransfer(
            hash: name, amount: try Money(minorUnits: Int128(satoshi), .btc),
            time: call.now.addingTimeInterval(-hoursAgo * 3600))
    }

    private func merged(
        _ old: [ChainTransfer], balance: Int, with new: [ChainTransfer], all: Bool = true, now: Int
    ) throws -> KnownTransactions.Merged {
        let asset = Asset(id: UUID(), name: "Vault", currency: .btc, chain: "bitcoin", address: Self.address)
        let known = KnownTransactions(
            asset: asset, chain: .bitcoin,
            balance: ChainBalance(
                assetID: asset.id, chain: "bitcoin", address: Self.address,
                amount: try Money(minorUnits: Int128(balance), .btc), time: Self.call.now, day: Self.call.day,
                provider: "test", knownAfter: .beforeAllChains, transactionsRead: Self.call.now),
            rows: old.map { ChainTransaction($0, of: asset, read: $0.time, Self.call) })
        let since = all ? nil : known.since
        return try known.merged(
            with: ChainHistory(new, start: since), since: since, Money(minorUnits: Int128(now), .btc), Self.call)
    }

    @Test(arguments: [true, false])
    func `the only transaction goes when the balance goes with it`(all: Bool) throws {
        let only = try Self.transfer("a", 100, hoursAgo: 1)
        let gone = try merged([only], balance: 100, with: [], all: all, now: 0)
        #expect(gone.rows.isEmpty && gone.knownAfter == .beforeAllChains)
        // While the balance stays, an empty list is a server that is not ready.
        let kept = try merged([only], balance: 100, with: [], all: all, now: 100)
        #expect(kept.rows.map(\.hash) == ["a"] && kept.knownAfter == .beforeAllChains)
        // A balance that neither explains is told as such, and erases nothing.
        let unclear = try merged([only], balance: 100, with: [], all: all, now: 40)
        #expect(unclear.rows.map(\.hash) == ["a"] && unclear.knownAfter == nil)
    }

    @Test func `the newest of several goes with its part of the balance`() throws {
        let list = try [Self.transfer("a", 500, hoursAgo: 900), Self.transfer("b", 70, hoursAgo: 1)]
        let gone = try merged(list, balance: 570, with: [], all: false, now: 500)
        #expect(gone.rows.map(\.hash) == ["a"] && gone.knownAfter == .beforeAllChains)
    }

    @Test func `what came in and went out again within the time asked for stays`() throws {
        let list = try [
            Self.transfer("a", 500, hoursAgo: 900), Self.transfer("b", 70, hoursAgo: 3),
            Self.transfer("c", -70, hoursAgo: 2),
        ]
        let kept = try merged(list, balance: 500, with: [], all: false, now: 500)
        #expect(kept.rows.map(\.hash) == ["a", "b", "c"])
    }
}
