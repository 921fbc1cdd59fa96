import Allocation
import ExchangeRates
import Foundation
import Ledger
import Models
import Persistence
import TestSupport
import Testing
import Values

/// Net worth and its bridge (G6).
struct NetWorthTests {
    private func point(_ balances: [String], at rate: String?) throws -> NetWorthPoint {
        let known = try rate.map { RateLookup.rate(try Ratio(decimal: $0)) } ?? .missing("none")
        return try NetWorthPoint(
            balances.enumerated().map { .init(name: "\($0.offset)", id: UUID(), balance: try money($0.element)) },
            in: .eur
        ) { _ in known }
    }

    @Test func `the bridge explains how one day became another`() throws {
        let (start, end) = (
            try point(["1000 EUR", "100 USD"], at: "0.90"), try point(["1500 EUR", "100 USD"], at: "0.95")
        )
        #expect(start.total == (try money("1090 EUR")))
        let salary = Flow(
            day: try day("2026-05-28"), kind: .income, path: ["Salary"], amount: try money("500 EUR"))
        let bridge = try NetWorthBridge(
            from: start, to: end, openings: [], flows: FlowReport([salary], in: .eur) { _, _ in .missing("none") }
        ) { _, _ in .missing("none") }
        #expect(bridge.revaluation == (try money("5.00 EUR")))
        #expect(bridge.end == (try money("1595.00 EUR")))
    }

    @Test func `a missing rate makes the total a bound and the revaluation unknown`() throws {
        let owed = try point(["100 EUR", "-5 USD"], at: nil)
        #expect(owed.bound == .atMost)
        #expect(owed.rows[1].value == nil)
        #expect(owed.assetsBound == nil)
        #expect(owed.liabilitiesBound == .atLeast)
        let known = try point(["100 EUR", "5 USD"], at: nil)
        #expect(known.assetsBound == .atLeast)
        #expect(known.liabilitiesBound == nil)
        let bridge = try NetWorthBridge(
            from: owed, to: owed, openings: [], flows: FlowReport([], in: .eur) { _, _ in .missing("none") }
        ) { _, _ in .missing("none") }
        #expect(bridge.revaluation == nil)
        #expect(bridge.bounds.start == .atMost)
        #expect(bridge.bounds.income == nil)
        let flows = try [Category.Kind.expense, .neutral].map {
            Flow(day: try day("2026-05-02"), kind: $0, path: ["A"], amount: try money("-5 USD"))
        }
        let later = try NetWorthBridge(
            from: known, to: known, openings: [(day("2026-05-03"), money("-2 USD"))],
            flows: FlowReport(flows, in: .eur) { _, _ in .missing("none") }
        ) { _, _ in .missing("none") }
        #expect(later.bounds.expense == .atLeast)
        #expect(later.bounds.neutral == .atMost)
        #expect(later.bounds.opened == .atMost)
        #expect(later.bounds.end == .atLeast)
        #expect(try point(["0 USD"], at: nil).bound == nil)
    }

