import Allocation
import Foundation
import HouseholdLaws
import Models
import Planning
import RealHousehold
import TestSupport
import Testing

@Suite("Plans of many days, read together") struct DayPlanTests {
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["CST_TEST_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...6)

    @Test(arguments: seeds)
    func `each is the plan of that day alone, whatever became of months`(seed: UInt64) async throws {
        let year = try HouseholdYear.random(seed: seed)
        let real = RealHousehold(year.convention)
        real.set(year.prices)
        var model = SlowHousehold(convention: year.convention)
        var ids = HouseholdIDs()
        var moment = HouseholdMoment(
            today: year.firstDay, now: year.firstDay.startInUTC, rates: HouseholdYear.rates(year.prices))
        for step in year.steps.map(\.asACommand) {
            moment.now += 1
            guard step.isNamed(in: ids) else {
                ids.leaveOut(step)
                continue
            }
            do {
                let (newIDs, flex) = try await real.take(step, ids, moment)
                try step.apply(to: &model, ids: &ids, newIDs: newIDs, flex: flex, at: &moment)
            } catch let problem where problem.isRefusal {
                ids.leaveOut(step)
            }
        }
        // Months of the past are seen again as they stood, and one that is never closed is over some day.
        let days = stride(from: -100, through: 50, by: 3).map { moment.today.adding(days: $0) }
        var found: [CalendarDay: [String]] = [:]
        var call = real.call(moment)
        try await real.months.forEachPlan(on: Set(days), call) { day, plan in
            found[day] = Self.figures(plan.report) + (plan.month.map(Self.figures) ?? [])
        }
        #expect(found.count == days.count)
        for day in days {
            call.today = day
            let report = try await real.planning.required(call).value
            var expected = Self.figures(report)
            if let month = report.month {
                expected += Self.figures(try await real.months.status(of: month, real.months.request(call)))
            }
            #expect(found[day] == expected, "seed \(seed), \(day)")
        }
    }

    private static func figures(_ report: MonthlyPlanReport) -> [String] {
        report.rows.map { row in
            let plan = row.plan
            return "\(plan.goal.name) \(plan.progress.saved) \(plan.requirement) \(plan.planned) \(plan.status) "
                + "\(plan.pace.map { "\($0)" } ?? "") \(plan.flexState) \(plan.requiredBound.map { "\($0)" } ?? "")"
        } + [
            "\(report.today) \(report.total) \(report.plannedTotal) \(report.nextPaymentDay)",
            "\(report.month.map { "\($0)" } ?? "no month") \(report.warnings.map(\.message))",
        ]
    }

    private static func figures(_ report: MonthReport) -> [String] {
        report.rows.map { "\($0.name) \($0.planned) \($0.contribution.amount) \($0.contribution.released)" } + [
            "\(report.today) \(report.month.month) \(report.state) \(report.plan) \(report.contributed) \(report.beyond)"
        ]
    }
}
