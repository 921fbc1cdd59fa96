import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month: draft, in progress, closed") struct MonthTests {
    private let store = MemoryStore()

    @Test func `a started month freezes asks and rates, whatever prices do`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0.01 BTC")
        let before = ["BTC USD 100000"]
        #expect(try await store.month(on: "2024-06-01", rates: before).summary == "draft 857.15 0.00 857.15")
        let started = try await store.take(.start, on: "2024-06-01", rates: before)
        #expect(started.summary == "executing 857.15 0.00 857.15")

        for rate in ["BTC USD 10", "BTC USD 100000", "BTC USD 130000"] {
            let report = try await store.plan(on: "2024-06-20", rates: [WrittenRates([rate])])
            let plan = try #require(report["Car"]).plan
            #expect(plan.required == "857.15 USD" && report.total == plan.requirement.required)
            try #expect(
                Money.sum(plan.requirement.payments.map(\.amount), in: currency("USD")) == plan.progress.remaining)
            #expect(report.month == started.month.month)
        }
        // Without the month the ask follows the price.
        #expect(
            try await store.plan(on: "2024-06-20", .calendarMonths, rates: [WrittenRates(["BTC USD 10"])])["Car"]?
                .plan.required == "1166.65 USD")

        try await store.add("0.005", to: wallet, on: "2024-06-20")
        let paid = try #require(try await store.plan(on: "2024-06-20", rates: [WrittenRates(["BTC USD 10"])])["Car"])
        #expect(paid.plan.payments.prefix(1) == ["2024-06-20 357.15"])
        #expect(
            try paid.plan.requirement.paid == money("500 USD") && paid.plan.requirement.level == money("857.15 USD"))
        #expect(
            try await store.month(on: "2024-06-20", rates: ["BTC USD 10"]).summary == "executing 857.15 500.00 357.15")
    }

    @Test func `contributions are the change of what assets give, by transactions and allocations`() async throws {
        let (car, trip) = (try goal(target: "7000 USD", start: "2024-05-01"), try goal("Trip", start: "2024-05-01"))
        try await store.add(Record(car), Record(trip))
        let wallet = try await store.fund(car, with: "1000 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("-300", to: wallet, on: "2024-06-02")
        // Nothing was paid that it could take back.
        #expect(try await store.contributions(on: "2024-06-02") == ["Car 0.00", "Trip 0.00"])
        #expect(try await store.plan(on: "2024-06-02")["Car"]?.plan.required == "857.15 USD")
        // Dated before the start, but not counted in it.
        try await store.add("450", to: wallet, on: "2024-05-02")
        #expect(try await store.contributions(on: "2024-06-02") == ["Car 150.00", "Trip 0.00"])
        let (old, moved) = (
            AssetAllocation(assetID: wallet.id, goalID: car.id, size: .rest),
            AssetAllocation(assetID: wallet.id, goalID: trip.id, size: .rest)
        )
        try await store.write(origin) { writer in
            try writer.deleteUnfollowed(old)
            try writer.insertUnfollowed(moved)
        }
        #expect(try await store.contributions(on: "2024-06-02") == ["Car -1000.00", "Trip 1150.00"])
        // What is dated later does not count yet.
        try await store.add("70", to: wallet, on: "2024-06-05")
        #expect(try await store.contributions(on: "2024-06-04") == ["Car -1000.00", "Trip 1150.00"])
        #expect(try await store.contributions(on: "2024-06-05") == ["Car -1000.00", "Trip 1220.00"])
    }

    @Test func `a closed month never changes`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "1000 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("857.15", to: wallet, on: "2024-06-10")
        let closed = try await store.take(.close, on: "2024-06-30")
        try #expect(closed.summary == "closed 857.15 857.15 0.00" && closed.month.closeDay == (try day("2024-06-30")))
        try await store.add("5000", to: wallet, on: "2024-06-20")
        try await store.write(origin) { writer in try GoalChanges(FundingWriter(writer, anyCall)).delete(car) }
        let later = try await store.month("2024-06", on: "2024-09-01")
        #expect(later.month == closed.month && later.summary == closed.summary)
    }

    @Test func `what came in during a closed month settles no later ask`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("1000", to: wallet, on: "2024-06-10")
        // Over but not closed, it is the same.
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 1000.00")
        try await store.take(.close, on: "2024-06-30")
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 1000.00")
        // What came in since does count, as long as the payment date before lies earlier.
        try await store.add("400", to: wallet, on: "2024-07-01")
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 600.00")
        #expect(try await store.plan(on: "2024-07-02")["Car"]?.plan.payments.first == "2024-08-01 1120.00")
    }

    @Test func `a goal at its last date is asked for what prices took away on its deadline`() async throws {
        let car = try goal(target: "1000 USD", start: "2024-06-01", deadline: "2024-06-30")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0.005 BTC")
        try await store.take(.start, on: "2024-06-01", rates: ["BTC USD 100000"])
        let report = try await store.plan(on: "2024-06-10", rates: [WrittenRates(["BTC USD 80000"])])
        #expect(report["Car"]?.plan.payments == ["2024-06-10 500.00", "2024-06-30 100.00"])
        let rich = try await store.plan(on: "2024-06-10", rates: [WrittenRates(["BTC USD 190000"])])
        #expect(rich["Car"]?.plan.payments == ["2024-06-10 50.00"])
    }

    @Test func `goals that join later are asked as ever, and named`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        try await store.add(Record(goal("Trip", target: "700 USD", start: "2024-06-01")))
        let report = try await store.plan(on: "2024-06-01")
        #expect(report["Trip"]?.plan.frozen == nil && report["Trip"]?.plan.required == "100.00 USD")
        try #expect(report["Car"]?.plan.frozen != nil && report.total == (try money("1100 USD")))
        #expect(try await store.month(on: "2024-06-01").warnings.map(\.code) == ["goalsNotInMonth"])
    }

    @Test func `the plan with a goal that is tried out is the plan once it is added`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        // Paid in part: the rest of the fixed amount is due, not the amount of a plan made anew.
        let car = try #require(try await store.plan(on: "2024-06-01")["Car"]?.plan.goal)
        _ = try await store.fund(car, with: "400 USD", on: "2024-06-02")
        let trip = try goal("Trip", target: "700 USD", start: "2024-06-01")
        let service = MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: []))
        let tried = try await service.plan(monthRequest("2024-06-03"), adding: trip)
        let before = try await store.plan(on: "2024-06-03")
        try await store.add(Record(trip))
        let added = try await store.plan(on: "2024-06-03")
        #expect(tried.total == added.total && tried["Trip"]?.plan.required == added["Trip"]?.plan.required)
        try #expect(tried["Car"]?.plan.frozen != nil && before.total == (try money("600 USD")))
    }

    @Test func `a goal that was reached when the month started is not named as left out`() async throws {
        let done = try goal("Done", target: "100 USD", start: "2024-05-01")
        try await store.add(Record(goal(target: "7000 USD", start: "2024-05-01")), Record(done))
        _ = try await store.fund(done, with: "100 USD", on: "2024-05-02")
        try await store.take(.start, on: "2024-06-01")
        #expect(try await store.plan(on: "2024-06-01").warnings.isEmpty)
        #expect(try await store.month(on: "2024-06-01").warnings.isEmpty)
    }

    @Test func `adjustments, chosen amounts and skipped goals are what is planned`() async throws {
        let goals = try ["A", "B", "C", "D"].map { try goal($0, target: "700 USD", start: "2024-06-01") }
        for goal in goals { try await store.add(Record(goal)) }
        let month = try CalendarMonth("2024-06")
        try await store.add(
            Record(MonthlyPlan(goalID: goals[1].id, month: month, custom: try money("70 USD"))),
            Record(MonthlyPlan(goalID: goals[2].id, month: month, state: .skipped)),
            Record(
                MonthlyPlan(
                    goalID: goals[3].id, month: month, custom: try money("50 USD"), adjusted: try money("30 USD"))))
        let report = try await store.take(.start, on: "2024-06-01")
        #expect(
            report.rows.map { $0.payment.plan.description } == ["100.00 USD", "70.00 USD", "0.00 USD", "30.00 USD"])
        let plan = try await store.plan(on: "2024-06-01")
        #expect(try plan.total == money("300 USD") && plan.plannedTotal == money("200 USD"))
        #expect(report.planned == plan.plannedTotal)
    }

    @Test func `what a goal got before it was paused stays contributed, nothing more is planned`() async throws {
        let (car, trip) = try (
            goal(target: "7000 USD", start: "2024-06-01"), goal("Trip", target: "700 USD", start: "2024-06-01")
        )
        try await store.add(Record(car), Record(trip))
        let (first, second) = try await (store.fund(car, with: "0 USD"), store.fund(trip, with: "0 USD"))
        try await store.take(.start, on: "2024-06-01")
        try await store.add("200", to: first, on: "2024-06-10")
        try await store.add("30", to: second, on: "2024-06-10")
        var paused = trip
        paused.lifecycle = .paused
        let changed = paused
        try await store.write(origin) { try $0.update(trip, to: changed) }
        let month = try await store.month(on: "2024-06-11")
        #expect(try month.contributed == money("230 USD"))
        #expect(try month.plan == money("1000 USD") && month.planned == money("800 USD"))
    }
}
