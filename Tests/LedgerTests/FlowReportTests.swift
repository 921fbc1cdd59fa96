import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// Flows by category (G2, G5) against the slow calculation.
struct FlowReportTests {
    private static func rates(_ generator: inout SeededGenerator) -> [String: String] {
        [
            "USD": "0.\(generator.int(8000...9999))", "JPY": "0.00\(generator.int(55...70))",
            "KWD": "2.\(generator.int(9000...9999))",
        ]
    }

    @Test func `a cent is divided by largest remainder`() throws {
        let rate = try #require(Ratio(10, over: 11))
        let flows = try ["-10", "-20", "-5"].enumerated().map { index, amount in
            Flow(
                day: try CalendarDay("2026-05-0\(index + 1)"), kind: .expense, path: [["Food", "Fun", "Gifts"][index]],
                amount: try Money(amount, .usd))
        }
        let report = try FlowReport(flows, in: .eur) { _, _ in .rate(rate) }
        #expect(report.expense == (try money("31.82 EUR")))
        let amounts = Dictionary(uniqueKeysWithValues: report.rows.map { ($0.path[0], $0.amount) })
        #expect(try amounts == ["Food": money("9.09 EUR"), "Fun": money("18.18 EUR"), "Gifts": money("4.55 EUR")])
    }

    @Test func `a refund lowers the expense and is no income`() throws {
        let flows = try ["-30", "50"].map {
            Flow(day: try CalendarDay("2026-05-04"), kind: .expense, path: ["Food"], amount: try Money($0, .eur))
        }
        let report = try FlowReport(flows, in: .eur) { _, _ in .missing("none") }
        #expect(report.expense == (try money("-20.00 EUR")))
        #expect(report.income.isZero)
        #expect(report.savingsRate == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `rows, tree and months add up and equal the slow calculation`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<24 {
            let display: Currency = round.isMultiple(of: 2) ? .eur : try currency("JPY")
            let currencies = try [.eur, .usd, currency("JPY"), currency("KWD")].shuffled(using: &generator)
            let flows = try generator.flows(
                generator.int(0...40), currencies: Array(currencies.prefix(generator.int(1...4))))
            let table = Self.rates(&generator)
            let missing = generator.chance(1, in: 4) ? "USD" : ""
            let report = try FlowReport(flows, in: display) { currency, _ in
                guard currency.code != missing, let text = table[currency.code] ?? (currency == .eur ? "163.5" : nil),
                    let rate = try? Ratio(decimal: text)
                else { return .missing("none") }
                return .rate(rate)
            }
            let slow = SlowLedger.rows(flows, in: display) { currency, _ in
                guard currency.code != missing, let text = table[currency.code] ?? (currency == .eur ? "163.5" : nil)
                else { return nil }
                return SlowFraction(decimal: text)
            }
            func units(_ amount: Money) throws -> Int { Int(try amount.minorUnits(.down)) }
            let totals = [("income", report.income), ("expense", report.expense), ("neutral", report.neutral)]
            for (kind, amount) in totals {
                #expect(try units(amount) == slow["\(kind) []"] ?? 0, "seed \(seed), round \(round), \(kind)")
            }
            for row in report.rows {
                let key = "\(row.kind) \(row.path)"
                #expect(try units(row.own) == slow["\(key) own"] ?? 0, "seed \(seed), round \(round), \(key)")
                if !row.path.isEmpty {
                    #expect(try units(row.amount) == slow[key] ?? 0, "seed \(seed), \(round), \(key)")
                }
            }
            for (kind, total) in totals {
                let top = report.rows.filter { "\($0.kind)" == kind && $0.path.count <= 1 }
                #expect(try Money.sum(top.map(\.amount), in: display) == total, "seed \(seed), round \(round)")
            }
            #expect(try Money.sum(report.months.map(\.expense), in: display) == report.expense)
            #expect(report.incomeBound == nil || !missing.isEmpty)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `one currency is never rounded and every division has the same totals`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let flows = try generator.flows(50, currencies: [.eur])
            let exact = try Money.sum(flows.filter { $0.kind == .expense }.map(\.amount), in: .eur).negated
            for grouping in FlowReport.Grouping.allCases {
                let report = try FlowReport(flows, in: .eur, by: grouping) { _, _ in .missing("none") }
                #expect(report.expense == exact, "seed \(seed)")
                let rows = report.rows.filter { $0.kind == .expense && $0.path.count <= 1 }
                #expect(try Money.sum(rows.map(\.amount), in: .eur) == exact, "seed \(seed), \(grouping)")
            }
        }
    }

    @Test func `missing rates say on which side the figures lie`() throws {
        let day = try CalendarDay("2026-05-04")
        let spent = Flow(day: day, kind: .expense, path: ["Food"], amount: try Money("-5", .usd))
        let earned = Flow(day: day, kind: .income, path: ["Pay"], amount: try Money("5", .usd))
        let one = try FlowReport([spent], in: .eur) { _, _ in .missing("none") }
        #expect(one.expenseBound == .atLeast)
        #expect(one.netBound == .atMost)
        let both = try FlowReport([spent, earned], in: .eur) { _, _ in .missing("none") }
        #expect(both.incomeBound == .atLeast)
        #expect(both.netBound == .unknown)
        #expect(both.missing.count == 1)
    }
}
