import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month: draft, executing, closed") struct MonthTests {
    private let store = MemoryStore()

    @Test func `a started month freezes asks and rates, whatever prices do`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(.goal(car))
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
        let (car, trip) = (try goal(target: "7000 USD", start: "2024-06-01"), try goal("Trip", start: "2024-06-01"))
        try await store.add(.goal(car), .goal(trip))
        let wallet = try await store.fund(car, with: "1000 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("-300", to: wallet, on: "2024-06-02")
        #expect(try await store.contributions(on: "2024-06-02") == ["Car -300.00", "Trip 0.00"])
        #expect(try await store.plan(on: "2024-06-02")["Car"]?.plan.required == "857.15 USD")
        // Dated before the start, but not counted in it.
        try await store.add("450", to: wallet, on: "2024-05-02")
        #expect(try await store.contributions(on: "2024-06-02") == ["Car 150.00", "Trip 0.00"])
        let (old, moved) = (
            AssetAllocation(assetID: wallet.id, goalID: car.id, claim: .rest),
            AssetAllocation(assetID: wallet.id, goalID: trip.id, claim: .rest)
        )
        try await store.write(origin) { writer in
            try writer.apply(.delete(.allocation(old)))
            try writer.apply(.insert(.allocation(moved)))
        }
        #expect(try await store.contributions(on: "2024-06-02") == ["Car -1000.00", "Trip 1150.00"])
        // What is dated later does not count yet.
        try await store.add("70", to: wallet, on: "2024-06-05")
        #expect(try await store.contributions(on: "2024-06-04") == ["Car -1000.00", "Trip 1150.00"])
        #expect(try await store.contributions(on: "2024-06-05") == ["Car -1000.00", "Trip 1220.00"])
    }

    @Test func `a closed month never changes`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(.goal(car))
        let wallet = try await store.fund(car, with: "1000 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("857.15", to: wallet, on: "2024-06-10")
        let closed = try await store.take(.close, on: "2024-06-30")
        try #expect(closed.summary == "closed 857.15 857.15 0.00" && closed.month.closeDay == (try day("2024-06-30")))
        try await store.add("5000", to: wallet, on: "2024-06-20")
        try await store.write(origin) { writer in try GoalLifecycleService(writer: writer).delete(car) }
        let later = try await store.month("2024-06", on: "2024-09-01")
        #expect(later.month == closed.month && later.summary == closed.summary)
    }

    @Test func `what came in during a closed month settles no later ask`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(.goal(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("1000", to: wallet, on: "2024-06-10")
        // Not closed, the late payment counts against July by the rule of payment dates.
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 166.67")
        try await store.take(.close, on: "2024-06-30")
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 1000.00")
        // What came in since does count, as long as the payment date before lies earlier.
        try await store.add("400", to: wallet, on: "2024-07-01")
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.payments.first == "2024-07-01 600.00")
        #expect(try await store.plan(on: "2024-07-02")["Car"]?.plan.payments.first == "2024-08-01 1120.00")
    }

    @Test func `a goal at its last date is asked for what prices took away on its deadline`() async throws {
        let car = try goal(target: "1000 USD", start: "2024-06-01", deadline: "2024-06-30")
        try await store.add(.goal(car))
        _ = try await store.fund(car, with: "0.005 BTC")
        try await store.take(.start, on: "2024-06-01", rates: ["BTC USD 100000"])
        let report = try await store.plan(on: "2024-06-10", rates: [WrittenRates(["BTC USD 80000"])])
        #expect(report["Car"]?.plan.payments == ["2024-06-10 500.00", "2024-06-30 100.00"])
        let rich = try await store.plan(on: "2024-06-10", rates: [WrittenRates(["BTC USD 190000"])])
        #expect(rich["Car"]?.plan.payments == ["2024-06-10 50.00", "2024-06-30 0.00"])
    }

    @Test func `goals that join later are asked as ever, and named`() async throws {
        try await store.add(.goal(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        try await store.add(.goal(goal("Trip", target: "700 USD", start: "2024-06-01")))
        let report = try await store.plan(on: "2024-06-01")
        #expect(report["Trip"]?.plan.frozen == nil && report["Trip"]?.plan.required == "100.00 USD")
        try #expect(report["Car"]?.plan.frozen != nil && report.total == (try money("1100 USD")))
        #expect(try await store.month(on: "2024-06-01").warnings.map(\.code) == ["goalsNotInMonth"])
    }

    @Test func `adjustments, amounts by hand and skipped goals are what is planned`() async throws {
        let goals = try ["A", "B", "C", "D"].map { try goal($0, target: "700 USD", start: "2024-06-01") }
        for goal in goals { try await store.add(.goal(goal)) }
        let month = try CalendarMonth("2024-06")
        try await store.add(
            .plan(MonthlyPlan(goalID: goals[1].id, month: month, custom: try money("70 USD"))),
            .plan(MonthlyPlan(goalID: goals[2].id, month: month, state: .skipped, adjusted: try money("60 USD"))),
            .plan(
                MonthlyPlan(
                    goalID: goals[3].id, month: month, state: .protected, custom: try money("50 USD"),
                    adjusted: try money("9000 USD"))))
        let report = try await store.take(.start, on: "2024-06-01")
        #expect(
            report.rows.map { $0.ask.payment.planned.description } == [
                "100.00 USD", "70.00 USD", "0.00 USD", "700.00 USD",
            ])
        #expect(try await store.plan(on: "2024-06-01").total == (try money("870 USD")))
    }

    // MARK: - Steps that are refused

    @Test func `every step that is not possible says why`() async throws {
        let june = try CalendarMonth("2024-06")
        await expect(.noGoals) { try await store.take(.start, on: "2024-06-01") }
        await expect(.noneExecuting) { try await store.take(.close, on: "2024-06-01") }
        await expect(.nothingToUndo) { try await store.take(.undo, on: "2024-06-01") }
        try await store.add(.goal(goal(target: "7000 USD", start: "2024-06-01")))
        await expect(.notCurrent(try CalendarMonth("2024-07"), current: june)) {
            try await store.take(.start, "2024-07", on: "2024-06-01")
        }
        await expect(.notStarted(try CalendarMonth("2024-05"))) { try await store.month("2024-05", on: "2024-06-01") }
        try await store.take(.start, on: "2024-06-02")
        await expect(.alreadyStarted(june, on: try day("2024-06-02"))) {
            try await store.take(.start, on: "2024-06-03")
        }
        await expect(.otherExecuting(june, wanted: try CalendarMonth("2024-07"))) {
            try await store.take(.start, on: "2024-07-01")
        }
        await expect(.notStarted(try CalendarMonth("2024-07"))) {
            try await store.take(.close, "2024-07", on: "2024-07-01")
        }
        try await store.take(.close, on: "2024-06-30")
        await expect(.alreadyClosed(june, on: try day("2024-06-30"))) { try await store.take(.start, on: "2024-06-30") }
        await expect(.alreadyClosed(june, on: try day("2024-06-30"))) {
            try await store.take(.close, "2024-06", on: "2024-06-30")
        }
        await expect(.noneExecuting) { try await store.take(.close, on: "2024-07-30") }
        try await store.take(.start, on: "2024-07-01")
        await expect(.notNewest(june, newest: try CalendarMonth("2024-07"))) {
            try await store.take(.undo, "2024-06", on: "2024-07-01")
        }
    }

    @Test func `a step can be taken back within the time of grace, to the second`() async throws {
        try await store.add(.goal(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01", at: 0)
        await expect(
            .graceOver(try CalendarMonth("2024-06"), step: "start", until: Date(timeIntervalSince1970: 86_400))
        ) {
            try await store.take(.undo, on: "2024-06-02", at: 86_401)
        }
        let executing = try await store.month(on: "2024-06-02", at: 86_401).month
        try await store.take(.close, on: "2024-06-02", at: 90_000)
        let reopened = try await store.take(.undo, on: "2024-06-03", at: 90_000 + 86_400)
        #expect(reopened.month == executing && reopened.state == .executing)
        try await store.take(.close, on: "2024-06-03", at: 200_000)
        await expect(
            .graceOver(try CalendarMonth("2024-06"), step: "closing", until: Date(timeIntervalSince1970: 286_400))
        ) {
            try await store.take(.undo, on: "2024-06-05", at: 286_401)
        }
        try await store.take(.start, on: "2024-07-01", at: 300_000)
        let draft = try await store.take(.undo, on: "2024-07-01", at: 300_000)
        try #expect(draft.state == .draft && draft.month.month == (try CalendarMonth("2024-07")))
        #expect(try await store.read { try $0.months().map(\.month.description) } == ["2024-06"])
    }

    @Test func `payments of a started month are fixed, later months are not`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(.goal(car))
        try await store.take(.start, on: "2024-06-01")
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        let june = try CalendarMonth("2024-06")
        let choice = PlanPreference(state: .skipped, custom: nil, clearsCustom: false, isStanding: false)
        await expect(.fixed(june)) {
            try await store.write(origin) { _ = try choice.apply(to: plan, in: june, writer: $0) }
        }
        await expect(.fixed(june)) {
            try await store.write(origin) {
                try AdjustedPayments.save([car.id: try money("1 USD")], in: june, writer: $0)
            }
        }
        await expect(.fixed(june)) {
            try await store.write(origin) { _ = try AdjustedPayments.reset(in: june, writer: $0) }
        }
        let standing = PlanPreference(state: .skipped, custom: nil, clearsCustom: false, isStanding: true)
        try await store.write(origin) { _ = try standing.apply(to: plan, in: june, writer: $0) }
        #expect(try await store.plan(on: "2024-06-20")["Car"]?.plan.flexState == .flexible)
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.flexState == .skipped)
    }

    @Test func `wishes of a month that was never started hold for the next, once months are started at all`()
        async throws
    {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(
            .goal(car), .plan(MonthlyPlan(goalID: car.id, month: try CalendarMonth("2024-07"), state: .skipped)))
        #expect(try await store.plan(on: "2024-08-01")["Car"]?.plan.flexState == .flexible)
        try await store.take(.start, on: "2024-06-01")
        try await store.take(.close, on: "2024-06-30")
        let august = try await store.plan(on: "2024-08-01")
        #expect(august["Car"]?.plan.flexState == .skipped && august.warnings.map(\.code) == ["wishesRolledForward"])
        try await store.take(.start, on: "2024-08-01")
        try await store.take(.close, on: "2024-08-30")
        #expect(try await store.plan(on: "2024-09-01")["Car"]?.plan.flexState == .flexible)
    }

    @Test func `a month that nobody closed freezes nothing in the next one, and is named`() async throws {
        try await store.add(.goal(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        let july = try await store.plan(on: "2024-07-02")
        #expect(july["Car"]?.plan.required == "1400.00 USD" && july.month == nil)
        #expect(july.warnings.map(\.code) == ["monthStillExecuting"])
        // On a day before the start the month was a draft.
        #expect(try await store.plan(on: "2024-05-31").month == nil)
    }

    // MARK: - Other programs

    @Test func `what another program writes while a month is closed is part of it`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(.goal(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        var interruptions = 2
        let closed = try await store.service().take(.close, of: nil, request("2024-06-30"), now: instant) { body in
            if interruptions > 0 {
                interruptions -= 1
                try await store.add("100", to: wallet, on: "2024-06-30")
            }
            try await store.write(origin, body)
        }
        #expect(closed.contributed == (try money("200 USD")))
        await expect(.changedMeanwhile(try CalendarMonth("2024-07"))) {
            try await store.service().take(.start, of: nil, request("2024-07-01"), now: instant) { body in
                try await store.add("1", to: wallet, on: "2024-07-01")
                try await store.write(origin, body)
            }
        }
        #expect(try await store.read { try $0.months().count } == 1)
    }

    // MARK: - Against brute force

    @Test(arguments: SeededGenerator.seeds)
    func `asks of a month are planned less what came in at its rates, whatever happens`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<20 {
            let store = MemoryStore()
            let codes = ["USD", "EUR", "BTC"]
            let goals = try (0..<3).map { index in
                try goal(
                    "Goal \(index)", target: "\(random.int(5_000...50_000)) \(random.pick(["USD", "EUR"]))",
                    start: "2024-05-01", deadline: random.pick(["2024-06-20", "2024-09-30", "2026-01-15"]))
            }
            for goal in goals { try await store.add(.goal(goal)) }
            var assets: [(asset: Asset, goal: Int, start: Ratio, now: Ratio)] = []
            for _ in 0..<5 {
                let (code, owner) = (random.pick(codes), random.int(0...2))
                let amount = "\(random.int(0...900)).\(random.int(10...99))"
                let asset = try await store.fund(
                    goals[owner],
                    with:
                        "\(code == "BTC" ? "0.0" : "")\(amount.replacing(".", with: code == "BTC" ? "" : ".")) \(code)")
                let balance = try await store.read {
                    try $0.balances(on: [day("2024-06-01")])[asset.id]?.first?.ratio ?? .zero
                }
                assets.append((asset, owner, balance, balance))
            }
            let table = ["EUR USD 1.0\(random.int(1...9))", "BTC USD \(random.int(20_000...90_000))"]
            let started = try await store.take(.start, on: "2024-06-01", rates: table)
            for index in assets.indices where random.chance(2, in: 3) {
                let change = "0.\(random.int(10...99))"
                try await store.add(change, to: assets[index].asset, on: "2024-06-\(random.int(10...14))")
                assets[index].now = try assets[index].now + ratio(change)
            }
            let moved = ["EUR USD 1.\(random.int(10...90))", "BTC USD \(random.int(1_000...200_000))"]
            let report = try await store.plan(on: "2024-06-14", rates: [WrittenRates(moved)])
            let frozen = try await ExchangeRateService(providers: [WrittenRates(table)]).rates(
                for: Set(
                    codes.flatMap { from in
                        try ["USD", "EUR"].map { .init(from: try currency(from), to: try currency($0)) }
                    }))
            for (index, goal) in goals.enumerated() {
                var sum = Ratio.zero
                for asset in assets where asset.goal == index {
                    let rate = try frozen.rate(from: asset.asset.currency, to: goal.currency)?.rate ?? .one
                    sum = sum + (asset.now - asset.start) * rate
                }
                let paid = try ExactAmount(sum, goal.currency).rounded(.down)
                let planned = try #require(started.month.payment(for: goal.id)).planned
                let row = try #require(report.row(goal.id))
                let left = try planned.isLess(than: paid) ? Money.zero(goal.currency) : planned.subtracting(paid)
                let remaining = row.plan.progress.remaining
                let context: Comment = "seed \(seed), round \(round), \(goal.name)"
                #expect(row.plan.requirement.paid == paid, context)
                #expect(try row.plan.requirement.required == (remaining.isLess(than: left) ? remaining : left), context)
                #expect(
                    try Money.sum(row.plan.requirement.payments.map(\.amount), in: goal.currency) == remaining, context)
                let dates = row.plan.requirement.payments.map(\.date)
                #expect(dates == dates.sorted(), context)
            }
        }
    }
}

private let instant = Date(timeIntervalSince1970: 0)

private func request(_ today: String) throws -> MonthlyPlanningService.Request {
    .init(today: try day(today), convention: monthly, displayCurrency: try currency("USD"))
}

private func expect(
    _ error: @autoclosure () throws -> MonthError, _ location: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    await #expect(sourceLocation: location) {
        _ = try await body()
    } throws: {
        try $0 as? MonthError == error()
    }
}

