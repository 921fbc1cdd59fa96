import Foundation
import Models

extension SlowHousehold {
    /// What a write is, for the months whose start it may move (MO2).
    enum Write {
        /// A transaction is entered or deleted; with a counterpart, the deletion is half of a correction.
        case transaction(SlowTransaction, counterpart: SlowTransaction?)
        case allocation
        case goalEnd(UUID)
        case other
    }

    /// What an asset gives each goal on a day, and what is free of it.
    private struct AssetState {
        var goals: [UUID: Ratio] = [:]
        var free = Ratio.zero
    }

    /// Carries out a change, and moves the starts of the newest months by what it changes that settles nothing.
    ///
    /// A closed month is moved on like an open one, for its closing can be taken back.
    mutating func write(
        _ write: Write, at moment: HouseholdMoment, _ change: (inout SlowHousehold) -> Void
    ) throws {
        let indices = Array(months.indices.suffix(2))
        let days = indices.map { months[$0].judgedDay(moment.today) }
        let before = try days.map { try states(on: $0) }
        var ended: [Money??] = []
        if case .goalEnd(let goal) = write {
            for index in indices { ended.append(try contributedUntilNow(goal, in: months[index], moment.today)) }
        }
        change(&self)
        for (place, index) in indices.enumerated() {
            let after = try states(on: days[place])
            let starts = Dictionary(goals.map { ($0.id, $0.start) }) { first, _ in first }
            move(&months[index], write, starts, at: moment, from: before[place], to: after)
            if case .goalEnd(let goal) = write, let row = months[index].rows.firstIndex(where: { $0.goal == goal }),
                months[index].rows[row].endedWith == nil
            {
                months[index].rows[row].endedWith = ended[place]
            }
            freezeRates(&months[index], at: moment)
        }
    }

    private func contributedUntilNow(_ goal: UUID, in month: SlowMonth, _ today: CalendarDay) throws -> Money?? {
        guard let row = month.row(goal), row.endedWith == nil else { return nil }
        return .some(try contributed(row, in: month, today: today).amount)
    }

    private func states(on day: CalendarDay) throws -> [UUID: AssetState] {
        var states: [UUID: AssetState] = [:]
        for asset in assets {
            var state = AssetState()
            state.free = try balance(asset, on: day).ratio
            for (goal, amount) in try funded(asset, on: day) {
                state.goals[goal] = amount.ratio
                state.free = state.free - amount.ratio
            }
            states[asset.id] = state
        }
        return states
    }

    private func move(
        _ month: inout SlowMonth, _ write: Write, _ starts: [UUID: CalendarDay], at moment: HouseholdMoment,
        from before: [UUID: AssetState], to after: [UUID: AssetState]
    ) {
        let isOver = moment.today > month.lastDay
        var movesStarts = true
        var isReleased = false
        switch write {
        case .transaction(let transaction, let counterpart):
            movesStarts = !month.isOwn(transaction)
            // A correction does not take a payment out of a month that is over.
            if isOver, !movesStarts, let counterpart, !month.isOwn(counterpart) {
                movesStarts = true
                if transaction.day <= month.judgedDay(moment.today) {
                    month.ownAtStart[transaction.asset, default: .zero] =
                        (month.ownAtStart[transaction.asset] ?? .zero) - transaction.amount.ratio
                }
            }
        case .allocation: movesStarts = isOver
        case .goalEnd: isReleased = !isOver
        case .other: break
        }
        for asset in Set(before.keys).union(after.keys) {
            let (old, new) = (before[asset] ?? AssetState(), after[asset] ?? AssetState())
            for goal in Set(old.goals.keys).union(new.goals.keys) {
                let change = (new.goals[goal] ?? .zero) - (old.goals[goal] ?? .zero)
                guard !change.isZero, movesStarts || isOlder(write, than: starts[goal], month, isOver: isOver) else {
                    continue
                }
                if !movesStarts { month.older[asset] = (month.older[asset] ?? .zero) + change }
                let key = AssetAndGoal(asset, goal)
                month.starts[key] = (month.starts[key] ?? .zero) + change
                if isReleased { month.released[key] = (month.released[key] ?? .zero) + change }
            }
            if movesStarts, !isReleased {
                month.freeStarts[asset] = (month.freeStarts[asset] ?? .zero) + new.free - old.free
            }
        }
    }

    /// Whether a payment of the month is none of a goal, because it is dated before its start day.
    private func isOlder(_ write: Write, than start: CalendarDay?, _ month: SlowMonth, isOver: Bool) -> Bool {
        guard case .transaction(let transaction, let counterpart) = write else { return false }
        if !month.isOwn(transaction, from: start) { return true }
        guard isOver, let counterpart else { return false }
        return !month.isOwn(counterpart, from: start)
    }

    /// Freezes the rate of every asset that funds a goal of the month and has none yet.
    private func freezeRates(_ month: inout SlowMonth, at moment: HouseholdMoment) {
        guard !month.isOver(moment.today) else { return }
        for row in month.rows {
            for asset in assets where allocations[AssetAndGoal(asset.id, row.goal)] != nil {
                let key = AssetAndGoal(asset.id, row.goal)
                // Without a rate at that moment it stays unknown.
                if month.rates[key] == nil, month.frozenPairs.insert(key).inserted {
                    month.rates[key] = moment.rate(asset.currency, row.currency)
                }
            }
        }
    }
}
