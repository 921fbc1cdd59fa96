import Allocation
import ExchangeRates
import Models
import Persistence
import Planning
import TestSupport
import Testing

@Suite("R8, V2: totals and what is known of them") struct TotalTests {
    /// What may be missing from a goal in EUR that is partly saved in BTC and shown in USD.
    struct Situation: Sendable, CustomTestStringConvertible {
        var knowsSavings = true
        var knowsDisplay = true
        var isSkipped = false
        var isFallback = false
        var bound: Bound?

        var testDescription: String {
            "savings \(knowsSavings), display \(knowsDisplay), skipped \(isSkipped), fallback \(isFallback)"
        }
    }

    static let situations: [Situation] = [
        Situation(bound: nil), Situation(knowsSavings: false, bound: .atMost),
        Situation(knowsDisplay: false, bound: .atLeast),
        Situation(knowsSavings: false, knowsDisplay: false, bound: .unknown),
        Situation(isFallback: true, bound: .unknown),
        Situation(knowsSavings: false, isFallback: true, bound: .unknown),
        Situation(knowsDisplay: false, isFallback: true, bound: .unknown),
        Situation(isSkipped: true, bound: nil), Situation(knowsSavings: false, isSkipped: true, bound: nil),
        Situation(knowsDisplay: false, isSkipped: true, bound: nil),
        Situation(knowsSavings: false, knowsDisplay: false, isSkipped: true, bound: nil),
        Situation(isSkipped: true, isFallback: true, bound: nil),
    ]

    @Test(arguments: situations)
    func `the bound of the total follows from what is missing`(situation: Situation) async throws {
        let store = MemoryStore()
        let plain = try goal("Plain", target: "700 USD", start: "2024-06-01")
        let foreign = try goal("Foreign", target: "700 EUR", start: "2024-06-01")
        try await store.add(Record(plain), Record(foreign))
        _ = try await store.fund(foreign, with: "1 BTC")
        if situation.isSkipped {
            try await store.add(
                Record(MonthlyPlan(goalID: foreign.id, month: CalendarMonth("2024-06"), state: .skipped)))
        }
        var quotes: [String] = []
        if situation.knowsSavings { quotes.append("BTC EUR 70") }
        if situation.knowsDisplay { quotes.append("EUR USD 1.111") }
        let rates = try WrittenRates(quotes, state: situation.isFallback ? .fallback : .live)
        let report = try await store.plan(on: "2024-06-01", rates: [rates])
        let row = try #require(report["Foreign"])

        #expect(report.totalBound == situation.bound)
        let required = situation.knowsSavings ? "90.00 EUR" : "100.00 EUR"
        #expect(row.plan.required == required)
        let display = situation.knowsDisplay ? situation.knowsSavings ? "99.99 USD" : "111.10 USD" : nil
        #expect(row.requiredDisplay?.description == display)
        let counted = situation.isSkipped ? nil : display
        #expect(try report.total == money(counted ?? "0 USD").adding(money("100 USD")))
        #expect(report.isComplete == (situation.knowsSavings && situation.knowsDisplay && !situation.isFallback))
        #expect(row.unavailable.contains { $0.item.contains("BTC") } == !situation.knowsSavings)
        #expect(row.unavailable.contains { $0.item.contains("USD") } == !situation.knowsDisplay)
        #expect(report.warnings.contains { $0.code == "fallbackRate" } == (situation.isFallback && !quotes.isEmpty))
    }

    @Test func `savings missing in one goal and a display rate in another leave the total unknown`() async throws {
        let store = MemoryStore()
        let (a, b) = (try goal("A", target: "700 USD"), try goal("B", target: "700 EUR"))
        try await store.add(Record(a), Record(b))
        _ = try await store.fund(a, with: "1 BTC")
        #expect(try await store.plan(on: "2024-06-01").totalBound == .unknown)
    }

    @Test func `asks are rounded up, each on its own`() async throws {
        let store = MemoryStore()
        for name in ["A", "B"] {
            try await store.add(Record(goal(name, target: "0.07 EUR", start: "2024-06-01")))
        }
        let report = try await store.plan(on: "2024-06-01", rates: [WrittenRates(["EUR USD 1.01"])])
        #expect(try report.rows.map(\.requiredDisplay) == [money("0.02 USD"), money("0.02 USD")])
        #expect(try report.total == money("0.04 USD"))
    }

    @Test func `a stale rate is a warning, not a gap`() async throws {
        let store = MemoryStore()
        try await store.add(Record(goal(target: "700 EUR", start: "2024-06-01")))
        let report = try await store.plan(on: "2024-06-01", rates: [WrittenRates(["EUR USD 2"], state: .stale)])
        #expect(try report.total == money("200 USD") && report.totalBound == nil && report.isComplete)
        #expect(report.warnings.map(\.code) == ["staleRate"])
        #expect(report.rates.map(\.state) == [.stale])
    }

    @Test func `no rate is needed for an ask of 0`() async throws {
        let store = MemoryStore()
        let done = try goal("Done", target: "7 EUR")
        try await store.add(Record(done), Record(goal("Open", target: "700 USD", start: "2024-06-01")))
        _ = try await store.fund(done, with: "7 EUR")
        let report = try await store.plan(on: "2024-06-01")
        #expect(try report["Done"]?.requiredDisplay == money("0 USD") && report.totalBound == nil && report.isComplete)
        let fallback = try await store.plan(on: "2024-06-01", rates: [WrittenRates(["EUR USD 1"], state: .fallback)])
        #expect(fallback.totalBound == nil)
    }

    @Test func `a balance known only in part makes the ask an upper bound`() async throws {
        let store = MemoryStore()
        let car = try goal(target: "7 BTC", start: "2024-06-01")
        try await store.add(Record(car))
        _ = try await store.fund(car, with: "3.5 BTC", address: "bc1q")
        let report = try await store.plan(on: "2024-06-01", in: "BTC")
        #expect(report["Car"]?.plan.required == "0.5 BTC" && report["Car"]?.plan.requiredBound == .atMost)
        #expect(report.totalBound == .atMost && report["Car"]?.plan.status == .unknown && !report.isComplete)
    }

    @Test func `a custom amount does not change what is required`() async throws {
        let store = MemoryStore()
        let car = try goal(target: "700 USD", start: "2024-06-01")
        try await store.add(Record(car))
        try await store.add(
            Record(
                MonthlyPlan(
                    goalID: car.id, month: CalendarMonth("2024-05"), scope: .standing, state: .protected,
                    custom: money("5 USD"))))
        let report = try await store.plan(on: "2024-06-01")
        #expect(try report["Car"]?.plan.custom == money("5 USD") && report["Car"]?.plan.flexState == .protected)
        #expect(try report.total == money("100 USD"))
    }
}
