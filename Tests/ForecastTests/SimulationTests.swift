import Foundation
import Testing

@testable import Forecast

struct SimulationTests {
    private static let months = (0..<24).map { _ in Simulation.Step(years: 1.0 / 12, payment: 150) }

    /// The household of figures.py.
    private static func household(target: Double = 12_000) throws -> Simulation {
        try Simulation(
            holdings: [
                .init(value: 4_000, volatility: 0.6, share: 0.2), .init(value: 2_000, volatility: 0.9, share: 0.3),
                .init(value: 1_000, volatility: 0.1, share: 0.5),
            ],
            correlations: CorrelationMatrix([[1, 0.7, -0.2], [0.7, 1, 0], [-0.2, 0, 1]]), steps: months, target: target)
    }

    /// The standard normal distribution function.
    private static func phi(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

    @Test(arguments: [0.2, 0.6, 1.5], [1.0, 4.0])
    func `one holding without payments follows its closed form`(volatility: Double, years: Double) async throws {
        let steps = (0..<6).map { _ in Simulation.Step(years: years / 6, payment: 0, isPaymentDate: false) }
        let simulation = try Simulation(
            holdings: [.init(value: 100, volatility: volatility)], correlations: CorrelationMatrix(independent: 1),
            steps: steps, target: 120)
        let futures = try await simulation.run(paths: 40_000, seed: 5)
        let spread = volatility * years.squareRoot()
        let expected = Self.phi((log(100.0 / 120) - spread * spread / 2) / spread)
        let error = (expected * (1 - expected) / 40_000).squareRoot()
        #expect(abs(futures.probability - expected) < 4 * error)
        for (share, normal) in [(0.05, -1.644853627), (0.5, 0), (0.95, 1.644853627)] {
            let value = 100 * exp(normal * spread - spread * spread / 2)
            // The standard error of a quantile, in the logarithm.
            let density = exp(-normal * normal / 2) / (2 * Double.pi).squareRoot()
            let tolerance = 4 * (share * (1 - share) / 40_000).squareRoot() / density * spread
            #expect(abs(log(futures.quantile(share, afterStep: 5) / value)) < tolerance)
        }
        #expect(futures.payment(forConfidence: 0.9) == nil)
    }

    @Test func `several holdings with payments give numpy's figures`() async throws {
        let futures = try await Self.household().run(paths: 40_000, seed: 11)
        // Two million paths of figures.py; tolerances are four standard errors of forty thousand.
        #expect(abs(futures.probability - 0.255415) < 0.0088)
        for (step, low, middle, high) in [
            (0, 5498.59, 7043.33, 9162.94), (11, 4159.02, 7579.60, 17479.60), (23, 4551.78, 8278.89, 24063.57),
        ] {
            // Before the end they are of the ten thousand paths that are sampled.
            let tolerance = step == 23 ? 0.025 : 0.05
            #expect(abs(futures.quantile(0.05, afterStep: step) / low - 1) < tolerance)
            #expect(abs(futures.quantile(0.5, afterStep: step) / middle - 1) < tolerance)
            #expect(abs(futures.quantile(0.95, afterStep: step) / high - 1) < tolerance * 1.4)
        }
        #expect(abs((futures.payment(forConfidence: 0.9) ?? 0) - 543.49) < 8)
        // Two million paths ever reach it in 0.456791 of all cases.
        #expect(futures.firstStep(reachedBy: 0.46) == nil || futures.firstStep(reachedBy: 0.465) == nil)
        #expect(futures.firstStep(reachedBy: 0.44) != nil)
    }

    @Test func `prices are expected to stay what they are`() async throws {
        let simulation = try Self.household()
        let chunk = PathChunk(simulation, paths: 0..<40_000, seed: 3)
        let mean = chunk.ends.reduce(0, +) / 40_000
        // 7000 and 24 payments of 150; the deviation is that of figures.py.
        #expect(abs(mean - 10_600) < 4 * 8_155 / 200)
    }

    @Test(arguments: [1, 7, 1000, 5000]) func `one seed gives the same bytes however the work is divided`(chunk: Int)
        async throws
    {
        let simulation = try Self.household()
        let whole = try await simulation.run(paths: 3_000, seed: 9)
        let parts = try await simulation.run(paths: 3_000, seed: 9, chunk: chunk)
        for share in [0.01, 0.05, 0.5, 0.95, 0.99] {
            for step in [0, 11, 23] {
                #expect(whole.quantile(share, afterStep: step) == parts.quantile(share, afterStep: step))
            }
            #expect(whole.payment(forConfidence: share) == parts.payment(forConfidence: share))
            #expect(whole.firstStep(reachedBy: share) == parts.firstStep(reachedBy: share))
        }
        #expect(whole.reachedCount == parts.reachedCount)
        let other = try await simulation.run(paths: 3_000, seed: 10)
        #expect(other.quantile(0.5, afterStep: 23) != whole.quantile(0.5, afterStep: 23))
    }

    @Test func `without volatility there is one future`() async throws {
        let simulation = try Simulation(
            holdings: [.init(value: 1_000, volatility: 0, share: 1)], correlations: CorrelationMatrix(independent: 1),
            steps: Self.months, target: 4_600)
        let futures = try await simulation.run(paths: 100, seed: 1)
        #expect(futures.probability == 1)
        #expect(futures.quantile(0.05, afterStep: 23) == 4_600 && futures.quantile(0.95, afterStep: 23) == 4_600)
        #expect(futures.payment(forConfidence: 0.99) == 150)
        #expect(futures.firstStep(reachedBy: 0.5) == 23)
    }

    @Test(arguments: [0.1, 0.5, 0.9, 0.99]) func `the payment for a confidence gives that confidence`(
        confidence: Double
    )
        async throws
    {
        let simulation = try Self.household()
        let payment = try #require(try await simulation.run(paths: 2_000, seed: 4).payment(forConfidence: confidence))
        guard payment > 0 else { return }
        let paid = try Simulation(
            holdings: simulation.risky,
            correlations: CorrelationMatrix([[1, 0.7, -0.2], [0.7, 1, 0], [-0.2, 0, 1]]),
            steps: Self.months.map { .init(years: $0.years, payment: payment) }, target: 12_000 * (1 - 1e-12))
        let less = try Simulation(
            holdings: simulation.risky,
            correlations: CorrelationMatrix([[1, 0.7, -0.2], [0.7, 1, 0], [-0.2, 0, 1]]),
            steps: Self.months.map { .init(years: $0.years, payment: payment * 0.999) }, target: 12_000)
        #expect(try await paid.run(paths: 2_000, seed: 4).probability >= confidence)
        #expect(try await less.run(paths: 2_000, seed: 4).probability < confidence + 0.002)
    }

    @Test func `the example of the documentation works`() async throws {
        let simulation = try Simulation(
            holdings: [.init(value: 3_000, volatility: 0.6), .init(value: 5_000, volatility: 0, share: 1)],
            correlations: CorrelationMatrix(independent: 2),
            steps: (0..<12).map { _ in .init(years: 1 / 12, payment: 300) }, target: 12_000)
        let futures = try await simulation.run(paths: 10_000, seed: 1)
        print(futures.probability, futures.quantile(0.05, afterStep: 11))
        // 3000 of 60 % have to become 3400: Φ((ln(3000 ÷ 3400) − 0.18) ÷ 0.6) is 0.306.
        #expect(abs(futures.probability - 0.306) < 0.02 && futures.quantile(0.05, afterStep: 11) < 10_000)
    }

    @Test func `numbers that mean nothing are refused`() async throws {
        let one = CorrelationMatrix(independent: 1)
        let step = Simulation.Step(years: 1, payment: 0)
        #expect(throws: SimulationError.noSteps) {
            try Simulation(holdings: [.init(value: 1, volatility: 0)], correlations: one, steps: [], target: 1)
        }
        #expect(throws: SimulationError.badNumber(-1)) {
            try Simulation(holdings: [.init(value: -1, volatility: 0)], correlations: one, steps: [step], target: 1)
        }
        #expect(throws: SimulationError.badNumber(.infinity)) {
            try Simulation(
                holdings: [.init(value: 1, volatility: .infinity)], correlations: one, steps: [step], target: 1)
        }
        #expect(throws: SimulationError.correlationsOfOthers(1, holdings: 0)) {
            try Simulation(holdings: [], correlations: one, steps: [step], target: 1)
        }
        let simulation = try Simulation(
            holdings: [.init(value: 1, volatility: 1)], correlations: one, steps: [step], target: 1)
        await #expect(throws: SimulationError.badPaths(0)) { try await simulation.run(paths: 0, seed: 1) }
        await #expect(throws: SimulationError.badPaths(1_000_001)) {
            try await simulation.run(paths: 1_000_001, seed: 1)
        }
    }
}

