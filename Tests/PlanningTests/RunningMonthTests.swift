import Allocation
import ExchangeRates
import FlexAdjustment
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("Goals in a running month") struct RunningMonthTests {
    private let store = MemoryStore()

    private func decide(_ state: FlexState, custom: String? = nil, on today: String) async throws {
        _ = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [])).decide(
            "Car", .init(state, custom: custom), call(today))
    }

    @Test func `R7: pace compares the level that the month froze`() async throws {
        let car = try goal(target: "900 USD", start: "2024-06-01", deadline: "2024-09-30")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        // Four payments of 225 were planned; that the first one is late changes no level.
        let plan = try #require(try await store.plan(on: "2024-06-02")["Car"]).plan
        #expect(try plan.requirement.level == money("225 USD"))
        #expect(plan.pace == .steady)
    }

    @Test func `MO1: the sum for goals beside a month is as sure as what is known of them`() async throws {
        let car = try goal(target: "900 USD", start: "2024-06-01", deadline: "2024-09-30")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        let trip = try goal("Trip", target: "400 USD", start: "2024-06-01", deadline: "2024-09-30")
        try await store.add(Record(trip))
        var month = try await store.month(on: "2024-06-02")
        #expect(month.othersPlanned == month.others.first?.plannedDisplay && month.othersPlanned?.isZero == false)
        #expect(month.othersPlannedBound == nil)
        // No rate is known: what it has may be enough.
        _ = try await store.fund(trip, with: "1 BTC")
        month = try await store.month(on: "2024-06-02")
        #expect(month.others.map(\.plan.goal.name) == ["Trip"] && month.othersPlannedBound == .atMost)
    }

    @Test func `MO4: each decision keeps what was planned before it`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-05-20", deadline: "2024-12-31")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD", on: "2024-05-01")
        try await store.take(.start, on: "2024-05-20")
        try await store.add("400", to: wallet, on: "2024-05-25")
        try await decide(.protected, custom: "700", on: "2024-05-25")
        try await decide(.skipped, on: "2024-05-26")
        try await decide(.protected, custom: "500", on: "2024-05-27")
        let months = try await store.read { try $0.all(MonthExecution.self) }
        let amendments = try #require(months.first?.payments.first).amendments
        // Before the first one nothing was decided: what was required was planned.
        #expect(amendments.map { $0.was?.amountText } == [nil, "1100.00", "400.00"])
        #expect(amendments.map { $0.becomes?.amountText } == ["1100.00", "400.00", "900.00"])
    }

    @Test(arguments: [false, true])
    func `MO3: of a custom amount that is paid nothing is left for flex`(hasMonth: Bool) async throws {
        let car = try goal(target: "900 USD", start: "2024-05-20", deadline: "2024-09-30")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD", on: "2024-05-01")
        if hasMonth { try await store.take(.start, on: "2024-05-20") }
        try await decide(.protected, custom: "100", on: "2024-05-20")
        for (paid, left) in [("99.99", "0.01 USD"), ("0.01", "0.00 USD")] {
            try await store.add(paid, to: wallet, on: "2024-05-21")
            let report = try await store.plan(on: "2024-05-21")
            #expect(report["Car"]?.plan.planned.description == left)
            let flex = try FlexPlanner(report).plan(FlexRequest())
            #expect(flex.rows.map(\.required.description) == [left])
            #expect(flex.rows.map(\.payment.description) == [left])
        }
    }

    @Test func `MO3, F10: what was paid beyond the month makes flex end with the plan's last payment`() async throws {
        let trip = try goal("Car", target: "600 USD", start: "2026-11-27", deadline: "2027-09-27")
        try await store.add(Record(trip))
        let wallet = try await store.fund(trip, with: "0 USD", on: "2026-11-01")
        try await store.take(.start, on: "2026-11-27")
        // 60 are required in December, 185.84 are paid: 414.16 in nine payments end on 1 September, not after seven of 60.
        try await store.add("185.84", to: wallet, on: "2026-11-27")
        let report = try await store.plan(on: "2026-11-27")
        let plan = try #require(report["Car"]).plan
        #expect(plan.payments.prefix(2) == ["2026-12-01 0.00", "2027-01-01 46.02"])
        let row = try #require(FlexPlanner(report).plan(FlexRequest()).rows.first)
        #expect(try row.projectedFinish == day("2027-09-01") && row.delay == 0)
        #expect(row.nextRequired?.amountText == "46.02")
        // Before the month is paid, less in December ends later if 60 stay.
        let unpaid = try goal("Bus", target: "600 USD", start: "2026-11-27", deadline: "2027-09-27")
        let other = MemoryStore()
        try await other.add(Record(unpaid))
        let less = try FlexPlanner(await other.plan(on: "2026-11-27")).plan(
            FlexRequest(target: .factor(ratio("0.5"), redistributingSkipped: false)))
        #expect(try less.rows.first?.projectedFinish == day("2027-10-01") && less.rows.first?.delay == 1)
    }
}
