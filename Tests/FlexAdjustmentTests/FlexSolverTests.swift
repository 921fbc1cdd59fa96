import FlexAdjustment
import FlexLaws
import Models
import TestSupport
import Testing

@Suite("F1–F8: flex adjustment") struct FlexSolverTests {
    @Test(arguments: FlexStrategy.allCases, SeededGenerator.seeds)
    func `the solver equals the hand-out, unit by unit`(strategy: FlexStrategy, seed: UInt64) throws {
        let violations = try FlexLaws.violations(cases: 1000, seed: seed, strategy: strategy)
        #expect(violations.isEmpty, "\(violations.prefix(3))")
    }

    @Test(arguments: FlexStrategy.allCases, SeededGenerator.seeds)
    func `the solver equals the hand-out for every total`(strategy: FlexStrategy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<25 {
            let problem = try FlexProblem(
                goals: FlexCase.smallGoals(&random), bounds: FlexCase.bounds(&random))
            let most = problem.goals.reduce(0) { $0 + $1.required } * 2 + 3
            for total in 0...most {
                let broken = try FlexLaws.differences(problem, total: total, strategy: strategy)
                #expect(broken.isEmpty, "case \(number), total \(total): \(broken)")
            }
        }
    }

    @Test(arguments: FlexStrategy.allCases, SeededGenerator.seeds)
    func `the laws hold for many goals and huge amounts`(strategy: FlexStrategy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for digits in [4, 9, 18, 30] {
            let goals = FlexCase.largeGoals(200, digits: digits, &random)
            let problem = try FlexProblem(goals: goals, bounds: FlexCase.bounds(&random))
            let required = goals.reduce(0) { $0 + $1.required }
            for _ in 0..<6 {
                let total = Int128.random(in: 0...required * 2, using: &random)
                let broken = try FlexLaws.brokenLaws(problem, total: total, strategy: strategy, random: &random)
                #expect(broken.isEmpty, "\(digits) digits, total \(total): \(broken)")
            }
        }
    }

