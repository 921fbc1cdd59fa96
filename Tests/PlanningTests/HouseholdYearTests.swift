import Allocation
import Foundation
import HouseholdLaws
import Models
import Persistence
import Planning
import RealHousehold
import TestSupport
import Testing

@Suite("R3, R8, R9, MO1 to MO5: random households against a slow reckoning") struct HouseholdYearTests {
    /// As many years as `CST_YEARS` says, with seeds of their own.
    private static let batches: [ClosedRange<UInt64>] = {
        let years = ProcessInfo.processInfo.environment["CST_YEARS"].flatMap(UInt64.init) ?? 120
        let first = ProcessInfo.processInfo.environment["CST_TEST_SEED"].flatMap(UInt64.init) ?? 1
        return stride(from: first, to: first + years, by: 25).map { $0...min($0 + 24, first + years - 1) }
    }()

    @Test(arguments: batches)
    func `every figure of a year is what the laws say`(seeds: ClosedRange<UInt64>) async throws {
        for seed in seeds {
            let differences = try await differences(seed)
            for difference in differences.prefix(3) { Issue.record("seed \(seed), \(difference)") }
        }
    }

    /// What differs at the first step after which something does.
    private func differences(_ seed: UInt64) async throws -> [String] {
        let year = try HouseholdYear.random(seed: seed)
        var model = SlowHousehold(convention: year.convention)
        let real = RealHousehold(year.convention)
        real.set(year.prices)
        var ids = HouseholdIDs()
        var moment = HouseholdMoment(
            today: year.firstDay, now: year.firstDay.startInUTC, rates: HouseholdYear.rates(year.prices))
        for (number, step) in year.steps.enumerated() {
            let step = step.asACommand
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
                continue
            }
            let found = try await compare(model, real, moment)
            if !found.isEmpty { return found.map { "\(moment.today), \($0), after step \(number), \(step)" } }
        }
        return []
    }

    private func compare(
        _ model: SlowHousehold, _ real: RealHousehold, _ moment: HouseholdMoment
    ) async throws -> [String] {
        let (expected, found) = (try model.plan(at: moment), try await real.plan(moment))
        var differences: [String] = []
        func check(_ what: String, _ found: some Equatable, _ expected: some Equatable) {
            if "\(found)" != "\(expected)" { differences.append("\(what) is \(found), not \(expected)") }
        }
        check("number of goals", found.rows.count, expected.lines.count)
        for row in found.rows {
            guard let line = expected.line(row.plan.goal.id) else { continue }
            let (plan, name) = (row.plan, row.plan.goal.name)
            check("\(name) saved", plan.progress.saved, line.saved)
            check("\(name) remaining", plan.progress.remaining, line.remaining)
            check("\(name) status", plan.status.rawValue, line.status.rawValue)
            check("\(name) is in the month", plan.frozen != nil, line.isInMonth)
            check("\(name) paid", plan.requirement.paid, line.paid)
            check("\(name) required", plan.requirement.required, line.required)
            check("\(name) level", plan.requirement.level, line.level)
            check("\(name) state", plan.flexState, line.state)
            check("\(name) planned", plan.planned, line.planned)
            let payments = plan.requirement.payments.filter { !$0.amount.isZero }.map { "\($0.date) \($0.amount)" }
            check(
                "\(name) payments", payments,
                line.payments.filter { !$0.amount.isZero }.map { "\($0.day) \($0.amount)" })
            // An upper bound of 0 is exact.
            let isZero = line.required.isZero && line.requiredBound == .atMost
            let bound = isZero ? nil : line.requiredBound
            check("\(name) bound", plan.requiredBound?.rawValue ?? "exact", bound?.rawValue ?? "exact")
        }
        if let total = expected.requiredTotal { check("total", found.total, total.amount) }
        if let total = expected.plannedTotal { check("planned total", found.plannedTotal, total.amount) }
        return differences + (try await compareMonth(model, real, moment))
    }

    private func compareMonth(
        _ model: SlowHousehold, _ real: RealHousehold, _ moment: HouseholdMoment
    ) async throws -> [String] {
        guard let found = try await real.month(moment), let expected = try model.month(at: moment) else { return [] }
        var differences: [String] = []
        for row in found.rows {
            guard let line = expected.rows.first(where: { $0.goal == row.payment.goalID }) else {
                differences.append("\(row.name) is in \(found.month.month)")
                continue
            }
            func check(_ what: String, _ found: some Equatable, _ expected: some Equatable) {
                if "\(found)" != "\(expected)" {
                    differences.append("month: \(row.name) \(what) is \(found), not \(expected)")
                }
            }
            check("frozen required", row.payment.required, line.frozenRequired)
            check("plan", row.payment.plan, line.plan)
            check("state", row.payment.currentState, line.state)
            if let contributed = line.contributed { check("contributed", row.contribution.amount, contributed) }
            if let released = line.released { check("released", row.contribution.released, released) }
        }
        if found.rows.count != expected.rows.count {
            differences.append("\(found.month.month) has \(found.rows.count) goals, not \(expected.rows.count)")
        }
        if let share = expected.shareMet, expected.shareMetIsComplete, found.isComplete, found.shareMet != share {
            differences.append("share met is \(found.shareMet.map { "\($0)" } ?? "nothing"), not \(share)")
        }
        for (asset, sums) in expected.assets
        where sums.ofGoalsInMonth + sums.ofOtherGoals + sums.ofFree + sums.older != sums.ownPayments {
            differences.append("the sums of asset \(asset) do not add up")
        }
        return differences
    }
}

extension HouseholdStep {
    /// The step as the command line has it: a decision always names the state.
    var asACommand: HouseholdStep {
        guard case .decide(let goal, nil, let custom, let clears, let always) = self else { return self }
        return .decide(goal: goal, state: .flexible, custom: custom, clearsCustom: clears, always: always)
    }
}
