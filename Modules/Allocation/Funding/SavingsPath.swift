import Models

import struct Foundation.UUID

/// The way of a goal's savings to their present amount: the amounts that its assets gave without the contributions of a window,
/// and after each of them in order of day and entry. It decides how much of the contributions settles a payment (R3).
/// An asset that gave its present amount all the time need not be in it.
struct SavingsPath: Sendable, Hashable {
    /// The amount that an asset gave after a contribution.
    struct Step: Sendable, Hashable {
        let assetID: UUID
        let contribution: SourceContributions.Contribution
        let amount: Money
    }

    /// The way of one asset.
    struct Way: Sendable, Hashable {
        /// The amount without any of the contributions.
        let first: Money
        /// The steps in order of day and entry.
        let steps: [Step]
    }

    private var ways: [UUID: Way] = [:]

    /// Whether every asset gave its present amount all the time.
    var isEmpty: Bool { ways.isEmpty }

    /// Adds the way of an asset.
    mutating func add(_ way: Way, of asset: UUID) { ways[asset] = way }

    /// The amount that an asset gave without any of the contributions; nil for an asset that is missing.
    func first(of asset: UUID) -> Money? { ways[asset]?.first }

    /// The amounts that an asset gave on the way, the first included.
    func amounts(of asset: UUID) -> [Money] {
        guard !ways.isEmpty, let way = ways[asset] else { return [] }
        return [way.first] + way.steps.map(\.amount)
    }

    /// The sum of all assets without the contributions, and the least sum on the way. Contributions of one moment are one step.
    ///
    /// - Parameters:
    ///   - parts: the present amounts.
    ///   - factor: the value of one unit of a part; nil for a part that is left out.
    func sums(of parts: [GoalFunding.Part], factor: (GoalFunding.Part) -> Ratio?) -> (first: Ratio, least: Ratio) {
        // Only the assets with steps are looked up again.
        var moving: [UUID: (factor: Ratio, amount: Money)] = [:]
        var steps: [Step] = []
        var sum = Ratio.zero
        for part in parts {
            guard let factor = factor(part) else { continue }
            guard !ways.isEmpty, let way = ways[part.assetID] else {
                sum = sum + part.amount.ratio * factor
                continue
            }
            sum = sum + way.first.ratio * factor
            guard !way.steps.isEmpty, moving.updateValue((factor, way.first), forKey: part.assetID) == nil else {
                continue
            }
            steps += way.steps
        }
        let first = sum
        var least = sum
        steps.sort { $0.contribution.precedes($1.contribution) }
        for (index, step) in steps.enumerated() {
            guard let (factor, amount) = moving[step.assetID] else { continue }
            sum = sum + (step.amount.ratio - amount.ratio) * factor
            moving[step.assetID] = (factor, step.amount)
            let isLast = index + 1 == steps.count || step.contribution.precedes(steps[index + 1].contribution)
            if isLast, sum < least { least = sum }
        }
        return (first, least)
    }
}
