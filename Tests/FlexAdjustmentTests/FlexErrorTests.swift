import FlexAdjustment
import Models
import TestSupport
import Testing

@Suite("Flex adjustment refuses what it cannot use") struct FlexErrorTests {
    @Test(arguments: [("-0.1", "1.5"), ("1.01", "1.5"), ("0.5", "0.99"), ("0.5", "2.000001"), ("1.5", "0.5")])
    func `bounds that do not enclose 1 within 0 to 2`(lower: String, upper: String) throws {
        let (lower, upper) = (try ratio(lower), try ratio(upper))
        #expect(throws: FlexError.badBounds(lower: lower, upper: upper)) {
            try FlexBounds(lower: lower, upper: upper)
        }
    }

    @Test func `a bound of more digits than can be reckoned with`() throws {
        let bound = try ratio("0.1234567890123456789012345678901234567890")
        #expect(throws: FlexError.boundTooPrecise(bound)) { try FlexBounds(lower: bound, upper: .one) }
    }

    @Test(arguments: ["0.49", "1.51", "-1", "100"])
    func `a factor outside the bounds`(factor: String) throws {
        let problem = try FlexProblem(goals: [FlexSolverTests.goal("A", required: 10)])
        let factor = try ratio(factor)
        let error = FlexError.factorOutsideBounds(factor, .standard)
        #expect(throws: error) { try FlexSolver.solve(problem, target: .factor(factor), strategy: .balanced) }
        #expect(error.description.contains("from 0.5 to 1.5"))
    }

    @Test func `a budget below 0 or too large`() throws {
        let problem = try FlexProblem(goals: [FlexSolverTests.goal("A", required: 10)])
        #expect(throws: FlexError.negativeTotal(-1)) { try problem.total(of: .budget(-1)) }
        let large = FlexProblem.largestTotal + 1
        #expect(throws: FlexError.budgetTooLarge(large)) { try problem.total(of: .budget(large)) }
        #expect(try problem.total(of: .budget(FlexProblem.largestTotal)) == FlexProblem.largestTotal)
    }

    @Test func `goals that cannot be`() throws {
        func check(_ error: FlexError, _ goals: FlexGoal...) {
            #expect(throws: error) { try FlexProblem(goals: goals) }
            #expect(!error.description.isEmpty)
        }
        let large = FlexProblem.largestAmount
        check(.negativeAmount(goal: "A", -1), try FlexSolverTests.goal("A", required: -1, remaining: 5))
        check(.negativeAmount(goal: "A", -5), try FlexSolverTests.goal("A", required: 0, remaining: -5))
        check(.amountTooLarge(goal: "A", large + 1), try FlexSolverTests.goal("A", required: 1, remaining: large + 1))
        check(
            .requiredAboveRemaining(goal: "A", required: 6, remaining: 5),
            try FlexSolverTests.goal("A", required: 6, remaining: 5))
        check(.badPaymentCount(goal: "A", 0), try FlexSolverTests.goal("A", required: 1, remaining: 5, dates: 0))
        check(
            .badPaymentCount(goal: "A", 120_001),
            try FlexSolverTests.goal("A", required: 1, remaining: 5, dates: 120_001))
        let twice = try FlexSolverTests.goal("A", required: 1)
        check(.repeatedGoal("A"), twice, twice)
        let many = try (0..<100).map {
            try FlexSolverTests.goal("\($0)", required: large, remaining: large, dates: 120_000)
        }
        #expect(throws: FlexError.totalTooLarge) { try FlexProblem(goals: many) }
        #expect(!FlexError.totalTooLarge.description.isEmpty)
    }
}
