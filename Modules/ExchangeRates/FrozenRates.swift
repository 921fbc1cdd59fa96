import Synchronization
public import Values

/// The rates of one command: all its conversions use the same ones (V4).
///
/// One rate is held per unordered pair, the best by state, then by the order of the providers, then the newest; the other
/// direction is its exact reciprocal. A conversion takes the best path of at most three legs through the pivots (V3).
public struct FrozenRates: Sendable {
    /// The only currencies a path may lead through, in order of preference.
    public static let pivots = ["USD", "EUR", "USDT", "BTC"].compactMap { try? Currency(code: $0) }

    private let legs: [UnorderedPair: Leg]
    private let gaps: [UnorderedPair: RateGap]
    /// What kept providers from answering, as sentences with the provider's name.
    public let failures: [String]
    /// Who answered.
    private let asked: [String]
    private let memo = Memo()

    /// Freezes the answers of providers, given in the order of the settings.
    ///
    /// - Parameters:
    ///   - asked: The names of those who answered.
    ///   - failures: Why the others did not, as sentences with their names.
    public init(_ answers: [RateAnswer], asked: [String] = [], failures: [String] = []) {
        var legs: [UnorderedPair: Leg] = [:]
        var gaps: [UnorderedPair: RateGap] = [:]
        for (rank, answer) in answers.enumerated() {
            for quote in answer.quotes where quote.from != quote.to {
                let leg = Leg(quote: quote, rank: rank)
                let pair = UnorderedPair(quote.from, quote.to)
                if let held = legs[pair], !leg.isBetter(than: held) { continue }
                legs[pair] = leg
            }
            for gap in answer.gaps where gaps[UnorderedPair(gap.from, gap.to)] == nil {
                gaps[UnorderedPair(gap.from, gap.to)] = gap
            }
        }
        self.legs = legs
        self.gaps = gaps
        self.failures = failures
        self.asked = asked
    }

    /// These rates with others for pairs that have none here. Conversions that were made with these rates keep their paths.
    package func adding(_ others: FrozenRates) -> FrozenRates {
        legs.isEmpty && gaps.isEmpty ? others : FrozenRates(kept: self, others)
    }

    private init(kept: FrozenRates, _ others: FrozenRates) {
        legs = kept.legs.merging(others.legs) { first, _ in first }
        gaps = kept.gaps.merging(others.gaps) { first, _ in first }
        failures = kept.failures + others.failures.filter { !kept.failures.contains($0) }
        asked = kept.asked + others.asked.filter { !kept.asked.contains($0) }
        let found = kept.memo.paths.withLock { $0.filter { $0.value != nil } }
        memo.paths.withLock { $0 = found }
    }

    /// How amounts in one currency become amounts in another.
    ///
    /// - Throws: ``RateGap`` when no path is known.
    public func conversion(from: Currency, to: Currency) throws(RateGap) -> Conversion {
        guard from != to else { return Conversion(within: from) }
        // One direction is searched and the other derived, so that there and back is exactly 1.
        let isForward = from.identity < to.identity
        let (first, second) = isForward ? (from, to) : (to, from)
        let pair = UnorderedPair(first, second)
        let found: ConversionRate?
        if let known = memo.paths.withLock({ $0[pair] }) {
            found = known
        } else {
            found = bestPath(from: first, to: second)
            memo.paths.withLock { $0[pair] = .some(found) }
        }
        guard let rate = isForward ? found : found?.reversed else {
            throw RateGap(from: from, to: to, reason: reason(from: from, to: to))
        }
        return Conversion(at: rate)
    }

    // MARK: - Paths

    private func bestPath(from: Currency, to: Currency) -> ConversionRate? {
        var best: Path?
        for route in FrozenRates.routes(from: from, to: to) {
            let stops = [from] + route.map(\.element) + [to]
            let pairs = zip(stops, stops.dropFirst())
            let legs = pairs.compactMap { stop, next in
                self.legs[UnorderedPair(stop, next)].map { (leg: $0, start: stop) }
            }
            guard legs.count == stops.count - 1 else { continue }
            let path = Path(stops: stops, legs: legs, pivots: route.map(\.offset))
            if best.map({ path.preference.lexicographicallyPrecedes($0.preference) }) ?? true { best = path }
        }
        return best?.rate
    }

