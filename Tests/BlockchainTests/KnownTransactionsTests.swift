import Foundation
import Models
import TestSupport
import Testing

@testable import Blockchain

/// What becomes of transactions that are known when a chain is asked again.
@Suite struct KnownTransactionsTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let call = Call(now: Date(timeIntervalSince1970: 1_779_278_400), program: "tests", command: "test")

    private static func asset() throws -> Asset {
        var asset = Asset(id: UUID(), name: "Vault", currency: .btc)
        (asset.chain, asset.address) = ("bitcoin", address)
        return asset
    }

    private static func transfer(_ name: String, _ satoshi: Int, daysAgo: Double) throws -> ChainTransfer {
        ChainTransfer(
            hash: name, amount: try Money(minorUnits: Int128(satoshi), .btc),
            time: call.now.addingTimeInterval(-daysAgo * 86_400))
    }

    private static func known(_ transfers: [ChainTransfer], balance: Int, knownAfter: CalendarDay?) throws
        -> KnownTransactions
    {
        let asset = try asset()
        let balance = ChainBalance(
            assetID: asset.id, chain: "bitcoin", address: address, amount: try Money(minorUnits: Int128(balance), .btc),
            time: call.now, day: call.day, provider: "test", knownAfter: knownAfter, transactionsRead: call.now)
        let rows = transfers.map { ChainTransaction($0, of: asset, read: $0.time, call) }
        return KnownTransactions(asset: asset, chain: .bitcoin, balance: balance, rows: rows)
    }

    private func merged(
        _ known: KnownTransactions, _ transfers: [ChainTransfer], since: Date?, start: Date? = nil, balance: Int
    ) throws -> KnownTransactions.Merged {
        try known.merged(
            with: ChainHistory(transfers, start: start), since: since, try Money(minorUnits: Int128(balance), .btc),
            Self.call)
    }

    @Test func `transactions are known when they add up, else not`() throws {
        let asset = try Self.asset()
        let nothing = KnownTransactions(asset: asset, chain: .bitcoin, balance: nil, rows: [])
        let list = try [Self.transfer("a", 500, daysAgo: 40), Self.transfer("b", -200, daysAgo: 3)]
        #expect(try merged(nothing, list, since: nil, balance: 300).knownAfter == .beforeAllChains)
        #expect(try merged(nothing, list, since: nil, balance: 301).knownAfter == nil)
        // Where only the later ones are known, nothing can be added up.
        let start = Self.call.now.addingTimeInterval(-40 * 86_400)
        let part = try merged(nothing, list, since: nil, start: start, balance: 9000)
        #expect(part.knownAfter == CalendarDay(utc: start, secondsFromUTC: 0))
    }

    @Test func `an answer replaces what a reorganisation took, and nothing when it is empty`() throws {
        let old = try [Self.transfer("a", 500, daysAgo: 40), Self.transfer("b", 70, daysAgo: 0.5)]
        let known = try Self.known(old, balance: 570, knownAfter: .beforeAllChains)
        let since = try #require(known.since)
        let other = try merged(known, [Self.transfer("c", 60, daysAgo: 0.4)], since: since, balance: 560)
        #expect(other.rows.map(\.hash) == ["a", "c"] && other.knownAfter == .beforeAllChains)
        let empty = try merged(known, [], since: since, balance: 570)
        #expect(empty.rows.map(\.hash) == ["a", "b"] && empty.knownAfter == .beforeAllChains)
        let gone = try merged(known, [], since: nil, balance: 570)
        #expect(gone.rows.map(\.hash) == ["a", "b"])
        // The change of the balance has to be explained.
        #expect(try merged(known, [Self.transfer("c", 60, daysAgo: 0.4)], since: since, balance: 561).knownAfter == nil)
    }

    @Test func `what was read first keeps its instant, and reading twice changes nothing`() throws {
        let list = try [Self.transfer("a", 500, daysAgo: 40), Self.transfer("b", 70, daysAgo: 0.5)]
        let known = try Self.known(list, balance: 570, knownAfter: .beforeAllChains)
        let again = try merged(known, list, since: nil, balance: 570)
        #expect(again.rows == known.rows.sorted { $0.time < $1.time })
    }

    @Test(arguments: 0..<40) func `rows added up in any steps explain the balance`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 20_261_122)
        var all: [ChainTransfer] = []
        var known = KnownTransactions(asset: try Self.asset(), chain: .bitcoin, balance: nil, rows: [])
        let start = Self.call.now.timeIntervalSince1970 - 86_400 * 30
        for step in 0..<12 {
            let now = Date(timeIntervalSince1970: start + Double(step) * 86_400 * 2)
            for index in 0..<Int.random(in: 0...3, using: &random) {
                let age = Double.random(in: 0..<86_400, using: &random)
                all.append(
                    ChainTransfer(
                        hash: "\(step)-\(index)",
                        amount: try Money(minorUnits: Int128.random(in: -50...90, using: &random), .btc),
                        time: now.addingTimeInterval(-age)))
            }
            // Now and then a block of the last day is taken back.
            if Bool.random(using: &random), let last = all.last, now.timeIntervalSince(last.time) < 43_200 {
                all.removeLast()
            }
            let sum = try Money.sum(all.map(\.amount), in: .btc)
            var call = Self.call
            call.now = now
            let since = known.since
            let told = all.filter { transfer in since.map { transfer.time >= $0 } ?? true }
            // An empty answer erases nothing, so what was taken back without anything new is asked for as a whole.
            var merged = try known.merged(with: ChainHistory(told), since: since, sum, call)
            if merged.knownAfter == nil { merged = try known.merged(with: ChainHistory(all), since: nil, sum, call) }
            let isExplained = try Money.sum(merged.rows.map(\.amount), in: .btc) == sum
            #expect(isExplained == (merged.knownAfter != nil), "seed \(seed), step \(step)")
            if !all.isEmpty { #expect(isExplained, "seed \(seed), step \(step)") }
            let balance = ChainBalance(
                assetID: known.asset.id, chain: "bitcoin", address: Self.address, amount: sum, time: now, day: call.day,
                provider: "test", knownAfter: merged.knownAfter, transactionsRead: now)
            known = KnownTransactions(asset: known.asset, chain: .bitcoin, balance: balance, rows: merged.rows)
        }
    }
}
