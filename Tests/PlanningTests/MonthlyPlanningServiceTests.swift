import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@Suite("The plan of a month, from the store to the answer") struct MonthlyPlanningServiceTests {
    private let store = MemoryStore()

    @Test func `R3: paying settles the ask, day by day`() async throws {
        try await store.add(Record(goal(target: "7000 USD", start: "2024-06-01")))
        let car = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        #expect(car.required == "1000.00 USD" && car.requirement.payments.count == 7)

        let wallet = try await store.fund(car.goal, with: "1000 USD", on: "2024-06-01")
        let paid = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        let later = ["07", "08", "09", "10", "11", "12"].map { "2024-\($0)-01 1000.00" }
        #expect(paid.payments == ["2024-06-01 0.00"] + later)
        #expect(try paid.requirement.paid == money("1000 USD") && paid.requirement.level == money("1000 USD"))

        for date in ["2024-06-02", "2024-06-15", "2024-07-01"] {
            let next = try #require(try await store.plan(on: date)["Car"]).plan
            #expect(next.payments == later, "\(date)")
            #expect(next.requirement.paid.isZero)
        }
        // Missing July raises the others; half of it paid early counts until the next date has passed.
        #expect(try await store.plan(on: "2024-07-02")["Car"]?.plan.required == "1200.00 USD")
        try await store.add("500", to: wallet, on: "2024-07-10")
        let early = try #require(try await store.plan(on: "2024-07-20")["Car"]).plan
        #expect(early.payments.first == "2024-08-01 700.00" && early.required == "700.00 USD")
        #expect(try await store.plan(on: "2024-08-02")["Car"]?.plan.required == "1375.00 USD")
    }

    @Test func `R2: 12,000 wanted, 3,000 saved, three months`() async throws {
        let car = try goal(start: "2024-01-10", deadline: "2024-07-20")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "3000 USD", on: "2024-04-15")
        let plan = try #require(try await store.plan(on: "2024-04-15", .calendarMonths)["Car"]).plan
        #expect(plan.payments == ["2024-04-15 3000.00", "2024-05-15 3000.00", "2024-06-15 3000.00"])
        #expect(plan.requirement.paid.isZero)
    }

    @Test func `R1: 100 by the end of the year in five payments`() async throws {
        try await store.add(Record(goal(target: "100 USD", start: "2024-08-01")))
        let plan = try #require(try await store.plan(on: "2024-08-01")["Car"]).plan
        #expect(plan.required == "20.00 USD" && plan.requirement.payments.count == 5)
    }

    @Test func `a goal that begins later asks from its start on`() async throws {
        try await store.add(Record(goal(target: "300 USD", start: "2024-10-02")))
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        #expect(plan.payments == ["2024-11-01 150.00", "2024-12-01 150.00"])
        #expect(plan.status == .onTrack && plan.pace == .steady)
    }

    @Test func `an overdue goal asks for everything today`() async throws {
        try await store.add(Record(goal(target: "300 USD")))
        let plan = try #require(try await store.plan(on: "2025-01-10")["Car"]).plan
        #expect(plan.payments == ["2025-01-10 300.00"] && plan.status == .overdue && plan.urgency == .overdue)
        #expect(plan.daysRemaining == -10 && plan.pace == nil)
    }

    @Test func `an achieved goal asks for nothing, also after its deadline`() async throws {
        let car = try goal(target: "300 USD")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "300 USD")
        for date in ["2024-06-01", "2025-06-01"] {
            let report = try await store.plan(on: date)
            #expect(report["Car"]?.plan.status == .achieved && report["Car"]?.plan.required == "0.00 USD")
            #expect(report.total.isZero && report.isComplete)
        }
    }

    @Test func `a far deadline is planned too`() async throws {
        try await store.add(Record(goal(target: "1000000 USD", deadline: "9999-12-31")))
        let plan = try #require(try await store.plan(on: "2024-06-01")["Car"]).plan
        #expect(plan.requirement.payments.count == 7976 * 12 - 5)
    }

    @Test func `only active goals ask, transactions dated later do not count`() async throws {
        let car = try goal(target: "700 USD", start: "2024-06-01")
        try await store.add(Record(car))
        for lifecycle in Goal.Lifecycle.allCases where lifecycle != .active {
            try await store.add(Record(goal("\(lifecycle)", lifecycle: lifecycle)))
        }
        _ = try await store.fund(car, with: "100 USD", on: "2024-06-02")
        let report = try await store.plan(on: "2024-06-01")
        #expect(report.rows.map(\.plan.goal.name) == ["Car"])
        #expect(try report.total == money("100 USD"))
    }

    @Test func `rows come by name, then id`() async throws {
        for name in ["b", "a", "B", "é", "a"] { try await store.add(Record(goal(name))) }
        let rows = try await store.plan(on: "2024-06-01").rows.map(\.plan.goal)
        #expect(rows.map(\.name) == ["B", "a", "a", "b", "é"])
        #expect(rows[1].id.uuidString < rows[2].id.uuidString)
    }

    @Test func `R6: a goal that cannot be planned is named and stops no other`() async throws {
        try await store.add(
            Record(goal("Absurd", target: "10000000000000000000000000000000000000 USD")),
            Record(goal("Good", target: "700 USD", start: "2024-06-01")))
        let report = try await store.plan(on: "2024-06-01")
        #expect(report.rows.map(\.plan.goal.name) == ["Good"])
        #expect(try report.total == money("100 USD") && report.totalBound == .atLeast && !report.isComplete)
        #expect(report.unplanned.map(\.item) == ["Absurd"])
        #expect(report.warnings.contains { $0.code == "goalNotPlanned" && $0.message.contains("Absurd") })
    }

    @Test func `the answer is the same for many goals, whatever the order of the work`() async throws {
        var goals: [Goal] = []
        for number in 0..<1203 {
            goals.append(try goal("G\(number)", target: "\(number + 1).00 USD", start: "2024-12-01"))
        }
        let all = goals
        try await store.write(origin) { writer in for goal in all { try writer.insert(goal) } }
        let report = try await store.plan(on: "2024-12-01")
        #expect(report.rows.map(\.plan.goal.name) == all.map(\.name).sorted())
        #expect(try report.total == money("\(1203 * 1204 / 2) USD"))
    }

    /// A provider whose rate moves between two questions.
    private actor RestlessRates: ExchangeRateProvider {
        nonisolated let name = "restless"
        private(set) var asked = 0

        func rates(_ request: RateRequest) throws -> RateAnswer {
            asked += 1
            return RateAnswer(quotes: try WrittenRates(["EUR USD \(asked)"]).quotes)
        }
    }

    @Test func `V4: a preview compares both plans at the same rates`() async throws {
        let trip = try goal("Trip", target: "700 USD", start: "2024-06-01")
        try await store.add(Record(trip))
        _ = try await store.fund(trip, with: "70 EUR")
        let provider = RestlessRates()
        let service = MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [provider]))
        var edited = trip
        edited.name = "Journey"
        let preview = try await service.preview(
            of: trip, edited: edited,
            .init(call: try call("2024-06-01"), convention: monthly, displayCurrency: currency("EUR")))
        #expect(preview.before.progress.saved == preview.after.progress.saved && !preview.isSignificant)
        #expect(preview.changes.map(\.field) == ["name"])
        #expect(await provider.asked == 1)
    }
}
