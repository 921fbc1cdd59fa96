import Foundation
import Models
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Blockchain

/// What a sync makes of providers that fail, contradict each other or tell impossible things.
@Suite struct BalanceServiceTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let call = Call(now: Date(timeIntervalSince1970: 1_779_278_400), program: "tests", command: "test")

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private struct Silence: ProviderTimeout, CustomStringConvertible {
        let description = "nobody answers."
    }

    /// A provider that answers as told, and counts its requests.
    private final class Scripted: ChainProvider {
        let name: String
        private let balances: Mutex<[Result<Int, any Error>]>
        private let list: Result<ChainHistory?, any Error>
        private let requests = Mutex(0)

        /// - Parameter balances: the answers in order; the last one stays.
        init(_ name: String, _ balances: [Result<Int, any Error>], _ list: Result<ChainHistory?, any Error>) {
            self.name = name
            self.balances = Mutex(balances)
            self.list = list
        }

        convenience init(_ name: String, _ balance: Int, _ transfers: [ChainTransfer]? = nil) {
            self.init(name, [.success(balance)], .success(transfers.map { ChainHistory($0) }))
        }

        var count: Int { requests.withLock { $0 } }

        func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
            requests.withLock { $0 += 1 }
            let answer = balances.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            return try Money(minorUnits: Int128(try answer.get()), .btc)
        }

        func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
            guard let history = try list.get() else { return nil }
            return ChainHistory(
                history.transfers.filter { transfer in since.map { transfer.time >= $0 } ?? true },
                start: [history.start, since].compactMap { $0 }.max(), isCutOff: history.isCutOff)
        }

        func height(of chain: Chain, _ call: Call) async throws -> String { "block 1" }
    }

    private static func transfer(_ hash: String, _ satoshi: Int, hoursAgo: Double) throws -> ChainTransfer {
        ChainTransfer(
            hash: hash, amount: try Money(minorUnits: Int128(satoshi), .btc),
            time: call.now.addingTimeInterval(-hoursAgo * 3600))
    }

    private static func asset(_ name: String = "Vault", address: String = address) -> Asset {
        Asset(id: UUID(), name: name, currency: .btc, chain: "bitcoin", address: address)
    }

    private static func store(_ assets: [Asset]) async throws -> MemoryStore {
        let store = MemoryStore()
        _ = try await store.write(ChangeOrigin(instant: call.now, program: "tests", command: "test")) { writer in
            for asset in assets { try writer.insert(asset) }
        }
        return store
    }

    private static func service(_ store: MemoryStore, _ providers: any ChainProvider...) -> BalanceService {
        BalanceService(store: store, providers: ChainProviderTable([.bitcoin: providers]), settings: ChainSettings())
    }

    private func balance(_ store: MemoryStore, _ asset: Asset, on day: CalendarDay) async throws -> SourceBalance? {
        try await store.read {
            try ChainFunding().storedBalances(of: [asset], on: day, windows: [], in: $0)?[asset.id]
        }
    }

    private func codes(_ outcome: Outcome<[ChainReading]>) -> [String] { outcome.warnings.map(\.code) }

    // MARK: - Dates ahead

    @Test(arguments: [30, 26, 24 * 400, 24 * 365 * 74] as [Double])
    func `transactions dated after the reading change no balance from its day on`(hoursAhead: Double) async throws {
        let list = try [
            Self.transfer("a", 1000, hoursAgo: 24), Self.transfer("b", -700, hoursAgo: -hoursAhead),
        ]
        let asset = Self.asset()
        let store = try await Self.store([asset])
        let synced = try await Self.service(store, Scripted("own", 300, list)).sync([], Self.call)
        #expect(codes(synced) == ["transactionsInFuture"], "\(synced.warnings)")
        let today = Self.call.day
        for day in [today, today.adding(days: 1), today.adding(days: 500)] {
            #expect(try await balance(store, asset, on: day)?.balance == Money(minorUnits: 300, .btc))
        }
        let before = try #require(try await balance(store, asset, on: today.adding(days: -1)))
        #expect(try before.balance == Money(minorUnits: 1000, .btc) && !before.isOfNow)
    }

    @Test func `what comes in with a date ahead is in the balance too, and a block an hour ahead is no news`()
        async throws
    {
        let list = try [Self.transfer("a", 300, hoursAgo: 24), Self.transfer("b", 700, hoursAgo: -24 * 365 * 70)]
        let asset = Self.asset()
        let store = try await Self.store([asset])
        _ = try await Self.service(store, Scripted("own", 1000, list)).sync([], Self.call)
        #expect(try await balance(store, asset, on: Self.call.day)?.balance == Money(minorUnits: 1000, .btc))
        let near = try [Self.transfer("a", 300, hoursAgo: 24), Self.transfer("b", 700, hoursAgo: -1)]
        let other = try await Self.store([asset])
        let quiet = try await Self.service(other, Scripted("own", 1000, near)).sync([], Self.call)
        #expect(quiet.warnings.isEmpty, "\(quiet.warnings)")
    }

    // MARK: - Two providers

    @Test func `a provider that cannot list keeps its balance when another one tells a different one`() async throws {
        let theirs = try [Self.transfer("x", 2000, hoursAgo: 900)]
        let cases: [(Int, Result<ChainHistory?, any Error>)] = try [
            (1000, .failure(Refusal(description: "Too many history entries."))),
            (1000, .success(nil)),
            (1500, .success(ChainHistory([Self.transfer("y", 1000, hoursAgo: 50)]))),
            (0, .success(ChainHistory([Self.transfer("y", 1000, hoursAgo: 50)]))),
        ]
        for (amount, list) in cases {
            let asset = Self.asset()
            let store = try await Self.store([asset])
            let (own, other) = (Scripted("own", [.success(amount)], list), Scripted("other", 2000, theirs))
            let synced = try await Self.service(store, own, other).sync([], Self.call)
            let read = try synced.value[0].result.get()
            #expect(try read.amount == Money(minorUnits: Int128(amount), .btc) && read.provider == "own")
            #expect(read.knownAfter == nil)
            let warning = try #require(synced.warnings.first { $0.code == "balanceContradicted" })
            #expect(warning.message.contains("0.00002") && warning.message.contains("other"), "\(warning.message)")
            #expect(codes(synced).contains("transactionsUnknown"))
            #expect(other.count == 1)
        }
    }

    @Test func `another provider's list counts where it adds up, and only the teller renews its balance`() async throws
    {
        let list = try [Self.transfer("x", 1000, hoursAgo: 900)]
        let asset = Self.asset()
        let store = try await Self.store([asset])
        let own = Scripted("own", [.success(1000)], .failure(Refusal(description: "busy.")))
        let synced = try await Self.service(store, own, Scripted("other", 1000, list)).sync([], Self.call)
        let read = try synced.value[0].result.get()
        #expect(read.provider == "own" && read.knownAfter != nil && synced.warnings.isEmpty, "\(synced.warnings)")
        // Between the balance and the list something came in.
        let moving = Scripted("own", [.success(900), .success(1000)], .success(ChainHistory(list)))
        let later = try await Self.service(try await Self.store([asset]), moving).sync([], Self.call)
        #expect(try later.value[0].result.get().amount == Money(minorUnits: 1000, .btc))
    }

    // MARK: - Lists that were cut off

    @Test func `of a list that was cut off nothing counts, and one that leaves less than nothing is none`() async throws
    {
        let many = try (0..<100).map { try Self.transfer("t\($0)", 1000, hoursAgo: Double($0) * 12 + 1) }
        let oldest = try #require(many.last?.time)
        let asset = Self.asset()
        let store = try await Self.store([asset])
        let cut = ChainHistory(many, start: oldest, isCutOff: true)
        let hostile = try await Self.service(store, Scripted("own", [.success(100)], .success(cut))).sync([], Self.call)
        #expect(try hostile.value[0].result.get().knownAfter == nil)
        #expect(codes(hostile) == ["transactionsUnknown"])
        let past = try #require(try await balance(store, asset, on: Self.call.day.adding(days: -5)))
        #expect(try past.balance == Money(minorUnits: 100, .btc) && past.isOfNow)
        // Nothing is less than nothing here: what is known begins with the reading, and goes on from there.
        let plausible = Scripted("own", [.success(500_000)], .success(cut))
        let first = try await Self.service(store, plausible).sync([], isForced: true, Self.call)
        #expect(try first.value[0].result.get().knownAfter == Self.call.day && codes(first) == ["transactionsUnknown"])
        var next = Self.call
        next.now += 3 * 86_400
        next.today = next.day
        let more = try many + [Self.transfer("new", 70, hoursAgo: -48)]
        let grown = Scripted("own", [.success(500_070)], .success(ChainHistory(more, start: oldest, isCutOff: true)))
        let second = try await Self.service(store, grown).sync([], isForced: true, next)
        #expect(try second.value[0].result.get().knownAfter == Self.call.day && second.warnings.isEmpty)
    }

    @Test func `transactions that add up but leave less than nothing on a day are not known`() async throws {
        let list = try [Self.transfer("a", -200, hoursAgo: 100), Self.transfer("b", 500, hoursAgo: 24)]
        let asset = Self.asset()
        let synced = try await Self.service(try await Self.store([asset]), Scripted("own", 300, list)).sync(
            [], Self.call)
        #expect(try synced.value[0].result.get().knownAfter == nil)
        #expect(synced.warnings.first?.message.contains("less than nothing") == true, "\(synced.warnings)")
    }

    // MARK: - Silence and failures

    @Test func `a provider that is silent is contacted once for each place, not for each asset`() async throws {
        let assets = (0..<20).map { Self.asset("A\($0)") }
        let silent = Scripted("silent", [.failure(Silence())], .success(nil))
        let working = Scripted("working", 5, [])
        let store = try await Self.store(assets)
        let synced = try await Self.service(store, silent, working).sync([], Self.call)
        #expect(silent.count <= 5 && synced.value.allSatisfy { (try? $0.result.get())?.provider == "working" })
        let failures = synced.warnings.filter { $0.code == "providerFailed" }
        #expect(failures.count == 1 && failures[0].message.contains("and 19 others"), "\(failures)")
        // In the next sync it gets another chance.
        _ = try await Self.service(store, silent, working).sync([], isForced: true, Self.call)
        #expect(silent.count > 1)
    }

    @Test func `a server that is silent about lists still tells balances`() async throws {
        let assets = (0..<12).map { Self.asset("A\($0)") }
        let slow = Scripted("slow", [.success(7)], .failure(Silence()))
        let synced = try await Self.service(try await Self.store(assets), slow).sync([], Self.call)
        #expect(synced.value.allSatisfy { (try? $0.result.get()) != nil })
    }

    @Test func `a refusal of one asset keeps nobody from asking about the next`() async throws {
        let assets = (0..<6).map { Self.asset("A\($0)") }
        let refusing = Scripted("refusing", [.failure(Refusal(description: "no."))], .success(nil))
        _ = try await Self.service(try await Self.store(assets), refusing).sync([], Self.call)
        #expect(refusing.count == 6)
    }

    // MARK: - Reorganisations

    @Test func `what a chain has no more is not kept`() async throws {
        let asset = Self.asset()
        let store = try await Self.store([asset])
        let old = try Self.transfer("a", 500, hoursAgo: 900)
        let first = try Scripted("own", 570, [old, Self.transfer("b", 70, hoursAgo: 2)])
        _ = try await Self.service(store, first).sync([], Self.call)
        let second = try Scripted("own", 560, [old, Self.transfer("c", 60, hoursAgo: 1)])
        _ = try await Self.service(store, second).sync([], isForced: true, Self.call)
        #expect(try await store.read { try $0.all(ChainTransaction.self) }.map(\.hash) == ["a", "c"])
    }

    // MARK: - Counted twice

    @Test func `two assets on one address are told by a sync, in whatever form it was entered`() async throws {
        let assets = [Self.asset("A"), Self.asset("B", address: Self.address.uppercased())]
        let other = Self.asset("C", address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")
        let synced = try await Self.service(try await Self.store(assets + [other]), Scripted("own", 1, nil)).sync(
            ["A"], Self.call)
        let twice = synced.warnings.filter { $0.code == "countedTwice" }
        #expect(twice.count == 1 && twice[0].message.contains("'A' and 'B'"), "\(twice)")
    }

    @Test func `a stake key covers the addresses that name it`() throws {
        let cardano = Chain.cardano
        let payment =
            "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x"
        let stake = try cardano.address("stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw")
        let enterprise = try cardano.address("addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8")
        let base = try cardano.address(payment)
        #expect(stake.covers(base) && !base.covers(stake))
        #expect(!stake.covers(enterprise) && stake.covers(stake))
    }

    @Test func `a stake key and an address that names it are each called a duplicate of the other`() throws {
        func asset(_ name: String, _ address: String) throws -> Asset {
            Asset(id: UUID(), name: name, currency: try Currency(code: "ADA"), chain: "cardano", address: address)
        }
        let stake = try asset("Stake", "stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw")
        let base = try asset(
            "Base",
            "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x")
        let enterprise = try asset("Enterprise", "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8")
        for assets in [[stake, base, enterprise], [enterprise, base, stake]] {
            #expect(ChainFunding().duplicates(among: assets) == [stake.id: base, base.id: stake])
        }
    }
}
