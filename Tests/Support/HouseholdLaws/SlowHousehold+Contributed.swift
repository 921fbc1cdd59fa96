import Foundation
import Models

/// What was contributed to a goal in a month (MO2).
struct SlowContribution {
    /// nil when the rate of something that moved is missing.
    var amount: Money?
    /// What the assets with a frozen rate contributed.
    var known: Money
    /// Whether a part that is not known has fallen.
    var hasFallen = false

    /// p of R9; what was taken back is to be paid again.
    var settled: Money { known }

    /// On which side of the true figure lies what is left after it.
    var bound: Bound? { amount != nil ? nil : hasFallen ? .unknown : .atMost }
}

extension SlowHousehold {
    /// What a goal's assets give it now less the start, each rounded down, at the frozen rates.
    func contributed(_ row: SlowMonth.Row, in month: SlowMonth, today: CalendarDay) throws -> SlowContribution {
        if let ended = row.endedWith {
            return SlowContribution(amount: ended, known: ended ?? .zero(row.currency))
        }
        var (sumNow, sumAtStart) = (Ratio.zero, Ratio.zero)
        var isKnown = true
        var hasFallen = false
        let pairs = try givenNowAndAtStart(month, today: today)
        for (key, pair) in pairs where key.goal == row.goal {
            if let rate = month.rates[key] {
                sumNow = sumNow + pair.now * rate
                sumAtStart = sumAtStart + pair.start * rate
            } else if pair.now != pair.start {
                isKnown = false
                hasFallen = hasFallen || pair.now < pair.start
            }
        }
        let now = try ExactAmount(sumNow, row.currency).rounded(.down)
        let start = try ExactAmount(sumAtStart, row.currency).rounded(.down)
        let way = try way(row, in: month, today: today)
        let known = try now.subtracting(start).adding(way.dip)
        isKnown = isKnown && way.unknown.isEmpty
        for (key, amounts) in way.unknown {
            let pair = pairs[key] ?? (now: .zero, start: .zero)
            let change = pair.now - pair.start
            hasFallen =
                hasFallen || amounts.all.contains { amounts.first + change < $0 }
                || amounts.atStart.contains { $0 < amounts.first }
        }
        return SlowContribution(amount: isKnown ? known : nil, known: known, hasFallen: hasFallen)
    }

    /// What was taken out of a goal before the month's own payments (the dip), beyond what was already at the start; and what
    /// assets without a frozen rate gave on the way, where that changed.
    private func way(
        _ row: SlowMonth.Row, in month: SlowMonth, today: CalendarDay
    ) throws -> (dip: Money, unknown: [AssetAndGoal: (first: Ratio, all: [Ratio], atStart: [Ratio])]) {
        let judged = month.judgedDay(today)
        let start = goal(row.goal)?.start
        let own = transactions.filter { month.isOwn($0, from: start) && $0.day <= judged }
        let atStart = own.filter { $0.day <= month.startDay && $0.entered <= month.startedAt }
        let funding = assets.filter { allocations[AssetAndGoal($0.id, row.goal)] != nil }
        func amounts(_ counted: [SlowTransaction]) throws -> [[AssetAndGoal: Ratio]] {
            try way(through: Set(counted.map(\.id)), all: Set(own.map(\.id))).map { left in
                var amounts: [AssetAndGoal: Ratio] = [:]
                for asset in funding {
                    let given = try funded(asset, on: judged, without: left)[row.goal]
                    amounts[AssetAndGoal(asset.id, row.goal)] = given?.ratio ?? .zero
                }
                return amounts
            }
        }
        func saved(_ amounts: [AssetAndGoal: Ratio]) throws -> Money {
            let sum = amounts.reduce(Ratio.zero) { sum, given in
                month.rates[given.key].map { sum + given.value * $0 } ?? sum
            }
            return try ExactAmount(sum, row.currency).rounded(.down)
        }
        func dip(_ way: [[AssetAndGoal: Ratio]]) throws -> Money {
            let saved = try way.map(saved)
            return try saved.map { try saved[0].subtracting($0) }.reduce(.zero(row.currency)) {
                try $0.isLess(than: $1) ? $1 : $0
            }
        }
        let (all, early) = (try amounts(own), try amounts(atStart))
        var unknown: [AssetAndGoal: (first: Ratio, all: [Ratio], atStart: [Ratio])] = [:]
        for asset in funding {
            let key = AssetAndGoal(asset.id, row.goal)
            let (ofAll, ofEarly) = (all.map { $0[key] ?? .zero }, early.map { $0[key] ?? .zero })
            guard month.rates[key] == nil, Set(ofAll + ofEarly).count > 1 else { continue }
            unknown[key] = (ofAll[0], ofAll, ofEarly)
        }
        return (try dip(all).subtracting(dip(early)), unknown)
    }

    /// For each asset the sum that the month's own payments since its start give to a goal.
    func paidSinceStart(to goal: SlowGoal, in month: SlowMonth, today: CalendarDay) throws -> [UUID: Ratio] {
        let judged = month.judgedDay(today)
        let own = transactions.filter { month.isOwn($0, from: goal.start) && $0.day <= judged }
        let later = own.filter { $0.day > month.startDay || $0.entered > month.startedAt }
        let (all, withoutAtStart) = (Set(own.map(\.id)), Set(later.map(\.id)))
        var paid: [UUID: Ratio] = [:]
        for asset in assets where allocations[AssetAndGoal(asset.id, goal.id)] != nil {
            func given(without: Set<UUID>) throws -> Ratio {
                try funded(asset, on: judged, without: without)[goal.id]?.ratio ?? .zero
            }
            let none = try given(without: all)
            paid[asset.id] = try given(without: []) - none - (given(without: withoutAtStart) - none)
        }
        return paid
    }

    /// For each asset and goal what it gives on the judged day, and the start as it was moved.
    func givenNowAndAtStart(
        _ month: SlowMonth, today: CalendarDay
    ) throws -> [AssetAndGoal: (now: Ratio, start: Ratio)] {
        var pairs: [AssetAndGoal: (now: Ratio, start: Ratio)] = [:]
        for (key, start) in month.starts { pairs[key] = (.zero, start) }
        for asset in assets {
            for (goal, amount) in try funded(asset, on: month.judgedDay(today)) {
                let key = AssetAndGoal(asset.id, goal)
                pairs[key] = (amount.ratio, month.starts[key] ?? .zero)
            }
        }
        return pairs
    }

    /// What a goal got by the ends of others less what it gave back itself, rounded half-even; nil without a rate.
    func released(_ row: SlowMonth.Row, in month: SlowMonth) throws -> Money? {
        var sum = Ratio.zero
        for (key, amount) in month.released where key.goal == row.goal && !amount.isZero {
            guard let rate = month.rates[key] else { return nil }
            sum = sum + amount * rate
        }
        return try ExactAmount(sum, row.currency).rounded(.halfEven)
    }
}
