import ExchangeRates
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("R9: what a person decides about payments") struct PaymentDecisionTests {
    private let store = MemoryStore()

    private func decide(
        _ state: FlexState, custom: String? = nil, isStanding: Bool = false, on today: String
    ) async throws {
        _ = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [])).decide(
            "Car", .init(state, custom: custom, isStanding: isStanding), call(today))
    }

    private func planned(on today: String) async throws -> String {
        try #require(try await store.plan(on: today)["Car"]).plan.planned.description
    }

    @Test func `an amount for one date stays beside a decision for always that names none`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await decide(.flexible, custom: "300", on: "2024-06-01")
        try await decide(.protected, isStanding: true, on: "2024-06-01")
        #expect(try await planned(on: "2024-06-01") == "300.00 USD")
        let later = try #require(try await store.plan(on: "2024-06-02")["Car"]).plan
        #expect(later.planned == later.requirement.required && later.flexState == .protected)
    }

    @Test func `an amount for always stays for this date when it is decided again without one`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await decide(.flexible, custom: "300", isStanding: true, on: "2024-06-01")
        try await decide(.protected, isStanding: true, on: "2024-06-01")
        #expect(try await planned(on: "2024-06-01") == "300.00 USD")
        #expect(try await planned(on: "2024-06-02") == "300.00 USD")
    }

    @Test func `a decision counts after a month has settled the last date of its goal`() async throws {
        try await store.add(Record(goal(target: "700 USD", start: "2024-05-20", deadline: "2024-05-25")))
        try await store.take(.start, on: "2024-05-20")
        try await store.take(.close, on: "2024-05-20")
        #expect(try await planned(on: "2024-05-20") == "700.00 USD")
        try await decide(.protected, custom: "100", on: "2024-05-20")
        #expect(try await planned(on: "2024-05-20") == "100.00 USD")
        try await decide(.skipped, on: "2024-05-21")
        #expect(try await planned(on: "2024-05-21") == "0.00 USD")
    }

    @Test func `what is taken from a skipped goal is to be paid again, and in no total`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("200", to: wallet, on: "2024-06-02")
        try await decide(.skipped, on: "2024-06-02")
        #expect(try await store.month(on: "2024-06-02").rows.map(\.planned.description) == ["0.00 USD"])
        try await store.add("-150", to: wallet, on: "2024-06-03")
        #expect(try await planned(on: "2024-06-03") == "150.00 USD")
        let month = try await store.month(on: "2024-06-03")
        #expect(month.rows.map(\.planned.description) == ["150.00 USD"] && month.planned.isZero)
    }

    @Test func `an amount for always takes the place of one for this date`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await decide(.flexible, custom: "300", on: "2024-06-01")
        try await decide(.flexible, custom: "400", isStanding: true, on: "2024-06-01")
        #expect(try await planned(on: "2024-06-01") == "400.00 USD")
        #expect(try await planned(on: "2024-06-02") == "400.00 USD")
    }
}
