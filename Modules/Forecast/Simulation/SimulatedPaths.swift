/// What a simulation found: shares of paths, and quantiles by nearest rank.
public struct SimulatedPaths: Sendable {
    /// The most paths of one run: three numbers of each are kept.
    public static let most = 1_000_000

    private let target: Double
    private let ends: [Double]
    private let stocks: [Double]
    private let units: [Double]
    /// After each step the sampled values in order.
    private let samples: [[Double]]
    private let firstReached: [Int]

    init(_ simulation: Simulation, _ chunks: [PathChunk]) {
        target = simulation.target
        ends = chunks.flatMap(\.ends)
        stocks = chunks.flatMap(\.stocks)
        units = chunks.flatMap(\.units)
        let sample = chunks.flatMap(\.sample)
        let count = simulation.steps.count
        let last = ends
        samples = (0..<count).map { step in
            step == count - 1
                ? last.sorted() : stride(from: step, to: sample.count, by: count).map { sample[$0] }.sorted()
        }
        firstReached = (0..<count).map { step in chunks.reduce(0) { $0 + $1.firstReached[step] } }
    }

    /// How many paths there are.
    public var count: Int { ends.count }

    /// How many paths have the target at the end.
    public var reachedCount: Int { ends.count { $0 >= target } }

    /// The share of paths that have the target at the end.
    public var probability: Double { Double(reachedCount) / Double(count) }

    /// The value that a share of the paths does not exceed after a step: of all paths at the end, of the first
    /// ``Simulation/sampledPaths`` before.
    ///
    /// - Parameters:
    ///   - share: above 0, at most 1.
    ///   - step: from 0.
    public func quantile(_ share: Double, afterStep step: Int) -> Double {
        samples[step][Self.rank(share, of: samples[step].count)]
    }

    /// The equal payment on every payment date, instead of those of the steps, with which a share of the paths has the target
    /// at the end; negative when the target is reached without. Nil without a payment date.
    public func payment(forConfidence share: Double) -> Double? {
        guard units.allSatisfy({ $0 > 0 }) else { return nil }
        let needed = zip(stocks, units).map { (target - $0) / $1 }.sorted()
        return needed[Self.rank(share, of: needed.count)]
    }

    /// After which step a share of the paths has had the target at least once; nil when that is after the last.
    public func firstStep(reachedBy share: Double) -> Int? {
        let needed = Self.rank(share, of: count) + 1
        var reached = 0
        return firstReached.firstIndex { paths in
            reached += paths
            return reached >= needed
        }
    }

    /// The place of a quantile: that of the smallest value that at least the share does not exceed.
    private static func rank(_ share: Double, of count: Int) -> Int {
        // A share like 0.95 is a little more than 19/20 in binary.
        min(max(Int((share * Double(count) - 1e-9).rounded(.up)) - 1, 0), count - 1)
    }
}