    @Test func `assets count beside accounts, each with its balance of the day`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-01-01", "Later EUR 5 2026-05-10")
        let assets = [
            Asset(id: UUID(), name: "Dollars", currency: .usd),
            Asset(id: UUID(), name: "Depot", currency: .eur, source: "depot", reference: "1"),
        ]
        try await book.store.write(call("2026-05-20", at: 1_779_278_400)) { writer in
            for asset in assets { try writer.insert(asset) }
            for (amount, on) in [("100", "2026-03-01"), ("-40", "2026-05-01")] {
                let entry = Transaction(
                    id: UUID(), assetID: assets[0].id, amount: try Money(amount, .usd), day: try day(on),
                    entered: Date())
                try writer.apply(.insert(Record(entry)), isEntered: false)
            }
        }
        let table = try FixedRateTable(
            csv: "from,to,rate,date\nUSD,EUR,0.90,2026-04-30\nUSD,EUR,0.95,2026-05-20\n",
            fileTime: call("2026-05-20", at: 1_779_278_400).now)
        func report(_ funding: FundingSources?) async throws -> Outcome<NetWorthService.Report> {
            try await NetWorthService(
                store: book.store, rates: ExchangeRateService(providers: [FixedRates(table)]),
                display: DisplayCurrency(.eur), funding: funding
            ).report(
                on: [day("2026-04-30"), day("2026-05-20")], explains: false, call("2026-05-20", at: 1_779_278_400))
        }
        let alone = try await report(nil)
        #expect(try alone.value.points.map(\.point.total) == [money("1000.00 EUR"), money("1005.00 EUR")])
        let all = try await report(FundingSources([Depot()]))
        let totals = all.value.points.map(\.point.total)
        #expect(try totals == [money("1090.00 EUR"), money("1362.00 EUR")], "\(totals)")
        #expect(all.value.points.map { $0.point.rows.map(\.name) }[1] == ["Bank", "Depot", "Dollars", "Later"])
        // What the depot held earlier nobody knows, so there is at least what is known.
        #expect(all.value.points.map(\.point.bound) == [.atLeast, nil])
        #expect(all.value.unavailable.map(\.item) == ["Depot on 2026-04-30"], "\(all.value.unavailable)")
        #expect(!all.isComplete)
        // A source that is not set up is named.
        let unknown = try await report(FundingSources())
        #expect(unknown.value.points.map(\.point.bound) == [.atLeast, .atLeast])
        #expect(try unknown.value.points[1].point.total == money("1062.00 EUR"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `values sum to the total, and assets less liabilities too`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<120 {
            let codes = ["EUR", "USD", "JPY"]
            let balances = try (0..<generator.int(0...8)).map { _ in
                let unit = try currency(generator.pick(codes))
                return try Money(minorUnits: Int128(generator.int(-90_000...90_000)), unit)
            }
            let rate = "0.\(generator.int(1...99_999))"
            let found = try point(balances.map(\.description), at: rate)
            let exact = balances.map { balance in
                SlowLedger.fraction(balance)
                    * (balance.currency == .eur ? SlowFraction(SlowInteger(1)) : SlowFraction(decimal: rate))
            }
            let total = SlowLedger.units(exact.reduce(SlowFraction(SlowInteger(0)), +), 2)
            #expect(try Int(found.total.minorUnits(.down)) == total, "seed \(seed), round \(round)")
            let parts = SlowLedger.divide(total, exact, 2)
            #expect(
                try found.rows.map { try Int(($0.value ?? .zero(.eur)).minorUnits(.down)) } == parts,
                "seed \(seed), round \(round)")
            #expect(try found.assets.subtracting(found.liabilities) == found.total)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `bridges that meet at the end of a month add up, and one currency has no revaluation`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<40 {
            let hasDollars = round.isMultiple(of: 2)
            let days = try ["2026-01-31", "2026-02-28", "2026-04-30"].map { try day($0) }
            let rate: (Currency, CalendarDay) -> RateLookup = { _, day in
                Ratio(Int128(800 + day.dayNumber % 97), over: 1000).map { .rate($0) } ?? .missing("none")
            }
            let flows = try (0..<30).map { _ in
                Flow(
                    day: CalendarDay(dayNumber: generator.int(days[0].dayNumber + 1...days[2].dayNumber)),
                    kind: generator.pick(Category.Kind.allCases), path: [generator.pick(["a", "b"])],
                    amount: try Money(
                        minorUnits: Int128(generator.int(1...9999) * (generator.chance(1, in: 2) ? 1 : -1)),
                        hasDollars && generator.chance(1, in: 3) ? .usd : .eur))
            }
            let openings = [(day: CalendarDay(dayNumber: days[1].dayNumber + 3), amount: try money("77.77 EUR"))]
            func balance(_ currency: Currency, _ last: CalendarDay) throws -> Money {
                let moved = flows.filter { $0.amount.currency == currency && $0.day <= last }.map(\.amount)
                let opened = openings.filter { $0.amount.currency == currency && $0.day <= last }.map(\.amount)
                return try Money.sum(moved + opened, in: currency)
            }
            let points = try days.map { last in
                try NetWorthPoint(
                    [
                        .init(name: "a", id: UUID(), balance: try balance(.eur, last)),
                        .init(name: "b", id: UUID(), balance: try balance(.usd, last)),
                    ], in: .eur
                ) { rate($0, last) }
            }
            func bridge(_ first: Int, _ last: Int) throws -> NetWorthBridge {
                let part = flows.filter { days[first] < $0.day && $0.day <= days[last] }
                return try NetWorthBridge(
                    from: points[first], to: points[last],
                    openings: openings.filter { days[first] < $0.day && $0.day <= days[last] },
                    flows: FlowReport(part, in: .eur, rate: rate), rate: rate)
            }
            let (one, two, all) = (try bridge(0, 1), try bridge(1, 2), try bridge(0, 2))
            #expect(try one.income.adding(two.income) == all.income, "seed \(seed), round \(round)")
            #expect(try one.opened.adding(two.opened) == all.opened, "seed \(seed), round \(round)")
            let parts = [one.revaluation, two.revaluation].compactMap(\.self)
            #expect(try Money.sum(parts, in: .eur) == all.revaluation, "seed \(seed), round \(round)")
            if !hasDollars { #expect(all.revaluation == .zero(.eur), "seed \(seed), round \(round)") }
        }
    }
}

/// A source that knows the present alone.
private struct Depot: FundingSource {
    let name = "depot"
    var knowsThePast: Bool { false }

    func answers(for asset: Asset) -> Bool { asset.source == name }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? { nil }

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        let balance = try? Money("300", .eur)
        return Dictionary(uniqueKeysWithValues: assets.map { ($0.id, SourceBalance(balance ?? .zero(.eur))) })
    }
}
