import Planning
import TestSupport
import Testing

@Suite("B1, B2: a level budget, earliest deadline first") struct DeadlineScheduleTests {
    @Test func `1,000 in 3, 600 in 6 and 3,000 in 12 dates need 383.34`() {
        let schedule = DeadlineSchedule([
            .init(amount: 100_000, dates: 3), .init(amount: 60_000, dates: 6), .init(amount: 300_000, dates: 12),
        ])
        #expect(schedule.minimum == 38_334)
        #expect(schedule.isFeasible(38_334))
        #expect(!schedule.isFeasible(38_333))
    }

    @Test func `nothing to pay needs nothing, and what is due without a date cannot be paid`() {
        #expect(DeadlineSchedule([]).minimum == 0)
        #expect(DeadlineSchedule([.init(amount: 0, dates: 0)]).minimum == 0)
        #expect(DeadlineSchedule([.init(amount: 1, dates: 0)]).minimum == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a budget is feasible exactly when some schedule meets every deadline`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for number in 0..<300 {
            let needs = Self.needs(&random)
            let schedule = DeadlineSchedule(needs)
            for budget in 0...8 {
                let open = needs.map { Int($0.amount) }
                let isPossible = Self.someScheduleMeets(open, needs.map(\.dates), date: 0, budget: budget)
                #expect(schedule.isFeasible(Int128(budget)) == isPossible, "case \(number) \(needs), budget \(budget)")
            }
        }
    }

    /// Tries every way to divide what can be paid on each date.
    private static func someScheduleMeets(_ open: [Int], _ due: [Int], date: Int, budget: Int) -> Bool {
        if zip(open, due).contains(where: { $0 > 0 && $1 <= date }) { return false }
        if open.allSatisfy({ $0 == 0 }) { return true }
        func pay(_ index: Int, _ open: [Int], _ left: Int) -> Bool {
            guard index < open.count else {
                return someScheduleMeets(open, due, date: date + 1, budget: budget)
            }
            return (0...min(left, open[index])).contains { part in
                var next = open
                next[index] -= part
                return pay(index + 1, next, left - part)
            }
        }
        return pay(0, open, budget)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `payments sum exactly, keep to the budget, and meet every deadline when it suffices`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<500 {
            let needs = Self.needs(&random)
            let schedule = DeadlineSchedule(needs)
            let budget = Int128(random.int(1...10))
            let parts = schedule.payments(budget, limit: 1000)
            let byDate = Dictionary(grouping: parts, by: \.date).mapValues { $0.reduce(0) { $0 + $1.amount } }
            let last = parts.map(\.date).max() ?? 0
            #expect(parts.allSatisfy { $0.amount > 0 })
            #expect(byDate.allSatisfy { $0.key == last ? $0.value <= budget : $0.value == budget }, "case \(number)")
            for (index, need) in needs.enumerated() {
                let own = parts.filter { $0.need == index }
                #expect(own.reduce(0) { $0 + $1.amount } == need.amount, "case \(number)")
                let isLate = own.contains { $0.date >= need.dates }
                let reached = own.last.map { Int128($0.date + 1) } ?? 0
                let needed = try #require(schedule.datesNeeded(budget)[index])
                if need.amount > 0 { #expect(reached == needed, "case \(number)") }
                if schedule.isFeasible(budget) { #expect(!isLate, "case \(number)") }
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `what is affordable is feasible, and one unit more of a cut need is not`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for number in 0..<500 {
            let needs = Self.needs(&random)
            let budget = Int128(random.int(0...6))
            let affordable = DeadlineSchedule(needs).affordable(budget)
            func isFeasible(_ amounts: [Int128]) -> Bool {
                DeadlineSchedule(zip(amounts, needs).map { .init(amount: $0, dates: $1.dates) }).isFeasible(budget)
            }
            #expect(affordable == needs.map(\.amount) || !DeadlineSchedule(needs).isFeasible(budget))
            #expect(isFeasible(affordable), "case \(number)")
            for index in needs.indices where affordable[index] < needs[index].amount {
                var more = affordable
                more[index] += 1
                #expect(!isFeasible(more), "case \(number)")
            }
        }
    }

    @Test func `payments end with the dates`() {
        let schedule = DeadlineSchedule([.init(amount: 10, dates: 2)])
        #expect(schedule.payments(2, limit: 3).map(\.amount) == [2, 2, 2])
        #expect(schedule.payments(0, limit: 3).isEmpty)
    }

    private static func needs(_ random: inout SeededGenerator) -> [DeadlineSchedule.Need] {
        let dates = (0..<random.int(0...3)).map { _ in random.int(1...4) }.sorted()
        return dates.map { .init(amount: Int128(random.int(0...8)), dates: $0) }
    }
}
