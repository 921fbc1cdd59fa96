import Allocation
import ExchangeRates
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("F9: an adjustment is kept beside a custom amount, also in a month in progress") struct MonthAdjustmentTests {
    private let store = MemoryStore()

    private var flex: FlexService {
        FlexService(
            store: store, rates: ExchangeRateService(providers: []), funding: FundingSources(),
            settings: PlanningSettings())
    }

    private func save(at seconds: Int) async throws {
        var fields = FlexService.Fields()
        fields.factor = "0.8"
        let session = try await flex.plan(fields, call("2024-06-01", at: seconds)).value
        try await flex.keep(session.plan, of: session, call("2024-06-01", at: seconds))
    }

    private func car() async throws -> GoalPlan { try #require(try await store.plan(on: "2024-06-01")["Car"]).plan }

    /// A protected goal with a custom amount, which an adjustment leaves as it is, beside a flexible one.
    private func begin() async throws {
        try await store.add(
            Record(goal(target: "7000 USD", start: "2024-06-01")),
            Record(goal("Trip", target: "7000 USD", start: "2024-06-01")))
        _ = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [])).decide(
            "Car", .init(.protected, custom: "300", isStanding: false), call("2024-06-01"))
    }

    @Test func `it is kept although it is as much as was chosen`() async throws {
        try await begin()
        try await store.take(.start, on: "2024-06-01", at: 1)
        #expect(try await car().adjusted == nil)
        try await save(at: 2)
        let plan = try await car()
        #expect(try plan.frozen != nil && plan.adjusted == money("300 USD") && plan.custom == money("300 USD"))
        #expect(plan.planned == plan.adjusted && plan.flexState == .protected)
    }

    @Test func `one that was saved before the start is kept although it is as much as was chosen`() async throws {
        try await begin()
        try await save(at: 1)
        let before = try await car()
        #expect(try before.frozen == nil && before.adjusted == money("300 USD"))
        try await store.take(.start, on: "2024-06-01", at: 2)
        let plan = try await car()
        #expect(plan.frozen != nil && plan.adjusted == before.adjusted && plan.custom == before.custom)
        // Saving it again changes nothing.
        let kept = try await store.read { try $0.all(MonthExecution.self) }
        try await save(at: 3)
        #expect(try await store.read { try $0.all(MonthExecution.self) } == kept)
        // The latest decision counts, and ends it.
        _ = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [])).decide(
            "Car", .init(.protected, custom: nil, isStanding: false), call("2024-06-01", at: 4))
        let protected = try await car()
        #expect(try protected.adjusted == nil && protected.planned == money("300 USD"))
    }

    @Test func `saving it twice changes nothing, and a reset forgets it`() async throws {
        try await begin()
        try await store.take(.start, on: "2024-06-01", at: 1)
        try await save(at: 2)
        let kept = try await store.read { try $0.all(MonthExecution.self) }
        #expect(kept.flatMap(\.payments).map(\.amendments.count) == [1, 1])
        try await save(at: 3)
        #expect(try await store.read { try $0.all(MonthExecution.self) } == kept)
        let plans = try await store.plan(on: "2024-06-01").rows.map(\.plan)
        let count = try await store.write(origin) { writer in
            var decisions = try PaymentDecisions(writer, call("2024-06-01", at: 4))
            let count = try decisions.reset(plans)
            try decisions.finish()
            return count
        }
        #expect(count == 2)
        let plan = try await car()
        #expect(try plan.adjusted == nil && plan.planned == money("300 USD"))
    }

    @Test func `months of the layout before say as adjusted what differed from the amount chosen by hand`() async throws
    {
        try await begin()
        try await store.take(.start, on: "2024-06-01", at: 1)
        try await save(at: 2)
        let month = try #require(try await store.read { try $0.all(MonthExecution.self) }.first)
        let cells = Record(month).cells
        // Without the two cells at the end of each amendment.
        var old = cells
        old[6] = .list(
            try CellArray(cells).list(6).map { payment in
                var payment = payment
                payment[17] = .list(try CellArray(payment).list(17).map { Array($0.dropLast(2)) })
                return Array(payment.dropLast(2))
            })
        let upgraded = try MonthUpgrade.monthWithoutAdjustedStarts(MonthUpgrade.monthWithoutAdjustments(old))
        let found = try MonthExecution.declaration.value(of: CellArray(upgraded))
        // The adjustment of the protected goal was not kept then.
        #expect(found.payments.map(\.currentAdjusted) == [nil, month.payments[1].currentAdjusted])
        #expect(found.payments[1] == month.payments[1] && found.payments.map(\.plan) == month.payments.map(\.plan))
        #expect(found.payments[1].currentAdjusted != nil)
    }

    @Test func `months of the fourth layout say so of their start`() async throws {
        try await begin()
        try await save(at: 1)
        try await store.take(.start, on: "2024-06-01", at: 2)
        let month = try #require(try await store.read { try $0.all(MonthExecution.self) }.first)
        var old = Record(month).cells
        old[6] = .list(try CellArray(old).list(6).map { Array($0.dropLast(2)) })
        let found = try MonthExecution.declaration.value(
            of: CellArray(try MonthUpgrade.monthWithoutAdjustedStarts(old)))
        // Nothing told the adjustment of the protected goal from the amount chosen by hand.
        #expect(found.payments.map(\.adjusted) == [nil, month.payments[1].adjusted])
        #expect(found.payments[1] == month.payments[1] && month.payments[1].adjusted != nil)
    }
}
