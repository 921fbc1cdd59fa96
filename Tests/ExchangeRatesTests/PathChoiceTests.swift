import ExchangeRates
import Models
import TestSupport
import Testing

@Suite("V3: one deterministic path") struct PathChoiceTests {
    /// A rate of whole numbers, so that the expected product needs no rational arithmetic.
    private struct Edge {
        let from: Currency
        let to: Currency
        let top: Int128
        let bottom: Int128
        let state: RateState
        let provider: Int
        let time: Int

        /// live, fixed, cached before stale before fallback.
        var stateClass: Int { state == .fallback ? 2 : state == .stale ? 1 : 0 }
    }

    private struct World {
        let edges: [Edge]
        let currencies: [Currency]

        init(_ random: inout SeededGenerator) throws {
            currencies = try ["USD", "EUR", "USDT", "BTC", "ETH", "GBP", "SOL", "CHF", "AAVE"].map(currency)
            var edges: [Edge] = []
            for _ in 0..<random.int(2...16) {
                let (from, to) = (random.pick(currencies), random.pick(currencies))
                guard from != to else { continue }
                edges.append(
                    Edge(
                        from: from, to: to, top: Int128(random.int(1...99)), bottom: Int128(random.int(1...99)),
                        state: random.pick(RateState.allCases), provider: random.int(0...2), time: edges.count))
            }
            self.edges = edges
        }

        func frozen(_ random: inout SeededGenerator) throws -> FrozenRates {
            let answers = try (0..<3).map { provider in
                RateAnswer(
                    quotes: try edges.filter { $0.provider == provider }.map { edge in
                        let rate = try #require(Ratio(edge.top, over: edge.bottom))
                        return try RateQuote(
                            from: edge.from, to: edge.to, rate: rate, time: instant(edge.time), source: "p\(provider)",
                            state: edge.state)
                    }.shuffled(using: &random))
            }
            return FrozenRates(answers)
        }

        /// The one rate held for a pair: by state, then provider; of one provider's the newest.
        func held(_ a: Currency, _ b: Currency) -> Edge? {
            edges.filter { ($0.from == a && $0.to == b) || ($0.from == b && $0.to == a) }.min {
                ($0.stateClass, $0.provider, -$0.time) < ($1.stateClass, $1.provider, -$1.time)
            }
        }

        /// Every path without a repeated currency, of up to three legs.
        func paths(from: Currency, to: Currency) -> [[Currency]] {
            var found: [[Currency]] = []
            func extend(_ path: [Currency]) {
                for next in currencies where !path.contains(next) && held(path[path.count - 1], next) != nil {
                    if next == to { found.append(path + [next]) } else if path.count < 3 { extend(path + [next]) }
                }
            }
            extend([from])
            let pivots = ["USD", "EUR", "USDT", "BTC"]
            return found.filter { $0.dropFirst().dropLast().allSatisfy { pivots.contains($0.code) } }
        }

        /// Whether the left path is the better one, as the law says.
        func isBetter(_ left: [Currency], _ right: [Currency]) -> Bool {
            func legs(_ path: [Currency]) -> [Edge] { zip(path, path.dropFirst()).compactMap { held($0, $1) } }
            let (a, b) = (legs(left), legs(right))
            let worst = [a, b].map { $0.map(\.stateClass).max() ?? 0 }
            if worst[0] != worst[1] { return worst[0] < worst[1] }
            if a.count != b.count { return a.count < b.count }
            let providers = [a, b].map { $0.map(\.provider).sorted(by: >) }
            if providers[0] != providers[1] { return providers[0].lexicographicallyPrecedes(providers[1]) }
            let inverses = zip([a, b], [left, right]).map { legs, path in zip(legs, path).count { $0.from != $1 } }
            if inverses[0] != inverses[1] { return inverses[0] < inverses[1] }
            let pivots = [left, right].map {
                $0.dropFirst().dropLast().map { ["USD", "EUR", "USDT", "BTC"].firstIndex(of: $0.code) ?? 9 }
            }
            return pivots[0].lexicographicallyPrecedes(pivots[1])
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `the best of all paths is taken`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<250 {
            let world = try World(&random)
            let rates = try world.frozen(&random)
            for a in world.currencies {
                for b in world.currencies where a.code < b.code {
                    guard let best = world.paths(from: a, to: b).min(by: world.isBetter) else {
                        #expect(throws: RateGap.self) { try rates.conversion(from: a, to: b).rate }
                        #expect(throws: RateGap.self) { try rates.conversion(from: b, to: a).rate }
                        continue
                    }
                    let rate = try #require(try rates.conversion(from: a, to: b).rate)
                    #expect(rate.path == best, "round \(round): \(a) to \(b)")
                    let legs = zip(best, best.dropFirst()).compactMap { world.held($0, $1) }
                    var (top, bottom): (Int128, Int128) = (1, 1)
                    for (leg, start) in zip(legs, best) {
                        top *= leg.from == start ? leg.top : leg.bottom
                        bottom *= leg.from == start ? leg.bottom : leg.top
                    }
                    #expect(rate.rate == Ratio(top, over: bottom))
                    #expect(rate.time == instant(legs.map(\.time).min() ?? -1))
                    #expect(rate.sources == legs.map { "p\($0.provider)" })
                    let order: [RateState] = [.live, .fixed, .cached, .stale, .fallback]
                    #expect(rate.state == order.last { state in legs.contains { $0.state == state } })

                    let back = try #require(try rates.conversion(from: b, to: a).rate)
                    #expect(back.rate * rate.rate == .one)
                    #expect(back.path == best.reversed() && back.state == rate.state && back.time == rate.time)
                }
            }
        }
    }

