import Foundation
import Models
import Planning
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

    @Test(arguments: SeededGenerator.seeds)
    func `wishes of months that were never started roll forward without their adjustment`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let id = UUID()
        let months = try (1...9).map { try CalendarMonth("2026-0\($0)") }
        let adjusted = try money("5 USD")
        for _ in 0..<300 {
            var plans: [MonthlyPlan] = []
            for month in months {
                for scope in [MonthlyPlan.Scope.month, .standing] where random.chance(1, in: 4) {
                    plans.append(
                        MonthlyPlan(
                            goalID: id, month: month, scope: scope, state: random.pick(FlexState.allCases),
                            adjusted: scope == .month ? adjusted : nil))
                }
            }
            let (started, current) = (random.int(0...8), random.int(0...8))
            guard started < current else { continue }
            // Going back from the current month, the first wish that reaches it counts; a month's own before a standing one.
            var expected = plans.first { $0.month == months[current] && $0.scope == .month }
            for index in (0...current).reversed() where expected == nil {
                let here = plans.filter { $0.month == months[index] }
                expected = index > started ? here.first { $0.scope == .month } : nil
                if expected != nil { expected?.adjusted = nil } else { expected = here.first { $0.scope == .standing } }
            }
            let found = MonthlyPlan.inForce(
                plans.shuffled(using: &random), in: months[current], lastStarted: months[started])
            #expect(found == expected)
        }
    }
}
