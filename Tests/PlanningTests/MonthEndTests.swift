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

    @Test func `a month counts until its last day, or its payment date when that is later`() async throws {
        let middle = PaymentConvention.payments(.day(15))
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01", middle)
        try await store.add("1000", to: wallet, on: "2024-06-15")
        try await store.add("1000", to: wallet, on: "2024-07-02")
        #expect(try await store.month("2024-06", on: "2024-07-02", middle).summary == "executing 1000.00 1000.00 0.00")
        #expect(try await store.plan(on: "2024-07-02", middle)["Car"]?.plan.payments.first == "2024-07-15 0.00")
        let closed = try await store.take(.close, on: "2024-07-02", middle)
        #expect(closed.summary == "closed 1000.00 1000.00 0.00")
        #expect(try closed.month.closeDay == day("2024-06-30"))
        #expect(try await store.plan(on: "2024-07-02", middle)["Car"]?.plan.payments.first == "2024-07-15 0.00")

        // Started after the payment day, it is about the next one, and frozen until then.
        let other = MemoryStore()
        try await other.add(Record(car))
        try await other.take(.start, on: "2024-06-20")
        #expect(try await other.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 1166.67")
        #expect(try await other.plan(on: "2024-07-01").month == CalendarMonth("2024-06"))
        #expect(try await other.plan(on: "2024-07-02").month == nil)
    }

    @Test func `what is not due by the next payment date is not part of the month`() async throws {
        try await store.add(
            Record(goal(target: "700 USD", start: "2024-06-01")),
            Record(goal("Later", target: "400 USD", start: "2024-09-01")))
        let started = try await store.take(.start, on: "2024-06-01")
        #expect(started.rows.map(\.ask.payment.name) == ["Car"])
        let report = try await store.plan(on: "2024-06-01")
        #expect(report["Later"]?.plan.payments.first == "2024-09-01 100.00" && report.warnings.isEmpty)
    }

    @Test func `goals that end give no negative contribution, and ask for nothing more`() async throws {
        let goals = try ["Done", "Gone", "Left", "Rest"].map { try goal($0, target: "7000 USD", start: "2024-06-01") }
        for goal in goals {
            try await store.add(Record(goal))
            let wallet = try await store.fund(goal, with: "6000 USD")
            if goal.name == "Done" { try await store.take(.start, on: "2024-06-01") }
            try await store.add("500", to: wallet, on: "2024-06-05")
        }
        // Only the first goal is part of the month; start it anew with all of them.
        try await store.take(.undo, on: "2024-06-01")
        try await store.take(.start, on: "2024-06-06")
        for asset in try await store.read({ try $0.all(Asset.self) }) {
            try await store.add("100", to: asset, on: "2024-06-07")
        }
        let before = try await store.contributions(on: "2024-06-07")
        #expect(before == ["Done 100.00", "Gone 100.00", "Left 100.00", "Rest 100.00"])
        let progress = try #require(try await store.plan(on: "2024-06-07")["Done"]).plan.progress
        let today = try day("2024-06-07")
        try await store.write(origin) { writer in
            _ = try GoalChanges(writer: writer).finish(progress, on: today)
            _ = try GoalChanges(writer: writer).move(goals[1], to: .cancelled)
            try GoalChanges(writer: writer).delete(goals[2])
        }
        let after = try await store.month(on: "2024-06-07")
        #expect(
            try await store.contributions(on: "2024-06-07") == ["Done 100.00", "Gone 0.00", "Left 0.00", "Rest 100.00"])
        #expect(
            after.rows.map(\.left.isZero) == [true, true, true, true] || after.rows.prefix(3).allSatisfy(\.left.isZero))
        #expect(try after.left == #require(try await store.plan(on: "2024-06-07")["Rest"]).plan.requirement.required)
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
        #expect(report.rows.map(\.left.description) == ["200.00 USD", "0.00 USD"])
        #expect(try await store.plan(on: "2024-06-02").total == report.left)
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

    @Test func `an overdue goal is asked for everything, frozen or not`() async throws {
        let car = try goal(target: "1000 USD", start: "2024-06-01", deadline: "2024-06-15")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0.01 BTC")
        try await store.take(.start, on: "2024-06-01", rates: ["BTC USD 50000"])
        for today in ["2024-06-15", "2024-06-20"] {
            let report = try await store.plan(on: today, rates: [WrittenRates(["BTC USD 10000"])])
            #expect(report["Car"]?.plan.payments == ["\(today) 900.00"])
        }
    }

    @Test func `a frozen ask is sure once it is known what remains`() async throws {
        let car = try goal(target: "1000 USD", start: "2024-06-01", deadline: "2024-06-30")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "0.01 BTC")
        let draft = try await store.month(on: "2024-06-01")
        #expect(draft.plannedBound == .atMost && !draft.isComplete)
        try await store.take(.start, on: "2024-06-01")
        let unknown = try #require(try await store.plan(on: "2024-06-02")["Car"]).plan
        #expect(unknown.required == "1000.00 USD" && unknown.requiredBound == .atMost)
        let known = try #require(
            try await store.plan(on: "2024-06-02", rates: [WrittenRates(["BTC USD 10000"])])["Car"]
        ).plan
        #expect(known.required == "900.00 USD" && known.requiredBound == nil)
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
        #expect(report.summary == "executing 2000.00 2000.00 1000.00" && report.progress == Ratio(1, over: 2))
    }

    @Test func `a closed month stays in its currency`() async throws {
        try await store.add(Record(goal(target: "7000 EUR", start: "2024-06-01")))
        let rates = ["EUR USD 1.1"]
        try await store.take(.start, on: "2024-06-01", rates: rates)
        let closed = try await store.take(.close, on: "2024-06-02", rates: rates)
        let later = try await store.month(on: "2024-06-02", rates: ["EUR USD 2"], in: "EUR")
        #expect(later.displayCurrency == closed.displayCurrency && later.summary == closed.summary)
        #expect(closed.summary == "closed 1100.00 0.00 0.00")
    }

    @Test func `amounts chosen before something came in are named when the month is started`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(
            Record(car),
            Record(MonthlyPlan(goalID: car.id, month: try CalendarMonth("2024-06"), custom: try money("800 USD"))))
        _ = try await store.fund(car, with: "300 USD", on: "2024-06-01")
        #expect(try await store.month(on: "2024-06-01").warnings.map(\.code) == ["paidBeforeStart"])
    }

    @Test func `a goal that changes its currency is asked as ever and leaves nothing in the month`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        try await store.take(.start, on: "2024-06-01")
        let foreign = try goal(target: "1000000 JPY", start: "2024-06-01", id: car.id)
        try await store.write(origin) { try $0.update(car, to: foreign) }
        let report = try await store.month(on: "2024-06-02")
        #expect(report.summary == "executing 1000.00 0.00 0.00" && report.rows.map(\.ending) == ["another currency"])
        let plan = try await store.plan(on: "2024-06-02")
        #expect(plan["Car"]?.plan.frozen == nil && plan.warnings.map(\.code) == ["goalsNotInMonth"])
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

    @Test func `an asset that is allocated after the start counts at the rate of the start`() async throws {
        let car = try goal(target: "7000 EUR", start: "2024-06-01")
        let bitcoin = try Asset(id: UUID(), name: "B", currency: currency("BTC"))
        try await store.add(Record(car), Record(bitcoin))
        try await store.add("0.01", to: bitcoin, on: "2024-01-01")
        let table = ["BTC USD 50000", "EUR USD 1.25"]
        try await store.take(.start, on: "2024-06-01", rates: table)
        try await store.add(Record(AssetAllocation(assetID: bitcoin.id, goalID: car.id, claim: .rest)))
        for rates in [table, ["BTC USD 100000", "EUR USD 1.25"]] {
            #expect(
                try await store.month(on: "2024-06-02", rates: rates).rows.map { "\($0.ask.contribution.amount)" } == [
                    "400.00 EUR"
                ])
        }
        // What was not there at all counts at today's rate, and that is said.
        let ether = try await store.fund(car, with: "1 ETH", on: "2024-06-02")
        let late = try await store.month(on: "2024-06-02", rates: table + ["ETH USD 2500"])
        #expect(late.warnings.map(\.code) == ["ratesNotFrozen"] && ether.name == "For Car")
        #expect(late.rows.map { "\($0.ask.contribution.amount)" } == ["2400.00 EUR"])
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
            #expect(try await store.month(on: today).summary == "executing 0.00 0.00 0.00")
            #expect(try await store.plan(on: today).total.isZero)
        }
    }

    @Test func `in whole calendar months the later payments keep their days`() async throws {
        let car = try goal(target: "6000 USD", start: "2024-06-01", deadline: "2024-12-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01", .calendarMonths)
        try await store.add("1000", to: wallet, on: "2024-06-01")
        for today in ["2024-06-01", "2024-06-02", "2024-06-30"] {
            let plan = try #require(try await store.plan(on: today, .calendarMonths)["Car"]).plan
            #expect(
                plan.payments == ["\(today) 0.00"] + ["07", "08", "09", "10", "11"].map { "2024-\($0)-01 1000.00" })
        }
        try await store.take(.close, on: "2024-06-10", .calendarMonths)
        #expect(
            try await store.plan(on: "2024-06-10", .calendarMonths)["Car"]?.plan.payments.first == "2024-07-10 1250.00")
    }

    @Test func `an ask is never due after the deadline`() async throws {
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
