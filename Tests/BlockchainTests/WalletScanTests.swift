import Foundation
import Models
import Synchronization
import TestSupport
import Testing

@testable import Blockchain

/// The balance of an extended public key, read address by address.
@Suite struct WalletScanTests {
    private static let key =
        "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH"
        + "1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
    private static let call = Call(now: Date(timeIntervalSince1970: 1_779_278_400), program: "tests", command: "test")

    /// Addresses that show their place.
    private struct Places: AddressDerivation {
        func address(of key: ExtendedPublicKey, branch: UInt32, index: UInt32) throws -> String {
            WalletScanTests.address(branch, index)
        }
    }

    private static func address(_ branch: UInt32, _ index: UInt32) -> String {
        let place = [UInt8(branch), UInt8(truncatingIfNeeded: index >> 8), UInt8(truncatingIfNeeded: index)]
        return Base58.bitcoin.encodeChecked([UInt8](repeating: 0, count: 18) + place)
    }

    /// A chain that knows what each address did, and nothing of keys.
    private final class Ledger: ChainProvider {
        let name = "ledger"
        private let transfers: [String: [ChainTransfer]]
        private let tellsTransactions: Bool
        private let isFull: Bool
        private let state = Mutex((asked: Set<String>(), open: 0, most: 0))

        init(_ transfers: [String: [ChainTransfer]], tellsTransactions: Bool = true, isFull: Bool = false) {
            self.transfers = transfers
            self.tellsTransactions = tellsTransactions
            self.isFull = isFull
        }

        var asked: Set<String> { state.withLock { $0.asked } }
        var most: Int { state.withLock { $0.most } }

        func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
            state.withLock {
                $0.asked.insert(question.address.text)
                $0.open += 1
                $0.most = max($0.most, $0.open)
            }
            await Task.yield()
            defer { state.withLock { $0.open -= 1 } }
            if isFull { return try Money(minorUnits: 1, .btc) }
            return try Money.sum(transfers[question.address.text, default: []].map(\.amount), in: .btc)
        }

