import Foundation
import Models
import TestSupport
import Testing

@Suite struct MonthlyPlanTests {
    @Test(arguments: SeededGenerator.seeds)
    func `the month's own wish comes before the newest standing one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let id = UUID()
        let months = try (1...9).map { try CalendarMonth("2026-0\($0)") }
        for _ in 0..<300 {
            var plans: [MonthlyPlan] = []
            for month in months {
                for scope in [MonthlyPlan.Scope.month, .standing] where random.chance(1, in: 4) {
                    plans.append(
                        MonthlyPlan(goalID: id, month: month, scope: scope, state: random.pick(FlexState.allCases)))
                }
            }
            for (index, month) in months.enumerated() {
                var expected = plans.first { $0.month == month && $0.scope == .month }
                for earlier in months[...index].reversed() where expected == nil {
                    expected = plans.first { $0.month == earlier && $0.scope == .standing }
                }
                #expect(MonthlyPlan.inForce(plans.shuffled(using: &random), in: month) == expected)
            }
        }
    }
}
