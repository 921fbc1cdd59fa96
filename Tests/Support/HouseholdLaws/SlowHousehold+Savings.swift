import Foundation
import Models

/// What the assets give on a day, each asset worked out once for all goals that leave out the same transactions.
struct SlowSavings {
    /// What a goal has: what is known, rounded down, and what no rate is known for, by asset.
    struct Saved {
        var known: Money
        var withoutRate: [UUID: Money]
    }

    private struct Key: Hashable {
        let asset: UUID
        let without: Set<UUID>
    }

    let household: SlowHousehold
    let moment: HouseholdMoment
    private var funded: [Key: [UUID: Money]] = [:]

    init(_ household: SlowHousehold, _ moment: HouseholdMoment) {
        self.household = household
        self.moment = moment
    }

    /// What is saved for a goal, as if some transactions had not been.
    mutating func saved(_ goal: SlowGoal, without: Set<UUID> = []) throws -> Saved {
        var sum = Ratio.zero
        var withoutRate: [UUID: Money] = [:]
        for asset in household.assets where household.allocations[AssetAndGoal(asset.id, goal.id)] != nil {
            let own = without.filter { id in household.transaction(id)?.asset == asset.id }
            let key = Key(asset: asset.id, without: own)
            let parts = try funded[key] ?? household.funded(asset, on: moment.today, without: own)
            funded[key] = parts
            guard let part = parts[goal.id], !part.isZero else { continue }
            if let rate = moment.rate(asset.currency, goal.currency) {
                sum = sum + part.ratio * rate
            } else {
                withoutRate[asset.id] = part
            }
        }
        return Saved(known: try ExactAmount(sum, goal.currency).rounded(.down), withoutRate: withoutRate)
    }
}

/// What a goal needs as if there were no month in progress (R3).
struct SlowRequirement {
    let saved: Money
    let savedIsComplete: Bool
    let remaining: Money
    let dates: [CalendarDay]
    let payments: [HouseholdPayment]
    let level: Money
    /// c of R3.
    let contributed: Money
    let bound: Bound?

    init(_ goal: SlowGoal, _ savings: inout SlowSavings) throws {
        let (household, today) = (savings.household, savings.moment.today)
        let zero = Money.zero(goal.currency)
        let now = try savings.saved(goal)
        let way = try household.way(through: household.contributions(to: goal, today: today)).map {
            try savings.saved(goal, without: $0)
        }
        saved = now.known
        savedIsComplete = now.withoutRate.isEmpty
        remaining = try saved.isLess(than: goal.target) ? goal.target.subtracting(saved) : zero
        let least = try way.reduce(saved) { try $1.known.isLess(than: $0) ? $1.known : $0 }
        contributed = try saved.subtracting(least)
        guard remaining.isPositive else {
            (dates, payments, level, bound) = ([], [], zero, nil)
            return
        }
        let hasFallen = try way.contains { stop in
            try stop.withoutRate.contains { asset, amount in
                try (now.withoutRate[asset] ?? .zero(amount.currency)).isLess(than: amount)
            }
        }
        bound = hasFallen ? .unknown : savedIsComplete ? nil : .atMost
        dates = household.paymentDates(goal, today: today)
        let credit = try contributed.minorUnits(.down)
        let parts = SlowSplit.level(try remaining.minorUnits(.down) + credit, count: dates.count)
        level = try Money(minorUnits: parts[0], goal.currency)
        var toTakeOff = credit
        var payments: [HouseholdPayment] = []
        for (day, part) in zip(dates, parts) {
            let taken = min(part, toTakeOff)
            toTakeOff -= taken
            payments.append(
                HouseholdPayment(day: day, amount: try Money(minorUnits: part - taken, goal.currency)))
        }
        self.payments = payments
    }

    var required: Money { payments.first?.amount ?? .zero(saved.currency) }
}
