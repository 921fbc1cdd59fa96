import FlexAdjustment
import FlexLaws
import Models
import TestSupport

/// Holds every flex strategy to its laws on many random cases, and its speed against sorting.
@main
struct BenchLaws {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let cases = Int(arguments.first ?? 100_000)
        let seed = arguments.dropFirst().first ?? UInt64.random(in: 0...999_999_999)
        print("\(cases) random cases per strategy, seed \(seed)")
        var count = 0
        for strategy in FlexStrategy.allCases {
            let violations = try FlexLaws.violations(cases: cases, seed: seed, strategy: strategy)
            for violation in violations.prefix(5) { print("  \(violation)") }
            print("\(padded("\(strategy)", 18)) \(violations.count) violations")
            count += violations.count
        }
        try compareWithSorting(seed: seed)
        guard count == 0 else { throw Violated(count: count) }
    }

    struct Violated: Error {
        let count: Int
    }

    private static func compareWithSorting(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        print("\nsolving against sorting as many Int64, best of 9 in one run")
        print("\(padded("", 18)) \(["50,000", "100,000", "200,000"].map { padded($0 + " goals", 18) }.joined())growth")
        let lower = try Ratio(decimal: "0.8")
        let sizes = [50_000, 100_000, 200_000]
        let sorting = sizes.map { size in
            let keys = (0..<size).map { _ in Int64.random(in: .min ... .max, using: &random) }
            return best { _ = keys.sorted() }
        }
        let problems = try sizes.map { size in
            try FlexProblem(goals: FlexCase.largeGoals(size, digits: 9, &random), bounds: .standard)
        }
        for strategy in FlexStrategy.allCases {
            let times = try problems.map { problem in
                try best { _ = try FlexSolver.solve(problem, target: .factor(lower), strategy: strategy) }
            }
            let cells = zip(times, sorting).map { padded("\(milliseconds($0)) ms, \(tenths($0, $1))x", 18) }
            print("\(padded("\(strategy)", 18)) \(cells.joined())\(tenths(times[2], times[1]))x for twice the goals")
        }
    }

    private static func best(_ body: () throws -> Void) rethrows -> Duration {
        try (0..<9).map { _ in try ContinuousClock().measure(body) }.reduce(.seconds(3600), min)
    }

    private static func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }

    private static func tenths(_ time: Duration, _ other: Duration) -> Double { ((time / other) * 10).rounded() / 10 }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
