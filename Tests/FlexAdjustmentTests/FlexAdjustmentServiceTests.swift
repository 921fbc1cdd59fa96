import FlexAdjustment
import Models
import TestSupport
import Testing

@Suite("Flex as plain values") struct FlexAdjustmentServiceTests {
    private static func service() throws -> FlexAdjustmentService {
        try FlexAdjustmentService(
            [
                FlexGoal("Car", required: money("300 EUR"), remaining: money("3000 EUR"), paymentsLeft: 10),
                FlexGoal("Rent", required: money("500 EUR"), remaining: money("500 EUR"), paymentsLeft: 1),
            ], in: .eur)
    }

    @Test func `a budget is placed where it helps most, and the rest of the plan is told`() throws {
        let adjusted = try Self.service().adjust(to: money("700 EUR"), strategy: .minimizeRisk)
        #expect(try adjusted.payments.map(\.amount) == [money("200 EUR"), money("500 EUR")])
        #expect(try adjusted.payments[0].nextRequired == money("311.12 EUR") && adjusted.payments[0].impact.delay == 1)
        #expect(try adjusted.payments[1].nextRequired == nil && adjusted.required == money("800 EUR"))
        #expect(try adjusted.total == money("700 EUR") && adjusted.unplaced.isZero && adjusted.shortfall.isZero)
    }

    @Test func `a factor changes everyone alike`() throws {
        let adjusted = try Self.service().adjust(by: ratio("0.8"))
        #expect(try adjusted.payments.map(\.amount) == [money("240 EUR"), money("400 EUR")])
        #expect(try adjusted.payments.map(\.change) == [money("-60 EUR"), money("-100 EUR")])
    }

    @Test func `amounts of two currencies, or finer than the minor unit, are refused`() throws {
        #expect(throws: FlexError.twoCurrencies(goal: "Car", .eur, .usd)) {
            try FlexGoal("Car", required: money("1 EUR"), remaining: money("1 USD"), paymentsLeft: 1)
        }
        #expect(throws: FlexError.goalTooPrecise(goal: "Car", try money("0.001 EUR"))) {
            try FlexGoal("Car", required: money("0.001 EUR"), remaining: money("1 EUR"), paymentsLeft: 1)
        }
        #expect(throws: FlexError.budgetCurrency(try money("5 USD"), display: .eur)) {
            try Self.service().adjust(to: money("5 USD"))
        }
    }
}
