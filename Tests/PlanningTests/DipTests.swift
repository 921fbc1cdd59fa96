import Allocation
import ExchangeRates
import Foundation
import HouseholdLaws
import Models
import Persistence
import Planning
import RealHousehold
import TestSupport
import Testing

@Suite("R3, MO2: paying what is asked settles it, also after something was taken out") struct DipTests {
    private let store = MemoryStore()

    private func plan(_ today: String) async throws -> GoalPlan {
        try #require(try await store.plan(on: today)["Car"]).plan
    }

    /// Enters an amount for a day at a second of a running clock.
    private func enter(_ amount: String, _ asset: Asset, on date: String, _ second: Int) async throws {
        let transaction = Transaction(
            id: UUID(), assetID: asset.id, amount: try Money(amount, asset.currency), day: try day(date),
            entered: Date(timeIntervalSince1970: Double(second)))
        try await store.add(Record(transaction))
    }

    @Test func `what was taken out before a payment is spread, what is taken out after it is taken back`() async throws
    {
        let car = try goal(target: "8000 USD", start: "2024-01-10")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "1000 USD", on: "2024-01-05")
        #expect(try await plan("2024-05-20").required == "1000.00 USD")
        try await enter("-400", wallet, on: "2024-05-20", 1)
        #expect(try await plan("2024-05-20").required == "1057.15 USD")
        #expect(try await plan("2024-05-20").requirement.paid.isZero)
        try await enter("1057.15", wallet, on: "2024-05-20", 2)
        #expect(try await plan("2024-05-20").required == "0.00 USD")
        #expect(try await plan("2024-05-20").payments.filter { !$0.hasSuffix(" 0.00") }.count == 6)
        try await enter("-400", wallet, on: "2024-05-20", 3)
        #expect(try await plan("2024-05-20").required == "400.00 USD")
    }

    @Test func `a transfer between two assets of a goal is no contribution`() async throws {
        let car = try goal(target: "8000 USD", start: "2024-01-10")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "1000 USD", on: "2024-01-05")
        let other = try await store.fund(car, with: "200 USD", on: "2024-01-05")
        let before = try await plan("2024-05-20")
        // Both sides are entered at once, in either order of the assets.
        for (from, to) in [(wallet, other), (other, wallet)] {
            try await enter("-150", from, on: "2024-05-20", 1)
            try await enter("150", to, on: "2024-05-20", 1)
            let after = try await plan("2024-05-20")
            #expect(after.payments == before.payments && after.requirement.paid.isZero)
        }
    }

    /// In a month too; what was taken out before its start is in what it asks.
    @Test(arguments: [0, 1, 2])
    func `in a month in progress paying what it asks settles it`(outBefore: Int) async throws {
        let car = try goal(target: "8000 USD", start: "2024-01-10")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "1000 USD", on: "2024-01-05")
        for second in 0..<outBefore { try await enter("-100", wallet, on: "2024-05-20", second) }
        let asked = try await plan("2024-05-20").requirement.required
        _ = try await store.take(.start, on: "2024-05-20", at: 10)
        #expect(try await plan("2024-05-20").requirement.required == asked)
        #expect(try await plan("2024-05-20").requirement.paid.isZero)
        try await enter("-400", wallet, on: "2024-05-21", 11)
        #expect(try await plan("2024-05-21").requirement.required == asked)
        try await enter(asked.amountText, wallet, on: "2024-05-21", 12)
        #expect(try await plan("2024-05-21").required == "0.00 USD")
        try await enter("-400", wallet, on: "2024-05-22", 13)
        #expect(try await plan("2024-05-22").required == "400.00 USD")
    }

    @Test func `a month that goes on after its closing was undone counts as before`() async throws {
        let car = try goal(target: "8000 USD", start: "2024-01-10")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "1000 USD", on: "2024-01-05")
        _ = try await store.take(.start, on: "2024-05-20", at: 10)
        try await enter("-400", wallet, on: "2024-05-21", 11)
        try await enter("300", wallet, on: "2024-05-21", 12)
        #expect(try await store.contributions(on: "2024-05-21") == ["Car 300.00"])
        _ = try await store.take(.close, on: "2024-05-21", at: 13)
        let undone = try await store.take(.undo, on: "2024-05-21", at: 14)
        #expect(undone.rows.map(\.contribution.amount.amountText) == ["300.00"])
    }

    /// An asset that is below 0 now held something on the way, which needs a rate.
    @Test func `the answer of a start is what the month says afterwards`() async throws {
        let car = try goal(target: "8000 USD", start: "2024-01-10")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "1000 USD", on: "2024-01-05")
        let emptied = try await store.fund(car, with: "90 EUR", on: "2024-02-01")
        try await enter("-250", emptied, on: "2024-05-19", 1)
        let rates = ["EUR USD 2"]
        let started = try await store.take(.start, on: "2024-05-20", at: 10, rates: rates)
        let shown = try await store.month(on: "2024-05-20", at: 11, rates: rates)
        #expect(started.rates.map(\.from) == shown.rates.map(\.from) && !shown.rates.isEmpty)
        #expect(started.summary == shown.summary && started.warnings == shown.warnings)
        #expect(started.rows.map(\.contribution.amount) == shown.rows.map(\.contribution.amount))
    }

    @Test func `money moved between goals changes no total of a month`() async throws {
        let car = try goal(target: "8000 USD", start: "2024-01-10")
        let trip = try goal("Trip", target: "5000 USD", start: "2024-01-10")
        try await store.add(Record(car), Record(trip))
        let wallet = try await store.fund(car, with: "2000 USD", on: "2024-01-05")
        _ = try await store.take(.start, on: "2024-05-20", at: 10)
        let before = try await store.plan(on: "2024-05-21")
        let allocations = AllocationService(
            store: store, funding: FundingSources(followers: [MonthStarts()]), rates: ExchangeRateService(providers: [])
        )
        _ = try await allocations.allocate(wallet.name, to: "Trip", .amount("500"), call("2024-05-21"))
        let after = try await store.plan(on: "2024-05-21")
        #expect(after["Car"]?.plan.requirement.paid == (try money("-500 USD")))
        #expect(after["Trip"]?.plan.requirement.paid == (try money("500 USD")))
        #expect(after.total == before.total)
    }

    private static let batches: [ClosedRange<UInt64>] = {
        let lives = ProcessInfo.processInfo.environment["CST_LIVES"].flatMap(UInt64.init) ?? 60
        let first = ProcessInfo.processInfo.environment["CST_TEST_SEED"].flatMap(UInt64.init) ?? 1
        return stride(from: first, to: first + lives, by: 20).map { $0...min($0 + 19, first + lives - 1) }
    }()

    /// Over and over in random lives somebody pays exactly what a goal asks into an asset of its own.
    @Test(arguments: batches)
    func `random lives: paying exactly what is required leaves nothing for that date`(
        seeds: ClosedRange<UInt64>
    ) async throws {
        var payments = 0
        for seed in seeds {
            var life = try RandomLife(seed: seed)
            for (number, step) in life.year.steps.enumerated() {
                try await life.take(step)
                guard number % 4 == 3 else { continue }
                payments += try await life.payWhatIsAsked("seed \(seed), step \(number)")
            }
        }
        #expect(payments > 0, "no goal of \(seeds) required a payment")
    }
}

