import HouseholdLaws
import Models
import Planning
import TestSupport
import Testing

@Suite("B1, B2 as plain values") struct LevelBudgetTests {
    @Test(arguments: SeededGenerator.seeds)
    func `the least budget and its payments are those of the exhaustive search`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let caseSeed = random.next()
            var slow = SlowBudget.random(
                seed: caseSeed, conventions: [.paymentDay(1), .paymentDay(15), .lastDay, .calendarMonths])
            for index in slow.goals.indices { slow.goals[index].settled = [] }
            let convention: PaymentConvention =
                switch slow.convention {
                case .paymentDay(let day): .payments(.day(day))
                case .lastDay: .payments(.last)
                case .calendarMonths: .calendarMonths
                }
            let budget = try LevelBudget(
                slow.goals.enumerated().map { index, goal in
                    LevelBudget.Goal(
                        "\(index)", remaining: try money("\(goal.remaining) JPY"), start: goal.start,
                        deadline: goal.deadline)
                },
                today: slow.today, convention: convention)
            #expect(try budget.minimum == money("\(slow.minimum) JPY"), "case \(caseSeed)")
            for units in Set([slow.minimum, slow.minimum / 2]) {
                let payments = try budget.payments(money("\(units) JPY")).map {
                    "\($0.date) \($0.goal.name) \($0.amount)"
                }
                let expected = slow.schedule(units).map { "\($0.date) \($0.goal) \($0.amount) JPY" }
                #expect(payments == expected, "case \(caseSeed), budget \(units)")
            }
        }
    }

    @Test func `goals and amounts that no budget can have are refused`() throws {
        let today = try day("2026-05-20")
        func budget(_ amounts: String...) throws -> LevelBudget { try budget(amounts) }
        func budget(_ amounts: [String]) throws -> LevelBudget {
            try LevelBudget(
                amounts.map { LevelBudget.Goal("G", remaining: try money($0), deadline: try day("2026-12-31")) },
                today: today)
        }
        #expect(throws: LevelBudgetError.noGoals) { try budget() }
        #expect(throws: LevelBudgetError.otherCurrency(try money("1 EUR"), wanted: .usd)) {
            try budget("1 USD", "1 EUR")
        }
        #expect(throws: LevelBudgetError.negative(try money("-1 USD"))) { try budget("-1 USD") }
        #expect(throws: LevelBudgetError.tooPrecise(try money("0.001 USD"))) { try budget("0.001 USD") }
        let huge = "9999999999999999999999999999999999.99 USD"
        #expect(throws: MoneyError.tooLarge(.usd)) { try budget(Array(repeating: huge, count: 11)) }
        let one = try budget("0 USD")
        #expect(try one.minimum.isZero && one.payments().isEmpty)
        #expect(throws: LevelBudgetError.otherCurrency(try money("1 EUR"), wanted: .usd)) {
            try one.payments(money("1 EUR"))
        }
    }
}
