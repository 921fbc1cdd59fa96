import Foundation
import Models

extension SlowHousehold {
    // MARK: - Start, close, take back

    /// Starts the month of today (MO1). A month that is over is closed first.
    package mutating func startMonth(at moment: HouseholdMoment) throws {
        let today = moment.today
        let closesPrevious = months.last.map { $0.closing == nil } ?? false
        if closesPrevious { try closeMonth(at: moment) }
        guard let display = displayCurrency else { return }
        let settled = nextPaymentDay(today)
        let before =
            convention == .calendarMonths
            ? today.month.day(1).adding(days: -1) : previousPaymentDay(before: today)
        var month = SlowMonth(
            name: settled.month, startDay: today, startedAt: moment.now, paymentDay: settled,
            lastDay: settled.month.lastDay, after: before ?? today, previousEnd: months.last?.end(today),
            display: display, rows: [], starts: [:],
            freeStarts: [:], ownAtStart: [:], rates: [:], closing: nil, closedPrevious: closesPrevious)
        try freezeRows(&month, at: moment)
        try freezeStarts(&month, today: today)
        months.append(month)
    }

    /// Closes the newest month, early or late (MO5).
    package mutating func closeMonth(at moment: HouseholdMoment) throws {
        guard let index = months.indices.last, months[index].closing == nil else { return }
        let month = months[index]
        let isEarly = moment.today <= month.lastDay
        let end = SlowMonth.End(
            day: isEarly ? moment.today : month.lastDay, closing: isEarly ? moment.now : nil)
        let report = try report(month, state: .closed, at: moment)
        months[index].closing = (end, report)
    }

    /// Takes the newest step back: a closing, or a start together with the closing it caused.
    package mutating func undoMonth() {
        guard let month = months.last else { return }
        if month.closing != nil {
            months[months.count - 1].closing = nil
            return
        }
        months.removeLast()
        if month.closedPrevious, !months.isEmpty { months[months.count - 1].closing = nil }
    }

    private func freezeRows(_ month: inout SlowMonth, at moment: HouseholdMoment) throws {
        var savings = SlowSavings(self, moment)
        for goal in goals where goal.lifecycle == .active {
            let line = try line(goal, &savings)
            guard let first = line.payments.first, first.day <= month.paymentDay else { continue }
            // What is at most 0 is 0.
            guard line.requiredBound == nil || line.requiredBound == .atMost && line.required.isZero else { continue }
            let taken = try decisionsOutsideMonth(goal.id).takenOver(
                in: goal.currency, contributed: line.paid, remaining: line.remaining
            ) { isOpen($0, for: goal.id, today: moment.today) }
            month.rows.append(
                SlowMonth.Row(
                    goal: goal.id, currency: goal.currency, frozenRequired: line.required, frozenPlan: line.planned,
                    frozenLevel: line.level, displayRate: moment.rate(goal.currency, month.display),
                    decisions: taken))
            for asset in assets where allocations[AssetAndGoal(asset.id, goal.id)] != nil {
                month.frozenPairs.insert(AssetAndGoal(asset.id, goal.id))
                month.rates[AssetAndGoal(asset.id, goal.id)] = moment.rate(asset.currency, goal.currency)
            }
        }
    }

    private func freezeStarts(_ month: inout SlowMonth, today: CalendarDay) throws {
        for asset in assets {
            var free = try balance(asset, on: today).ratio
            for (goal, amount) in try funded(asset, on: today) {
                month.starts[AssetAndGoal(asset.id, goal)] = amount.ratio
                free = free - amount.ratio
            }
            month.freeStarts[asset.id] = free
        }
        month.ownAtStart = ownPayments(month, until: today)
    }

    /// The sum of the month's own payments until a day, by asset.
    func ownPayments(_ month: SlowMonth, until day: CalendarDay) -> [UUID: Ratio] {
        var sums: [UUID: Ratio] = [:]
        for transaction in transactions where transaction.day <= day && month.isOwn(transaction) {
            sums[transaction.asset] = (sums[transaction.asset] ?? .zero) + transaction.amount.ratio
        }
        return sums
    }

    // MARK: - Answer

    /// The month in progress, or over and not closed, else the newest closed one; nil before any.
    package func month(at moment: HouseholdMoment) throws -> HouseholdMonth? {
        guard let month = months.last else { return nil }
        if let closing = month.closing { return closing.report }
        return try report(month, state: month.isOver(moment.today) ? .over : .running, at: moment)
    }

