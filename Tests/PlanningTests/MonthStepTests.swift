import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month: its steps, and what is refused") struct MonthStepTests {
    private let store = MemoryStore()

    @Test func `taking a start back without writing shows the month as it would be`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        var request = try monthRequest("2024-06-01")
        request.call.isDryRun = true
        let tried = try await store.service().take(.undo, of: nil, request)
        #expect(tried.state == .draft)
        #expect(try await store.month(on: "2024-06-01").state == .executing)
    }

    @Test func `a month in which nothing is known is not said to lack goals`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-05-01")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "1 BTC", on: "2024-05-01")
        await expectMonthError(.nothingKnown(try CalendarMonth("2024-06"), goals: ["Car"])) {
            try await store.take(.start, on: "2024-05-20")
        }
    }

    @Test func `every step that is not possible says why`() async throws {
        let (may, june, july) = (
            try CalendarMonth("2024-05"), try CalendarMonth("2024-06"), try CalendarMonth("2024-07")
        )
        await expectMonthError(.noGoals) { try await store.take(.start, on: "2024-06-01") }
        await expectMonthError(.noneExecuting) { try await store.take(.close, on: "2024-06-01") }
        await expectMonthError(.nothingToUndo) { try await store.take(.undo, on: "2024-06-01") }
        try await store.add(Record(goal(target: "7000 USD", start: "2024-05-01")))
        await expectMonthError(.notCurrent(july, current: june)) {
            try await store.take(.start, "2024-07", on: "2024-06-01")
        }
        await expectMonthError(.notStarted(may)) { try await store.month("2024-05", on: "2024-06-01") }
        try await store.take(.start, on: "2024-05-20")
        await expectMonthError(.alreadyStarted(june, on: try day("2024-05-20"))) {
            try await store.take(.start, on: "2024-05-21")
        }
        await expectMonthError(.otherExecuting(june, wanted: july)) { try await store.take(.start, on: "2024-06-03") }
        await expectMonthError(.notStarted(july)) { try await store.take(.close, "2024-07", on: "2024-06-03") }
        try await store.take(.close, on: "2024-06-29")
        await expectMonthError(.alreadyClosed(june, on: try day("2024-06-29"))) {
            try await store.take(.close, "2024-06", on: "2024-06-30")
        }
        await expectMonthError(.alreadyClosed(june, on: try day("2024-06-29"))) {
            try await store.take(.start, "2024-06", on: "2024-06-30")
        }
        await expectMonthError(.noneExecuting) { try await store.take(.close, on: "2024-06-30") }
        // Months are led in order.
        await expectMonthError(.laterStarted(may, later: june)) { try await store.take(.start, on: "2024-04-20") }
        try await store.take(.start, on: "2024-06-30")
        await expectMonthError(.notNewest(june, newest: july)) {
            try await store.take(.undo, "2024-06", on: "2024-06-30")
        }
    }

    @Test func `a month is named after its payment day`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-01-01")))
        for (today, day, name) in [
            ("2024-05-20", PaymentDay.day(1), "2024-06"), ("2024-06-01", .day(1), "2024-06"),
            ("2024-06-02", .day(1), "2024-07"), ("2024-06-02", .day(15), "2024-06"),
            ("2024-06-16", .day(15), "2024-07"), ("2024-06-30", .last, "2024-06"),
        ] {
            #expect(try await store.month(on: today, .payments(day)).month.month.description == name, "\(today) \(day)")
        }
        #expect(try await store.month(on: "2024-06-02", .calendarMonths).month.month.description == "2024-06")
    }

    @Test func `starting a month closes the one that is over, with what it got until its end`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        try await store.add("1000", to: wallet, on: "2024-06-10")
        try await store.add("50", to: wallet, on: "2024-07-01")
        try await store.take(.start, on: "2024-07-01")
        #expect(try await store.month("2024-06", on: "2024-07-01").summary == "closed 1000.00 1000.00 0.00")
        #expect(try await store.month(on: "2024-07-01").summary == "executing 950.00 0.00 950.00")
    }

    @Test func `a month is not started as of an earlier day`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-01-01")))
        let today = try day("2024-06-01")
        await expectMonthError(.startInThePast(today.adding(days: -1), today: today)) {
            try await store.take(.start, on: "2024-05-31", at: Int(today.startInUTC.timeIntervalSince1970))
        }
    }

    @Test func `a month that a wrong clock started can be taken back at any time`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-01-01", deadline: "2030-12-31")))
        try await store.take(.start, on: "2029-12-05", at: 0)
        await expectMonthError(.laterStarted(try CalendarMonth("2024-06"), later: try CalendarMonth("2030-01"))) {
            try await store.take(.start, on: "2024-06-01", at: 500_000)
        }
        await expectMonthError(.startsLater(try CalendarMonth("2030-01"), on: try day("2029-12-05"))) {
            try await store.take(.close, on: "2024-06-01", at: 500_000)
        }
        #expect(try await store.take(.undo, on: "2024-06-01", at: 500_000).state == .draft)
        #expect(try await store.take(.start, on: "2024-06-01", at: 500_000).month.month.description == "2024-06")
    }

    @Test func `a step can be taken back within the time of grace, a closing until the month's end`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        let first = Int(try day("2024-06-01").startInUTC.timeIntervalSince1970)
        try await store.take(.start, on: "2024-06-01", at: first)
        let until = Date(timeIntervalSince1970: Double(first + 86_400))
        await expectMonthError(.graceOver(try CalendarMonth("2024-06"), step: "start", until: until)) {
            try await store.take(.undo, on: "2024-06-02", at: first + 86_401)
        }
        let executing = try await store.month(on: "2024-06-02", at: first + 86_401).month
        try await store.take(.close, on: "2024-06-02", at: first + 90_000)
        // Long after the grace, but in the month.
        let reopened = try await store.take(.undo, on: "2024-06-30", at: first + 30 * 86_400 - 1)
        #expect(reopened.month == executing && reopened.state == .executing)
        try await store.take(.close, on: "2024-06-30", at: first + 30 * 86_400 - 1)
        let later = first + 31 * 86_400
        await #expect(throws: MonthError.self) { try await store.take(.undo, on: "2024-07-02", at: later) }
        try await store.take(.start, on: "2024-07-02", at: later)
        let draft = try await store.take(.undo, on: "2024-07-02", at: later)
        try #expect(draft.state == .draft && draft.month.month == (try CalendarMonth("2024-08")))
        #expect(try await store.read { try $0.all(MonthExecution.self).map(\.month.description) } == ["2024-06"])
    }

    @Test func `a step of a month cannot be undone when its time of grace is over`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "1970-01-01", deadline: "1970-12-31")))
        try await store.take(.start, on: "1970-01-01", at: 0)
        let history = History(guards: [MonthService.undoGuard(grace: .seconds(60))])
        func undo(at seconds: Double) async throws {
            let instant = Date(timeIntervalSince1970: seconds)
            try await history.undo(in: store, ChangeOrigin(instant: instant, program: "tests", command: "undo"))
        }
        await #expect(
            throws: MonthError.graceOver(
                try CalendarMonth("1970-01"), step: "start", until: Date(timeIntervalSince1970: 60.001))
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

    @Test func `a month that nobody closed settles as one that was closed, and is named`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        try await store.take(.start, on: "2024-06-01")
        let july = try await store.plan(on: "2024-07-02")
        #expect(july["Car"]?.plan.required == "1400.00 USD" && july.month == nil)
        #expect(july.warnings.map(\.code) == ["monthStillExecuting"])
        // On a day before the start the month was a draft.
        #expect(try await store.plan(on: "2024-05-31").month == nil)
    }
}
