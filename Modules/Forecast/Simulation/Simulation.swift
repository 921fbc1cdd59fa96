import Foundation

/// The possible futures of a sum of holdings under volatile prices, with payments on the way.
///
/// Prices are log-normal (geometric Brownian motion) without a trend: each is expected to stay what it is today. All numbers
/// are binary floating point in one currency: what is reported as money is rounded by whoever reports it.
///
/// ```swift
/// let simulation = try Simulation(
///     holdings: [.init(value: 3_000, volatility: 0.6), .init(value: 5_000, volatility: 0, share: 1)],
///     correlations: CorrelationMatrix(independent: 2),
///     steps: (0..<12).map { _ in .init(years: 1 / 12, payment: 300) }, target: 12_000)
/// let futures = try await simulation.run(paths: 10_000, seed: 1)
/// print(futures.probability, futures.quantile(0.05, afterStep: 11))
/// ```
public struct Simulation: Sendable {
    /// What is held of one thing with a price.
    public struct Holding: Sendable, Hashable {
        /// Its value today.
        public var value: Double
        /// The standard deviation of the logarithm of its price over a year; 0 for what has no price risk.
        public var volatility: Double
        /// Which part of each payment goes into it.
        public var share: Double

        /// A holding.
        public init(value: Double, volatility: Double, share: Double = 0) {
            self.value = value
            self.volatility = volatility
            self.share = share
        }
    }

    /// A stretch of time, and what is paid at its end.
    public struct Step: Sendable, Hashable {
        /// How long it is.
        public var years: Double
        /// What is paid at its end.
        public var payment: Double
        /// Whether something is to be paid then: an amount for a chosen confidence is the same on all such days.
        public var isPaymentDate: Bool

        /// A step.
        public init(years: Double, payment: Double, isPaymentDate: Bool = true) {
            self.years = years
            self.payment = payment
            self.isPaymentDate = isPaymentDate
        }
    }

    /// Of how many paths the values on the way are kept. The end is known of all.
    public static let sampledPaths = 10_000

    let steps: [Step]
    let target: Double
    /// What has no price risk today, and which part of each payment goes there.
    let certain: (value: Double, share: Double)
    /// Holdings with price risk.
    let risky: [Holding]
    /// By row the lower triangle of volatility × Cholesky factor, for a year.
    let triangle: [Double]

    /// A simulation.
    ///
    /// - Parameters:
    ///   - correlations: of the holdings, in their order.
    ///   - steps: from today on; at least one.
    ///   - target: what is to be reached.
    /// - Throws: ``SimulationError``.
    public init(
        holdings: [Holding], correlations: CorrelationMatrix, steps: [Step], target: Double
    ) throws(SimulationError) {
        guard correlations.rows.count == holdings.count else {
            throw .correlationsOfOthers(correlations.rows.count, holdings: holdings.count)
        }
        guard !steps.isEmpty else { throw .noSteps }
        let numbers = holdings.flatMap { [$0.value, $0.volatility, $0.share] } + [target]
        for number in numbers + steps.flatMap({ [$0.years, $0.payment] }) where !number.isFinite || number < 0 {
            throw .badNumber(number)
        }
        self.steps = steps
        self.target = target
        let risky = holdings.indices.filter { holdings[$0].volatility > 0 }
        self.risky = risky.map { holdings[$0] }
        let others = holdings.filter { $0.volatility == 0 }
        certain = (others.map(\.value).reduce(0, +), others.map(\.share).reduce(0, +))
        // The factor of a part of a matrix is made anew: rows that are left out would leave holes in it.
        let part = try? CorrelationMatrix(risky.map { row in risky.map { correlations.rows[row][$0] } })
        let factor = part?.factor ?? []
        triangle = factor.enumerated().flatMap { row, entries in
            entries.prefix(row + 1).map { $0 * holdings[risky[row]].volatility }
        }
    }

    /// Computes the paths.
    ///
    /// The same seed gives the same paths to the last bit, on any number of processors.
    ///
    /// - Throws: ``SimulationError/badPaths(_:)``, `CancellationError`.
    public func run(paths: Int, seed: UInt64) async throws -> SimulatedPaths {
        try await run(paths: paths, seed: seed, chunk: 512)
    }

    func run(paths: Int, seed: UInt64, chunk: Int) async throws -> SimulatedPaths {
        guard (1...SimulatedPaths.most).contains(paths) else { throw SimulationError.badPaths(paths) }
        let starts = Array(stride(from: 0, to: paths, by: chunk))
        let chunks = try await withThrowingTaskGroup(of: (Int, PathChunk).self) { group in
            for start in starts {
                group.addTask {
                    try Task.checkCancellation()
                    return (start, PathChunk(self, paths: start..<min(start + chunk, paths), seed: seed))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return SimulatedPaths(self, starts.compactMap { chunks[$0] })
    }
}

/// Why nothing can be simulated.
public enum SimulationError: Error, Equatable {
    /// There are not as many correlations as holdings.
    case correlationsOfOthers(Int, holdings: Int)
    /// There is no time to simulate.
    case noSteps
    /// A value, volatility, share, payment or time below 0, or not a number.
    case badNumber(Double)
    /// Fewer than one path, or more than memory is meant for.
    case badPaths(Int)
}
