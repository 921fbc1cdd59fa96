import Forecast

/// Simulates 100,000 paths of 120 months with 10 assets that move together, and prints how long that takes beside what it
/// found, so that the same work elsewhere can be compared with it.
@main
enum BenchForecast {
    static func main() async throws {
        let assets = 10
        let correlations = try CorrelationMatrix(
            (0..<assets).map { row in (0..<assets).map { $0 == row ? 1 : 0.3 } })
        let simulation = try Simulation(
            holdings: (0..<assets).map { .init(value: 1_000, volatility: 0.2 + 0.08 * Double($0), share: 0.1) },
            correlations: correlations, steps: (0..<120).map { _ in .init(years: 1.0 / 12, payment: 250) },
            target: 40_000)
        let clock = ContinuousClock()
        var futures: SimulatedPaths?
        let seconds = try await clock.measure { futures = try await simulation.run(paths: 100_000, seed: 1) }
        guard let futures else { return }
        let figures =
            [seconds / .seconds(1), futures.probability]
            + [0.05, 0.5, 0.95].map { futures.quantile($0, afterStep: 119) }
            + [0.05, 0.5, 0.95].map { futures.quantile($0, afterStep: 59) }
            + [futures.payment(forConfidence: 0.9) ?? 0]
        print(figures.map { String($0) }.joined(separator: " "))
    }
}
