import Allocation
import Foundation
import Models
import TestSupport
import Testing

@Suite("L1 to L3: how an asset is divided") struct AssetSplitTests {
    private typealias Size = AssetAllocation.Size

    private static func split(_ balance: String, _ sizes: [Size], isComplete: Bool = true) throws -> AssetSplit {
        try AssetSplit(of: money(balance), among: allocations(sizes), isComplete: isComplete)
    }

    private static func allocations(_ sizes: [Size]) -> [AssetAllocation] {
        let asset = UUID()
        return sizes.map { AssetAllocation(assetID: asset, goalID: UUID(), size: $0) }
    }

    private static func amounts(_ split: AssetSplit) -> [String] { split.parts.map(\.amount.amountText) }

    /// The division in ten-millionths of a cent, where shares, fixed amounts and a balance with dust are all whole numbers.
    private struct Slow {
        static let cent = 10_000_000
        var parts: [Int] = []
        var free = 0
        var shortfall: Int?

        /// `balance` in tenths of a cent; fixed amounts in cents; shares in ten-thousandths of a percent.
        init(balance: Int, sizes: [Size]) throws {
            let available = max(0, balance) * 1_000_000
            var wanted: [Int] = []
            for size in sizes {
                switch size {
                case .share(let share): wanted.append(available / 1_000_000 * share.units)
                case .fixed(let amount): wanted.append(Int(try amount.minorUnits(.down)) * Self.cent)
                case .rest: wanted.append(0)
                }
            }
            let fixed = wanted.reduce(0, +)
            for (index, size) in sizes.enumerated() where size == .rest { wanted[index] = max(0, available - fixed) }
            let allocated = wanted.reduce(0, +)
            let total = min(available, allocated) / Self.cent
            // Each allocation in cents is wanted × numerator ÷ (denominator × cent): itself, or scaled down to the balance.
            let (top, bottom) = allocated > available ? (Int128(available), Int128(allocated)) : (1, 1)
            let exact = wanted.map { Int128($0) * top }
            let unit = bottom * Int128(Self.cent)
            parts = exact.map { Int($0 / unit) }
            var remainders = exact.map { $0 % unit }
            while parts.reduce(0, +) < total {
                var best = 0
                for index in remainders.indices where remainders[index] > remainders[best] { best = index }
                parts[best] += 1
                remainders[best] = -1
            }
            free = (available - min(available, allocated)) / Self.cent
            if fixed > available { shortfall = (fixed - available + Self.cent - 1) / Self.cent }
        }
    }

    private static func sizes(_ random: inout SeededGenerator) throws -> [Size] {
        var sizes: [Size] = []
        var shares = Share.wholeUnits
        var hasRest = false
        for _ in 0..<random.int(1...5) {
            switch random.int(1...5) {
            case 1, 2:
                guard shares > 0 else { continue }
                let units = random.int(1...min(shares, random.pick([shares, 10, 500_000])))
                shares -= units
                sizes.append(.share(try Share(units: units)))
            case 3, 4:
                sizes.append(
                    .fixed(
                        try Money(minorUnits: Int128(random.int(1...random.pick([5, 900, 90_000]))), currency("USD"))))
            default:
                if !hasRest { sizes.append(.rest) }
                hasRest = true
            }
        }
        return sizes
    }

