import Models

import struct Foundation.UUID

/// The way of a goal's savings to their present amount: the amounts that its assets gave without the contributions of a window,
/// and after each of them in order of day and entry. It decides how much of the contributions settles a payment (R3).
struct SavingsPath: Sendable, Hashable {
    /// The amount that an asset gave after a contribution.
    struct Step: Sendable, Hashable {
        let assetID: UUID
        let contribution: SourceContributions.Contribution
        let amount: Money
    }

    /// The amounts without any of the contributions; an asset that is missing gave its present amount.
    private(set) var first: [UUID: Money] = [:]
    /// The steps of each asset in order of day and entry.
    private var steps: [UUID: [Step]] = [:]

    /// Adds the steps of an asset.
    mutating func add(_ first: Money, _ steps: [Step], of asset: UUID) {
        self.first[asset] = first
        self.steps[asset] = steps
    }

    /// The amounts that an asset gave on the way, the first included.
    func amounts(of asset: UUID) -> [Money] {
        [first[asset]].compactMap(\.self) + (steps[asset] ?? []).map(\.amount)
    }

    /// The sum of all assets without the contributions, and the least sum on the way. Contributions of one moment are one step.
    ///
    /// - Parameters:
    ///   - parts: the present amounts.
    ///   - factor: the value of one unit of a part; nil for a part that is left out.
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
        let steps = steps.values.joined().filter { factors[$0.assetID] != nil }.sorted {
            $0.contribution.precedes($1.contribution)
        }
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
