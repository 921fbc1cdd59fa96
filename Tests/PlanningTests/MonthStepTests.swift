import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month: steps and wishes, and what is refused") struct MonthStepTests {
    private let store = MemoryStore()

    @Test func `every step that is not possible says why`() async throws {
        let june = try CalendarMonth("2024-06")
        await expectMonthError(.noGoals) { try await store.take(.start, on: "2024-06-01") }
        await expectMonthError(.noneExecuting) { try await store.take(.close, on: "2024-06-01") }
        await expectMonthError(.nothingToUndo) { try await store.take(.undo, on: "2024-06-01") }
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        await expectMonthError(.notCurrent(try CalendarMonth("2024-07"), current: june)) {
            try await store.take(.start, "2024-07", on: "2024-06-01")
        }
        await expectMonthError(.notStarted(try CalendarMonth("2024-05"))) {
            try await store.month("2024-05", on: "2024-06-01")
        }
        try await store.take(.start, on: "2024-06-02")
        await expectMonthError(.alreadyStarted(june, on: try day("2024-06-02"))) {
            try await store.take(.start, on: "2024-06-03")
        }
        await expectMonthError(.otherExecuting(june, wanted: try CalendarMonth("2024-07"))) {
            try await store.take(.start, on: "2024-07-01")
        }
        await expectMonthError(.notStarted(try CalendarMonth("2024-07"))) {
            try await store.take(.close, "2024-07", on: "2024-07-01")
        }
        try await store.take(.close, on: "2024-06-30")
        await expectMonthError(.alreadyClosed(june, on: try day("2024-06-30"))) {
            try await store.take(.start, on: "2024-06-30")
        }
        await expectMonthError(.alreadyClosed(june, on: try day("2024-06-30"))) {
            try await store.take(.close, "2024-06", on: "2024-06-30")
        }
        await expectMonthError(.noneExecuting) { try await store.take(.close, on: "2024-07-30") }
        // Whatever day is looked at, months are led one at a time and in order.
        await expectMonthError(.laterStarted(try CalendarMonth("2024-05"), later: june)) {
            try await store.take(.start, on: "2024-05-20")
        }
        await expectMonthError(.alreadyClosed(june, on: try day("2024-06-30"))) {
            try await store.take(.close, "2024-06", on: "2024-06-10")
        }
        try await store.take(.start, on: "2024-07-01")
        await expectMonthError(.notNewest(june, newest: try CalendarMonth("2024-07"))) {
            try await store.take(.undo, "2024-06", on: "2024-07-01")
        }
    }

    @Test func `a step can be taken back within the time of grace, to the second`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01", at: 0)
        await expectMonthError(
            .graceOver(try CalendarMonth("2024-06"), step: "start", until: Date(timeIntervalSince1970: 86_400))
        ) {
            try await store.take(.undo, on: "2024-06-02", at: 86_401)
        }
        let executing = try await store.month(on: "2024-06-02", at: 86_401).month
        try await store.take(.close, on: "2024-06-02", at: 90_000)
        let reopened = try await store.take(.undo, on: "2024-06-03", at: 90_000 + 86_400)
        #expect(reopened.month == executing && reopened.state == .executing)
        try await store.take(.close, on: "2024-06-03", at: 200_000)
        await expectMonthError(
            .graceOver(try CalendarMonth("2024-06"), step: "closing", until: Date(timeIntervalSince1970: 286_400))
        ) {
            try await store.take(.undo, on: "2024-06-05", at: 286_401)
        }
        try await store.take(.start, on: "2024-07-01", at: 300_000)
        let draft = try await store.take(.undo, on: "2024-07-01", at: 300_000)
        try #expect(draft.state == .draft && draft.month.month == (try CalendarMonth("2024-07")))
        #expect(try await store.read { try $0.all(MonthExecution.self).map(\.month.description) } == ["2024-06"])
    }

    @Test func `payments of a started month are fixed, later months are not`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        try await store.take(.start, on: "2024-06-01")
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        let june = try CalendarMonth("2024-06")
        let choice = PlanPreference(state: .skipped, custom: nil, clearsCustom: false, isStanding: false)
        await expectMonthError(.fixed(june)) {
            try await store.write(origin) { _ = try choice.apply(to: plan, in: june, writer: $0) }
        }
        await expectMonthError(.fixed(june)) {
            try await store.write(origin) {
                try AdjustedPayments.save([car.id: try money("1 USD")], in: june, writer: $0)
            }
        }
        await expectMonthError(.fixed(june)) {
            try await store.write(origin) { _ = try AdjustedPayments.reset(in: june, writer: $0) }
        }
        let standing = PlanPreference(state: .skipped, custom: nil, clearsCustom: false, isStanding: true)
        try await store.write(origin) { _ = try standing.apply(to: plan, in: june, writer: $0) }
        #expect(try await store.plan(on: "2024-06-20")["Car"]?.plan.flexState == .flexible)
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.flexState == .skipped)
        try await store.take(.close, on: "2024-06-30")
        await expectMonthError(.alreadyClosed(june, on: try day("2024-06-30"))) {
            try await store.write(origin) { _ = try choice.apply(to: plan, in: june, writer: $0) }
        }
    }

    @Test func `a wish from now on leaves what is wished for a started month`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        let june = try CalendarMonth("2024-06")
        try await store.add(Record(car), Record(MonthlyPlan(goalID: car.id, month: june, state: .skipped)))
        try await store.take(.start, on: "2024-06-01")
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        let standing = PlanPreference(state: .protected, custom: nil, clearsCustom: false, isStanding: true)
        let chosen = try await store.write(origin) { try standing.apply(to: plan, in: june, writer: $0) }
        #expect(try chosen.month == CalendarMonth("2024-07"))
        try await store.take(.undo, on: "2024-06-01")
        #expect(try await store.plan(on: "2024-06-01")["Car"]?.plan.flexState == .skipped)
        #expect(try await store.plan(on: "2024-07-01")["Car"]?.plan.flexState == .protected)
    }

    @Test func `an adjustment ends with the wish that it was made for`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        let june = try CalendarMonth("2024-06")
        let adjusted = try money("500 USD")
        try await store.add(Record(car), Record(MonthlyPlan(goalID: car.id, month: june, adjusted: adjusted)))
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        let same = PlanPreference(state: .flexible, custom: nil, clearsCustom: false, isStanding: false)
        #expect(try await store.write(origin) { try same.apply(to: plan, in: june, writer: $0) }.adjusted == adjusted)
        let protected = PlanPreference(state: .protected, custom: nil, clearsCustom: false, isStanding: false)
        #expect(try await store.write(origin) { try protected.apply(to: plan, in: june, writer: $0) }.adjusted == nil)
        let started = try await store.take(.start, on: "2024-06-01")
        #expect(started.summary == "executing 1000.00 0.00 1000.00")
    }

    @Test func `a step of a month cannot be undone when its time of grace is over`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01", at: 0)
        let history = History(guards: [MonthService.undoGuard(grace: .seconds(60))])
        func undo(at seconds: Double) async throws {
            let instant = Date(timeIntervalSince1970: seconds)
            try await history.undo(in: store, ChangeOrigin(instant: instant, program: "tests", command: "undo"))
        }
        await #expect(
            throws: MonthError.graceOver(
                try CalendarMonth("2024-06"), step: "start", until: Date(timeIntervalSince1970: 60))
        ) {
            try await undo(at: 61)
        }
        await #expect(throws: HistoryError.unknownRules(kind: "month")) {
            try await History().undo(in: store, origin)
        }
        #expect(try await store.read { try $0.all(MonthExecution.self).count } == 1)
        try await undo(at: 60)
        #expect(try await store.read { try $0.all(MonthExecution.self).isEmpty })
    }

    @Test func `wishes of a month that was never started hold for the next, once months are started at all`()
        async throws
    {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(
            Record(car), Record(MonthlyPlan(goalID: car.id, month: try CalendarMonth("2024-07"), state: .skipped)))
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
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        let july = try await store.plan(on: "2024-07-02")
        #expect(july["Car"]?.plan.required == "1400.00 USD" && july.month == nil)
        #expect(july.warnings.map(\.code) == ["monthStillExecuting"])
        // On a day before the start the month was a draft.
        #expect(try await store.plan(on: "2024-05-31").month == nil)
    }
}
