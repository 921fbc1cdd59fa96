import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Allocation
@testable import Planning

@Suite("MO2, MO5, R9: what a month counts, on random cases") struct MonthPropertyTests {
    private static let cases = 10_000 / SeededGenerator.seeds.count + 1

    /// A household of one asset, kept by the services.
    private struct Sample {
        let store = MemoryStore()
        let funding = FundingSources(followers: [MonthStarts()])
        let convention: PaymentConvention
        var today: CalendarDay
        private var seconds = 0

        init(_ random: inout SeededGenerator) {
            today = random.day()
            convention = .payments(random.pick([.day(1), .day(15), .last]))
        }

        var rates: ExchangeRateService { ExchangeRateService(providers: []) }
        var assets: AssetService { AssetService(store: store, funding: funding) }
        var settings: PlanningSettings {
            guard case .payments(let day) = convention else { return PlanningSettings() }
            return PlanningSettings(paymentDay: day)
        }
        var planning: MonthlyPlanningService {
            MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
        }
        var months: MonthService {
            MonthService(store: store, rates: rates, funding: funding, settings: settings)
        }

        /// Each command has an instant of its own.
        mutating func call() -> Call {
            seconds += 1
            return Call(
                now: today.startInUTC.addingTimeInterval(Double(seconds % 80_000)), today: today, program: "test",
                command: "test")
        }

        mutating func add(_ goals: [Goal], _ sizes: [AssetAllocation.Size], balance: Int) async throws -> Asset {
            let asset = Asset(id: UUID(), name: "Savings", currency: try currency("JPY"))
            try await store.add(Record(asset))
            for (goal, size) in zip(goals, sizes) {
                try await store.add(
                    Record(goal), Record(AssetAllocation(assetID: asset.id, goalID: goal.id, size: size)))
            }
            if balance > 0 { try await store.add("\(balance)", to: asset, on: "2000-01-01") }
            return asset
        }

        /// Enters an amount, negative for a withdrawal; false when it is refused.
        mutating func enter(_ amount: Int, on date: CalendarDay) async throws -> Bool {
            do {
                _ = try await assets.enter(
                    .init(
                        asset: "Savings", amount: "\(abs(amount))", date: date.description, isWithdrawal: amount < 0),
                    call())
                return true
            } catch is any Problem {
                return false
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `MO2: contributed, released and the change of what is free come to the month's own payments`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.cases {
            var sample = Sample(&random)
            let jpy = try currency("JPY")
            func yen(_ amount: Int) throws -> Money { try Money(minorUnits: Int128(amount), jpy) }
            let sizes: [AssetAllocation.Size] = [
                .fixed(try yen(random.int(1...60))), .share(try Share("\(random.int(1...70))%")), .rest,
            ]
            let count = random.int(1...3)
            let goals = try (0..<count).map { index in
                Goal(
                    id: UUID(), name: "G\(index)", target: try yen(10_000), start: sample.today.adding(days: -100),
                    deadline: sample.today.adding(days: 400))
            }
            let chosen = Array((random.chance(1, in: 2) ? sizes : sizes.reversed()).prefix(count))
            let asset = try await sample.add(goals, chosen, balance: random.int(0...200))
            _ = try await sample.months.take(.start, of: nil, sample.months.request(sample.call()))
            let month = try #require(try await sample.store.read { try $0.all(MonthExecution.self).last })
            func free() async throws -> Int {
                let today = sample.today
                let snapshot = try await sample.store.read { try AllocationSnapshot(from: $0, today: today) }
                let (given, held) = (snapshot.fundings().byGoal, snapshot.balances)
                let funded = try given.values.flatMap(\.parts).map { Int(try $0.amount.minorUnits(.down)) }
                let balance = try held.first { $0.asset.id == asset.id }?.known.minorUnits(.down) ?? 0
                return Int(balance) - funded.reduce(0, +)
            }
            // What is free moves with the start as well: only the month's own payments are left of its change.
            var (freeAtStart, own) = (try await free(), 0)
            for _ in 0..<random.int(1...4) {
                if random.chance(1, in: 3) {
                    sample.today = min(month.end, sample.today.adding(days: random.int(1...9)))
                }
                let date = random.chance(1, in: 2) ? sample.today : sample.today.adding(days: -random.int(1...80))
                let amount = random.int(1...90) * (random.chance(1, in: 4) ? -1 : 1)
                let before = try await free()
                guard try await sample.enter(amount, on: date) else { continue }
                let entered = try #require(
                    try await sample.store.read { try $0.all(Transaction.self).max { $0.entered < $1.entered } })
                if month.isPayment(day: date, entered: entered.entered) {
                    own += amount
                } else {
                    freeAtStart += try await free() - before
                }
            }
            func report() async throws -> MonthReport {
                try await sample.months.status(of: month.month, sample.months.request(sample.call()))
            }
            // What was taken out before a payment is in no sum; of a goal that ends it is no longer told apart.
            var dips = try await report().rows.map { Int(try $0.contribution.dip.minorUnits(.down)) }.reduce(0, +)
            if count > 1, random.chance(1, in: 3) {
                let ending = try await report().rows.filter { $0.name == "G0" }
                _ = try await sample.planning.end("G0", as: .cancelled, sample.call())
                let others = try await report().rows.filter { $0.name != "G0" }
                dips = try (ending + others).map { Int(try $0.contribution.dip.minorUnits(.down)) }.reduce(0, +)
            }
            let counted = try await report().rows.map {
                Int(try $0.contribution.amount.minorUnits(.down)) + Int(try $0.contribution.released.minorUnits(.down))
            }
            let freed = try await free() - freeAtStart
            #expect(counted.reduce(0, +) - dips + freed == own, "seed \(seed), case \(number)")
        }
    }

