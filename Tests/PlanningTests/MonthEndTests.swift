import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month: its end, and goals and rates that change in it") struct MonthEndTests {
    private let store = MemoryStore()

    @Test func `a payment date belongs to the month that was closed, even before it has passed`() async throws {
        let atEnd = PaymentConvention.payments(.last)
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01", atEnd)
        try await store.add("1000", to: wallet, on: "2024-06-30")
        #expect(try await store.plan(on: "2024-06-30", atEnd)["Car"]?.plan.payments.first == "2024-06-30 0.00")
        try await store.take(.close, on: "2024-06-30", atEnd)
        let next = try #require(try await store.plan(on: "2024-06-30", atEnd)["Car"]).plan
        #expect(next.payments.first == "2024-07-31 1000.00" && next.payments.count == 6)
        #expect(try await store.month(on: "2024-07-01", atEnd).summary == "draft 1000.00 0.00 1000.00")
        // Nothing but the deadline is left when the last date was settled with less.
        let trip = try goal("Trip", target: "50 USD", start: "2024-06-01", deadline: "2024-12-31")
        try await store.add(Record(trip))
        try await store.take(.start, on: "2024-12-01", atEnd)
        try await store.take(.close, on: "2024-12-05", atEnd)
        #expect(try await store.plan(on: "2024-12-06", atEnd)["Trip"]?.plan.payments == ["2024-12-31 50.00"])
    }

    @Test func `the payment date on its last day is open on that day, and settled on the next one`() async throws {
        let atEnd = PaymentConvention.payments(.last)
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01", atEnd)
        let service = MonthlyPlanningService(
            store: store, rates: ExchangeRateService(providers: [try WrittenRates([])]))
        // The effect of an edit is calculated without the payments that the month fixed.
        func payments(on today: String) async throws -> [String] {
            try await service.preview(of: car, edited: car, monthRequest(today, atEnd)).after.payments
        }
        let open = try await payments(on: "2024-06-30")
        #expect(open.first == "2024-06-30 1000.00" && open.count == 7)
        let settled = try await payments(on: "2024-07-01")
        #expect(settled.first == "2024-07-31 1166.67" && settled.count == 6)
    }

    @Test func `what is not due by the next payment date is not part of the month`() async throws {
        try await store.add(
            Record(goal(target: "700 USD", start: "2024-06-01")),
            Record(goal("Later", target: "400 USD", start: "2024-09-01")))
        let started = try await store.take(.start, on: "2024-06-01")
        #expect(started.rows.map(\.payment.name) == ["Car"])
        let report = try await store.plan(on: "2024-06-01")
        #expect(report["Later"]?.plan.payments.first == "2024-09-01 100.00" && report.warnings.isEmpty)
    }

    @Test func `what is left of a month is what is required`() async throws {
        let (car, trip) = (
            try goal(target: "7000 USD", start: "2024-06-01"), try goal("Trip", target: "700 USD", start: "2024-06-01")
        )
        try await store.add(Record(car), Record(trip))
        try await store.take(.start, on: "2024-06-01")
        var cheaper = car
        cheaper.target = try money("200 USD")
        let (lower, paused) = (
            cheaper, try goal("Trip", target: "700 USD", start: "2024-06-01", id: trip.id, lifecycle: .paused)
        )
        try await store.write(origin) { writer in
            try writer.update(car, to: lower)
            try writer.update(trip, to: paused)
        }
        let report = try await store.month(on: "2024-06-02")
        #expect(report.rows.map(\.planned.description) == ["200.00 USD", "0.00 USD"])
        #expect(try await store.plan(on: "2024-06-02").plannedTotal == report.planned)
    }

    @Test func `rates are frozen for every asset, also for one that gives nothing yet`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 BTC")
        try await store.take(.start, on: "2024-06-01", rates: ["BTC USD 50000"])
        try await store.add("0.02", to: wallet, on: "2024-06-02")
        for rate in ["BTC USD 50000", "BTC USD 25000"] {
            #expect(try await store.month(on: "2024-06-03", rates: [rate]).summary == "executing 1000.00 1000.00 0.00")
        }
    }

    @Test func `an overdue goal requires everything, frozen or not`() async throws {
        let car = try goal(target: "1000 USD", start: "2024-06-01", deadline: "2024-06-15")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0.01 BTC")
        try await store.take(.start, on: "2024-06-01", rates: ["BTC USD 50000"])
        for today in ["2024-06-15", "2024-06-20"] {
            let report = try await store.plan(on: today, rates: [WrittenRates(["BTC USD 10000"])])
            #expect(report["Car"]?.plan.payments == ["\(today) 900.00"])
        }
    }

    @Test func `a goal with savings that are not fully known is left out and named`() async throws {
        let (car, trip) = (
            try goal(target: "1000 USD", start: "2024-06-01"), try goal("Trip", target: "700 USD", start: "2024-06-01")
        )
        try await store.add(Record(car), Record(trip))
        _ = try await store.fund(car, with: "0.01 BTC")
        let started = try await store.take(.start, on: "2024-06-01")
        #expect(started.rows.map(\.name) == ["Trip"] && started.isComplete)
        let draft = try await store.month(on: "2024-06-01")
        #expect(draft.warnings.map(\.code).contains("goalsNotInMonth"))
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        #expect(plan.frozen == nil && plan.requiredBound == .atMost)
    }

    @Test func `what a goal got beyond its plan does not make up for another`() async throws {
        let (car, trip) = (
            try goal(target: "7000 USD", start: "2024-06-01"), try goal("Trip", target: "7000 USD", start: "2024-06-01")
        )
        try await store.add(Record(car), Record(trip))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("2000", to: wallet, on: "2024-06-02")
        let report = try await store.month(on: "2024-06-02")
        #expect(report.summary == "executing 2000.00 2000.00 1000.00" && report.shareMet == Ratio(1, over: 2))
        #expect(try report.beyond == money("1000 USD"))
    }

    @Test func `a closed month stays in its currency`() async throws {
        try await store.add(Record(goal(target: "7000 EUR", start: "2024-06-01")))
        let rates = ["EUR USD 1.1"]
        try await store.take(.start, on: "2024-06-01", rates: rates)
        let closed = try await store.take(.close, on: "2024-06-02", rates: rates)
        let later = try await store.month("2024-06", on: "2024-06-02", rates: ["EUR USD 2"], in: "EUR")
        #expect(later.displayCurrency == closed.displayCurrency && later.summary == closed.summary)
        #expect(closed.summary == "closed 1100.00 0.00 0.00")
    }

    @Test func `a closed month is never counted at later rates`() async throws {
        let car = try goal(target: "700 EUR", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 EUR")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("50", to: wallet, on: "2024-06-02")
        let closed = try await store.take(.close, on: "2024-06-30", rates: ["EUR USD 1.1"])
        #expect(closed.summary == "closed 110.00 55.00 0.00")
        for rates in [[], ["EUR USD 2.2"]] {
            let later = try await store.month("2024-06", on: "2024-09-01", rates: rates)
            #expect(later.summary == closed.summary && later.isComplete)
        }
    }

    @Test func `an asset that first funds a goal later counts at the rate of that moment, without one it is unknown`()
        async throws
    {
        let car = try goal(target: "7000 EUR", start: "2024-06-01")
        let bitcoin = try Asset(id: UUID(), name: "B", currency: currency("BTC"))
        try await store.add(Record(car), Record(bitcoin))
        try await store.add("0.01", to: bitcoin, on: "2024-01-01")
        try await store.take(.start, on: "2024-06-01", rates: ["BTC USD 50000", "EUR USD 1.25"])
        let sources = FundingSources(followers: [MonthStarts()])
        let then = ["BTC USD 75000", "EUR USD 1.25"]
        let allocations = AllocationService(
            store: store, funding: sources, rates: ExchangeRateService(providers: [try WrittenRates(then)]))
        _ = try await allocations.allocate("B", to: "Car", .rest, try call("2024-06-02"))
        for rates in [then, ["BTC USD 100000", "EUR USD 1.25"]] {
            #expect(try await store.month(on: "2024-06-03", rates: rates).contributed == (try money("750 USD")))
        }
        let ether = try Asset(id: UUID(), name: "E", currency: currency("ETH"))
        try await store.add(Record(ether))
        try await store.add("1", to: ether, on: "2024-01-01")
        _ = try await allocations.allocate("E", to: "Car", .rest, try call("2024-06-02"))
        let late = try await store.month(on: "2024-06-03", rates: then + ["ETH USD 2500"])
        #expect(late.rows.map(\.contribution.bound) == [.atLeast] && late.contributedBound == .unknown)
    }

    @Test func `credit goes on over a date that a month has settled`() async throws {
        let late = PaymentConvention.payments(.day(28))
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01", late)
        try await store.add("1000", to: wallet, on: "2024-06-10")
        try await store.take(.close, on: "2024-06-11", late)
        try await store.add("1000", to: wallet, on: "2024-06-20")
        for today in ["2024-06-20", "2024-06-28", "2024-06-29", "2024-07-28"] {
            let plan = try #require(try await store.plan(on: today, late)["Car"]).plan
            #expect(plan.payments.prefix(2) == ["2024-07-28 0.00", "2024-08-28 1000.00"], "\(today)")
        }
    }

    @Test func `a skipped goal leaves nothing to be paid, on its deadline either`() async throws {
        let car = try goal(target: "700 USD", start: "2024-06-01", deadline: "2024-06-15")
        try await store.add(
            Record(car), Record(MonthlyPlan(goalID: car.id, month: try CalendarMonth("2024-06"), state: .skipped)))
        try await store.take(.start, on: "2024-06-01")
        for today in ["2024-06-01", "2024-06-15", "2024-06-20"] {
            #expect(try await store.month(on: today).planned.isZero)
            #expect(try await store.plan(on: today).total.isZero)
        }
    }

    @Test func `a payment is never due after the deadline`() async throws {
        let middle = PaymentConvention.payments(.day(15))
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        try await store.take(.start, on: "2024-06-01", middle)
        var sooner = car
        sooner.deadline = try day("2024-06-10")
        let moved = sooner
        try await store.write(origin) { try $0.update(car, to: moved) }
        #expect(try await store.plan(on: "2024-06-05", middle)["Car"]?.plan.payments == ["2024-06-10 7000.00"])
        #expect(try await store.plan(on: "2024-06-12", middle)["Car"]?.plan.payments == ["2024-06-12 7000.00"])
    }
}
