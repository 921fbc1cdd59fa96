import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("R3: what is there on a goal's first day is no payment, also when it is tried out") struct FirstDayTests {
    private let store = MemoryStore()

    private func planning(_ settings: PlanningSettings) -> MonthlyPlanningService {
        MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: []), settings: settings)
    }

    @Test(arguments: [
        // The first day is no payment day: stock.
        (start: "2026-05-20", required: "157.15"),
        // It lies ahead.
        ("2026-06-10", "183.34"),
        // It is past, or a payment day: a payment.
        ("2026-05-19", "71.43"), ("2026-05-01", "71.43"),
    ])
    func `a payment that is tried out does what paying does`(start: String, required: String) async throws {
        try await store.add(Record(goal("G", target: "1200 USD", start: start, deadline: "2026-12-31")))
        let asset = try await store.fund(
            try #require(try await store.read { try $0.all(Goal.self).first }), with: "0 USD")
        let service = planning(PlanningSettings())
        let whatIf = try await service.whatIf("G", .init(once: "100"), call("2026-05-20")).value
        #expect(whatIf.preview.after.requirement.required.amountText == required)
        try await store.add("100", to: asset, on: "2026-05-20")
        #expect(try await store.plan(on: "2026-05-20")["G"]?.plan.required == "\(required) USD")
    }

    @Test(arguments: SeededGenerator.seeds)
    func `random days: trying a payment out and making it is the same`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<40 { try await FirstDayTests().tryOut(&random, "seed \(seed), round \(round)") }
    }

    private func tryOut(_ random: inout SeededGenerator, _ context: Comment) async throws {
        let today = try day("2026-05-20").adding(days: random.int(0...40))
        let start = random.chance(1, in: 3) ? today : today.adding(days: random.int(-60...40))
        let days: [PaymentDay] = [.day(1), .day(15), .day(28), .last, .day(today.parts.day > 28 ? 1 : today.parts.day)]
        let settings = PlanningSettings(
            convention: random.chance(1, in: 5) ? .calendarMonths : .payments, paymentDay: random.pick(days))
        let car = Goal(
            id: UUID(), name: "Car", target: try money("\(random.int(500...5000)) USD"), start: start,
            deadline: max(start, today).adding(days: random.int(5...400)))
        try await store.add(Record(car))
        let asset = try await store.fund(car, with: "\(random.int(0...300)) USD", on: "2026-04-20")
        func on(_ day: CalendarDay, _ second: Int) -> Call {
            Call(
                now: day.startInUTC.addingTimeInterval(Double(second)), today: day, program: "test", command: "test")
        }
        if random.chance(1, in: 2) {
            let months = MonthService(
                store: store, rates: ExchangeRateService(providers: []), settings: settings)
            let begun = today.adding(days: -random.int(0...20))
            // A month without a due goal cannot be started.
            if let month = try? await months.take(.start, of: nil, months.request(on(begun, 1))) {
                _ = try? await months.take(.close, of: month.month.month, months.request(on(today, 2)))
            }
        }
        let amount = random.int(1...900)
        let service = planning(settings)
        let whatIf = try await service.whatIf("Car", .init(once: "\(amount)"), on(today, 3)).value
        try await store.add(
            Record(
                Transaction(
                    id: UUID(), assetID: asset.id, amount: Money("\(amount)", .usd), day: today,
                    entered: on(today, 4).now)))
        let report = try await service.plan(service.request(on(today, 5)))
        guard report.month == nil else { return }
        let plan = try #require(report["Car"]).plan
        #expect(plan.requirement.payments == whatIf.preview.after.requirement.payments, context)
        #expect(plan.requirement.paid == whatIf.preview.after.requirement.paid, context)
    }
}

@Suite("R4: a goal that is reached requires nothing, whatever is not known of what was contributed")
struct ReachedGoalTests {
    private let store = MemoryStore()

    /// Car has 1,000 in cash and held an ether at the last payment date, of which nobody knows the price.
    private func begin(target: String, deadline: String = "2026-12-31") async throws -> Goal {
        let car = try goal(target: target, start: "2026-01-10", deadline: deadline)
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "1000 USD", on: "2026-04-02")
        let wallet = try await store.fund(car, with: "1 ETH", on: "2026-04-20")
        try await store.add("-1", to: wallet, on: "2026-05-10")
        return car
    }

    @Test(arguments: ["1000 USD", "999.99 USD", "0.01 USD"])
    func `its required payment is exactly 0, and so is the total`(target: String) async throws {
        for deadline in ["2026-12-31", "2026-05-19"] {
            let test = ReachedGoalTests()
            _ = try await test.begin(target: target, deadline: deadline)
            let report = try await test.store.plan(on: "2026-05-20")
            let plan = try #require(report["Car"]).plan
            #expect(plan.requiredBound == nil && plan.plannedBound == nil && plan.requirement.required.isZero)
            #expect(report.totalBound == nil && report.plannedTotalBound == nil && report.total.isZero)
        }
    }

    @Test func `one that is not reached stays unknown, and so does one that is reached at a substitute rate`()
        async throws
    {
        _ = try await begin(target: "1000.01 USD")
        let report = try await store.plan(on: "2026-05-20")
        #expect(report.totalBound == .unknown && report["Car"]?.plan.requiredBound == .unknown)
        let other = ReachedGoalTests()
        let trip = try goal("Trip", target: "100 USD", start: "2026-01-10", deadline: "2026-12-31")
        try await other.store.add(Record(trip))
        _ = try await other.store.fund(trip, with: "1 ETH", on: "2026-04-20")
        let rates = try WrittenRates(["ETH USD 2000"], state: .fallback)
        #expect(try await other.store.plan(on: "2026-05-20", rates: [rates])["Trip"]?.plan.requiredBound == .unknown)
    }

    @Test func `it takes no part in flex, so nothing is planned for it when it no longer is reached`() async throws {
        let (car, trip) = (
            try goal(target: "1000 USD", start: "2026-01-10", deadline: "2026-12-31"),
            try goal("Trip", target: "700 USD", start: "2026-01-10", deadline: "2026-12-31")
        )
        try await store.add(Record(car), Record(trip))
        let cash = try await store.fund(car, with: "1000 USD", on: "2026-04-02")
        let flex = FlexService(
            store: store, rates: ExchangeRateService(providers: []), funding: FundingSources(),
            settings: PlanningSettings())
        let report = try await store.plan(on: "2026-05-20")
        #expect(report.due.map(\.plan.goal.name) == ["Trip"])
        var fields = FlexService.Fields()
        fields.factor = "0.8"
        let session = try await flex.plan(fields, call("2026-05-20")).value
        #expect(session.plan.rows.map(\.plan.goal.name) == ["Trip"])
        try await flex.keep(session.plan, of: session, call("2026-05-20"))
        let budget = BudgetService(
            store: store, rates: ExchangeRateService(providers: []), funding: FundingSources(),
            settings: PlanningSettings())
        _ = try await budget.plan(nil, keepsFirstPayments: true, call("2026-05-20", at: 1))
        #expect(try await store.read { try $0.all(MonthlyPlan.self) }.map(\.goalID) == [trip.id])
        // Half of it is taken out again, or was never there.
        try await store.add("-500", to: cash, on: "2026-05-21")
        let plan = try #require(try await store.plan(on: "2026-05-21")["Car"]).plan
        #expect(plan.required == "71.43 USD" && plan.planned == plan.requirement.required && !plan.isDecided)
    }
}