    @Test func `at most three legs, through pivots only`() throws {
        let long = FrozenRates([
            RateAnswer(
                quotes: try ["ETH USD 2", "USD EUR 2", "EUR BTC 2", "BTC SOL 2", "ETH GBP 3", "GBP CHF 3"].map {
                    try quote($0)
                })
        ])
        #expect(throws: RateGap.self) { try long.conversion(from: currency("ETH"), to: currency("SOL")).rate }
        #expect(throws: RateGap.self) { try long.conversion(from: currency("ETH"), to: currency("CHF")).rate }
        let rate = try #require(try long.conversion(from: currency("ETH"), to: currency("BTC")).rate)
        #expect(rate.path.map(\.code) == ["ETH", "USD", "EUR", "BTC"] && rate.rate == Ratio(8))
    }

    @Test func `both directions from one provider: the newer is held, for both directions`() throws {
        let old = try quote("EUR USD 1.1", at: 1)
        let new = try quote("USD EUR 0.8", at: 2)
        for quotes in [[old, new], [new, old]] {
            let rates = FrozenRates([RateAnswer(quotes: quotes)])
            #expect(try rates.conversion(from: currency("EUR"), to: currency("USD")).rate?.rate == ratio("1.25"))
            #expect(try rates.conversion(from: currency("USD"), to: currency("EUR")).rate?.rate == ratio("0.8"))
        }
        let tied = [try quote("EUR USD 1.1"), try quote("USD EUR 0.8")]
        let forward = try FrozenRates([RateAnswer(quotes: tied)]).conversion(from: .eur, to: .usd)
        let backward = try FrozenRates([RateAnswer(quotes: tied.reversed())]).conversion(from: .eur, to: .usd)
        #expect(forward == backward)
    }
}

@Suite("V4, V5: conversions are exact and pegs are not assumed") struct FrozenRatesTests {
    @Test func `there and back again is exactly the same`() throws {
        let rates = FrozenRates([RateAnswer(quotes: [try quote("BTC USD 61234.567"), try quote("USD EUR 0.91357")])])
        let start = try money("0.12345678 BTC").exact
        let there = try rates.conversion(from: currency("BTC"), to: currency("EUR"))
        let back = try rates.conversion(from: currency("EUR"), to: currency("BTC"))
        let converted = try there.convert(start)
        #expect(try back.convert(converted) == start && there.convertBack(converted) == start)
        #expect(there.rate?.path.map(\.code) == ["BTC", "USD", "EUR"])
    }

    @Test func `rates that are kept stay, and what had none is looked for again among more of them`() throws {
        let (eth, usd, eur) = (try currency("ETH"), try currency("USD"), try currency("EUR"))
        let kept = FrozenRates([RateAnswer(quotes: [try quote("EUR USD 1.25")])])
        #expect(throws: RateGap.self) { try kept.conversion(from: eth, to: eur).rate }
        #expect(try kept.conversion(from: eur, to: usd).rate?.rate == ratio("1.25"))
        let more = kept.adding(
            FrozenRates([RateAnswer(quotes: [try quote("ETH USD 2000"), try quote("EUR USD 1.6")])]))
        #expect(try more.conversion(from: eth, to: eur).rate?.rate == Ratio(1600))
        #expect(try more.conversion(from: eur, to: usd).rate?.rate == ratio("1.25"))
    }

    @Test func `within one currency nothing is converted`() throws {
        let rates = FrozenRates([])
        let same = try rates.conversion(from: currency("USD"), to: currency("USD"))
        #expect(
            try same.rate == nil && same.factor == .one && same.convert(money("1.23 USD").exact).value == ratio("1.23"))
    }

