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

    /// p of R9.
    var settled: Money { known.isNegative ? .zero(known.currency) : known }

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
        for (key, pair) in try givenNowAndAtStart(month, today: today) where key.goal == row.goal {
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
        let known = try now.subtracting(start)
        return SlowContribution(amount: isKnown ? known : nil, known: known, hasFallen: hasFallen)
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
