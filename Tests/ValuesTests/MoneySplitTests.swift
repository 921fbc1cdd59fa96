import TestSupport
import Testing
import Values

@Suite("M3: cents add up") struct MoneySplitTests {
    /// Largest remainder as it is told: everyone gets the whole part of his quota, then the largest remainders get one
    /// more each, the earlier first.
    private static func largestRemainder(_ total: Int, _ weights: [Int]) -> [Int] {
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return weights.map { _ in 0 } }
        var parts = weights.map { total * $0 / sum }
        var remainders = weights.map { total * $0 % sum }
        while parts.reduce(0, +) < total {
            var best = 0
            for index in remainders.indices where remainders[index] > remainders[best] { best = index }
            parts[best] += 1
            remainders[best] = -1
        }
        return parts
    }

    @Test(arguments: SeededGenerator.seeds)
    func `parts sum exactly and follow the largest remainder`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let weights = (0..<random.int(1...7)).map { _ in random.int(0...random.pick([1, 3, 1000])) }
            let total = random.int(0...random.pick([3, 100, 1_000_000]))
            let usd = try currency(random.pick(["USD", "JPY", "ETH"]))
            let parts = try Money(minorUnits: Int128(total), usd).split(by: weights.map { Ratio(Int128($0)) })
            #expect(try parts.map { Int(try $0.minorUnits(.down)) } == Self.largestRemainder(total, weights))
            if weights.contains(where: { $0 > 0 }) {
                #expect(try Money.sum(parts, in: usd) == Money(minorUnits: Int128(total), usd))
            }
        }
    }

    /// Numbers of one word have a way of their own; a common factor of all weights leads to the other one.
    @Test(arguments: SeededGenerator.seeds)
    func `parts in the grain are the same for whole numbers and for fractions`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let seventh = try #require(Ratio(1, over: 7))
        for _ in 0..<3000 {
            let most = random.pick([3, 1000, 1_000_000_000, .max / 8])
            let weights = (0..<random.int(1...6)).map { _ in Ratio(Int128(random.int(0...most))) }
            let currency = try currency(random.pick(["USD", "JPY", "KWD", "BTC", "ETH"]))
            let digits = "\(random.int(0...random.pick([9, 100_000, .max])))"
            let amount = try Money(
                random.chance(1, in: 2) ? digits : "\(random.int(0...99_999)).\(random.int(0...999))", currency)
            let fractions = weights.map { $0 * seventh }
            #expect(try amount.splitInGrain(by: weights) == amount.splitInGrain(by: fractions))
            let whole = weights.reduce(.zero, +)
            guard whole.isPositive else { continue }
            #expect(
                try amount.part(weights[0], of: whole) == amount.part(fractions[0], of: whole * seventh),
                "\(amount), \(weights[0]) of \(whole)")
            #expect(try amount.negated.part(weights[0], of: whole) == amount.part(weights[0], of: whole).negated)
        }
    }

    @Test func `a tie goes to the earlier`() throws {
        let thirds = try money("0.10 USD").split(by: [.one, .one, .one])
        #expect(try thirds == [money("0.04 USD"), money("0.03 USD"), money("0.03 USD")])
        let odd = try money("0.01 USD").split(by: [.one, .one])
        #expect(try odd == [money("0.01 USD"), money("0 USD")])
    }

    /// In minor units these have more digits than an amount keeps, but not without the zeros at their end.
    @Test func `amounts of any size are split and rounded as long as the results can be kept`() throws {
        let eth = try currency("ETH")
        let immense = try money("2\(String(repeating: "0", count: 30)) ETH")
        #expect(try immense.split(by: [.one, .one, .zero]).map(\.amountText) == [half, half, "0"])
        #expect(try immense.exact.rounded(.down) == immense)
        #expect(try immense.negated.exact.rounded(.up) == immense.negated)
        // A third of it has no end.
        #expect(throws: MoneyError.tooLarge(eth)) { try immense.split(by: [.one, .one, .one]) }
        #expect(throws: MoneyError.tooLarge(eth)) {
            try ExactAmount(immense.ratio * #require(Ratio(1, over: 3)), eth).rounded(.down)
        }
        #expect(throws: MoneyError.tooLarge(eth)) {
            try ExactAmount(immense.ratio * Ratio(1_000_000_000), eth).rounded(.down)
        }
    }

    private let half = "1" + String(repeating: "0", count: 30)

    @Test func `digits beyond the minor unit are not split`() throws {
        #expect(try money("0.109 USD").split(by: [.one]) == [money("0.10 USD")])
    }

    @Test(arguments: SeededGenerator.seeds)
    func `an even split differs by at most one minor unit, larger ones first`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let usd = try currency("USD")
        for _ in 0..<500 {
            let (total, count) = (random.int(0...10_000), random.int(1...40))
            let parts = try Money(minorUnits: Int128(total), usd).splitEvenly(into: count)
            let units = try parts.map { Int(try $0.minorUnits(.down)) }
            #expect(units.count == count && units.reduce(0, +) == total)
            #expect(zip(units, units.dropFirst()).allSatisfy { $0 >= $1 })
            #expect(units[0] - units[count - 1] <= 1)
        }
    }

    @Test func `the largest amount can be split`() throws {
        let usd = try currency("USD")
        let most = try Money(minorUnits: 99_999_999_999_999_999_999_999_999_999_999_999_999, usd)
        #expect(try most.splitEvenly(into: 1) == [most])
        #expect(try Money.sum(most.splitEvenly(into: 7), in: usd) == most)
        #expect(try Money.sum(most.split(by: [.one, Ratio(2), Ratio(4)]), in: usd) == most)
    }
}