    @Test(arguments: FlexStrategy.allCases)
    func `many equal goals share by deadline, name and id`(strategy: FlexStrategy) throws {
        var random = SeededGenerator(seed: 1)
        let goals = (0..<300).map { _ in
            FlexGoal(
                id: random.uuid(), name: random.pick(["A", "B"]), deadline: CalendarDay(dayNumber: 20_000),
                state: .flexible, required: 7, remaining: 70, paymentsLeft: 10, progress: .zero)
        }
        let problem = try FlexProblem(goals: goals)
        for total in stride(from: Int128(0), through: 3000, by: 149) {
            let broken = try FlexLaws.brokenLaws(problem, total: total, strategy: strategy, random: &random)
            #expect(broken.isEmpty, "total \(total): \(broken)")
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `balanced is the least sum of squared changes over what is required`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<60 {
            let goals = (0..<random.int(1...3)).map { index in
                FlexGoal(
                    id: random.uuid(), name: "\(index)", deadline: CalendarDay(dayNumber: 20_000), state: .flexible,
                    required: Int128(random.int(1...8)), remaining: 100, paymentsLeft: 3, progress: .zero)
            }
            let problem = try FlexProblem(goals: goals)
            let floors = goals.map { SlowHandOut.floor(of: $0, problem.bounds) }
            let caps = goals.map { SlowHandOut.cap(of: $0, problem.bounds) }
            for total in 0...caps.reduce(0, +) {
                let solution = try FlexSolver.solve(problem, target: .budget(total), strategy: .balanced)
                let ranges = goals.indices.map { index in
                    if total <= floors.reduce(0, +) { return 0...floors[index] }
                    let required = goals[index].required
                    return total <= goals.reduce(0) { $0 + $1.required }
                        ? floors[index]...required : required...caps[index]
                }
                let least = Self.vectors(ranges, summingTo: total).map { Self.cost($0, goals) }.min()
                #expect(Self.cost(solution.amounts, goals) == least, "case \(number), total \(total)")
            }
        }
    }

    private static func vectors(_ ranges: [ClosedRange<Int128>], summingTo total: Int128) -> [[Int128]] {
        guard let range = ranges.first else { return total == 0 ? [[]] : [] }
        return range.filter { $0 <= total }.flatMap { first in
            vectors(Array(ranges.dropFirst()), summingTo: total - first).map { [first] + $0 }
        }
    }

    private static func cost(_ amounts: [Int128], _ goals: [FlexGoal]) -> Ratio {
        zip(amounts, goals).reduce(.zero) { sum, pair in
            let change = pair.0 - pair.1.required
            return sum + (Ratio(change * change, over: pair.1.required) ?? .zero)
        }
    }

    @Test func `two cents over five equal goals are two cents`() throws {
        let goals = try (1...5).map { try Self.goal("\($0)", required: 100, remaining: 1200) }
        let solution = try FlexSolver.solve(FlexProblem(goals: goals), target: .budget(2), strategy: .balanced)
        #expect(solution.amounts == [1, 1, 0, 0, 0])
        #expect(solution.isBelowFloor)
    }

    @Test func `a factor changes flexible goals alone, rounded half-even`() throws {
        let problem = try FlexProblem(goals: [
            Self.goal("Rent", .protected, required: 1000), Self.goal("Car", required: 333, remaining: 3330),
            Self.goal("Trip", .skipped, required: 500),
        ])
        #expect(try problem.total(of: .factor(Ratio(decimal: "0.5"))) == 1166)
        #expect(try problem.total(of: .factor(Ratio(decimal: "1.5"))) == 1500)
        #expect(try problem.total(of: .factor(.one, redistributingSkipped: true)) == 1833)
        let solution = try FlexSolver.solve(
            problem, target: .factor(.one, redistributingSkipped: true), strategy: .balanced)
        #expect(solution.amounts == [1000, 500, 0])
        #expect(solution.unplaced == 333)
    }

    @Test func `a budget below the protected goals has a shortfall`() throws {
        let problem = try FlexProblem(goals: [
            Self.goal("Rent", .protected, required: 1000), Self.goal("Car", required: 300, remaining: 3000),
        ])
        let solution = try FlexSolver.solve(problem, target: .budget(900), strategy: .minimizeRisk)
        #expect(solution.amounts == [1000, 0])
        #expect(solution.shortfall == 100)
        #expect(solution.unplaced == 0)
        #expect(solution.isBelowFloor)
    }

    @Test(arguments: FlexStrategy.allCases)
    func `no goals, none flexible, nothing remaining: all of it is unplaced`(strategy: FlexStrategy) throws {
        let none = try FlexSolver.solve(FlexProblem(goals: []), target: .budget(500), strategy: strategy)
        #expect(none.amounts.isEmpty)
        #expect(none.unplaced == 500)
        let fixed = try FlexProblem(goals: [
            Self.goal("Rent", .protected, required: 300), Self.goal("Trip", .skipped, required: 200),
            Self.goal("Done", required: 0, remaining: 0),
        ])
        let solution = try FlexSolver.solve(fixed, target: .budget(500), strategy: strategy)
        #expect(solution.amounts == [300, 0, 0])
        #expect(solution.unplaced == 200)
        #expect(!solution.isBelowFloor)
    }

    @Test func `bounds of 0 and 2 are possible, and equal bounds of 1 leave nothing to change`() throws {
        let goals = [
            try Self.goal("A", required: 100, remaining: 1000), try Self.goal("B", required: 50, remaining: 60),
        ]
        let wide = try FlexProblem(goals: goals, bounds: FlexBounds(lower: .zero, upper: Ratio(2)))
        #expect(try FlexSolver.solve(wide, target: .factor(.zero), strategy: .balanced).amounts == [0, 0])
        #expect(try FlexSolver.solve(wide, target: .factor(Ratio(2)), strategy: .balanced).amounts == [200, 60])
        let narrow = try FlexProblem(goals: goals, bounds: FlexBounds(lower: .one, upper: .one))
        #expect(try FlexSolver.solve(narrow, target: .budget(1000), strategy: .balanced).amounts == [100, 50])
    }

    static func goal(
        _ name: String, _ state: FlexState = .flexible, required: Int128, remaining: Int128? = nil, dates: Int = 10
    ) throws -> FlexGoal {
        var random = SeededGenerator(seed: UInt64(name.unicodeScalars.reduce(0) { $0 * 31 + $1.value }))
        return FlexGoal(
            id: random.uuid(), name: name, deadline: try day("2026-12-31"), state: state, required: required,
            remaining: remaining ?? required * Int128(dates), paymentsLeft: dates, progress: .zero)
    }
}
