import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month beside other programs and against brute force") struct MonthLawTests {
    private let store = MemoryStore()

    @Test func `what another program writes while a month is closed is part of it`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        let interrupted = InterruptedStore(store) { number in
            if number <= 2 { try await store.add("100", to: wallet, on: "2024-06-30") }
        }
        let closed = try await interrupted.service().take(.close, of: nil, monthRequest("2024-06-30"))
        #expect(closed.contributed == (try money("200 USD")))
        await expectMonthError(.changedMeanwhile(try CalendarMonth("2024-07"))) {
            try await InterruptedStore(store) { _ in try await store.add("1", to: wallet, on: "2024-07-01") }
                .service().take(.start, of: nil, monthRequest("2024-07-01"))
        }
        #expect(try await store.read { try $0.all(MonthExecution.self).count } == 1)
    }

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
            for goal in goals { try await store.add(Record(goal)) }
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
                    }), anyCall)
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
