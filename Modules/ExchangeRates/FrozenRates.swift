public import Models
import Synchronization

/// The rates of one command: all its conversions use the same ones (V4).
///
/// One rate is held per unordered pair, the best by state and then by the order of the providers; the other direction is its
/// exact reciprocal. A conversion takes the best path of at most three legs through the pivots (V3).
public struct FrozenRates: Sendable {
    /// The only currencies a path may lead through, in order of preference.
    public static let pivots = ["USD", "EUR", "USDT", "BTC"].compactMap { try? Currency(code: $0) }

    private let legs: [Pair: Leg]
    private let gaps: [Pair: RateGap]
    /// What kept providers from answering, as sentences with the provider's name.
    public let failures: [String]
    private let memo = Memo()

    /// Freezes the answers of providers, given in the order of the settings.
    public init(_ answers: [RateAnswer], failures: [String] = []) {
        var legs: [Pair: Leg] = [:]
        var gaps: [Pair: RateGap] = [:]
        for (rank, answer) in answers.enumerated() {
            for quote in answer.quotes where quote.from != quote.to {
                let leg = Leg(quote: quote, rank: rank)
                let pair = Pair(quote.from, quote.to)
                if let held = legs[pair], !leg.isBetter(than: held) { continue }
                legs[pair] = leg
            }
            for gap in answer.gaps where gaps[Pair(gap.from, gap.to)] == nil { gaps[Pair(gap.from, gap.to)] = gap }
        }
        self.legs = legs
        self.gaps = gaps
        self.failures = failures
    }

    /// The rate from one currency to another; nil within one currency, where nothing is converted.
    ///
    /// - Throws: ``RateGap`` when no path is known.
    public func rate(from: Currency, to: Currency) throws(RateGap) -> ConversionRate? {
        guard from != to else { return nil }
        // One direction is searched and the other derived, so that there and back is exactly 1.
        let isForward = from.identity < to.identity
        let (first, second) = isForward ? (from, to) : (to, from)
        let pair = Pair(first, second)
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
        return rate
    }

    /// An amount in another currency, unrounded, with the rate that was used.
    ///
    /// - Throws: ``RateGap`` when no path is known.
    public func convert(
        _ amount: ExactAmount, to currency: Currency
    ) throws(RateGap) -> (amount: ExactAmount, rate: ConversionRate?) {
        guard let rate = try rate(from: amount.currency, to: currency) else { return (amount, nil) }
        return (amount.converted(at: rate.rate, to: currency), rate)
    }

    // MARK: - Paths

    private func bestPath(from: Currency, to: Currency) -> ConversionRate? {
        var best: Path?
        let pivots = FrozenRates.pivots.enumerated().filter { $0.element != from && $0.element != to }
        var routes: [[(offset: Int, element: Currency)]] = [[]]
        for first in pivots {
            routes.append([first])
            for second in pivots where second.offset != first.offset { routes.append([first, second]) }
        }
        for route in routes {
            let stops = [from] + route.map(\.element) + [to]
            let pairs = zip(stops, stops.dropFirst())
            let legs = pairs.compactMap { stop, next in self.legs[Pair(stop, next)].map { (leg: $0, start: stop) } }
            guard legs.count == stops.count - 1 else { continue }
            let path = Path(stops: stops, legs: legs, pivots: route.map(\.offset))
            if best.map({ path.preference.lexicographicallyPrecedes($0.preference) }) ?? true { best = path }
        }
        return best?.rate
    }

    private func reason(from: Currency, to: Currency) -> String {
        if let gap = gaps[Pair(from, to)] { return gap.reason }
        let known = gaps.values.filter { gap in
            [gap.from, gap.to].contains { $0 == from || $0 == to }
        }.sorted { ($0.from.identity, $0.to.identity) < ($1.from.identity, $1.to.identity) }
        if let gap = known.first { return gap.reason }
        if !failures.isEmpty { return failures.joined(separator: "; ") }
        return "no provider has one"
    }
}

/// Two currencies in either order.
private struct Pair: Hashable {
    let low: Currency
    let high: Currency

    init(_ a: Currency, _ b: Currency) { (low, high) = a.identity < b.identity ? (a, b) : (b, a) }
}

private struct Leg: Sendable {
    let quote: RateQuote
    let rank: Int

    func isBetter(than other: Leg) -> Bool {
        (quote.state.preference, rank) < (other.quote.state.preference, other.rank)
    }
}

private struct Path {
    let stops: [Currency]
    let legs: [(leg: Leg, start: Currency)]
    let pivots: [Int]

    /// What is compared, in the order of the law: state, legs, providers, inverses, pivots.
    var preference: [Int] {
        let worst = legs.map { $0.leg.quote.state.preference }.max() ?? 0
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
            state: state)
    }
}

/// Paths already found: the same few are asked for thousands of times.
private final class Memo: Sendable {
    let paths = Mutex<[Pair: ConversionRate?]>([:])
}