    /// Deposits are powers of two, so that a sum says which of them are in it.
    @Test(arguments: SeededGenerator.seeds)
    func `MO5: no deposit is lost by a closing, and none counts twice`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.cases {
            var sample = Sample(&random)
            let goal = try goal(
                "G", target: "9000000000 JPY", start: sample.today.adding(days: -400).description,
                deadline: sample.today.adding(days: 900).description)
            _ = try await sample.add([goal], [.rest], balance: 0)
            func paid() async throws -> Int {
                let report = try await sample.planning.required(sample.call()).value
                return Int(try #require(report["G"]).plan.requirement.paid.minorUnits(.down))
            }
            func closed() async throws -> [Int] {
                try await sample.store.read { try $0.all(MonthExecution.self) }.filter(\.isClosed)
                    .flatMap(\.payments).compactMap { try $0.result.map { Int(try $0.contributed.minorUnits(.down)) } }
            }
            var next = 1
            for _ in 0..<random.int(3...8) {
                let context: Comment = "seed \(seed), case \(number), \(sample.today)"
                switch random.int(0...4) {
                case 0: sample.today = sample.today.adding(days: random.int(1...40))
                case 1, 2:
                    guard try await sample.enter(next, on: sample.today) else { continue }
                    // What is paid today counts today, whatever months there are.
                    #expect(try await paid() & next != 0, context)
                    next *= 2
                case 3: _ = try? await sample.months.take(.start, of: nil, sample.months.request(sample.call()))
                default:
                    let open = try await sample.store.read { try $0.all(MonthExecution.self).last { !$0.isClosed } }
                    guard let open else { continue }
                    let before = try await sample.months.status(of: open.month, sample.months.request(sample.call()))
                    let after = try await sample.months.take(.close, of: nil, sample.months.request(sample.call()))
                    #expect(before.rows.map(\.contribution.amount) == after.rows.map(\.contribution.amount), context)
                    if sample.today <= open.end { #expect(try await paid() == 0, context) }
                }
                // No bit is in two sums.
                let sums = try await closed() + [paid()]
                #expect(sums.reduce(0, |) == sums.reduce(0, +), context)
                #expect(sums.allSatisfy { $0 >= 0 && $0 < next }, context)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `R9: what was decided, less what was contributed since, is still to pay`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let jpy = try currency("JPY")
        func yen(_ amount: Int) throws -> Money { try Money(minorUnits: Int128(amount), jpy) }
        for number in 0..<Self.cases {
            let (target, today) = (random.int(1...500), random.day())
            let goal = Goal(
                id: UUID(), name: "G", target: try yen(target), start: today.adding(days: -50),
                deadline: today.adding(days: random.int(31...400)))
            let before = random.int(0...target - 1)
            let more = random.chance(1, in: 4) ? 0 : random.int(0...100)
            func plan(_ decisions: [MonthlyPlan], contributed: Int) throws -> GoalPlan {
                let progress = GoalProgress(
                    goal: goal, saved: try yen(contributed), savedBound: nil, contributed: try yen(contributed),
                    contributedBound: nil, remaining: try yen(max(0, target - contributed)), unavailable: [], rates: [],
                    funding: [])
                return try GoalPlan(
                    progress,
                    GoalPlan.Terms(
                        convention: monthly, today: today, decisions: decisions,
                        months: StartedMonths([], today: today, convention: monthly)))
            }
            let open = try plan([], contributed: before)
            let amount = random.int(1...target - before)
            let kept = try yen(before + amount)
            let date = open.decisionDate
            let decision: (plan: MonthlyPlan, amount: Int) =
                switch random.int(0...2) {
                case 0:
                    (
                        MonthlyPlan(
                            goalID: goal.id, month: date.month, state: .skipped, adjusted: try yen(before), date: date),
                        0
                    )
                case 1:
                    (
                        MonthlyPlan(
                            goalID: goal.id, month: date.month, custom: try yen(amount), customPlan: kept, date: date),
                        amount
                    )
                default: (MonthlyPlan(goalID: goal.id, month: date.month, adjusted: kept, date: date), amount)
                }
            let now = try plan([decision.plan], contributed: before)
            #expect(try now.planned == yen(decision.amount), "seed \(seed), case \(number)")
            let later = try plan([decision.plan], contributed: before + more)
            let left = min(max(0, decision.amount - more), max(0, target - before - more))
            #expect(try later.planned == yen(left), "seed \(seed), case \(number)")
        }
    }
}