    private func report(
        _ month: SlowMonth, state: HouseholdMonth.State, at moment: HouseholdMoment
    ) throws -> HouseholdMonth {
        let today = moment.today
        var savings = SlowSavings(self, moment)
        var rows: [HouseholdMonth.Row] = []
        var (met, planned) = (Ratio.zero, Ratio.zero)
        var isComplete = true
        for row in month.rows {
            let goal = goal(row.goal)
            let isActive = goal?.lifecycle == .active && row.endedWith == nil
            let contribution = try contributed(row, in: month, today: today)
            let decided = row.decisions.result(in: row.currency) { $0 == .month }
            let plan = decided.plan ?? row.frozenPlanWithoutDecision
            var left = try plan.subtracting(contribution.settled)
            if left.isNegative { left = .zero(row.currency) }
            if isActive, let goal {
                let line = try line(goal, &savings)
                left =
                    line.isInMonth
                    ? line.planned : try Self.left(of: plan, paid: contribution.settled, remaining: line.remaining)
                var part = try contribution.settled.isLess(than: plan) ? contribution.settled : plan
                if part.isNegative { part = .zero(row.currency) }
                if contribution.amount == nil { isComplete = false }
                if let rate = row.displayRate {
                    met = met + part.ratio * rate
                    if !plan.isNegative { planned = planned + plan.ratio * rate }
                } else if !plan.isZero {
                    isComplete = false
                }
            }
            rows.append(
                HouseholdMonth.Row(
                    goal: row.goal, isActive: isActive, frozenRequired: row.frozenRequired,
                    frozenPlan: row.frozenPlan, plan: plan, state: decided.state,
                    contributed: contribution.amount, released: try released(row, in: month), plannedLeft: left))
        }
        return HouseholdMonth(
            name: month.name, state: state, paymentDay: month.paymentDay, lastDay: month.lastDay, rows: rows,
            contributed: try moved(month, today: today), released: month.released.filter { !$0.value.isZero },
            assets: try movedAssets(month, today: today), shareMet: met.divided(by: planned),
            shareMetIsComplete: isComplete)
    }

    private func moved(_ month: SlowMonth, today: CalendarDay) throws -> [AssetAndGoal: Ratio] {
        try givenNowAndAtStart(month, today: today).mapValues { $0.now - $0.start }.filter { !$0.value.isZero }
    }

    private func movedAssets(_ month: SlowMonth, today: CalendarDay) throws -> [UUID: HouseholdMonth.Asset] {
        let judged = month.judgedDay(today)
        let own = ownPayments(month, until: judged)
        var free: [UUID: Ratio] = [:]
        for asset in assets { free[asset.id] = try balance(asset, on: judged).ratio }
        var answer: [UUID: HouseholdMonth.Asset] = [:]
        func add(_ asset: UUID, _ change: (inout HouseholdMonth.Asset) -> Void) {
            change(
                &answer[
                    asset,
                    default: .init(
                        ofGoalsInMonth: .zero, ofOtherGoals: .zero, ofFree: .zero, older: .zero, ownPayments: .zero)])
        }
        for (key, pair) in try givenNowAndAtStart(month, today: today) {
            free[key.asset] = (free[key.asset] ?? .zero) - pair.now
            let change = pair.now - pair.start + (month.released[key] ?? .zero)
            add(key.asset) { asset in
                if month.row(key.goal) == nil {
                    asset.ofOtherGoals = asset.ofOtherGoals + change
                } else {
                    asset.ofGoalsInMonth = asset.ofGoalsInMonth + change
                }
            }
        }
        for asset in Set(free.keys).union(month.freeStarts.keys) {
            add(asset) { $0.ofFree = (free[asset] ?? .zero) - (month.freeStarts[asset] ?? .zero) }
        }
        for (asset, older) in month.older { add(asset) { $0.older = older } }
        for asset in Set(own.keys).union(month.ownAtStart.keys) {
            add(asset) { $0.ownPayments = (own[asset] ?? .zero) - (month.ownAtStart[asset] ?? .zero) }
        }
        return answer
    }
}

extension SlowMonth.Row {
    /// The plan where no decision holds: what was required at the start.
    var frozenPlanWithoutDecision: Money { frozenRequired }
}
