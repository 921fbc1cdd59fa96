import FlexAdjustment
import Models
import TestSupport
import Testing

@Suite("F10: impact") struct FlexImpactTests {
    private static func impact(_ amount: Int128, required: Int128, remaining: Int128, dates: Int) throws -> FlexImpact {
        FlexImpact(
            of: amount, on: try FlexSolverTests.goal("A", required: required, remaining: remaining, dates: dates))
    }

    @Test func `paying what is required changes nothing`() throws {
        let impact = try Self.impact(100, required: 100, remaining: 1200, dates: 12)
        #expect(impact.nextRequired == 100)
        #expect(impact.finishingPayment == 12)
        #expect(impact.delay == 0)
        #expect(impact.risk == .low)
    }

    @Test func `paying half raises the next asks and delays the end`() throws {
        let impact = try Self.impact(50, required: 100, remaining: 1200, dates: 12)
        #expect(impact.nextRequired == 105)
        #expect(impact.finishingPayment == 13)
        #expect(impact.delay == 1)
        #expect(impact.risk == .low)
    }

    @Test func `paying more ends earlier`() throws {
        let impact = try Self.impact(250, required: 100, remaining: 1200, dates: 12)
        #expect(impact.nextRequired == 87)
        #expect(impact.finishingPayment == 11)
        #expect(impact.delay == 0)
    }

    @Test func `at the last date there is no next ask, and what is lacking is missed`() throws {
        let missed = try Self.impact(99, required: 100, remaining: 100, dates: 1)
        #expect(missed.nextRequired == nil)
        #expect(missed.risk == .high)
        #expect(missed.delay == 1)
        let met = try Self.impact(100, required: 100, remaining: 100, dates: 1)
        #expect(met.nextRequired == nil)
        #expect(met.risk == .low)
        #expect(met.delay == 0)
    }

    @Test(arguments: [
        (Int128(250), FlexImpact.Risk.low), (251, .medium), (400, .medium), (401, .high),
    ])
    func `risk goes by the catch-up ratio, 1.25 and 2 included`(left: Int128, risk: FlexImpact.Risk) throws {
        // (m − x)/((n − 1)·r) with n = 3 and r = 100: 250 is 1.25 times, 400 twice.
        #expect(try Self.impact(0, required: 100, remaining: left, dates: 3).risk == risk)
    }

    @Test func `where nothing is required the plan is followed`() throws {
        let paid = try Self.impact(0, required: 0, remaining: 600, dates: 7)
        #expect(paid.nextRequired == 100)
        #expect(paid.finishingPayment == 7)
        #expect(paid.delay == 0)
        #expect(paid.risk == .low)
        let done = try Self.impact(0, required: 0, remaining: 0, dates: 7)
        #expect(done.nextRequired == 0)
        #expect(done.finishingPayment == 1)
        #expect(done.risk == .low)
    }

    @Test func `an end beyond all numbers is held`() throws {
        let impact = try Self.impact(0, required: 1, remaining: FlexProblem.largestAmount, dates: 2)
        #expect(impact.finishingPayment == Int.max)
        #expect(impact.risk == .high)
    }
}