struct CorrelationMatrixTests {
    @Test func `the factor times itself is the matrix`() throws {
        let rows = [[1, 0.7, -0.2], [0.7, 1, 0.1], [-0.2, 0.1, 1]]
        let factor = try CorrelationMatrix(rows).factor
        for i in 0..<3 {
            for j in 0..<3 {
                let product = (0..<3).reduce(0) { $0 + factor[i][$1] * factor[j][$1] }
                #expect(abs(product - rows[i][j]) < 1e-15)
            }
        }
    }

    @Test func `what moves exactly together, or exactly against each other, is possible`() throws {
        #expect(throws: Never.self) { try CorrelationMatrix([[1, 1, 0.5], [1, 1, 0.5], [0.5, 0.5, 1]]) }
        #expect(throws: Never.self) { try CorrelationMatrix([[1, -1], [-1, 1]]) }
    }

    @Test func `what contradicts itself is refused with its row`() {
        #expect(throws: CorrelationError.contradictory(row: 3)) {
            try CorrelationMatrix([[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]])
        }
        #expect(throws: CorrelationError.contradictory(row: 3)) {
            try CorrelationMatrix([[1, 1, 0.5], [1, 1, -0.5], [0.5, -0.5, 1]])
        }
        #expect(throws: CorrelationError.notACorrelation(2, row: 2, column: 1)) {
            try CorrelationMatrix([[1, 2], [2, 1]])
        }
        #expect(throws: CorrelationError.notSquare(rows: 2, row: 2, columns: 1)) {
            try CorrelationMatrix([[1, 0], [0]])
        }
    }
}
