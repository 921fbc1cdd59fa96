import ExchangeRates
import FlexAdjustment
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

struct FlexStepTests {
    /// A plan of one goal that asks for `ask` now.
    private func plan(_ ask: String, _ request: FlexRequest) async throws -> FlexPlan {
        let store = MemoryStore()
        let goal = try goal(target: ask, start: "2026-01-01", deadline: "2026-01-31")
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            try $0.insert(goal)
        }
        let report = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: []))
            .plan(.init(call: try call("2026-01-01"), convention: .payments(.day(1)), displayCurrency: goal.currency))
        return try FlexPlanner(report).plan(request)
    }

    @Test(arguments: [
        ("1 USD", "0.01 USD"), ("1.99 USD", "0.01 USD"), ("2 USD", "0.02 USD"), ("4.99 USD", "0.02 USD"),
        ("5 USD", "0.05 USD"), ("10 USD", "0.10 USD"), ("1583.11 USD", "10 USD"), ("2000 USD", "20 USD"),
        ("99999 USD", "500 USD"), ("0.50 USD", "0.01 USD"), ("70307 JPY", "500 JPY"), ("3 JPY", "1 JPY"),
        ("0.00000001 BTC", "0.00000001 BTC"), ("0.5 BTC", "0.005 BTC"),
    ])
    func `a step of a budget is the largest round sum within a percent`(ask: String, step: String) async throws {
        let one = try money(step)
        let none = try await plan(ask, FlexRequest(target: .budget(.zero(one.currency))))
        #expect(try none.target(steps: 1) == .budget(one))
        #expect(try none.target(steps: -1) == .budget(.zero(one.currency)))
        let there = try await plan(ask, FlexRequest(target: .budget(one)))
        #expect(try there.target(steps: -1) == .budget(.zero(one.currency)))
    }

    @Test(arguments: [
        ("1", 1, "1.01"), ("1", -1, "0.99"), ("0.805", 1, "0.81"), ("0.805", -1, "0.8"), ("0.805", 10, "0.9"),
        ("1.5", 1, "1.5"), ("0.5", -10, "0.5"), ("1.495", 1, "1.5"),
    ])
    func `a step of a factor is a whole percent within the bounds`(
        factor: String, steps: Int, expected: String
    ) async throws {
        let plan = try await plan("100 USD", FlexRequest(target: .factor(ratio(factor), redistributingSkipped: true)))
        #expect(try plan.target(steps: steps) == .factor(ratio(expected), redistributingSkipped: true))
    }

    @Test func `bounds between two percents are reached exactly`() async throws {
        let bounds = try FlexBounds(lower: ratio("0.505"), upper: ratio("1.333"))
        let plan = try await plan("100 USD", FlexRequest(bounds: bounds))
        #expect(try plan.target(steps: -100) == .factor(bounds.lower))
        #expect(try plan.target(steps: 100) == .factor(bounds.upper))
    }
}