extension MonthReport {
    fileprivate var summary: String {
        "\(state) \(planned.amountText) \(contributed.amountText) \(left.amountText)"
    }
}

extension Store {
    fileprivate func service(_ rates: [String] = []) throws -> MonthService {
        MonthService(
            store: self, rates: ExchangeRateService(providers: [try WrittenRates(rates)]), grace: .seconds(86_400))
    }

    @discardableResult
    fileprivate func take(
        _ step: MonthService.Step, _ month: String? = nil, on today: String, at seconds: Int = 0, rates: [String] = []
    ) async throws -> MonthReport {
        try await service(rates).take(
            step, of: month.map { try CalendarMonth($0) }, request(today),
            now: Date(timeIntervalSince1970: Double(seconds))
        ) { try await write(origin, $0) }
    }

    fileprivate func month(
        _ month: String? = nil, on today: String, at seconds: Int = 0, rates: [String] = []
    ) async throws -> MonthReport {
        try await service(rates).status(
            of: month.map { try CalendarMonth($0) }, request(today), now: Date(timeIntervalSince1970: Double(seconds)))
    }

    fileprivate func contributions(on today: String) async throws -> [String] {
        try await month(on: today).rows.map { "\($0.ask.payment.name) \($0.ask.contribution.amount.amountText)" }
    }
}
