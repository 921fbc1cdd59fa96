import Models

import struct Foundation.UUID

/// The allocations and contributions that count for goals on each of many days.
struct AllocatedDays {
    private let days: [CalendarDay]
    private let history: AllocationHistory
    /// The place in the history of the allocations of each day.
    private let states: [Int]
    private let goals: Set<UUID>
    /// For each goal the first day with an allocation and its place in the history.
    private let firsts: [UUID: (day: CalendarDay, state: Int)]
    private let firstDays: [UUID: FundingHistory.FirstDay]
    private let months: [FundingHistory.Month]

    init(
        of goals: [UUID], on days: [CalendarDay], firstDays: [FundingHistory.FirstDay], months: [FundingHistory.Month],
        _ history: AllocationHistory
    ) {
        self.months = months
        self.days = days
        self.history = history
        self.goals = Set(goals)
        states = days.map { history.state(on: $0) }
        firsts = history.firstDays(of: self.goals).mapValues { ($0, history.state(on: $0)) }
        self.firstDays = Dictionary(firstDays.map { ($0.goal, $0) }) { first, _ in first }
    }

    /// The windows whose contributions are asked for on a day: the day's own, and those of goals that begin on it.
    func windows(_ day: CalendarDay) -> Set<ContributionWindow> {
        Set(firstDays.values.filter { $0.day == day }.compactMap(\.window) + [own(day)])
    }

    private func own(_ day: CalendarDay) -> ContributionWindow { ContributionWindow(after: day.adding(days: -1)) }

    /// The amounts that an asset gave to each goal, from its balances at the ends of the days.
    func runs(of asset: Asset, _ balances: [AssetBalance]) -> [UUID: [FundingHistory.Run]] {
        var runs: [UUID: [FundingHistory.Run]] = [:]
        let funded = goals.filter { history.everFunded($0, by: asset.id) }
        for (index, balance) in balances.enumerated() {
            let isNew = index == 0 || balance.differs(from: balances[index - 1])
            var splits: [Int: [UUID: GoalFunding.Part]] = [:]
            for goal in funded {
                let state = state(of: goal, index)
                let isFirst = [index - 1, index].contains { $0 >= 0 && firstDays[goal]?.day == days[$0] }
                let earlier = changedAllocations(of: asset.id, goal, index)
                let wasChanged = index > 0 && changedAllocations(of: asset.id, goal, index - 1) != nil
                guard isNew || isFirst || earlier != nil || wasChanged || state != self.state(of: goal, index - 1)
                else {
                    continue
                }
                let part: GoalFunding.Part?
                if let earlier {
                    let isFirst = firstDays[goal]?.day == days[index]
                    part = self.part(
                        of: balance, goal, state, isFirst ? firstDays[goal]?.window : own(days[index]), earlier)
                } else if let first = firstDays[goal], first.day == days[index] {
                    part = parts(of: balance, state, first.window)[goal]
                } else {
                    let found = splits[state] ?? parts(of: balance, state, own(days[index]))
                    splits[state] = found
                    part = found[goal]
                }
                guard let last = runs[goal]?.last else {
                    runs[goal] = [FundingHistory.Run(first: index, part: part)]
                    continue
                }
                if last.part != part { runs[goal]?.append(FundingHistory.Run(first: index, part: part)) }
            }
        }
        return runs
    }

    private func state(of goal: UUID, _ index: Int) -> Int {
        guard let first = firsts[goal], first.day > days[index] else { return states[index] }
        return first.state
    }

    /// The allocations of an asset before those of a day, where they were changed on it and a month of the goal counts that as
    /// contributed; nil elsewhere.
    private func changedAllocations(of asset: UUID, _ goal: UUID, _ index: Int) -> [AssetAllocation]? {
        let day = days[index]
        guard let month = months.first(where: { $0.goals.contains(goal) && $0.start <= day && day <= $0.end }) else {
            return nil
        }
        let earlier: [UUID: [AssetAllocation]]
        if day == month.start {
            earlier = history.allocations(at: month.startedAt)
        } else {
            guard index > 0, states[index] != states[index - 1] else { return nil }
            earlier = history.allocations(states[index - 1])
        }
        let sizes = earlier[asset] ?? []
        return sizes == history.allocations(states[index])[asset] ?? [] ? nil : sizes
    }

    /// The amount that an asset gives to a goal, and the one that it gave by earlier allocations and without the contributions of a
    /// window; nil where it gives and gave nothing.
    private func part(
        of balance: AssetBalance, _ goal: UUID, _ state: Int, _ window: ContributionWindow?,
        _ earlier: [AssetAllocation]
    ) -> GoalFunding.Part? {
        let nothing = Money.zero(balance.asset.currency)
        func amount(_ amount: Money, _ sizes: [AssetAllocation]) throws(MoneyError) -> Money {
            try AssetSplit(
                balance: amount, isComplete: balance.isComplete,
                sizes: sizes.map { (goalID: $0.goalID, size: $0.size) }
            ).parts.first { $0.goalID == goal }?.amount ?? nothing
        }
        do throws(MoneyError) {
            let now = try amount(balance.known, history.allocations(state)[balance.asset.id] ?? [])
            let known = try window.map { window throws(MoneyError) in try balance.before(window) } ?? balance.known
            let before = try amount(known, earlier)
            guard !now.isZero || !before.isZero else { return nil }
            return GoalFunding.Part(balance, amount: now, before: before, gap: balance.gap)
        } catch {
            return GoalFunding.Part(balance, amount: nothing, before: nothing, gap: error.description)
        }
    }

    /// The amounts that an asset gives to goals, with and without the contributions of a window.
    private func parts(
        of balance: AssetBalance, _ state: Int, _ window: ContributionWindow?
    ) -> [UUID: GoalFunding.Part] {
        let sizes = history.allocations(state)[balance.asset.id] ?? []
        let nothing = Money.zero(balance.asset.currency)
        func amounts(_ balance: AssetBalance, _ amount: Money) throws(MoneyError) -> [Money] {
            try AssetSplit(
                balance: amount, isComplete: balance.isComplete,
                sizes: sizes.map { (goalID: $0.goalID, size: $0.size) }
            ).parts.map(\.amount)
        }
        var parts: [UUID: GoalFunding.Part] = [:]
        do throws(MoneyError) {
            let now = try amounts(balance, balance.known)
            let earlier = try window.map { window throws(MoneyError) in try balance.before(window) } ?? balance.known
            let before = earlier == balance.known ? now : try amounts(balance, earlier)
            for (index, size) in sizes.enumerated() {
                parts[size.goalID] = GoalFunding.Part(
                    balance, amount: now[index], before: before[index], gap: balance.gap)
            }
        } catch {
            for size in sizes {
                parts[size.goalID] = GoalFunding.Part(
                    balance, amount: nothing, before: nothing, gap: error.description)
            }
        }
        return parts
    }
}

extension AssetBalance {
    /// Whether it gives something else to goals than that of the day before. What was contributed on one of the two days counts
    /// on that day alone.
    fileprivate func differs(from earlier: AssetBalance) -> Bool {
        known != earlier.known || gap != earlier.gap
            || [self, earlier].contains { $0.contributed.values.contains { !$0.isZero } }
    }
}
