package import FlexAdjustment
import Models
package import TestSupport

/// The laws of flex adjustment, checked on random cases. Used by tests and by the bench.
package enum FlexLaws {
    /// A case in which a law does not hold.
    package struct Violation: Sendable, CustomStringConvertible {
        package let law: String
        /// The seed that makes this very case.
        package let seed: UInt64
        package let strategy: FlexStrategy
        package let total: Int128

        package var description: String { "\(law) with \(strategy), total \(total), case seed \(seed)" }
    }

    /// What does not hold in `cases` random cases. Case k is made from the seed `seed` + k alone, so that a violation can be
    /// looked at by itself: `violations(cases: 1, seed: violation.seed, …)`.
    package static func violations(cases: Int, seed: UInt64, strategy: FlexStrategy) throws -> [Violation] {
        var violations: [Violation] = []
        for number in 0..<cases {
            let caseSeed = seed &+ UInt64(number)
            var random = SeededGenerator(seed: caseSeed)
            let bounds = try FlexCase.bounds(&random)
            let goals = FlexCase.smallGoals(&random)
            let problem = try FlexProblem(goals: goals, bounds: bounds)
            let total = Int128(random.int(0...Int(goals.reduce(0) { $0 + $1.required } * 2 + 3)))
            let broken =
                try brokenLaws(problem, total: total, strategy: strategy, random: &random)
                + differences(problem, total: total, strategy: strategy)
            violations += broken.map { Violation(law: $0, seed: caseSeed, strategy: strategy, total: total) }
        }
        return violations
    }

    /// Where the solver and the slow hand-out differ.
    package static func differences(
        _ problem: FlexProblem, total: Int128, strategy: FlexStrategy
    ) throws -> [String] {
        let solution = try FlexSolver.solve(problem, target: .budget(total), strategy: strategy)
        let slow = SlowHandOut(problem.goals, bounds: problem.bounds, total: total, strategy: strategy)
        var broken: [String] = []
        if solution.amounts != slow.amounts { broken.append("F5 \(solution.amounts) instead of \(slow.amounts)") }
        if solution.unplaced != slow.unplaced { broken.append("F3 unplaced \(solution.unplaced)") }
        if solution.shortfall != slow.shortfall { broken.append("F3 shortfall \(solution.shortfall)") }
        if solution.isBelowFloor != slow.isBelowFloor { broken.append("F3 belowFloor \(solution.isBelowFloor)") }
        return broken
    }

    /// The laws that can be checked however large the numbers are.
    package static func brokenLaws(
        _ problem: FlexProblem, total: Int128, strategy: FlexStrategy, random: inout SeededGenerator
    ) throws -> [String] {
        func solve(_ problem: FlexProblem, _ total: Int128) throws -> FlexSolution {
            try FlexSolver.solve(problem, target: .budget(total), strategy: strategy)
        }
        var broken: [String] = []
        let goals = problem.goals
        let solution = try solve(problem, total)
        let sum = solution.amounts.reduce(0, +)
        if sum + solution.unplaced - solution.shortfall != total { broken.append("F4 sums to \(sum)") }
        broken += brokenBounds(problem, solution)
        broken += brokenOrder(problem, solution, strategy)
        let more = try solve(problem, total + 1 + Int128(random.int(0...3)))
        if zip(solution.amounts, more.amounts).contains(where: { $0 > $1 }) { broken.append("F6") }
        let order = goals.indices.shuffled(using: &random)
        let shuffled = try solve(FlexProblem(goals: order.map { goals[$0] }, bounds: problem.bounds), total)
        if shuffled.amounts != order.map({ solution.amounts[$0] }) { broken.append("F7") }
        if !goals.contains(where: { $0.state == .skipped }) {
            let required = goals.map(\.required)
            if try solve(problem, required.reduce(0, +)).amounts != required { broken.append("F8") }
        }
        return broken
    }

    private static func brokenBounds(_ problem: FlexProblem, _ solution: FlexSolution) -> [String] {
        var broken: [String] = []
        let flexible = zip(problem.goals, solution.amounts).filter { $0.0.state == .flexible }
        for (goal, amount) in zip(problem.goals, solution.amounts) {
            switch goal.state {
            case .protected: if amount != goal.required { broken.append("F1 \(goal.name) \(amount)") }
            case .skipped: if amount != 0 { broken.append("F2 \(goal.name) \(amount)") }
            case .flexible:
                let cap = SlowHandOut.cap(of: goal, problem.bounds)
                if amount < 0 || amount > cap { broken.append("F3 \(goal.name) \(amount)") }
            }
        }
        let isBelow = flexible.contains { $0.1 < SlowHandOut.floor(of: $0.0, problem.bounds) }
        if isBelow != solution.isBelowFloor { broken.append("F3 belowFloor") }
        if solution.unplaced > 0,
            flexible.contains(where: { $0.1 < SlowHandOut.cap(of: $0.0, problem.bounds) })
        {
            broken.append("F3 unplaced although there is room")
        }
        return broken
    }

    /// The hand-out went as F5 says exactly when no unit that was given comes after one that was not, within the bounds of
    /// the same step.
    private static func brokenOrder(
        _ problem: FlexProblem, _ solution: FlexSolution, _ strategy: FlexStrategy
    ) -> [String] {
        let shares = zip(problem.goals, solution.amounts).filter { $0.0.state == .flexible }
        let floors = shares.map { SlowHandOut.floor(of: $0.0, problem.bounds) }
        let placed = shares.reduce(0) { $0 + $1.1 }
        let isBelow = placed <= floors.reduce(0, +)
        let isAbove = placed > shares.reduce(0) { $0 + $1.0.required }
        var last: (goal: FlexGoal, amount: Int128)?
        var next: (goal: FlexGoal, amount: Int128)?
        for (share, floor) in zip(shares, floors) {
            let lower = isBelow ? 0 : isAbove ? share.0.required : floor
            let upper =
                isBelow ? floor : isAbove ? SlowHandOut.cap(of: share.0, problem.bounds) : share.0.required
            if share.1 < lower || share.1 > upper { return ["F3 \(share.1) is not within \(lower)…\(upper)"] }
            if share.1 > lower {
                let given = (goal: share.0, amount: share.1 - 1)
                if last.map({ SlowHandOut.isBetter($0, than: given, strategy) }) ?? true { last = given }
            }
            if share.1 < upper {
                let open = (goal: share.0, amount: share.1)
                if next.map({ SlowHandOut.isBetter(open, than: $0, strategy) }) ?? true { next = open }
            }
        }
        guard let last, let next, SlowHandOut.isBetter(next, than: last, strategy) else { return [] }
        return ["F5 \(next.goal.name) at \(next.amount) should have come before \(last.goal.name) at \(last.amount)"]
    }
}
