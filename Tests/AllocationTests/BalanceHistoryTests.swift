import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

/// What assets had on past days against the plain sum of their transactions, day by day.
struct BalanceHistoryTests {
    private struct Kept {
        var assets: [Asset] = []
        var transactions: [Transaction] = []
    }

    private static let table = """
        from,to,rate,date
        BTC,USD,64250.17,
        EUR,USD,1.0842,
        USD,JPY,151.37,
        """

    private func random(_ random: inout SeededGenerator, _ today: CalendarDay) throws -> Kept {
        var kept = Kept()
        for number in 0..<random.int(1...9) {
            let asset = Asset(
                id: random.uuid(), name: "Asset \(number)",
                currency: try currency(random.pick(["USD", "EUR", "JPY", "BTC"])))
            kept.assets.append(asset)
            for _ in 0..<random.int(0...25) {
                let text = random.decimal(digits: 6, places: asset.currency.minorUnit)
                guard let amount = try? Money(text, asset.currency), !amount.isZero else { continue }
                kept.transactions.append(
                    Transaction(
                        id: random.uuid(), assetID: asset.id, amount: amount,
                        day: today.adding(days: random.int(-900...20)), entered: Date(timeIntervalSince1970: 0)))
            }
        }
        return kept
    }

    @Test func `every day is the sum of what was there, at today's rates`() async throws {
        let rates = try FixedRateTable(csv: Self.table, fileTime: Date(timeIntervalSince1970: 0))
        for seed in UInt64(1)...15 {
            var random = SeededGenerator(seed: seed)
            let today = try day("2026-04-13")
            let kept = try self.random(&random, today)
            let store = MemoryStore()
            try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
                for asset in kept.assets { try $0.insert(asset) }
                for transaction in kept.transactions { try $0.insertUnfollowed(transaction) }
            }
            let service = AssetValuationService(
                store: store, rates: ExchangeRateService(providers: [FixedRates(rates, name: "fixed")]),
                display: DisplayCurrency(.usd), funding: FundingSources())
            let call = call(today)
            let valuation = try await service.list(call).value
            for range in BalanceHistory.Range.allCases {
                let history = try await service.history(of: valuation, range, call)
                #expect(history.totals.last == .some(valuation.report.total), "seed \(seed)")
                #expect(history.unavailable.isEmpty && history.bound == nil && !history.isSampled, "seed \(seed)")
                let first = try #require(history.days.first)
                #expect(range.months.map { first >= today.adding(months: -$0) } ?? true, "seed \(seed)")
                var shown = 0
                for number in first.dayNumber...today.dayNumber {
                    let day = CalendarDay(dayNumber: number)
                    // What is not in the list is as it was.
                    if shown + 1 < history.days.count, history.days[shown + 1] == day { shown += 1 }
                    var sum = Ratio.zero
                    for (asset, value) in valuation.report.rows.map({ ($0.balance.asset, $0) }) {
                        let own = kept.transactions.filter { $0.assetID == asset.id && $0.day <= day }
                        let factor = asset.currency == .usd ? Ratio.one : value.rate?.rate
                        let balance = own.map(\.amount.ratio).reduce(.zero, +)
                        guard !balance.isZero else { continue }
                        sum = sum + balance * (try #require(factor, "seed \(seed): \(asset.currency)"))
                    }
                    let expected = try ExactAmount(sum, .usd).rounded(.halfEven)
                    #expect(history.totals[shown] == .some(expected), "seed \(seed), \(day)")
                }
                for most in 1...4 {
                    let lines = history.lines(most: most)
                    #expect(lines.count <= max(most, 1) && lines.map(\.count).reduce(0, +) == history.assets.count)
                    for index in history.days.indices {
                        let sum = try lines.map { try #require($0.values[index]).value }.reduce(.zero, +)
                        #expect(try ExactAmount(sum, .usd).rounded(.halfEven) == history.totals[index], "seed \(seed)")
                    }
                }
            }
        }
    }

    @Test func `of very many assets fewer days are worked out, each of them exactly`() async throws {
        let store = MemoryStore()
        let today = try day("2026-04-13")
        let assets = (0..<2000).map { Asset(id: UUID(), name: "Asset \($0)", currency: .usd) }
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for (number, asset) in assets.enumerated() {
                try $0.insert(asset)
                try $0.insertUnfollowed(
                    Transaction(
                        id: UUID(), assetID: asset.id, amount: try Money("\(number + 1)", .usd),
                        day: today.adding(days: -(number % 300)), entered: Date(timeIntervalSince1970: 0)))
            }
        }
        let service = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(.usd),
            funding: FundingSources())
        let valuation = try await service.list(call(today)).value
        let history = try await service.history(of: valuation, .all, call(today))
        #expect(history.isSampled && history.days.count == 50)
        #expect(history.days.first == today.adding(days: -299) && history.days.last == today)
        for (index, day) in history.days.enumerated() {
            let sum = (0..<2000).filter { today.adding(days: -($0 % 300)) <= day }.map { $0 + 1 }.reduce(0, +)
            #expect(try history.totals[index] == Money("\(sum)", .usd), "\(day)")
        }
        let few = history.condensed(most: 4)
        #expect(few.assets.map(\.count) == [1, 1, 1, 1997] && few.totals == history.totals)
    }

    @Test func `an asset without a rate is named and left out, and the total is a bound`() async throws {
        let store = MemoryStore()
        let (cash, coins) = (
            Asset(id: UUID(), name: "Cash", currency: .usd), Asset(id: UUID(), name: "Coins", currency: .btc)
        )
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for (asset, amount) in [(cash, "100 USD"), (coins, "2 BTC")] {
                try $0.insert(asset)
                try $0.insertUnfollowed(
                    Transaction(
                        id: UUID(), assetID: asset.id, amount: try money(amount), day: try day("2026-02-01"),
                        entered: Date(timeIntervalSince1970: 0)))
            }
        }
        let service = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(.usd),
            funding: FundingSources())
        let call = try call("2026-04-13")
        let history = try await service.history(of: try await service.list(call).value, .year, call)
        #expect(history.assets.map(\.asset?.name) == ["Cash"])
        #expect(history.unavailable.map(\.item) == ["Coins (BTC)"] && history.bound == .atLeast)
        #expect(history.totals == [try money("100 USD"), try money("100 USD")])
    }

    @Test func `a balance whose past is not known leaves no line, and one that is known on all days has one`()
        async throws
    {
        let store = MemoryStore()
        let asked = Asset(id: UUID(), name: "Asked", currency: .usd, source: "old", reference: "1")
        let present = Asset(id: UUID(), name: "Present", currency: .usd, source: "new", reference: "2")
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            try $0.insert(asked)
            try $0.insert(present)
        }
        let service = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(.usd),
            funding: FundingSources([Told(name: "old", knowsThePast: true), Told(name: "new", knowsThePast: false)]))
        let call = try Call(
            now: day("2026-04-13").startInUTC, today: day("2026-04-13"), program: "test", command: "test")
        let history = try await service.history(of: try await service.list(call).value, .year, call)
        #expect(history.isSampled && history.days.count == 53)
        #expect(try history.days.first == day("2025-04-13") && history.days.last == call.today)
        #expect(history.unavailable.map(\.item) == ["Present (USD)"], "\(history.unavailable)")
        #expect(history.totals == (try history.days.map { try money("\($0.dayNumber) USD") }))
    }

    @Test func `the known part of a balance counts as it does in the total`() async throws {
        let store = MemoryStore()
        let wallet = Asset(
            id: UUID(), name: "Wallet", currency: .btc, chain: "bitcoin",
            address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")
        let cash = Asset(id: UUID(), name: "Cash", currency: .usd)
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for (asset, amount) in [(cash, "100 USD"), (wallet, "0.01 BTC")] {
                try $0.insert(asset)
                try $0.insertUnfollowed(
                    Transaction(
                        id: UUID(), assetID: asset.id, amount: try money(amount), day: try day("2026-04-01"),
                        entered: Date(timeIntervalSince1970: 0)))
            }
        }
        let table = try FixedRateTable(csv: Self.table, fileTime: Date(timeIntervalSince1970: 0))
        let service = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: [FixedRates(table, name: "fixed")]),
            display: DisplayCurrency(.usd), funding: FundingSources([Unread()]))
        let call = try call("2026-04-13")
        let valuation = try await service.list(call).value
        // 100 and a hundredth of 64,250.17.
        #expect(valuation.report.total.amountText == "742.50" && valuation.report.totalBound == .atLeast)
        let history = try await service.history(of: valuation, .year, call)
        #expect(history.totals.last == .some(valuation.report.total) && history.bound == .atLeast)
        #expect(history.unavailable.map(\.item) == ["Wallet (BTC)"])
    }
}

/// A source whose balance is the number of the day.
private struct Told: FundingSource {
    let name: String
    let knowsThePast: Bool

    func answers(for asset: Asset) -> Bool { asset.source == name }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? { nil }

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        Dictionary(
            uniqueKeysWithValues: assets.map { asset in
                (asset.id, SourceBalance((try? Money("\(day.dayNumber)", asset.currency)) ?? .zero(asset.currency)))
            })
    }
}

/// Addresses that nobody has read yet.
private struct Unread: FundingSource {
    let name = "unread"

    func answers(for asset: Asset) -> Bool { asset.address != nil }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        Dictionary(
            uniqueKeysWithValues: assets.map { ($0.id, SourceBalance(.zero($0.currency), gap: "it was not read yet")) })
    }
}
