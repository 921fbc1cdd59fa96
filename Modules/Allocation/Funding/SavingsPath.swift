public import Models

import struct Foundation.UUID

/// How the savings of a goal came to be what they are: what its assets gave without the contributions of a window, and after
/// each of them in order of day and entry. The way decides how much of the contributions settles a payment (R3).
struct SavingsPath: Sendable, Hashable {
    /// What an asset gave after a contribution.
    struct Step: Sendable, Hashable {
        let assetID: UUID
        let contribution: SourceContributions.Contribution
        let amount: Money
    }

    /// What assets gave without any of the contributions; those not named gave what they give now.
    private(set) var first: [UUID: Money] = [:]
    /// The steps, those of each asset in order of day and entry.
    private(set) var steps: [Step] = []

    /// Adds the steps of an asset.
    mutating func add(_ first: Money, _ steps: [Step], of asset: UUID) {
        self.first[asset] = first
        self.steps += steps
    }

    /// The amounts that an asset gave on the way, the first included.
    func amounts(of asset: UUID) -> [Money] {
        [first[asset]].compactMap(\.self) + steps.filter { $0.assetID == asset }.map(\.amount)
    }

    /// What all assets gave together without the contributions, and the least that they gave on the way. What moved at once
    /// is one step.
    ///
    /// - Parameters:
    ///   - parts: what each asset gives now.
    ///   - factor: the value of one unit of a part; nil for what is left out.
    func sums(of parts: [GoalFunding.Part], factor: (GoalFunding.Part) -> Ratio?) -> (first: Ratio, least: Ratio) {
        var factors: [UUID: Ratio] = [:]
        var amounts: [UUID: Money] = [:]
        var sum = Ratio.zero
        for part in parts {
            guard let factor = factor(part) else { continue }
            let amount = first[part.assetID] ?? part.amount
            (factors[part.assetID], amounts[part.assetID]) = (factor, amount)
            sum = sum + amount.ratio * factor
        }
        let first = sum
        var least = sum
        let steps = steps.sorted { $0.contribution.precedes($1.contribution) }
        for (index, step) in steps.enumerated() {
            guard let factor = factors[step.assetID], let amount = amounts[step.assetID] else { continue }
            sum = sum + (step.amount.ratio - amount.ratio) * factor
            amounts[step.assetID] = step.amount
            let isLast = index + 1 == steps.count || step.contribution.precedes(steps[index + 1].contribution)
            if isLast, sum < least { least = sum }
        }
        return (first, least)
    }
}

extension GoalFunding {
    /// The least that the assets gave on the way to what they give now, without the contributions and after each of them.
    ///
    /// - Parameter factor: the value of one unit of a part; nil for what is left out.
    func least(factor: (Part) -> Ratio?) -> Ratio { path.sums(of: parts, factor: factor).least }

    /// Whether an asset gave anything on the way.
    func wasEverFunded(_ part: Part) -> Bool { onTheWay(part).contains { !$0.isZero } }

    /// Whether an asset gives less than it gave on the way.
    func hasFallen(_ part: Part) -> Bool { onTheWay(part).contains { part.amount.ratio < $0.ratio } }

    private func onTheWay(_ part: Part) -> [Money] { [part.amount, part.before] + path.amounts(of: part.assetID) }

    /// What was taken out before the payments of a month, at its rates: what they gave first less the least that they gave on
    /// the way, without what was known of that when the month was started (MO2). Each is rounded down as savings are.
    ///
    /// - Parameter factor: the value of one unit of a part; nil for what is left out.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func dip(in currency: Currency, factor: (Part) -> Ratio?) throws(MoneyError) -> Money {
        func dip(_ path: SavingsPath) throws(MoneyError) -> Money {
            let sums = path.sums(of: parts, factor: factor)
            return try ExactAmount(sums.first, currency).rounded(.down).subtracting(
                ExactAmount(sums.least, currency).rounded(.down))
        }
        return try dip(monthPath).subtracting(dip(monthPathAtStart))
    }

    /// Whether what an asset gave on the way through a month makes unknown how much was contributed, when nobody knows its
    /// value.
    ///
    /// - Parameter change: what it gives now less the start.
    public func isDoubtful(_ part: Part, change: Ratio) -> Bool {
        guard let first = monthPath.first[part.assetID]?.ratio else { return false }
        let (all, atStart) = (monthPath.amounts(of: part.assetID), monthPathAtStart.amounts(of: part.assetID))
        return all.contains { first + change < $0.ratio } || atStart.contains { $0.ratio < first }
    }

    /// Whether an asset gave different amounts on the way through a month.
    public func hasMoved(_ part: Part) -> Bool {
        Set(monthPath.amounts(of: part.assetID) + monthPathAtStart.amounts(of: part.assetID)).count > 1
    }
}