        func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
            guard tellsTransactions else { return nil }
            let all = transfers[question.address.text, default: []]
            return ChainHistory(all.filter { transfer in since.map { transfer.time >= $0 } ?? true })
        }

        func height(of chain: Chain, _ call: Call) async throws -> String { "block 1" }
    }

    private static func transfer(
        _ hash: String, _ satoshi: Int, fee: Int? = nil, daysAgo: Double = 30, counterparty: String? = nil
    ) throws -> ChainTransfer {
        ChainTransfer(
            hash: hash, amount: try Money(minorUnits: Int128(satoshi), .btc),
            fee: try fee.map { try Money(minorUnits: Int128($0), .btc) },
            time: call.now.addingTimeInterval(-daysAgo * 86_400), counterparty: counterparty)
    }

    private func read(
        _ provider: any ChainProvider, derivation: (any AddressDerivation)? = Places()
    ) async throws -> ChainReading {
        var asset = Asset(id: UUID(), name: "Wallet", currency: .btc)
        (asset.chain, asset.address) = ("bitcoin", Self.key)
        let reader = ChainReader(
            providers: ChainProviderTable([.bitcoin: [provider]], derivation: derivation), settings: ChainSettings())
        let known = KnownTransactions(asset: asset, chain: .bitcoin, balance: nil, rows: [])
        return try await reader.read(known, isForced: false, Self.call)
    }

    private func satoshi(_ count: Int) throws -> Money { try Money(minorUnits: Int128(count), .btc) }

    private func reason(_ reading: ChainReading) -> String {
        if case .failure(let failure) = reading.result { failure.description } else { "" }
    }

    @Test func `an empty wallet is asked about twenty addresses of both branches`() async throws {
        let ledger = Ledger([:])
        let reading = try await read(ledger)
        #expect(try reading.result.get().amount == satoshi(0))
        #expect(ledger.asked == Set((0..<20).flatMap { [Self.address(0, $0), Self.address(1, $0)] }))
        #expect(ledger.most <= 5)
    }

    @Test func `a gap of 19 addresses is looked over, one of 20 is the end`() async throws {
        // 3, then 19 unused ones, then 23; then 20 unused ones, then 44.
        let ledger = Ledger([
            Self.address(0, 3): [try Self.transfer("a", 100)], Self.address(0, 23): [try Self.transfer("b", 20)],
            Self.address(0, 44): [try Self.transfer("c", 3)],
        ])
        let reading = try await read(ledger)
        #expect(try reading.result.get().amount == satoshi(120))
        #expect(ledger.asked.contains(Self.address(0, 43)) && !ledger.asked.contains(Self.address(0, 44)))
    }

    @Test func `an address that is empty again was used`() async throws {
        let ledger = Ledger([
            Self.address(0, 19): [try Self.transfer("a", 100), try Self.transfer("b", -100, fee: 10, daysAgo: 20)],
            Self.address(0, 39): [try Self.transfer("c", 7)],
        ])
        let reading = try await read(ledger)
        #expect(try reading.result.get().amount == satoshi(7))
        #expect(
            reading.transactions.map(\.hash) == ["a", "b", "c"] || reading.transactions.map(\.hash) == ["a", "c", "b"])
        #expect(try reading.result.get().knownAfter == .beforeAllChains)
    }

    @Test func `what is spent from two own addresses, with change to a third, is one transaction`() async throws {
        let (first, second, change) = (Self.address(0, 0), Self.address(0, 1), Self.address(1, 0))
        let ledger = Ledger([
            first: [
                try Self.transfer("in1", 600, counterparty: "payer"),
                try Self.transfer("out", -600, fee: 10, daysAgo: 2, counterparty: "shop"),
            ],
            second: [
                try Self.transfer("in2", 500), try Self.transfer("out", -500, fee: 10, daysAgo: 2),
            ],
            change: [try Self.transfer("out", 290, daysAgo: 2, counterparty: first)],
        ])
        let reading = try await read(ledger)
        let balance = try reading.result.get()
        #expect(try balance.amount == satoshi(290) && balance.knownAfter == .beforeAllChains)
        #expect(balance.address == Self.key && balance.provider == "ledger")
        let out = try #require(reading.transactions.last)
        #expect(try out.hash == "out" && out.amount == satoshi(-810) && out.fee == satoshi(10))
        #expect(out.counterparty == "shop" && out.index == 0)
        #expect(reading.transactions.count == 3)
        #expect(reading.transactions.first { $0.hash == "in1" }?.counterparty == "payer")
    }

    @Test func `what goes from one own address to another costs its fee`() async throws {
        let ledger = Ledger([
            Self.address(0, 0): [try Self.transfer("in", 600), try Self.transfer("move", -600, fee: 10, daysAgo: 2)],
            Self.address(0, 5): [try Self.transfer("move", 590, daysAgo: 2, counterparty: Self.address(0, 0))],
        ])
        let reading = try await read(ledger)
        let move = try #require(reading.transactions.last)
        #expect(try move.amount == satoshi(-10) && move.fee == satoshi(10) && move.counterparty == nil)
    }

    @Test func `histories that reach back differently are told from where all are known`() throws {
        let start = Self.call.now.addingTimeInterval(-10 * 86_400)
        let merged = try ChainHistory(
            merging: [
                ChainHistory([try Self.transfer("new", -100, daysAgo: 5)], start: start),
                ChainHistory([try Self.transfer("old", 50, daysAgo: 20), try Self.transfer("new", 90, daysAgo: 5)]),
            ], own: [], since: nil, in: .btc)
        #expect(merged.start == start && merged.transfers.map(\.hash) == ["new"])
        #expect(try merged.transfers.map(\.amount) == [satoshi(-10)])
    }

    @Test func `why a wallet cannot be read`() async throws {
        let silent = try await read(Ledger([:], tellsTransactions: false))
        #expect(reason(silent) == WalletError.noTransactions(provider: "ledger").description)
        let without = try await read(Ledger([:]), derivation: nil)
        #expect(reason(without) == WalletError.noDerivation.description)
        let endless = try await read(Ledger([:], isFull: true))
        #expect(reason(endless) == WalletError.tooManyAddresses(2000).description)
    }

    @Test func `a provider that answers for keys is asked about the key, and a fallback stays one`() async throws {
        let mock = try await read(MockChain(), derivation: nil)
        #expect(try mock.result.get().address == Self.key)
        let fallback = try await read(FallbackChain(provider: Ledger([Self.address(0, 0): [Self.transfer("a", 100)]])))
        #expect(try fallback.result.get().isSubstitute && fallback.result.get().amount == satoshi(100))
    }
}
