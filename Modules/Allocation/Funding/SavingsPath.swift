import Models

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