    @Test func `a conversion takes amounts in its currency only`() throws {
        let rates = FrozenRates([RateAnswer(quotes: [try quote("EUR USD 1.25")])])
        let conversion = try rates.conversion(from: .eur, to: .usd)
        #expect(try conversion.convert(money("4 EUR").exact) == money("5 USD").exact)
        #expect(throws: MoneyError.currencyMismatch(.usd, .eur)) { try conversion.convert(money("4 USD").exact) }
        #expect(throws: MoneyError.currencyMismatch(.eur, .usd)) { try conversion.convertBack(money("4 EUR").exact) }
    }

    @Test func `USDT is not USD unless a rate says so`() throws {
        let (usdt, usd) = (try currency("USDT"), try currency("USD"))
        let without = FrozenRates([RateAnswer(quotes: [try quote("BTC USDT 60000")])])
        #expect(throws: RateGap.self) { try without.conversion(from: usdt, to: usd).rate }
        let pegged = FrozenRates([RateAnswer(quotes: [try quote("USDT USD 1", state: .fixed, source: "fixed")])])
        let rate = try #require(try pegged.conversion(from: usdt, to: usd).rate)
        #expect(rate.state == .fixed && rate.sources == ["fixed"])
    }

    @Test(arguments: ["0", "-1", "0.0"])
    func `a rate is positive`(text: String) throws {
        let gap = #expect(throws: RateGap.self) { try quote("BTC USD \(text)", source: "bank") }
        #expect(gap?.reason.contains("bank") == true && gap?.reason.contains("0") == true)
    }

    @Test func `two tokens with one symbol have two rates`() throws {
        let usd = try currency("USD")
        let tokens = try ["ethereum", "base"].map { try Currency(token: "X", chain: $0, contract: "0x1", decimals: 6) }
        let quotes = try zip(tokens, ["1", "2"]).map { token, rate in
            try RateQuote(from: token, to: usd, rate: ratio(rate), time: instant(0), source: "s", state: .live)
        }
        let rates = FrozenRates([RateAnswer(quotes: quotes)])
        #expect(try rates.conversion(from: tokens[0], to: usd).rate?.rate == Ratio(1))
        #expect(try rates.conversion(from: tokens[1], to: usd).rate?.rate == Ratio(2))
    }
}

@Suite("V2: a gap says why") struct RateGapTests {
    private static func reason(_ rates: FrozenRates, _ from: String, _ to: String) throws -> String {
        try #require(throws: RateGap.self) { try rates.conversion(from: currency(from), to: currency(to)).rate }.reason
    }

    private static func gap(_ from: String, _ to: String, _ reason: String) throws -> RateGap {
        RateGap(from: try currency(from), to: try currency(to), reason: reason)
    }

    @Test func `an unusable rate is the reason, in both directions`() throws {
        let rates = FrozenRates([RateAnswer(quotes: [], gaps: [try Self.gap("BTC", "USD", "bank gave 0")])])
        #expect(try Self.reason(rates, "BTC", "USD") == "bank gave 0")
        #expect(try Self.reason(rates, "USD", "BTC") == "bank gave 0")
    }

    @Test func `an unusable rate on the way is the reason, and is named`() throws {
        let rates = FrozenRates([
            RateAnswer(quotes: [try quote("USD EUR 0.9")], gaps: [try Self.gap("BTC", "USD", "bank gave 0")])
        ])
        let reason = try Self.reason(rates, "BTC", "EUR")
        #expect(reason.contains("BTC to USD") && reason.contains("bank gave 0"))
    }

    @Test func `an unusable rate that would not have helped is not blamed`() throws {
        let rates = FrozenRates([
            RateAnswer(quotes: [], gaps: [try Self.gap("EUR", "USD", "bank gave 0")])
        ])
        #expect(try Self.reason(rates, "ETH", "EUR") == "no provider has one")
    }

    @Test func `a failed provider is named, also beside an unusable rate`() throws {
        let alone = FrozenRates([RateAnswer(quotes: [])], failures: ["bank could not answer (closed)"])
        #expect(try Self.reason(alone, "BTC", "USD") == "bank could not answer (closed)")
        let both = FrozenRates(
            [RateAnswer(quotes: []), RateAnswer(quotes: [], gaps: [try Self.gap("BTC", "USD", "table has '-'")])],
            failures: ["bank could not answer (closed)"])
        let reason = try Self.reason(both, "BTC", "USD")
        #expect(reason.contains("table has '-'") && reason.contains("bank could not answer"))
    }

    @Test func `a usable rate of another provider fills the gap`() throws {
        let rates = FrozenRates([
            RateAnswer(quotes: [], gaps: [try Self.gap("BTC", "USD", "bank gave 0")]),
            RateAnswer(quotes: [try quote("BTC USD 5")]),
        ])
        #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.rate == Ratio(5))
    }
}