/// A random life of a household, kept by the services, with the model that knows what is where.
private struct RandomLife {
    let year: HouseholdYear
    private let real: RealHousehold
    private var model: SlowHousehold
    private var ids = HouseholdIDs()
    private var moment: HouseholdMoment

    init(seed: UInt64) throws {
        year = try HouseholdYear.random(seed: seed)
        model = SlowHousehold(convention: year.convention)
        real = RealHousehold(year.convention)
        real.set(year.prices)
        moment = HouseholdMoment(
            today: year.firstDay, now: year.firstDay.startInUTC, rates: HouseholdYear.rates(year.prices))
    }

    mutating func take(_ step: HouseholdStep) async throws {
        moment.now += 1
        guard step.isNamed(in: ids) else { return ids.leaveOut(step) }
        do {
            let (newIDs, flex) = try await real.take(step, ids, moment)
            try step.apply(to: &model, ids: &ids, newIDs: newIDs, flex: flex, at: &moment)
        } catch let problem where problem.isRefusal {
            ids.leaveOut(step)
        }
    }

    /// Pays what the first of the goals asks for which it is known, into an asset of which the year knows nothing.
    ///
    /// - Returns: how many payments were made.
    mutating func payWhatIsAsked(_ context: String) async throws -> Int {
        let asking = try await real.plan(moment).rows.map(\.plan).first { plan in
            // On its first day a payment is stock; with `calendarMonths` only a month settles (R3).
            plan.requiredBound == nil && plan.requirement.required.isPositive && plan.goal.start < moment.today
                && (plan.frozen != nil || year.convention != .calendarMonths)
        }
        guard let before = asking else { return 0 }
        let required = before.requirement.required
        moment.now += 1
        let call = real.call(moment)
        let assets = AssetService(store: real.store, funding: real.funding)
        var fields = AssetFields()
        (fields.name, fields.currency) = ("For it \(context)", required.currency.code)
        let asset = try await assets.add(fields, call).value.asset.id.uuidString
        let allocations = AllocationService(store: real.store, funding: real.funding, rates: real.rates)
        _ = try await allocations.allocate(asset, to: before.goal.id.uuidString, .share("100%"), call)
        _ = try await assets.enter(.init(asset: asset, amount: required.amountText), call)
        let found = try await real.plan(moment).rows.first { $0.plan.goal.id == before.goal.id }
        let after = try #require(found?.plan)
        let left = Dictionary(
            after.requirement.payments.map { ($0.date, $0.amount) }, uniquingKeysWith: { first, _ in first })
        let date = try #require(before.requirement.payments.first?.date)
        #expect(left[date]?.isZero ?? true, "\(context), \(moment.today): \(required) of \(before.goal.name)")
        for later in before.requirement.payments.dropFirst() {
            let raised = try left[later.date].map { try later.amount.isLess(than: $0) } ?? false
            #expect(!raised, "\(context), \(moment.today): \(later.date) of \(before.goal.name)")
        }
        return 1
    }
}
