import FlexAdjustment
import Foundation
import Models
import TestSupport
import Testing

@Suite("F10: later payments go on at the level payment, whatever was paid of this one") struct LevelPaymentTests {
    private func goal(
        _ name: String = "House", required: String, remaining: String, level: String?, dates: Int
    ) throws -> FlexGoal {
        try FlexGoal(
            name, required: Money(required, .eur), remaining: Money(remaining, .eur),
            level: level.map { try Money($0, .eur) }, paymentsLeft: dates)
    }

    @Test func `27028.69 in 19 dates, 500 of 1448.88 paid, factor 0.8: 1 month late, not 10`() throws {
        func delay(_ level: String?) throws -> Int {
            let house = try goal(required: "948.88", remaining: "27028.69", level: level, dates: 19)
            let adjusted = try FlexAdjustmentService([house], in: .eur).adjust(by: ratio("0.8")).payments[0]
            #expect(adjusted.amount.amountText == "759.10")
            return adjusted.impact.delay
        }
        #expect(try delay("1448.88") == 1)
        #expect(try delay(nil) == 10)
    }

    @Test(arguments: [
        // All of this payment is made: the plan goes on as it was.
        (required: "0", remaining: "6000", paid: "0", finishing: 7, risk: FlexImpact.Risk.low),
        // 999.99 of it is made; nothing more is paid.
        ("0.01", "6000.01", "0", 8, .low),
        ("0.01", "6000.01", "0.01", 7, .low),
        // Nothing is made, and nothing is paid.
        ("1000", "7000", "0", 8, .low),
        // (m − x)/((n − 1)·l): 7500 ÷ 6000 is still low, 12000 ÷ 6000 still medium.
        ("1000", "7500", "0", 9, .low), ("1000", "7500.01", "0", 9, .medium), ("1000", "12000", "0", 13, .medium),
        ("1000", "12000.01", "0", 14, .high),
    ])
    func `with a level of 1000 and 7 dates`(
        required: String, remaining: String, paid: String, finishing: Int, risk: FlexImpact.Risk
    ) throws {
        let goal = try goal(required: required, remaining: remaining, level: "1000", dates: 7)
        let impact = FlexImpact(of: try Money(paid, .eur).minorUnits(.down), on: goal)
        #expect(impact.finishingPayment == finishing && impact.risk == risk)
        #expect(impact.delay == max(0, finishing - 7))
    }

    @Test func `the least risk goes by the level payment, not by what is left of it`() throws {
        // Both need 6000 more in 6 later dates after this one; of the first's payment nearly all is made.
        let goals = [
            try goal("Paid", required: "100", remaining: "6100", level: "1000", dates: 7),
            try goal("Open", required: "1000", remaining: "9000", level: "1000", dates: 7),
        ]
        let service = try FlexAdjustmentService(goals, in: .eur)
        let adjusted = try service.adjust(to: Money("1000", .eur), strategy: .minimizeRisk)
        // 550 are the floors. All of the rest goes to the one that has more to catch up with.
        #expect(adjusted.payments.map(\.amount.amountText) == ["50.00", "950.00"])
    }

    @Test func `a level payment that cannot be is refused`() throws {
        let id = UUID()
        func problem(_ level: Int128) throws {
            _ = try FlexProblem(goals: [
                FlexGoal(
                    id: id, name: "A", deadline: day("2026-12-31"), state: .flexible, required: 1, remaining: 2,
                    level: level,
                    paymentsLeft: 1, progress: .zero)
            ])
        }
        #expect(throws: FlexError.negativeAmount(goal: "A", -1)) { try problem(-1) }
        let most = FlexProblem.largestAmount
        #expect(throws: FlexError.amountTooLarge(goal: "A", most + 1)) { try problem(most + 1) }
        try problem(most)
        #expect(throws: FlexError.twoCurrencies(goal: "A", .eur, .usd)) {
            try FlexGoal(
                "A", required: Money("1", .eur), remaining: Money("1", .eur), level: Money("1", .usd), paymentsLeft: 1)
        }
        #expect(throws: FlexError.goalTooPrecise(goal: "A", try money("1.001 EUR"))) {
            try goal("A", required: "1", remaining: "1", level: "1.001", dates: 1)
        }
    }
}