    /// The pivots that a path may lead through, with their rank: none, one, or two of them.
    private static func routes(from: Currency, to: Currency) -> [[(offset: Int, element: Currency)]] {
        let pivots = FrozenRates.pivots.enumerated().filter { $0.element != from && $0.element != to }
        let pairs = pivots.flatMap { first in pivots.filter { $0.offset != first.offset }.map { [first, $0] } }
        return [[]] + pivots.map { [$0] } + pairs
    }

    /// The unusable rates on the shortest path that they would have completed, and who could not answer.
    private func reason(from: Currency, to: Currency) -> String {
        var reasons: [String] = []
        for route in FrozenRates.routes(from: from, to: to) {
            let stops = [from] + route.map(\.element) + [to]
            let pairs = zip(stops, stops.dropFirst()).map { UnorderedPair($0, $1) }
            guard pairs.allSatisfy({ legs[$0] != nil || gaps[$0] != nil }) else { continue }
            reasons = pairs.filter { legs[$0] == nil }.compactMap { pair in
                gaps[pair].map { pair == UnorderedPair(from, to) ? $0.reason : "\($0.from) to \($0.to): \($0.reason)" }
            }
            break
        }
        // Rates that somebody entered are no provider.
        let providers = asked.filter { $0 != GivenRates.providerName }
        if reasons.isEmpty, let names = providers.enumerated {
            reasons = ["\(names) \(providers.count == 1 ? "has" : "have") none"]
        }
        reasons += failures
        return reasons.isEmpty ? "no provider has one" : reasons.joined(separator: "; ")
    }
}

extension [String] {
    /// "ecb, coingecko and coinbase"; nil when there is none.
    var enumerated: String? {
        guard let last else { return nil }
        return count == 1 ? last : "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}

/// Two currencies in either order.
private struct UnorderedPair: Hashable {
    let low: Currency
    let high: Currency

    init(_ a: Currency, _ b: Currency) { (low, high) = a.identity < b.identity ? (a, b) : (b, a) }
}

private struct Leg: Sendable {
    let quote: RateQuote
    let rank: Int

    /// By state and provider. One provider may quote a pair twice, in either direction and any order: then the newer
    /// counts, and of two of one time the one from the lower currency.
    func isBetter(than other: Leg) -> Bool {
        if quote.preference != other.quote.preference { return quote.preference < other.quote.preference }
        if rank != other.rank { return rank < other.rank }
        if quote.time != other.quote.time { return quote.time > other.quote.time }
        return quote.from.identity < other.quote.from.identity
    }
}

private struct Path {
    let stops: [Currency]
    let legs: [(leg: Leg, start: Currency)]
    let pivots: [Int]

    /// What is compared, in the order of the law: state, legs, providers, inverses, pivots.
    var preference: [Int] {
        let worst = legs.map { $0.leg.quote.preference }.max() ?? 0
        let inverses = legs.count { $0.leg.quote.from != $0.start }
        return [worst, legs.count] + legs.map { $0.leg.rank }.sorted(by: >) + [inverses] + pivots
    }

    var rate: ConversionRate? {
        var rate = Ratio.one
        for (leg, start) in legs {
            guard let step = leg.quote.from == start ? leg.quote.rate : leg.quote.rate.reciprocal else { return nil }
            rate = rate * step
        }
        let quotes = legs.map { $0.leg.quote }
        guard let from = stops.first, let to = stops.last, let time = quotes.map(\.time).min(),
            let state = quotes.map(\.state).max(by: { $0.worseness < $1.worseness })
        else { return nil }
        return ConversionRate(
            from: from, to: to, rate: rate.reduced, path: stops, sources: quotes.map(\.source), time: time,
            state: state, staleReason: quotes.first { $0.state == .stale }?.staleReason)
    }
}

/// Paths already found: the same few are asked for thousands of times.
private final class Memo: Sendable {
    let paths = Mutex<[UnorderedPair: ConversionRate?]>([:])
}