    @Test(arguments: SeededGenerator.seeds)
    func `any asset is divided as on paper`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let usd = try currency("USD")
        for round in 0..<2000 {
            let sizes = try Self.sizes(&random)
            let tenths = random.int(-50...random.pick([50, 5000, 2_000_000]))
            let balance = try Money(
                Ratio(Int128(tenths), over: 1000)?.decimalString(places: 3, rounding: .down) ?? "", usd)
            let split = try AssetSplit(of: balance, among: Self.allocations(sizes))
            let slow = try Slow(balance: tenths, sizes: sizes)
            let parts = try split.parts.map { Int(try $0.amount.minorUnits(.down)) }
            try #require(parts == slow.parts, "round \(round): \(balance) for \(sizes)")
            try #require(
                try Int(split.free.minorUnits(.down)) == slow.free, "round \(round): \(balance) for \(sizes)")
            let shortfall = try split.shortfall.map { Int(try $0.minorUnits(.down)) }
            try #require(shortfall == slow.shortfall, "round \(round): \(balance) for \(sizes)")
            // L3 in its own words: nothing is counted twice, and less than a cent is nobody's for each of both roundings.
            let counted = parts.reduce(0, +) + slow.free
            try #require((max(0, tenths) / 10 - 1...max(0, tenths) / 10).contains(counted))
            // A fixed amount is fixed as long as the allocations do not pass the balance.
            if slow.shortfall == nil {
                for (size, part) in zip(sizes, split.parts) {
                    if case .fixed(let amount) = size { try #require(part.amount == amount) }
                }
            }
        }
    }

    @Test func `a fixed amount that the balance covers is funded in full, whatever the shares round to`() throws {
        let split = try Self.split("20.18 USD", [.fixed(money("9 USD")), .share(Share("5%"))])
        #expect(Self.amounts(split) == ["9.00", "1.00"])
    }

    @Test func `allocations beyond the balance are scaled by one factor, and the shortfall is told`() throws {
        let split = try Self.split("100 USD", [.fixed(money("150 USD")), .share(Share("50%")), .rest])
        #expect(Self.amounts(split) == ["75.00", "25.00", "0.00"])
        #expect(try split.shortfall == money("100 USD") && split.free.isZero)
    }

    @Test func `the rest is what fixed amounts and shares leave`() throws {
        let split = try Self.split("100 USD", [.rest, .fixed(money("30 USD")), .share(Share("33.3333%"))])
        #expect(Self.amounts(split) == ["36.67", "30.00", "33.33"])
        #expect(split.free.isZero && split.shortfall == nil)
    }

    @Test func `what is free is what one more fixed amount may take`() throws {
        let third = Size.share(try Share("33.3333%"))
        let split = try Self.split("1000 USD", [third])
        #expect(try Self.amounts(split) == ["333.33"] && split.free == money("666.66 USD"))
        let full = try Self.split("1000 USD", [third, .fixed(split.free)])
        #expect(full.shortfall == nil && full.free.isZero)
        #expect(try Self.split("1000 USD", [third, .fixed(money("666.67 USD"))]).shortfall == money("0.01 USD"))
    }

    @Test func `a negative balance funds nothing`() throws {
        let split = try Self.split("-5 USD", [.share(Share("50%")), .rest])
        #expect(Self.amounts(split) == ["0.00", "0.00"] && split.free.isZero && split.shortfall == nil)
    }

    @Test func `a partly known balance has no shortfall`() throws {
        let split = try Self.split("1 USD", [.fixed(money("5 USD"))], isComplete: false)
        #expect(Self.amounts(split) == ["1.00"] && split.shortfall == nil)
    }

    @Test func `equal thirds go to the earlier`() throws {
        let split = try Self.split(
            "0.02 USD", [.fixed(money("1 USD")), .fixed(money("1 USD")), .fixed(money("1 USD"))])
        #expect(Self.amounts(split) == ["0.01", "0.01", "0.00"])
    }

    @Test func `one wei is divided too`() throws {
        let split = try Self.split("0.000000000000000003 ETH", [.share(Share("50%")), .share(Share("50%"))])
        #expect(Self.amounts(split) == ["0.000000000000000002", "0.000000000000000001"])
    }

    /// In wei these have more digits than an amount keeps, but not in ether.
    @Test(arguments: ["100000000000000000000", "123456789012345678901234567890"])
    func `an immense balance is divided too`(balance: String) throws {
        let rest = try Self.split("\(balance) ETH", [.rest])
        #expect(Self.amounts(rest) == [balance] && rest.free.isZero)
        let parts = try Self.split("\(balance) ETH", [.share(Share("50%")), .fixed(money("1 ETH"))])
        #expect(try Money.sum(parts.parts.map(\.amount) + [parts.free], in: currency("ETH")) == money("\(balance) ETH"))
    }

    @Test func `a part of an immense balance that would need more digits than are kept is refused`() throws {
        let eth = try currency("ETH")
        #expect(throws: MoneyError.tooLarge(eth)) {
            try Self.split(
                "100000000000000000000000 ETH",
                [.share(Share("33.3333%")), .fixed(money("0.000000000000000001 ETH"))])
        }
    }

    @Test func `allocations that contradict each other are refused`() throws {
        func refuse(_ error: AssetSplitError, _ allocations: [AssetAllocation]) {
            #expect(throws: error) { try AssetSplit(of: Money("10", .usd), among: allocations) }
        }
        let all = Self.allocations([.share(.whole), .rest, .fixed(try Money("5", .usd))])
        #expect(try AssetSplit(of: Money("10", .usd), among: all).shortfall == money("5 USD"))
        refuse(.severalAssets, all + Self.allocations([.share(.whole)]))
        refuse(.goalTwice(all[0].goalID), [all[0], all[0]])
        let other = AssetAllocation(assetID: all[0].assetID, goalID: UUID(), size: .rest)
        refuse(.restTwice, all + [other])
        var more = other
        more.size = .share(try Share("0.0001%"))
        refuse(.sharesPassWhole(try ratio("1.000001")), all + [more])
        more.size = .fixed(try Money("1", .eur))
        refuse(.otherCurrency(try Money("1", .eur), wanted: .usd), all + [more])
        more.size = .fixed(.zero(.usd))
        refuse(.amountNotPositive(.zero(.usd)), all + [more])
        #expect(AssetSplitError.sharesPassWhole(try ratio("1.000001")).description.contains("100.0001 %"))
    }
}
